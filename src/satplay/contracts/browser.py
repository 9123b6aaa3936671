"""Browser views: the state of a puzzle or game as JSON, for the ``board.js`` of its folder.

The script draws a board, applies moves at once and turns gestures into typed moves; the match, which sees
typed moves only, decides.  An *element* is a part of the picture with a name that is unique, and the same
in moves and sentences: a cell ``B2``, or two cells ``B2-B5`` with the first in reading order in front.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from satplay.fast_dataclass import dataclass

if TYPE_CHECKING:
    from satplay.contracts.phrases import StepMarks

State = TypeVar("State")

Marks: TypeAlias = Mapping[str, Any]
"""What a picture marks, by the keys of ``StepMarks`` (``because``, ``given``, ``new``), each a list of
elements; and whatever else the ``board.js`` of the puzzle understands."""


@dataclass(frozen=True, slots=True)
class BrowserView(Generic[State]):
    """A state as JSON.  States are as for ``contracts.cursor``: of a puzzle they are ``FilledIn``.

    ``board``     what stays the same during a match: size, clues, colours
    ``position``  what moves change: lines, bridges, marks of the player
    ``marks``     what a picture of a step marks
    ``elements``  the elements that the variable of an atom is about; empty if there are none
    ``first_board``  the text of a board, or of a state, for a first visit, solved in a minute; empty: none
    ``sizes``     sizes to choose from, as the generator takes them, the smallest first
    ``size_words``  what each number of a size counts, by the option for it alone; empty: columns, rows
    ``first_solution``  the only solution of the first board, in a solution format; of a game the text of a
    state at its end
    """

    board: Callable[[State], Any]
    position: Callable[[State], Any]
    marks: Callable[[State, StepMarks], Marks]
    elements: Callable[[State, Any], Sequence[str]]
    first_board: str = ""
    sizes: Sequence[str] = ()
    first_solution: str = ""
    size_words: Mapping[str, str] = field(default_factory=dict)
