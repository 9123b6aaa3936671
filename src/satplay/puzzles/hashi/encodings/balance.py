"""Contradictions in the numbers alone: an odd sum, or two sides of a bipartite graph whose sums differ.

Every bridge has two ends.  If the links are bipartite, each bridge has one end on either side, so both sides
have the same sum.  For that reason a lattice of 2s with an odd number of islands has no solution, which takes
long to derive from the clauses.
"""

from __future__ import annotations

from collections.abc import Iterator

from satplay.graph import adjacency, bipartitions
from satplay.puzzles.hashi.board import Board
from satplay.puzzles.hashi.rules import sides, total
from satplay.rule import RuleInstance


def find_imbalances(board: Board) -> Iterator[RuleInstance]:
    """The rule instances that the sums of the numbers violate."""
    if any(number is None for number in board.islands.values()):
        return
    numbers = [number or 0 for number in board.islands.values()]
    if sum(numbers) % 2:
        yield total(board)
    near = adjacency(range(len(board.cells)), board.links.tolist())
    for one, other in bipartitions(near):
        # An island without neighbours violates another rule.
        if other and sum(numbers[island] for island in one) != sum(numbers[island] for island in other):
            cells = board.cells
            yield sides(board, [cells[i] for i in sorted(one)], [cells[i] for i in sorted(other)])
