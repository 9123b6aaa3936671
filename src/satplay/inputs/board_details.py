"""What a collection stores about a board besides its text."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, NamedTuple

from satplay.contracts.puzzle import Puzzle


class BoardDetails(NamedTuple):
    """The size of a board, and a digest that all boards have that are the same up to symmetry."""

    size: str | None
    canonical: str | None


def board_details(puzzle: Puzzle[Any, Any], board: Any) -> BoardDetails:
    """The details of a board; None for those that its puzzle does not have.

    >>> from satplay.inputs.reading import read_board
    >>> first, second = (board_details(*read_board(text)) for text in ("mosaic:4./..", "mosaic:../.4"))
    >>> first.size, first == second
    ('2x2', True)
    """
    size = None if puzzle.size is None else puzzle.size(board)
    canonical = None if puzzle.canonical is None else sha256(puzzle.canonical(board)).hexdigest()
    return BoardDetails(size, canonical)
