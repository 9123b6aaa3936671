"""A strategy against all secrets: how many guesses it needs, on average and at worst; and the best there is.

Secrets that have given the same answers so far are one node of the strategy's decision tree.  The tree is
walked once, so that nothing is worked out for one secret that is the same for another.
"""

from __future__ import annotations

import math
import string
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import cast

from satplay.errors import BadInput
from satplay.puzzles.mastermind import optimal_plain, partition_plain, walk_plain
from satplay.puzzles.mastermind.board import DIGITS, SYMBOLS, Board
from satplay.puzzles.mastermind.codebreaking.strategy import Over, Strategy

ALPHABET = DIGITS + string.ascii_letters


@dataclass(frozen=True, slots=True)
class Tournament:
    """``found[g]`` secrets were found with g guesses, the last of which is the secret itself."""

    found: tuple[int, ...]

    @property
    def secrets(self) -> int:
        """How many were played."""
        return sum(self.found)

    @property
    def total(self) -> int:
        """All guesses together."""
        return sum(number * times for number, times in enumerate(self.found))

    @property
    def average(self) -> float:
        """Guesses a secret."""
        return self.total / self.secrets

    @property
    def worst(self) -> int:
        """Guesses for the secret that takes most."""
        return len(self.found) - 1


def tournament(
    length: int,
    symbols: int,
    strategy: Strategy,
    over: Over,
    rng: Random,
    *,
    repeats: bool = True,
    whites: bool = True,
    progress: Callable[[int, int], object] | None = None,
) -> Tournament:
    """All secrets of this length; guesses are codes like the secrets, without repeats where they have none.

    ``progress`` hears every now and then how many secrets of how many have been found.

    >>> knuth = tournament(4, 6, Strategy.MINIMAX, Over.ALL, Random(0))
    >>> knuth.total, knuth.worst
    (5801, 5)
    """
    secrets = _secrets(length, symbols, repeats)
    told = None if progress is None else lambda found: progress(found, secrets)
    found = _walk()(
        length,
        symbols,
        repeats,
        whites,
        list(Strategy).index(strategy),
        over is Over.ALL,
        rng.getrandbits(64),
        told,
    )
    return Tournament(tuple(found))


def optimal(
    length: int,
    symbols: int,
    *,
    repeats: bool = True,
    whites: bool = True,
    progress: Callable[[int, int], object] | None = None,
) -> Tournament:
    """A strategy whose total no other's is below, over all codes as guesses: searched for and proved.

    No more is promised: another with the same total may have a better worst case.  ``progress`` hears every
    now and then how many pairs of a first guess and a secret are settled, of how many; many first guesses
    need no more than a look at the end.  Each symbol more takes ten times as long, or a hundred.

    The usual game takes 5625 guesses (Koyama and Lai, "An Optimal Mastermind Strategy", 1993); with half the
    symbols it is

    >>> optimal(4, 3).total
    246
    """
    secrets = _secrets(length, symbols, repeats)
    if secrets > optimal_plain.MOST:
        raise BadInput(
            "optimal tournament", found=f"{secrets} secrets", expected=f"{optimal_plain.MOST} at most"
        )
    return Tournament(tuple(_optimal()(length, symbols, repeats, whites, progress)))


def _secrets(length: int, symbols: int, repeats: bool) -> int:
    if not 1 <= symbols <= SYMBOLS:
        raise BadInput("tournament", found=f"{symbols} symbols", expected=f"1 to {SYMBOLS}")
    Board(length, ALPHABET[:symbols], repeats=repeats)  # which complains where there is no such code
    secrets = symbols**length if repeats else math.perm(symbols, length)
    if secrets > partition_plain.MOST:
        raise BadInput("tournament", found=f"{secrets} secrets", expected=f"{partition_plain.MOST} at most")
    return secrets


def _walk() -> Callable[..., list[int]]:
    try:
        from satplay.puzzles.mastermind._kernel import walk
    except ModuleNotFoundError:
        return walk_plain.walk
    return cast(Callable[..., list[int]], walk)


def _optimal() -> Callable[..., list[int]]:
    try:
        from satplay.puzzles.mastermind._kernel import optimal
    except ModuleNotFoundError:
        return optimal_plain.optimal
    return cast(Callable[..., list[int]], optimal)
