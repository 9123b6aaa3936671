"""All small boards and their solutions by trying every shading, to audit encodings with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from random import Random

from satplay.contracts.puzzle import Audit
from satplay.puzzles.mosaic.board import Board, Cell, Solution
from satplay.puzzles.mosaic.rules import check, clue_for

OPEN, SHADED, BLANK = -1, -2, -3
"""What a cell can show besides a clue."""


def boards(cells: int) -> Iterator[Board]:
    """All boards of at most ``cells`` cells, the smallest first, without and with the variant ``connected``.

    A cell is open, has a given mark, or has a clue from 0 to the number of cells around it.

    >>> sum(1 for _ in boards(1)), sum(1 for _ in boards(2))
    (10, 154)
    """
    for size in range(1, cells + 1):
        for height in (height for height in range(1, size + 1) if size % height == 0):
            empty = Board(height, size // height, {}, {})
            shown = [range(BLANK, len(empty.around(cell)) + 1) for cell in empty.cells()]
            for entries in product(*shown):
                board = _with_entries(empty, dict(zip(empty.cells(), entries, strict=True)))
                yield board
                yield replace(board, connected=True)


def _with_entries(board: Board, entries: dict[Cell, int]) -> Board:
    clues = {cell: entry for cell, entry in entries.items() if entry >= 0}
    marks = {cell: entry == SHADED for cell, entry in entries.items() if entry in (SHADED, BLANK)}
    return replace(board, clues=clues, marks=marks)


def random(cells: int, rng: Random) -> Board:
    """A board of about ``cells`` cells whose entries fit a random picture; one in five gets a random clue."""
    height = rng.randint(1, max(1, int(cells**0.5)))
    board = Board(height, max(1, cells // height), {}, {}, connected=rng.random() < 0.5)
    picture = frozenset(cell for cell in board.cells() if rng.random() < 0.6)
    entries: dict[Cell, int] = {}
    for cell in board.cells():
        mark = SHADED if cell in picture else BLANK
        entries[cell] = rng.choice((OPEN, OPEN, OPEN, mark, clue_for(board, picture, cell)))
    if rng.random() < 0.2:
        entries[rng.choice(sorted(entries))] = rng.randint(0, 9)
    return _with_entries(board, entries)


def solutions(board: Board) -> Iterator[Solution]:
    """Every solution: all sets of cells that the checker accepts."""
    cells = list(board.cells())
    for size in range(len(cells) + 1):
        for chosen in map(frozenset, combinations(cells, size)):
            if not check(board, chosen):
                yield chosen


AUDIT: Audit[Board, Solution] = Audit(boards=boards, random=random, solutions=solutions, size=4, beyond=9)
