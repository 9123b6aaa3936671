"""New boards with exactly one solution: bridges are built first, and mended where they leave a choice.

Islands grow from one another as in Simon Tatham's Bridges: a bridge leads from an island that is there to a
new one, so that all are connected and nothing crosses; the numbers follow.  Where the oracle finds another
solution, the two differ on some ways.  On each part of the sea where they do, one of ours is made stronger:
a bridge more, or, where there can be no more, an island in the middle.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, sqrt
from random import Random

from satplay.contracts.option import Option
from satplay.contracts.oracle import Oracle
from satplay.contracts.puzzle import GeneratorOptions
from satplay.errors import BadInput
from satplay.puzzles.hashi.board import LARGEST, MOST, Board, Bridges
from satplay.puzzles.hashi.construction import Construction
from satplay.puzzles.hashi.difficulty import LEVELS, level
from satplay.puzzles.hashi.encodings.direct import encode

TRIES = 20
"""Boards tried before the generator gives up; more if a level is wanted."""

LEVEL_TRIES = 400

QUESTIONS = 200
"""Questions asked about one board before it is given up."""

SHORTEST = 3
"""The shortest side on which two islands do not touch."""

SHARE = 0.25
"""The default share of cells that are islands."""

GENERATOR_OPTIONS: Mapping[str, Option] = {
    "islands": Option("exact number of islands", "N"),
    "most": Option(f"largest number of bridges between two islands, 1 to {MOST}", "N"),
    "loops": Option("no: bridges close no cycle of islands", "yes|no"),
}


@dataclass(frozen=True, slots=True)
class _Plan:
    """The options, parsed; without ``exact`` other numbers of islands will do."""

    rows: int
    columns: int
    islands: int
    exact: bool
    most: int
    loops: bool
    difficulty: str | None


def generate(options: GeneratorOptions, rng: Random, oracle: Oracle) -> Board:
    """A board with one solution, on which no two islands touch.

    ``size``        ``WIDTHxHEIGHT``; without it as large as the islands need, or from 5 to 9 a side
    ``difficulty``  ``easy``, ``normal`` or ``hard``, as ``difficulty.py`` measures it; without it any
    ``islands``     the exact number; by default about a quarter of the cells
    ``most``        bridges between two islands, 1 to 4; without it 2
    ``loops``       ``no``: bridges close no ring of islands
    """
    plan = _plan(options, rng)
    tries = TRIES if plan.difficulty is None else LEVEL_TRIES
    for _ in range(tries):
        board = _unique(plan, rng, oracle)
        if board is not None and (plan.difficulty is None or plan.difficulty == level(board)):
            return board
    islands = f"islands={plan.islands}" if plan.exact else None
    found = " ".join(filter(None, [f"{plan.columns}x{plan.rows}", plan.difficulty, islands]))
    raise BadInput(
        "generator option",
        found=found,
        expected=f"other options or another seed: {tries} tries gave no such board",
    )


def _unique(plan: _Plan, rng: Random, oracle: Oracle) -> Board | None:
    """Islands grown and mended until the board has one solution; None if that does not come about."""
    sea = Construction(plan.rows, plan.columns, plan.most, plan.loops, rng)
    # Mending makes islands: fewer are grown at first.
    sea.grow(plan.islands if not plan.exact else max(2, plan.islands - plan.islands // 20))
    for _ in range(QUESTIONS):
        board, own = sea.board(), sea.bridges()
        if plan.exact and len(board.islands) > plan.islands:
            return None
        other = _another(board, own, oracle)
        if other is not None:
            sea.repair(_differing(own, other))
        elif not plan.exact or len(board.islands) == plan.islands:
            return board
        elif sea.grow(len(board.islands) + 1) < len(board.islands) + 1:
            return None
    return None


def _another(board: Board, own: Bridges, oracle: Oracle) -> Bridges | None:
    """A solution that is not ``own``."""
    encoding = encode(board)
    counts = {(first, second): count for first, second, count in own.triples}
    drawn = [counts.get(ends, 0) for ends in board.link_between]
    differs = [
        -lit if at % board.most < drawn[at // board.most] else lit for at, lit in enumerate(encoding.answer)
    ]
    encoding.formula.add(*differs)
    return oracle.solution(encoding)


def _differing(own: Bridges, other: Bridges) -> list[tuple[int, int]]:
    """The ways on which two solutions differ."""
    differing = set(own.triples) ^ set(other.triples)
    return sorted({(first, second) for first, second, _ in differing})


# -- options ------------------------------------------------------------------------------------------


def _plan(options: GeneratorOptions, rng: Random) -> _Plan:
    difficulty = options.level(LEVELS)
    options.expect_options(*GENERATOR_OPTIONS)
    asked = options.number("islands", 2, LARGEST * LARGEST // 2)
    columns, rows = options.sides(LARGEST, SHORTEST) or _usual_sides(asked, rng)
    room = (rows * columns + 1) // 2  # islands do not touch
    if asked is not None and asked > room:
        raise BadInput(
            "number of islands", found=str(asked), expected=f"2 to {room} on {columns}x{rows} cells"
        )
    loops = options.either("loops", "yes", "no") == "yes"
    return _Plan(
        rows=rows,
        columns=columns,
        islands=asked if asked is not None else max(2, round(SHARE * rows * columns)),
        exact=asked is not None,
        most=options.number("most", 1, MOST) or 2,
        loops=loops,
        difficulty=difficulty,
    )


def _usual_sides(islands: int | None, rng: Random) -> tuple[int, int]:
    """The size of a board for the wanted number of islands, or the default size."""
    if islands is None:
        columns, rows = rng.sample(range(5, 10), 2)
        return columns, rows
    cells = islands / (0.8 * SHARE)
    columns = max(SHORTEST, ceil(sqrt(cells)))
    return columns, max(SHORTEST, ceil(cells / columns)) + 1
