"""Cursor entry: how moves are made with arrow keys and a mouse instead of typed.

A key or a mouse event leads to a ``Reaction``: where the cursor is then, and typed moves to make.  So the
match sees typed moves only, and records, undo, hints and saved games work without change.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from satplay.fast_dataclass import dataclass

if TYPE_CHECKING:
    from satplay.drawing.terminal import Line

State = TypeVar("State")

ARROWS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""Row and column offset of the arrow keys."""

SHIFTED = {f"shift-{arrow}": arrow for arrow in ARROWS}
"""The arrow key of each arrow key with Shift."""

KEYS = (*ARROWS, *SHIFTED, "home", "end", "pageup", "pagedown", "enter", "space", "backspace", "escape")
"""The names of keys; any other key is its character."""


class Place(NamedTuple):
    """A part of the picture where the cursor can be; ``name`` is unique, and the same in moves and sentences.

    ``line`` and ``column`` of the first character in the picture, both from 0.
    """

    name: str
    line: int
    column: int
    width: int = 1

    def distance(self, line: int, column: int) -> tuple[int, int]:
        """Lines and columns between this place and a character; (0, 0) if it belongs to the place."""
        return abs(line - self.line), max(0, self.column - column, column - self.column - self.width + 1)


class View(NamedTuple):
    """A picture and the places on it, in reading order.

    The first ``heading_lines`` and ``heading_columns`` stay visible when a large picture scrolls.
    """

    lines: Sequence[Line]
    places: Sequence[Place]
    heading_lines: int = 0
    heading_columns: int = 0


@dataclass(frozen=True, slots=True)
class Pointer:
    """The place of the cursor, and what is held or not finished yet: a value that the puzzle defines."""

    at: str
    held: Hashable = None


@dataclass(frozen=True, slots=True)
class Reaction:
    """The pointer after an event, the moves to make, and a note: for example why nothing changed."""

    pointer: Pointer
    moves: tuple[str, ...] = ()
    note: str = ""


class Mouse(NamedTuple):
    """A mouse event at a character of the picture; ``action`` is press, drag or release."""

    action: str
    line: int
    column: int
    is_right: bool = False


@dataclass(frozen=True, slots=True)
class CursorEntry(Generic[State]):
    """Moves by keys and mouse; all functions are pure and never raise.

    ``start``  the pointer in a state when nothing is held
    ``view``   the picture of a state with what is held, and whether only ASCII may be used; a pointer with an
               empty name is at no place, because nobody is to move
    ``press``  the reaction to a key of ``KEYS`` or a character; None if the key has no meaning here
    ``point``  the reaction to a mouse event, given the places of the view; None if it has no meaning
    ``keys``   the keys that have a meaning now, each with a blank and a few words; the most important first

    States are as the persons at the keyboard may see them.
    """

    start: Callable[[State], Pointer]
    view: Callable[[State, Pointer, bool], View]
    press: Callable[[State, Pointer, str], Reaction | None]
    point: Callable[[State, Pointer, Mouse, Sequence[Place]], Reaction | None]
    keys: Callable[[State, Pointer], Sequence[str]]
