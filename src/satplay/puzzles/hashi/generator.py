"""Random boards with exactly one solution: random bridges first, then repairs until the solution is unique.

As in Simon Tatham's Bridges, a bridge leads from an existing island to a new one, so that all are connected
and nothing crosses; the numbers follow.  If the oracle finds another solution, the two differ on some ways.
In each connected group of these, one way gets another bridge or, if it has the most, an island in the middle.
At last the board is stretched until its islands reach all four borders.

A level of difficulty is a property of the finished board, so boards are made until one has it.  What makes
this fast: the share of ways with several bridges decides which levels are common (``MIXES``), and the oracle
ends a board's explanation at the first step that exceeds the cost limit of the level.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil, sqrt
from random import Random

from satplay.contracts.generator_options import GeneratorOptions
from satplay.contracts.levels import LEVELS
from satplay.contracts.option import Option
from satplay.contracts.oracle import Oracle
from satplay.errors import BadInput, needs_native_core
from satplay.fast_dataclass import dataclass
from satplay.puzzles.hashi.board import LARGEST, MOST, Board, Bridges
from satplay.puzzles.hashi.construction import EVEN, Construction, Mix
from satplay.puzzles.hashi.encodings.direct import encode, facts
from satplay.puzzles.hashi.stretching import stretch_to_borders

TRIES = 20
"""The number of boards tried before the generator gives up; more for a given level."""

LEVEL_TRIES = 2000

KERNEL_CELLS = 2500
"""The largest board that the kernel makes; on larger ones its search for other solutions is slow."""

QUESTIONS = 200
"""The number of oracle queries about one board before it is given up."""

SHORTEST = 3
"""The shortest side on which two islands do not touch."""

SHARE = 0.25
"""The default share of cells that are islands."""

MIXES: Mapping[str | None, Mix] = {
    None: EVEN,
    "beginner": Mix(several=0.75, closing=0.3),
    "easy": Mix(several=0.5, closing=0.4),
    "medium": Mix(several=0.45, closing=0.2),
    "hard": Mix(several=0.3, closing=0.0),
    "expert": Mix(several=0.2, closing=0.0),
    "extreme": Mix(several=0.1, closing=0.3),
}
"""How bridges are drawn for each level: the mix with which boards of 15x15 cells take the least time.

