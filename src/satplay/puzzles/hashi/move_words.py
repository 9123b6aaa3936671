"""The words of a typed Hashi move: an island, then islands or directions that lead from one to the next."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from satplay.contracts.puzzle import bad_move
from satplay.drawing.places import WAYS, cell_number
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.puzzles.hashi.board import Board, Cell

WAY = re.compile("([^0-9]+)([0-9]{0,2})")
COUNT = re.compile("[0-9]{1,2}")


@dataclass(frozen=True, slots=True)
class TypedBridge:
    """From one island to another; ``count`` as typed, or None."""

    start: Cell
    end: Cell
    count: int | None = None


def words_of(text: str) -> list[str]:
    """The words of a text, separated by blanks, commas and hyphens.

    >>> words_of("a1-C1, 2")
    ['a1', 'C1', '2']
    """
    return re.sub("[-–,]", " ", text).split()


def steps(board: Board, words: Sequence[str]) -> tuple[Cell, list[TypedBridge]]:
    """The island named by the first word, and the steps from it.

    >>> steps(Board(3, 5, {0: 3, 4: 2, 14: 1}), ["a1", "E1", "2", "d1"])
    (0, [TypedBridge(start=0, end=4, count=2), TypedBridge(start=4, end=14, count=1)])
    """
    start = island_called(board, words[0], f"an island such as {_some_island(board)}, 'erase', or 'help'")
    return start, _steps(board, start, words[1:])


def _steps(board: Board, start: Cell, words: Sequence[str]) -> list[TypedBridge]:
    found: list[TypedBridge] = []
    for word in words:
        if found and found[-1].count is None and COUNT.fullmatch(word) is not None:
            found[-1] = replace(found[-1], count=int(word))
        else:
            found.append(_step(board, found[-1].end if found else start, word))
    return found


def _step(board: Board, start: Cell, word: str) -> TypedBridge:
    """The step to the next island in a direction, or to an island by its name.

    ``d2`` means two bridges down, unless it names an island in line; lower-case letters that can mean both
    are refused.
    """
    parts = WAY.fullmatch(word.lower())
    by_name = _in_line(board, start, word)
    if parts is not None and parts[1] in WAYS:
        way, digits = parts.groups()
        if not by_name:
            return TypedBridge(start, _next(board, start, way), int(digits) if digits else None)
        if word != word.upper() and int(digits) <= board.most:
            raise bad_move(
                repr(word), f"{word.upper()} for the island, '{way} {digits}' for {digits} bridges"
            )
    some = f"an island such as {_some_island(board)}"
    end = island_called(board, word, f"{some}, or left, right, up, down, or how many bridges")
    if not by_name:
        found = f"bridges from {board.name(start)} to {board.name(end)}"
        raise bad_move(found, "two islands of one row or column")
    return TypedBridge(start, end)


def _in_line(board: Board, start: Cell, word: str) -> bool:
    """Whether a word names another island of the same row or column."""
    try:
        end = island_called(board, word, "")
    except BadInput:
        return False
    return start != end and _are_aligned(board, start, end)


def _are_aligned(board: Board, first: Cell, second: Cell) -> bool:
    (row, column), (row_2, column_2) = board.place(first), board.place(second)
    return row == row_2 or column == column_2


def _next(board: Board, start: Cell, way: str) -> Cell:
    down, across = WAYS[way]
    row, column = board.place(start)
    row, column = row + down, column + across
    while 0 <= row < board.rows and 0 <= column < board.columns:
        cell = row * board.columns + column
        if cell in board.islands:
            return cell
        row, column = row + down, column + across
    raise bad_move(f"{way!r} from {board.name(start)}", "a way that leads to an island")


def _some_island(board: Board) -> str:
    return board.name(board.cells[-1]) if board.cells else "A1"


def island_called(board: Board, word: str, expected: str) -> Cell:
    """The island that a word names; ``BadInput`` if it names none."""
    cell = cell_number(word, board.rows, board.columns)
    if cell is None:
        raise bad_move(repr(word), expected)
    if cell not in board.islands:
        raise bad_move(f"{board.name(cell)}, where there is no island", expected)
    return cell
