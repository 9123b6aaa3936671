"""Keys and mouse events to typed lines, and the answers of the match to messages; without a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeAlias

from satplay.cli.cursor.frame import (
    Content,
    Frame,
    Size,
    Viewport,
    compose,
    message_room,
    page_rows,
    scroll_by,
    wrap_line,
)
from satplay.cli.cursor.key_help import COMMAND_KEYS, CURSOR, SCROLL_KEYS, TYPED, command_keys, help_lines
from satplay.cli.cursor.page import Page
from satplay.contracts.cursor import CursorEntry, Mouse, Place, Pointer, Reaction, View

if TYPE_CHECKING:
    from satplay.playing.match import Match
    from satplay.playing.turn import Turn

PAGES = ("help", "?", "rules", "moves")
"""Commands whose answer is read like a page."""


class Leave(Enum):
    """Why the screen is left."""

    QUIT = "the session ends"
    TYPED = "moves are typed from now on"
    INTERRUPTED = "Ctrl-C"


class OpenLine(str):
    """A request to let the person type a line that begins with this text."""

    __slots__ = ()


Effect: TypeAlias = "Sequence[str] | Leave | OpenLine"
"""What follows from an event: lines for the match, leaving, or typing a line."""

NOTHING: Effect = ()


class Controller:
    """The state of the screen: the match, the pointer, messages, and a page over the board if there is one.

    ``clock``        seconds; thinking time is counted from one line to the next
    ``messages``     lines to show at first
    ``saves_moves``  whether every move is saved, so that leaving loses nothing
    """

    def __init__(
        self,
        match: Match,
        *,
        title: str,
        ascii: bool,
        clock: Callable[[], float],
        messages: tuple[str, ...] = (),
        saves_moves: bool = False,
    ) -> None:
        self.match, self.title, self.ascii = match, title, ascii
        self.size = Size(80, 24)
        self.messages = messages
        self._saves_moves, self._saved = saves_moves, match.states
        self.is_busy = False
        self._clock, self._since = clock, clock()
        self._viewport = Viewport()
        self._page: Page | None = None
        self._shown: Any = None
        self._asked = ""
        self._is_scrolled = False
        self.pointer = self._pointer_before = self._entry.start(self._state)
        self._own_moves: tuple[str, ...] = ()

    @property
    def _entry(self) -> CursorEntry[Any]:
        assert self.match.game.cursor is not None
        return self.match.game.cursor

    @property
    def _state(self) -> Any:
        return self.match.visible_state()

    @property
    def _is_open(self) -> bool:
        """Whether a person is to move."""
        return self.match.to_move in self.match.persons

    def view(self) -> View:
        """The picture: the position with what is in hand, or the solution that was asked for."""
        if self._shown is not None:
            return View(self._entry.view(self._shown, self._entry.start(self._shown), self.ascii).lines, ())
        if self._is_open:
            return self._entry.view(self._state, self.pointer, self.ascii)
        return self._entry.view(self._state, self._entry.start(self._state), self.ascii)

    def _place(self, view: View) -> Place | None:
        if not self._is_open:
            return None
        return next((place for place in view.places if place.name == self.pointer.at), None)

    # -- events --------------------------------------------------------------------------------------

    def press(self, key: str) -> Effect:
        """The effect of a key: a name of ``contracts.cursor.KEYS``, tab, or a character."""
        if self.is_busy:
            return NOTHING
        if self._close_or_scroll(key):
            return NOTHING
        asked, self._asked = self._asked, ""
        self._is_scrolled, self._own_moves = False, ()
        reaction = self._entry.press(self._state, self.pointer, key) if self._is_open else None
        if reaction is not None:
            return self._react(reaction)
        if key in ("tab", "shift-tab"):
            return self._next_place(1 if key == "tab" else -1)
        if key in SCROLL_KEYS:
            self._viewport, self._is_scrolled = scroll_by(self._viewport, key), True
            return NOTHING
        if key in ("q", "n"):
            return self._leave_position(key, asked)
        if COMMAND_KEYS.get(key) in self.match.commands:
            return (COMMAND_KEYS[key],)
        if key in (":", "/"):
            return OpenLine("")
        if len(key) == 1 and key.isprintable() and key != " ":
            return OpenLine(key)
        return NOTHING

    def point(self, action: str, row: int, column: int, *, is_right: bool = False) -> Effect:
        """The effect of a mouse event at a character of the screen."""
        if self.is_busy or (action == "press" and self._close_or_scroll("click")):
            return NOTHING
        at = self._viewport.picture_at(row, column)
        if at is None or not self._is_open or self._page is not None:
            return NOTHING
        mouse = Mouse(action, *at, is_right)
        reaction = self._entry.point(self._state, self.pointer, mouse, self.view().places)
        return NOTHING if reaction is None else self._react(reaction)

    def wheel(self, lines: int) -> None:
        """Scroll a page with the mouse wheel."""
        if self._page is not None:
            self._page.scroll(lines, page_rows(self.size))

    def enter(self, line: str) -> Effect:
        """The effect of a typed line."""
        word = line.strip().lower()
        self._own_moves = ()
        if not word or self.is_busy:
            return NOTHING
        if word == TYPED:
            return Leave.TYPED
        if word == CURSOR:
            self.messages = ("This is cursor mode; 'typed' switches to typed lines.",)
            return NOTHING
        return (line,)

    def _react(self, reaction: Reaction) -> Effect:
        self._pointer_before, self.pointer = self.pointer, reaction.pointer
        self._own_moves = reaction.moves
        self.messages = (reaction.note,) if reaction.note else ()
        return reaction.moves

    def _next_place(self, step: int) -> Effect:
        names = [place.name for place in self.view().places]
        if names and self.pointer.held is None and self.pointer.at in names:
            self.pointer = Pointer(names[(names.index(self.pointer.at) + step) % len(names)])
        return NOTHING

    def _leave_position(self, key: str, asked: str) -> Effect:
        """Quit, or start another one; a game that would be lost is confirmed by a second key."""
        is_kept = self._saves_moves or self.match.states is self._saved or not self.match.moves
        asks_itself = key == "n" and self.match.confirms  # the match asks before it starts another one
        is_lost = not is_kept and self.match.outcome is None and not asks_itself
        if is_lost and asked != key:
            self._asked = key
            what = "leave" if key == "q" else "start another one"
            self.messages = (f"Not saved: {key} again to {what}, or type save FILE.",)
            return NOTHING
        return Leave.QUIT if key == "q" else ("new",)

    # -- pages ---------------------------------------------------------------------------------------

    def _close_or_scroll(self, key: str) -> bool:
        """Whether a key belongs to the page or the solution that covers the position."""
        if self._page is None:
            was_shown, self._shown = self._shown is not None, None
            return was_shown
        if not self._page.press(key, page_rows(self.size)):
            self._page = None
        return True

    def _say(self, lines: Sequence[str], *, as_page: bool = False) -> None:
        wrapped = [part for line in lines for part in wrap_line(line, self.size.columns)]
        self.messages = tuple(lines)
        if as_page or len(wrapped) > message_room(self.view(), self.size):
            self.messages, self._page = (), Page(wrapped)

    # -- answers -------------------------------------------------------------------------------------

    def take_time(self) -> float:
        """The seconds since the last line; they are counted from now on."""
        now = self._clock()
        passed, self._since = now - self._since, now
        return passed

    def accept(self, turn: Turn, line: str) -> Leave | None:
        """Show the result of a line; why to leave, if it ends the session."""
        from satplay.playing.turn import Request

        before, self.match = self.match, turn.match
        is_new = turn.match.game is not before.game or turn.match.states[0] is not before.states[0]
        if is_new or turn.file:
            self._saved = turn.match.states
        is_own = line in self._own_moves
        if is_new:
            self._viewport = Viewport()
            self.pointer = self._entry.start(self._state)
        elif not turn.match.same_position(before):
            self.pointer = self._settle(self.pointer if is_own else Pointer(self.pointer.at))
        elif is_own:
            self.pointer = self._pointer_before  # the move was refused
        if turn.view is not None and turn.view != self._state:
            self._shown = turn.view
        word = line.strip().partition(" ")[0].lower()
        outcome = turn.match.outcome
        is_won = outcome is not None and outcome.winner in turn.match.persons and before.outcome is None
        lines = self._celebrate(turn.lines) if is_won else turn.lines
        if word in ("help", "?"):
            lines = (*help_lines(self._keys()), *lines)
        if is_own:  # the next key is meant for the board: no page
            self.messages = tuple(lines)
        else:
            self._say(lines, as_page=word in PAGES and len(lines) > 1)
        return Leave.QUIT if turn.request is Request.QUIT else None

    def fail(self, message: str) -> None:
        """Show why a line could not be executed."""
        self._say([message])

    def _settle(self, pointer: Pointer) -> Pointer:
        """The pointer in this position; at the start if its place is gone."""
        names = {place.name for place in self._entry.view(self._state, pointer, self.ascii).places}
        return pointer if pointer.at in names else self._entry.start(self._state)

    def _celebrate(self, lines: Sequence[str]) -> tuple[str, ...]:
        star = "*" if self.ascii else "★"
        effort = self.match.describe_effort()
        first = f"{star} {'Solved' if self.match.solo else 'You win'}! {star} {effort}"
        rest = [line for line in lines if line != effort]
        return (first, *rest, "n: another one, u: take back, q: leave")

    # -- the screen ----------------------------------------------------------------------------------

    def frame(self, size: Size) -> Frame:
        """The screen in a window of this size."""
        self.size = size
        view = self.view()
        content = Content(
            self.title,
            self._effort(),
            view,
            self._place(view),
            self.pointer.held is not None,
            ("Working ... (Ctrl-C leaves)",) if self.is_busy else self.messages,
            self._keys(),
            is_solved=self.match.outcome is not None,
            is_scrolled=self._is_scrolled,
            page=None if self._page is None else self._page.lines,
            page_top=0 if self._page is None else self._page.top,
        )
        frame = compose(content, size, self._viewport)
        self._viewport = frame.viewport
        return frame

    def _effort(self) -> list[str]:
        is_running = self.match.outcome is None
        passed = self._clock() - self._since if is_running else 0.0
        match = replace(self.match, seconds=round(self.match.seconds + passed, 3))
        return match.describe_effort().removeprefix("Time ").removesuffix(".").split(", ")

    def _keys(self) -> list[str]:
        """The keys that have a meaning now: those of the puzzle, then those of commands."""
        if not self._is_open:
            return command_keys(self.match, lambda key: False)
        state, pointer, press = self._state, self.pointer, self._entry.press
        commands = command_keys(self.match, lambda key: press(state, pointer, key) is not None)
        return [*self._entry.keys(state, pointer), *commands]
