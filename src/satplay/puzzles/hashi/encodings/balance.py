"""Contradictions in the numbers alone: an odd sum, or two sides of a bipartite graph whose sums differ.

Every bridge has two ends.  If the links are bipartite, each bridge has one end on either side, so both sides
have the same sum.  For that reason a lattice of 2s with an odd number of islands has no solution, which takes
long to derive from the clauses.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from satplay.graph import adjacency, bipartitions
from satplay.puzzles.hashi.board import Board
from satplay.puzzles.hashi.rules import MANY, sides, total
from satplay.rule import RuleInstance


def find_imbalances(board: Board) -> Iterator[RuleInstance]:
    """The rule instances that the sums of the numbers violate."""
    numbers = board.numbers
    if not numbers.all():  # an island without a number
        return
    if numbers.sum() % 2:
        yield total(board)
    if len(board.cells) < MANY:
        yield from _find_unequal_sides(board)
        return
    for island_rows, side in _bipartitions(board):
        one, other = island_rows & ~side, island_rows & side
        # An island without neighbours violates another rule.
        if other.any() and numbers[one].sum() != numbers[other].sum():
            yield sides(board, board.cell_array[one].tolist(), board.cell_array[other].tolist())


def _find_unequal_sides(board: Board) -> Iterator[RuleInstance]:
    """The same from island to island: arrays take longer on small boards."""
    numbers, cells = board.numbers.tolist(), board.cells
    near = adjacency(range(len(cells)), board.links.tolist())
    for one, other in bipartitions(near):
        if other and sum(numbers[island] for island in one) != sum(numbers[island] for island in other):
            yield sides(board, [cells[island] for island in sorted(one)], [cells[at] for at in sorted(other)])


def _bipartitions(board: Board) -> Iterator[tuple[NDArray[np.bool_], NDArray[np.bool_]]]:
    """For each bipartite component its islands, and which islands of the board are on its other side.

    The islands of a row are on alternating sides, because links join each to the next.  So a row is one node
    of a graph: vertical links say which rows begin on the same side.  The first island is on the first side.
    """
    rows, _ = board.row_and_column
    first_of_row = np.searchsorted(rows, rows)
    odd = (np.arange(rows.size) - first_of_row) % 2
    upper, lower = board.vertical_links.T
    # The two ends of a link are on different sides.
    turned = 1 ^ odd[upper] ^ odd[lower]
    codes = np.sort((rows[upper].astype(np.int64) * board.rows + rows[lower]) * 2 + turned)
    joined = codes[np.flatnonzero(np.diff(codes, prepend=-1))]  # np.unique would import numpy.ma
    near: dict[int, list[tuple[int, int]]] = {row: [] for row in dict.fromkeys(rows.tolist())}
    for code in joined.tolist():
        pair, turn = divmod(code, 2)
        one, other = divmod(pair, board.rows)
        near[one].append((other, turn))
        near[other].append((one, turn))
    for begins in _sides_of_rows(near):
        in_rows, table = np.zeros(board.rows, np.bool_), np.zeros(board.rows, np.int32)
        in_rows[list(begins)] = True
        table[list(begins)] = list(begins.values())
        yield in_rows[rows], (table[rows] ^ odd).astype(np.bool_)


def _sides_of_rows(near: dict[int, list[tuple[int, int]]]) -> Iterator[dict[int, int]]:
    """For each bipartite component the side on which each of its rows begins."""
    seen: set[int] = set()
    for start in near:
        if start in seen:
            continue
        begins = {start: 0}
        waiting, is_bipartite = [start], True
        for row in waiting:  # grows while it is traversed
            for other, turn in near[row]:
                if other not in begins:
                    begins[other] = begins[row] ^ turn
                    waiting.append(other)
                is_bipartite = is_bipartite and begins[other] == begins[row] ^ turn
        seen |= begins.keys()
        if is_bipartite:
            yield begins
