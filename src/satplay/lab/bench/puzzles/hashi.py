"""``satplay bench hashi``: Hashiwokakero on four families of boards, beside plain models of the same rules.

``random``   islands grown as by the generator, and left as they are: there may be other solutions
``unique``   the generator's boards
``lattice``  islands on every other cell, with the numbers of a random solution
``twos``     the same islands, and all say 2: a round trip in disguise, the hardest; every seed gives the same

A size is WIDTHxHEIGHT, in cells.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from satplay.contracts.puzzle import GeneratorOptions
from satplay.errors import BadInput
from satplay.lab.bench.other_solvers import hashi_clingo, hashi_ortools
from satplay.lab.bench.puzzle_boards.puzzle_benchmark import Family, OtherSolver, PuzzleBenchmark, Size, Way
from satplay.puzzles.hashi import PUZZLE
from satplay.puzzles.hashi.board import LARGEST, Board, Bridges
from satplay.puzzles.hashi.construction import Archipelago
from satplay.puzzles.hashi.encodings.direct import tuples
from satplay.puzzles.hashi.generator import SHARE
from satplay.verbs.generate import generate

SMALLEST = 4
"""Cells a side, so that every island has room for another."""

MORE = 0.5
"""The share of the links of a lattice that have bridges though its islands would be connected without."""


def random(size: str, seed: int) -> Board:
    """Islands grown from one another, as many as the generator begins with."""
    columns, rows = sides(size)
    sea = Archipelago(rows, columns, most=2, loops=True, rng=Random(seed))
    sea.grow(round(SHARE * rows * columns))
    return sea.board()


def unique(size: str, seed: int) -> Board:
    """What ``satplay generate hashi`` makes."""
    board: Board = generate("hashi", size=size, seed=seed).instance
    return board


def lattice(size: str, seed: int) -> Board:
    """Islands on every other cell; a random tree of links has bridges, and so have half of the others.

    The tree is Kruskal's, with the links in random order.
    """
    columns, rows = sides(size)
    cells = [row * columns + column for row in range(0, rows, 2) for column in range(0, columns, 2)]
    board = Board(rows, columns, dict.fromkeys(cells))
    rng = Random(seed)
    links = board.links.tolist()
    rng.shuffle(links)
    above = list(range(len(cells)))
    numbers = dict.fromkeys(cells, 0)
    for first, second in links:
        one, other = _root(above, first), _root(above, second)
        if one == other and rng.random() >= MORE:
            continue
        above[one] = other
        count = rng.randint(1, board.most)
        numbers[cells[first]] += count
        numbers[cells[second]] += count
    return Board(rows, columns, numbers)


def _root(above: list[int], node: int) -> int:
    while above[node] != node:
        above[node] = above[above[node]]
        node = above[node]
    return node


def twos(size: str, seed: int) -> Board:
    """Islands on every other cell that all say 2; a column less where there is no way around all of them.

    There is one, cell by cell, around every lattice with an even number of rows or columns.
    """
    columns, rows = sides(size)
    across, down = (columns + 1) // 2, (rows + 1) // 2
    across -= across % 2 * (down % 2)
    return Board(
        rows, columns, {2 * row * columns + 2 * column: 2 for row in range(down) for column in range(across)}
    )


def sides(size: str) -> tuple[int, int]:
    """Width and height.

    >>> sides("40x30")
    (40, 30)
    """
    found = GeneratorOptions(size).sides(LARGEST)
    if found is None or min(found) < SMALLEST:
        raise BadInput("size", found=repr(size), expected=f"{SMALLEST} cells or more each way")
    return found


def fresh(board: Board) -> Board:
    """Without its links, which are computed when somebody looks at them, and without tables of clauses."""
    tuples.cache_clear()
    return replace(board)


LIBRARIES = ("reference", "pycosat", "minisat22", "glucose4", "cadical195")

BENCHMARK: PuzzleBenchmark[Board, Bridges] = PuzzleBenchmark(
    puzzle=PUZZLE,
    sizes=(
        Size("20x20", boards=2, family="random"),
        Size("100x100", boards=1, family="random", large=True),
        Size("20x20", boards=2, family="unique"),
        Size("60x60", boards=1, family="unique", large=True),
        Size("20x20", boards=2, family="lattice"),
        Size("60x60", boards=1, family="lattice", large=True),
        Size("14x14", boards=1, family="twos"),
        Size("20x20", boards=1, family="twos", large=True),
    ),
    quick=tuple(Size("10x10", boards=1, family=family) for family in ("random", "unique", "lattice", "twos")),
    ours=Way("direct", "native"),
    rival=Way("direct", "glucose4"),
    fresh=fresh,
    ways=(
        Way("direct", "native"),
        Way("direct", "native", lazy=True),
        *(Way("direct", engine) for engine in LIBRARIES),
        Way("source", "native"),  # its answers are wrong on whatever engine
    ),
    families=(
        Family("random", random),
        Family("unique", unique, single=True),
        Family("lattice", lattice),
        Family("twos", twos),
    ),
    other_solvers=(
        OtherSolver("clingo", "clingo", "clingo", hashi_clingo.build),
        OtherSolver("cp-sat", "ortools.sat.python.cp_model", "ortools", hashi_ortools.build),
    ),
)
