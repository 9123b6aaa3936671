"""``satplay bench mastermind``: the encoding counting, the report's encoding, other engines; code-breakers.

``ten``  ten random guesses at a random code, with their answers
``two``  two guesses, because the report's encoding grows with every guess

A size is POSITIONSxSYMBOLS.  Boards may have several solutions.  ``breakers`` are contests: strategies play
against all codes of a size.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from satplay.errors import BadInput
from satplay.lab.bench.caches import clear_caches
from satplay.lab.bench.puzzle_boards.puzzle_benchmark import (
    BoardFamily,
    BoardSize,
    Contest,
    Contests,
    PuzzleBenchmark,
    SolvingMethod,
)
from satplay.puzzles.mastermind import PUZZLE
from satplay.puzzles.mastermind.board import DIGITS, LONGEST, SYMBOLS, Board, Code, Guess
from satplay.puzzles.mastermind.codebreaking.strategy import GuessStrategy, Over
from satplay.puzzles.mastermind.codebreaking.tournament import tournament
from satplay.puzzles.mastermind.rules import feedback

ALPHABET = DIGITS + string.ascii_letters


def random_guesses(size: str, seed: int, guesses: int) -> Board:
    """A random code with this number of random guesses.

    >>> random_guesses("4x6", 0, 1).guesses
    (Guess(row=(3, 2, 4, 1), black=1, white=2),)
    """
    positions, symbols = sides(size)
    rng = Random(seed)
    secret = rng.choices(range(symbols), k=positions)
    rows = [tuple(rng.choices(range(symbols), k=positions)) for _ in range(guesses)]
    return Board(positions, ALPHABET[:symbols], tuple([Guess(row, *feedback(row, secret)) for row in rows]))


def ten(size: str, seed: int) -> Board:
    """A board with ten guesses."""
    return random_guesses(size, seed, 10)


def two(size: str, seed: int) -> Board:
    """A board with two guesses."""
    return random_guesses(size, seed, 2)


def sides(size: str) -> tuple[int, int]:
    """Positions and symbols.

    >>> sides("50x10")
    (50, 10)
    """
    found = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,2})", size)
    if found is not None:
        positions, symbols = map(int, found.groups())
        if 1 <= positions <= LONGEST and 1 <= symbols <= SYMBOLS:
            return positions, symbols
    expected = f"POSITIONSxSYMBOLS, 1 to {LONGEST} and 1 to {SYMBOLS}"
    raise BadInput("size", found=repr(size), expected=expected)


def fresh(board: Board) -> Board:
    """A copy of the board; the cached counters of all lengths are cleared."""
    clear_caches("satplay.logic.cardinality", "satplay.puzzles.mastermind")
    return replace(board)


# -- breakers --------------------------------------------------------------------------------------


def breaker(size: str, strategy: GuessStrategy, *, repeats: bool = True) -> Callable[[], Mapping[str, float]]:
    """A strategy against every secret, with all codes as guesses."""
    positions, symbols = sides(size)

    def play() -> Mapping[str, float]:
        found = tournament(positions, symbols, strategy, Over.ALL, Random(0), repeats=repeats)
        return {
            "secrets": found.secrets,
            "guesses": found.total,
            "average": found.average,
            "worst": found.worst,
        }

    return play


BREAKERS = Contests(
    name="breakers",
    title="code-breakers, all codes as guesses",
    source="fancidev/mastermind, a C++ program, measured elsewhere on another machine and not in this run",
    all=(
        Contest(
            "minimax",
            "4x6",
            breaker("4x6", GuessStrategy.MINIMAX),
            {"guesses": 5801, "worst": 5},
            when="quick",
        ),
        Contest(
            "entropy",
            "4x6",
            breaker("4x6", GuessStrategy.ENTROPY),
            {"guesses": 5722},
            {"average": 4.415, "CPU s": 0.01},
            when="quick",
        ),
        Contest("parts", "4x6", breaker("4x6", GuessStrategy.PARTS), {"guesses": 5668}, when="quick"),
        Contest(
            "entropy, no repeats (Bulls and Cows)",
            "4x10",
            breaker("4x10", GuessStrategy.ENTROPY, repeats=False),
            quoted={"average": 5.243, "CPU s": 0.06},
        ),
        Contest(
            "entropy",
            "4x10",
            breaker("4x10", GuessStrategy.ENTROPY),
            quoted={"average": 5.621, "CPU s": 0.33},
        ),
        Contest(
            "entropy",
            "5x8",
            breaker("5x8", GuessStrategy.ENTROPY),
            quoted={"average": 5.489, "CPU s": 5.5},
            when="named",
        ),
    ),
)

OURS = SolvingMethod("counting", "native")
ALONE = replace(OURS, alone=True)
DIRECT = SolvingMethod("direct", "native")
SAME_CLAUSES = tuple(
    SolvingMethod("counting", engine) for engine in ("pycosat", "minisat22", "glucose4", "cadical195")
)

BENCHMARK: PuzzleBenchmark[Board, Code] = PuzzleBenchmark(
    puzzle=PUZZLE,
    sizes=(
        BoardSize("6x10", family="ten"),
        BoardSize("7x10", family="ten", without=("source",)),
        BoardSize("8x10", family="ten", without=("source",)),
        BoardSize("9x10", family="ten", without=("direct", "source")),  # up to a hundred million clauses
        BoardSize("20x10", family="ten"),
        BoardSize("50x10", boards=2, family="ten"),
        BoardSize("100x10", boards=1, family="ten"),
        *(BoardSize(f"{positions}x10", boards=2, family="two") for positions in (7, 8, 9)),
    ),
    quick=(BoardSize("4x6", boards=1, family="ten"), BoardSize("6x10", boards=1, family="two")),
    ours=OURS,
    rival=DIRECT,
    fresh=fresh,
    ways=(OURS, ALONE, *SAME_CLAUSES, DIRECT, SolvingMethod("source", "native")),
    families=(BoardFamily("ten", ten), BoardFamily("two", two)),
    versus=tuple((way, ALONE) for way in SAME_CLAUSES),
    contests=BREAKERS,
    unique=False,  # codes are counted without clauses
)
