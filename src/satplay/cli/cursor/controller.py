"""Keys and mouse events to typed lines, and the answers of the match to the screen; without a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from satplay.cli.cursor import key_help
from satplay.cli.cursor.board_cursor import BoardCursor
from satplay.cli.cursor.effects import NOTHING, Effect, Leave, OpenLine
from satplay.cli.cursor.frame import Content, Frame, compose
from satplay.cli.cursor.notices import Notices
from satplay.cli.cursor.screen_texts import celebrate, effort_of, title_of
from satplay.cli.cursor.thinking_time import ThinkingTime
from satplay.cli.cursor.viewport import Size, Viewport
from satplay.contracts.cursor import Mouse, Reaction

if TYPE_CHECKING:
    from satplay.playing.match import Match
    from satplay.playing.turn import Turn

PAGES = ("help", "?", "rules", "moves")
"""Commands whose answer is read like a page."""

LEAVE_KEYS = {"q": "q", "ctrl-d": "Ctrl-D"}
"""The keys that leave, and their names in messages."""


class Controller:
    """The state of the screen: the cursor on the board, the notices, and the visible part of the board.

    ``clock``        seconds, to measure thinking time
    ``messages``     lines to show at first
    ``saves_moves``  whether every move is saved, so that leaving loses nothing
    """

    def __init__(
        self,
        match: Match,
        *,
        ascii: bool,
        clock: Callable[[], float],
        messages: tuple[str, ...] = (),
        saves_moves: bool = False,
    ) -> None:
        self.cursor = BoardCursor(match, ascii=ascii)
        self.notices = Notices(tuple(key_help.name_keys(messages, self.cursor.uses)), ascii=ascii)
        self.time = ThinkingTime(clock)
        self.is_busy = False
        self._ascii, self._saves_moves = ascii, saves_moves
        self._size, self._viewport, self._is_scrolled = Size(80, 24), Viewport(), False
        self._key_to_repeat = ""

    @property
    def match(self) -> Match:
        """The match after the last line."""
        return self.cursor.match

    # -- events --------------------------------------------------------------------------------------

    def press(self, key: str) -> Effect:
        """The effect of a key: a name of ``contracts.cursor.KEYS``, tab, ctrl-d, or a character."""
        if self.is_busy or self.notices.press(key):
            return NOTHING
        is_repeated, self._key_to_repeat = self._key_to_repeat == key, ""
        self._is_scrolled = False
        reaction = self.cursor.press(key)
        if reaction is not None:
            return self._follow(reaction)
        return self._press_shared_key(key, is_repeated=is_repeated)

    def _press_shared_key(self, key: str, *, is_repeated: bool) -> Effect:
        """The effect of a key that has no meaning in the puzzle or game."""
        if key in ("tab", "shift-tab"):
            self.cursor.go_to_next_place(1 if key == "tab" else -1)
        elif key in key_help.SCROLL_KEYS:
            self._viewport, self._is_scrolled = self._viewport.scroll_by_key(key), True
        elif key in LEAVE_KEYS:
            return self._leave(key, is_repeated=is_repeated)
        elif key == "n":
            return self._start_another(is_repeated=is_repeated)
        elif key_help.COMMAND_KEYS.get(key) in self.match.commands:
            return (key_help.COMMAND_KEYS[key],)
        elif key in (":", "/"):
            return OpenLine("")
        elif len(key) == 1 and key.isprintable() and key != " ":
            return OpenLine(key)
        return NOTHING

    def point(self, action: str, row: int, column: int, *, is_right: bool = False) -> Effect:
        """The effect of a mouse event at a character of the screen.

        A button that is released outside the board counts as released at the nearest character of it.
        """
        if self.is_busy or (action == "press" and self.notices.press("click")) or self.notices.is_covered:
            return NOTHING
        viewport = self._viewport
        at = (viewport.nearest_picture_at if action == "release" else viewport.picture_at)(row, column)
        reaction = None if at is None else self.cursor.point(Mouse(action, *at, is_right))
        return NOTHING if reaction is None else self._follow(reaction)

    def _follow(self, reaction: Reaction) -> Effect:
        self.notices.say(*([reaction.note] if reaction.note else []))
        return reaction.moves

    def wheel(self, lines: int) -> None:
        """Scroll a page, or a board that is higher than the window."""
        if self.notices.page is not None:
            self.notices.page.scroll(lines)
        elif len(self.cursor.view().lines) > self._viewport.height:
            self._viewport, self._is_scrolled = self._viewport.scroll(lines), True

    def enter(self, line: str) -> Effect:
        """The effect of a typed line."""
        word = line.strip().lower()
        self.cursor.own_moves = ()
        if not word or self.is_busy:
            return NOTHING
        if word == key_help.TYPED:
            return Leave.TYPED
        if word == key_help.CURSOR:
            self.notices.say("This is cursor mode; 'typed' switches to typed lines.")
            return NOTHING
        return (line,)

    # -- leaving -------------------------------------------------------------------------------------

    def _leave(self, key: str, *, is_repeated: bool) -> Effect:
        """Leave; if moves would be lost, only by a second key, or after the question of ``quit``."""
        if is_repeated or self.match.question == "quit" or not self._loses_moves():
            return Leave.QUIT
        return self._ask_for_repetition(key, f"{LEAVE_KEYS[key]} again to leave")

    def _start_another(self, *, is_repeated: bool) -> Effect:
        if is_repeated or self.match.confirms or not self._loses_moves():  # the match asks by itself
            return ("new",)
        return self._ask_for_repetition("n", "n again to start another one")

    def _loses_moves(self) -> bool:
        return not self._saves_moves and self.match.unsaved

    def _ask_for_repetition(self, key: str, request: str) -> Effect:
        self._key_to_repeat = key
        self.notices.say(f"Not saved: {request}, or type save FILE.")
        return NOTHING

    # -- answers -------------------------------------------------------------------------------------

    def accept(self, turn: Turn, line: str) -> Leave | None:
        """Show the result of a line; why to leave, if it ends the session."""
        from satplay.playing.turn import Request

        before, is_own = self.match, line in self.cursor.own_moves
        if self.cursor.continue_with(turn.match, line):
            self._viewport = Viewport()
        if turn.view is not None and turn.view != self.cursor.state:
            self.notices.solution = turn.view
        lines = self._describe(turn, line, before)
        if is_own:  # the next key is meant for the board: no page
            self.notices.say(*lines)
        else:
            is_hint = _command(line) == "hint"
            keys = key_help.hint_keys(turn.match, self.cursor.uses) if is_hint else ()
            self._tell(lines, as_page=_command(line) in PAGES and len(lines) > 1, keys=keys)
        return Leave.QUIT if turn.request is Request.QUIT else None

    def _describe(self, turn: Turn, line: str, before: Match) -> list[str]:
        """The lines of a turn, with what cursor mode adds to them."""
        match = turn.match
        lines = list(key_help.name_keys(turn.lines, self.cursor.uses))
        if match.outcome is not None and match.outcome.winner in match.persons and before.outcome is None:
            lines = celebrate(match, lines, ascii=self._ascii)
        return [*key_help.help_lines(self._keys()), *lines] if _command(line) in ("help", "?") else lines

    def fail(self, message: str) -> None:
        """Show why a line could not be executed."""
        self._tell([message])

    def _tell(self, lines: list[str], *, as_page: bool = False, keys: Sequence[str] = ()) -> None:
        height = len(self.cursor.view().lines)
        self.notices.tell(lines, height, self._size, as_page=as_page, keys=keys)

    # -- the screen ----------------------------------------------------------------------------------

    def frame(self, size: Size) -> Frame:
        """The screen in a window of this size."""
        self._size = size
        self.notices.lay_out(size)
        view, page = self.cursor.view(self.notices.solution), self.notices.page
        content = Content(
            (title_of(self.match), self.match.game.title),
            effort_of(self.match, self.time.seconds),
            view,
            self.cursor.place(view),
            self.cursor.pointer.held is not None,
            ("Working ... (Ctrl-C leaves)",) if self.is_busy else self.notices.messages,
            self._keys(),
            key_help.HELP_KEY,
            is_solved=self.match.outcome is not None,
            is_scrolled=self._is_scrolled,
            page=None if page is None else page.lines,
            page_top=0 if page is None else page.top,
            page_keys=() if page is None else page.keys,
        )
        frame = compose(content, size, self._viewport)
        self._viewport = frame.viewport
        return frame

    def _keys(self) -> list[str]:
        """The keys that have a meaning now: those of the puzzle or game, then those of commands."""
        return [*self.cursor.keys(), *key_help.command_keys(self.match, self.cursor.uses)]


def _command(line: str) -> str:
    """The first word of a line."""
    return line.strip().partition(" ")[0].lower()
