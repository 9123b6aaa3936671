"""What numbers alone can refute: an odd sum, and two groups of islands whose sums differ.

Every bridge has two ends.  Where no two islands of one group can be joined, as on a chessboard, each bridge
has one end in either group, and both have the same sum; an odd lattice of 2s has no solution for that reason,
which clauses take a long time to find.
"""

from __future__ import annotations

from collections.abc import Iterator

from satplay.graph import adjacency, bipartitions
from satplay.puzzles.hashi.board import Board
from satplay.puzzles.hashi.rules import sides, total
from satplay.rule import RuleInstance


def unbalanced(board: Board) -> Iterator[RuleInstance]:
    """The sums that cannot be."""
    if any(number is None for number in board.islands.values()):
        return
    numbers = [number or 0 for number in board.islands.values()]
    if sum(numbers) % 2:
        yield total(board)
    near = adjacency(range(len(board.cells)), board.links.tolist())
    for one, other in bipartitions(near):
        # An island without neighbours violates a rule of its own.
        if other and sum(numbers[island] for island in one) != sum(numbers[island] for island in other):
            cells = board.cells
            yield sides(board, [cells[i] for i in sorted(one)], [cells[i] for i in sorted(other)])
