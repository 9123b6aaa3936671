"""Bridges as they are read one after the other: each between two islands of one row or column, none twice."""

from __future__ import annotations

from satplay.puzzles.hashi.board import Board, Bridges, Cell
from satplay.puzzles.hashi.formats.text import SOLUTION, bad

MANY = 999_999_999
"""The largest number of bridges between two islands in any text."""


class BridgeCollector:
    """The bridges read so far."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._counts: dict[tuple[Cell, Cell], int] = {}

    def add(self, one: Cell, other: Cell, count: int, line: int, column: int) -> None:
        """Add ``count`` bridges between two cells, found at this place of the text."""
        board = self._board
        first, second = min(one, other), max(one, other)
        for cell in (first, second):
            if cell not in board.islands:
                raise bad(
                    line, column, f"a bridge at {board.name(cell)}", "an island at either end", SOLUTION
                )
        named = f"{board.name(first)} and {board.name(second)}"
        if first == second:
            raise bad(line, column, f"a bridge from {board.name(first)} to itself", "two islands", SOLUTION)
        if first // board.columns != second // board.columns and (second - first) % board.columns:
            raise bad(line, column, f"a bridge between {named}", "islands of one row or column", SOLUTION)
        if not 1 <= count <= MANY:
            raise bad(line, column, f"{count} bridges between {named}", "at least 1", SOLUTION)
        if (first, second) in self._counts:
            raise bad(line, column, f"{named} a second time", "every pair of islands once", SOLUTION)
        self._counts[first, second] = count

    def bridges(self) -> Bridges:
        """All bridges."""
        return Bridges.of([(*ends, count) for ends, count in self._counts.items()])
