"""What numbers alone can refute: an odd sum, and two groups of islands whose sums differ.

Every bridge has two ends.  Where no two islands of one group can be joined, as on a chessboard, each bridge
has one end in either group, and both have the same sum; an odd lattice of 2s has no solution for that reason,
which clauses take a long time to find.
"""

from __future__ import annotations

from collections.abc import Iterator

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
    for one, other in _halves(board):
        if sum(numbers[island] for island in one) != sum(numbers[island] for island in other):
            cells = board.cells
            yield sides(board, [cells[island] for island in one], [cells[island] for island in other])


def _halves(board: Board) -> Iterator[tuple[list[int], list[int]]]:
    """Islands that links hang together, parted so that every link leads across; none where that cannot be."""
    near: list[list[int]] = [[] for _ in board.cells]
    for first, second in board.links.tolist():
        near[first].append(second)
        near[second].append(first)
    side = [-1] * len(near)
    for start in range(len(near)):
        if side[start] >= 0:
            continue
        side[start] = 0
        found, fits = [start], True
        for island in found:  # which grows
            for other in near[island]:
                if side[other] < 0:
                    side[other] = 1 - side[island]
                    found.append(other)
                fits = fits and side[other] != side[island]
        if fits and len(found) > 1:  # what an island on its own cannot have is said of it alone
            one = sorted(island for island in found if side[island] == 0)
            yield one, sorted(island for island in found if side[island] == 1)