Where most ways have as many bridges as possible, large numbers settle the islands around them.  Where most
have one, many links stay possible for long.
"""

GENERATOR_OPTIONS: Mapping[str, Option] = {
    "islands": Option("exact number of islands", "N"),
    "most": Option(f"largest number of bridges between two islands, 1 to {MOST}", "N"),
    "loops": Option("no: bridges close no cycle of islands", "yes|no"),
}


@dataclass(frozen=True, slots=True)
class _Plan:
    """The parsed options; unless ``exact``, other numbers of islands are allowed."""

    rows: int
    columns: int
    islands: int
    exact: bool
    most: int
    loops: bool
    difficulty: str | None


def generate(options: GeneratorOptions, rng: Random, oracle: Oracle) -> Board:
    """A board with one solution, without adjacent islands, with an island in each border row and column.

    Two islands reach two borders; on a board that is two cells wide, islands reach one of the long borders.

    ``size``        ``WIDTHxHEIGHT``; by default as large as the islands need, or two random sides from 5 to
                    9, for ``expert`` and ``extreme`` from 9 to 13
    ``difficulty``  a level of ``contracts.levels``, by the costs in ``costs.py``; by default any
    ``islands``     the exact number of islands; by default about a quarter of the cells
    ``most``        the largest number of bridges between two islands, 1 to 4; default 2
    ``loops``       ``no``: bridges close no cycle of islands
    """
    plan = _plan(options, rng)
    if plan.difficulty is None:
        tries, boards = TRIES, _unique_boards(plan, TRIES, rng, oracle)
    else:
        tries, boards = LEVEL_TRIES, _boards_of_level(plan, plan.difficulty, rng, oracle)
    for board in boards:
        # This changes no link and no crossing, so the level stays the same.
        stretched = stretch_to_borders(board, rng)
        if stretched is not None:
            return stretched
    islands = f"islands={plan.islands}" if plan.exact else None
    found = " ".join(filter(None, [f"{plan.columns}x{plan.rows}", plan.difficulty, islands]))
    raise BadInput(
        "generator option",
        found=found,
        expected=f"other options or another seed: {tries} tries gave no such board",
    )


def _boards_of_level(plan: _Plan, level: str, rng: Random, oracle: Oracle) -> Iterator[Board]:
    """Random boards of this level, which includes that they have one solution."""
    if plan.rows * plan.columns > KERNEL_CELLS:
        candidates = _unique_boards(plan, LEVEL_TRIES, rng, oracle)
    else:
        candidates = _constructed_boards(plan, rng)
    for board in candidates:
        if oracle.has_level(facts(board), level):
            yield board


def _constructed_boards(plan: _Plan, rng: Random) -> Iterator[Board]:
    """Random boards that most likely have one solution, made by the kernel."""
    with needs_native_core("generating boards of a level"):
        from satplay.puzzles.hashi import _kernel
    mix = MIXES[plan.difficulty]
    several = -1.0 if mix.several is None else mix.several
    for _ in range(LEVEL_TRIES):
        seed = rng.getrandbits(64)
        bridges = _kernel.construct(
            plan.rows,
            plan.columns,
            plan.islands,
            plan.exact,
            plan.most,
            plan.loops,
            several,
            mix.closing,
            seed,
        )
        if bridges is None:
            continue
        numbers: dict[int, int] = {}
        for first, second, count in bridges:
            numbers[first] = numbers.get(first, 0) + count
            numbers[second] = numbers.get(second, 0) + count
        yield Board(plan.rows, plan.columns, numbers, plan.most, plan.loops)


def _unique_boards(plan: _Plan, tries: int, rng: Random, oracle: Oracle) -> Iterator[Board]:
    """Random boards with one solution."""
    boards = (_unique(plan, rng, oracle) for _ in range(tries))
    return (board for board in boards if board is not None)


def _unique(plan: _Plan, rng: Random, oracle: Oracle) -> Board | None:
    """A random board, repaired until it has one solution; None if that fails."""
    sea = Construction(plan.rows, plan.columns, plan.most, plan.loops, rng, MIXES[plan.difficulty])
    # Repairs add islands, so there are fewer at first.
    wanted = plan.islands if not plan.exact else max(2, plan.islands - plan.islands // 20)
    if sea.grow(wanted) < min(3, wanted):  # it began in the middle of a very small board
        return None
    for _ in range(QUESTIONS):
        board, own = sea.board(), sea.bridges()
        if plan.exact and len(board.islands) > plan.islands:
            return None
        other = _find_other_solution(board, own, oracle)
        if other is not None:
            sea.repair(_differing_ways(own, other))
        elif not plan.exact or len(board.islands) == plan.islands:
            return board
        elif sea.grow(len(board.islands) + 1) < len(board.islands) + 1:
            return None
    return None


def _find_other_solution(board: Board, own: Bridges, oracle: Oracle) -> Bridges | None:
    """A solution other than ``own``; None if there is none."""
    encoding = encode(board)
    counts = {(first, second): count for first, second, count in own.triples}
    on_links = [counts.get(ends, 0) for ends in board.link_between]
    blocking = [
        -lit if at % board.most < on_links[at // board.most] else lit
        for at, lit in enumerate(encoding.answer)
    ]
    encoding.formula.add(*blocking)
    return oracle.solution(encoding)


def _differing_ways(own: Bridges, other: Bridges) -> list[tuple[int, int]]:
    """The ways on which two solutions differ."""
    differing = set(own.triples) ^ set(other.triples)
    return sorted({(first, second) for first, second, _ in differing})


# -- options ------------------------------------------------------------------------------------------


def _plan(options: GeneratorOptions, rng: Random) -> _Plan:
    difficulty = options.level(LEVELS)
    options.expect_options(*GENERATOR_OPTIONS)
    islands = options.number("islands", 2, LARGEST * LARGEST // 2)
    columns, rows = options.sides(LARGEST, SHORTEST) or _default_sides(islands, difficulty, rng)
    room = (rows * columns + 1) // 2  # islands do not touch
    if islands is not None and islands > room:
        raise BadInput(
            "number of islands", found=str(islands), expected=f"2 to {room} on {columns}x{rows} cells"
        )
    least = 3 if min(rows, columns) >= SHORTEST else 2  # two islands cannot reach four borders
    loops = options.either("loops", "yes", "no") == "yes"
    return _Plan(
        rows=rows,
        columns=columns,
        islands=islands if islands is not None else max(least, round(SHARE * rows * columns)),
        exact=islands is not None,
        most=options.number("most", 1, MOST) or 2,
        loops=loops,
        difficulty=difficulty,
    )


def _default_sides(islands: int | None, difficulty: str | None, rng: Random) -> tuple[int, int]:
    """The size of a board for a number of islands; two random sides if there is none."""
    if islands is None:
        shortest = 9 if difficulty in ("expert", "extreme") else 5  # small boards are rarely hard
        columns, rows = rng.sample(range(shortest, shortest + 5), 2)
        return columns, rows
    cells = islands / (0.8 * SHARE)
    columns = max(SHORTEST, ceil(sqrt(cells)))
    return columns, max(SHORTEST, ceil(cells / columns)) + 1
