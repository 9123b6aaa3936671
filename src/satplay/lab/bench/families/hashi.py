"""Hashi (Hashiwokakero): islands in a grid, joined by bridges so that each has its number of them.

The direct encoding without its last rule: for each link (two islands that see each other) «at least one»
and «at least two» bridges, the bridges at an island counted, crossing links excluding each other.  That all
islands are connected is left to lazy clauses in the puzzle and is left out here.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random

from satplay.fast_dataclass import dataclass
from satplay.logic.cardinality import exactly
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit, Named

Cell = tuple[int, int]
Link = tuple[Cell, Cell]

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


@dataclass(frozen=True, slots=True)
class Board:
    """The number of each island, and the bridges of the planted solution."""

    clues: dict[Cell, int]
    bridges: dict[Link, int]


def hashi(seed: int, islands: int) -> Formula:
    """A board of this number of islands with a planted connected solution; satisfiable."""
    return encode_board(plant_board(islands, Random(seed)))


def plant_board(islands: int, rng: Random) -> Board:
    """A board grown island by island.

    A random island throws a bridge, single or double, over two to five cells to a new island, unless
    an island or a bridge is in the way, or an island adjacent to the new one.  The field
    has about eight cells per island.
    """
    side = max(4, round((8 * islands) ** 0.5))
    start = (side // 2, side // 2)
    placed, standing = [start], {start}
    under_bridges: set[Cell] = set()
    bridges: dict[Link, int] = {}
    while len(placed) < islands:
        row, column = rng.choice(placed)
        down, right = rng.choice(STEPS)
        length = rng.randrange(2, 6)
        line = [(row + i * down, column + i * right) for i in range(1, length + 1)]
        end = line[-1]
        beside = {(end[0] + dr, end[1] + dc) for dr, dc in STEPS}
        outside = not (0 <= end[0] < side and 0 <= end[1] < side)
        if outside or beside & standing or any(cell in standing or cell in under_bridges for cell in line):
            continue
        under_bridges.update(line[:-1])
        bridges[_link((row, column), end)] = rng.randrange(1, 3)
        placed.append(end)
        standing.add(end)
    clues = dict.fromkeys(placed, 0)
    for (a, b), count in bridges.items():
        clues[a] += count
        clues[b] += count
    return Board(clues, bridges)


def links(clues: dict[Cell, int]) -> list[Link]:
    """All pairs of islands that see each other in a row or column."""
    by_row = sorted(clues)
    by_column = sorted(clues, key=lambda cell: (cell[1], cell[0]))
    across = [(a, b) for a, b in pairwise(by_row) if a[0] == b[0]]
    return across + [(a, b) for a, b in pairwise(by_column) if a[1] == b[1]]


def encode_board(board: Board) -> Formula:
    """The clauses of all rules but connectivity."""
    formula = Formula()
    at: dict[Cell, list[Lit]] = {island: [] for island in board.clues}
    over: dict[Cell, Lit] = {}  # the link across this cell, by its literal «at least one»
    for a, b in links(board.clues):
        one = formula.lit(Named(f"bridge {a}-{b}"))
        two = formula.lit(Named(f"two bridges {a}-{b}"))
        formula.add(-two, one)
        at[a] += [one, two]
        at[b] += [one, two]
        for cell in _between(a, b):
            if cell in over:  # rows come first, so at most one link lies there already
                formula.add(-one, -over[cell])
            over[cell] = one
    for island, clue in board.clues.items():
        formula.add_all(exactly(at[island], clue, formula.fresh))
    return formula


def _between(a: Cell, b: Cell) -> list[Cell]:
    if a[0] == b[0]:
        return [(a[0], column) for column in range(a[1] + 1, b[1])]
    return [(row, a[1]) for row in range(a[0] + 1, b[0])]


def _link(a: Cell, b: Cell) -> Link:
    return (a, b) if a < b else (b, a)
