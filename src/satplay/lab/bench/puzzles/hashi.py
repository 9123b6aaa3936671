"""``satplay bench hashi``: Hashiwokakero on four families of boards, with models for other solvers.

``random``   islands grown as in the generator, without a check for further solutions
``unique``   boards of the generator
``lattice``  islands on every other cell, with the numbers of a random solution
``twos``     the same islands, all with number 2: a Hamiltonian cycle, the hardest; independent of the seed

A size is WIDTHxHEIGHT, in cells.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from satplay.contracts.generator_options import GeneratorOptions
from satplay.errors import BadInput
from satplay.lab.bench.other_solvers import hashi_clingo, hashi_ortools
from satplay.lab.bench.puzzle_boards.generation import levels
from satplay.lab.bench.puzzle_boards.puzzle_benchmark import (
    BoardFamily,
    BoardSize,
    OtherSolver,
    PuzzleBenchmark,
    SolvingMethod,
)
from satplay.puzzles.hashi import PUZZLE
from satplay.puzzles.hashi.board import LARGEST, Board, Bridges
from satplay.puzzles.hashi.construction import Construction
from satplay.puzzles.hashi.encodings.direct import tuples
from satplay.puzzles.hashi.generator import SHARE
from satplay.verbs.generate import generate

SMALLEST = 4
"""Smallest side in cells: every island needs room for a neighbour."""

MORE = 0.5
"""The share of links of a lattice with bridges beyond a spanning tree."""


def random(size: str, seed: int) -> Board:
    """Islands grown from one another, as many as in the first step of the generator."""
    columns, rows = sides(size)
    sea = Construction(rows, columns, most=2, loops=True, rng=Random(seed))
    sea.grow(round(SHARE * rows * columns))
    return sea.board()


def unique(size: str, seed: int) -> Board:
    """A board of ``satplay generate hashi``."""
    board: Board = generate("hashi", size=size, seed=seed).instance
    return board


def lattice(size: str, seed: int) -> Board:
    """Islands on every other cell; a random spanning tree of links has bridges, and half of the others.

    The tree is built by Kruskal's algorithm with the links in random order.
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
    """Islands of number 2 on every other cell; one column less if there is no Hamiltonian cycle.

    A lattice with an even number of rows or columns has one.
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
    """A copy without cached links; cached tables of clauses are cleared."""
    tuples.cache_clear()
    return replace(board)


LIBRARIES = ("reference", "pycosat", "minisat22", "glucose4", "cadical195")

BENCHMARK: PuzzleBenchmark[Board, Bridges] = PuzzleBenchmark(
    puzzle=PUZZLE,
    sizes=(
        BoardSize("20x20", boards=2, family="random"),
        BoardSize("100x100", boards=1, family="random", large=True),
        BoardSize("20x20", boards=2, family="unique"),
        BoardSize("60x60", boards=1, family="unique", large=True),
        BoardSize("20x20", boards=2, family="lattice"),
        BoardSize("60x60", boards=1, family="lattice", large=True),
        BoardSize("14x14", boards=1, family="twos"),
        BoardSize("20x20", boards=1, family="twos", large=True),
    ),
    quick=tuple(
        BoardSize("10x10", boards=1, family=family) for family in ("random", "unique", "lattice", "twos")
    ),
    ours=SolvingMethod("direct", "native"),
    rival=SolvingMethod("direct", "glucose4"),
    fresh=fresh,
    ways=(
        SolvingMethod("direct", "native"),
        SolvingMethod("direct", "native", lazy=True),
        *(SolvingMethod("direct", engine) for engine in LIBRARIES),
        SolvingMethod("source", "native"),  # its answers are wrong on every engine
    ),
    families=(
        BoardFamily("random", random),
        BoardFamily("unique", unique, single=True),
        BoardFamily("lattice", lattice),
        BoardFamily("twos", twos),
    ),
    other_solvers=(
        OtherSolver("clingo", "clingo", "clingo", hashi_clingo.build),
        OtherSolver("cp-sat", "ortools.sat.python.cp_model", "ortools", hashi_ortools.build),
    ),
    contests=levels("hashi", "15x15", 50),
)
