"""The cursor on the board of a match: where it is, what it holds, and which moves it makes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from satplay.cli.cursor.move_list import entry_of
from satplay.contracts.cursor import Mouse, Place, Pointer, Reaction, View

if TYPE_CHECKING:
    from satplay.playing.match import Match

NO_PLACE = Pointer("")


class BoardCursor:
    """The pointer in the last position of a match.

    ``own_moves``  the moves that the last key or mouse event made
    """

    def __init__(self, match: Match, *, ascii: bool) -> None:
        entry = entry_of(match.game)
        assert entry is not None
        self.match, self._ascii, self._entry = match, ascii, entry
        self.pointer = self._pointer_before = entry.start(self.state)
        self.own_moves: tuple[str, ...] = ()

    @property
    def state(self) -> Any:
        """The position as the persons at the keyboard may see it."""
        return self.match.visible_state()

    @property
    def is_open(self) -> bool:
        """Whether a person is to move."""
        return self.match.to_move in self.match.persons

    def view(self, instead: Any = None) -> View:
        """The picture of the position with what is in hand, or of another state without places."""
        if instead is not None:
            return self._entry.view(instead, NO_PLACE, self._ascii)._replace(places=())
        return self._entry.view(self.state, self.pointer if self.is_open else NO_PLACE, self._ascii)

    def place(self, view: View) -> Place | None:
        """Where the cursor is in a view; None if nobody is to move."""
        if not self.is_open:
            return None
        return next((place for place in view.places if place.name == self.pointer.at), None)

    # -- keys and mouse ------------------------------------------------------------------------------

    def keys(self) -> list[str]:
        """The keys of the puzzle or game that have a meaning now, each with a few words."""
        return list(self._entry.keys(self.state, self.pointer)) if self.is_open else []

    def uses(self, key: str) -> bool:
        """Whether a key has a meaning in the puzzle or game now."""
        return self.is_open and self._entry.press(self.state, self.pointer, key) is not None

    def press(self, key: str) -> Reaction | None:
        """React to a key; None if it has no meaning in the puzzle or game."""
        self.own_moves = ()
        return self._react(self._entry.press(self.state, self.pointer, key) if self.is_open else None)

    def point(self, mouse: Mouse) -> Reaction | None:
        """React to a mouse event; None if it has no meaning."""
        if not self.is_open:
            return None
        return self._react(self._entry.point(self.state, self.pointer, mouse, self.view().places))

    def _react(self, reaction: Reaction | None) -> Reaction | None:
        if reaction is not None:
            self._pointer_before, self.pointer = self.pointer, reaction.pointer
            self.own_moves = reaction.moves
        return reaction

    def go_to_next_place(self, step: int) -> None:
        """Go forward or back in reading order, unless something is in hand."""
        names = [place.name for place in self.view().places]
        if names and self.pointer.held is None and self.pointer.at in names:
            self.pointer = Pointer(names[(names.index(self.pointer.at) + step) % len(names)])

    # -- moves ---------------------------------------------------------------------------------------

    def continue_with(self, match: Match, line: str) -> bool:
        """Go on with the match after a line; whether that is another board."""
        before, self.match = self.match, match
        is_own = line in self.own_moves
        if match.states[0] is not before.states[0]:
            self.pointer = self._entry.start(self.state)
            return True
        if not match.same_position(before):
            self.pointer = self._settle(self.pointer if is_own else Pointer(self.pointer.at))
        elif is_own:
            self.pointer = self._pointer_before  # the move was refused
        return False

    def _settle(self, pointer: Pointer) -> Pointer:
        """The pointer in this position; at the start if its place is gone."""
        names = {place.name for place in self._entry.view(self.state, pointer, self._ascii).places}
        return pointer if pointer.at in names else self._entry.start(self.state)
