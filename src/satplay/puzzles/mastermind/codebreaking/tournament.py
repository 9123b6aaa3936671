"""A strategy played against all secrets: its average and worst number of guesses; and an optimal strategy.

Secrets with the same answers so far share one node of the strategy's decision tree.  The tree is traversed
once, so that no guess is computed twice.  Both searches are native (``kernel/tournament.hpp``,
``kernel/optimal.hpp``).
"""

from __future__ import annotations

import math
import string
from collections.abc import Callable
from random import Random

from satplay.errors import BadInput, needs_native_core
from satplay.fast_dataclass import dataclass
from satplay.puzzles.mastermind.board import DIGITS, SYMBOLS, Board
from satplay.puzzles.mastermind.codebreaking.partition import MAX_CANDIDATES
from satplay.puzzles.mastermind.codebreaking.strategy import GuessStrategy, Over

ALPHABET = DIGITS + string.ascii_letters
MAX_SECRETS_OPTIMAL = 5040
"""The number of secrets in Bulls and Cows; the search for an optimal strategy takes hours with more."""
TASK = "a Mastermind tournament"
"""The task that the error names if the native core is missing."""


@dataclass(frozen=True, slots=True)
class CodebreakingTournament:
    """``secrets_by_guesses[g]`` secrets were found with g guesses; the last guess is the secret itself."""

    secrets_by_guesses: tuple[int, ...]

    @property
    def secrets(self) -> int:
        """The number of secrets played."""
        return sum(self.secrets_by_guesses)

    @property
    def total(self) -> int:
        """The number of guesses over all secrets."""
        return sum(number * times for number, times in enumerate(self.secrets_by_guesses))

    @property
    def average(self) -> float:
        """Guesses per secret."""
        return self.total / self.secrets

    @property
    def worst(self) -> int:
        """The largest number of guesses for one secret."""
        return len(self.secrets_by_guesses) - 1


def tournament(
    length: int,
    symbols: int,
    strategy: GuessStrategy,
    over: Over,
    rng: Random,
    *,
    repeats: bool = True,
    whites: bool = True,
    progress: Callable[[int, int], object] | None = None,
) -> CodebreakingTournament:
    """The strategy's result over all secrets of this length; without ``repeats`` guesses have none either.

    ``progress`` is called with the number of secrets found so far and the number of all secrets.

    >>> knuth = tournament(4, 6, GuessStrategy.MINIMAX, Over.ALL, Random(0))
    >>> knuth.total, knuth.worst
    (5801, 5)
    """
    secrets = _secrets(length, symbols, repeats)
    with needs_native_core(TASK):
        from satplay.puzzles.mastermind._kernel import tournament as native_tournament
    pulse = None if progress is None else lambda found: progress(found, secrets)
    found = native_tournament(
        length,
        symbols,
        repeats,
        whites,
        list(GuessStrategy).index(strategy),
        over is Over.ALL,
        rng.getrandbits(64),
        pulse,
    )
    return CodebreakingTournament(tuple(found))


def optimal(
    length: int,
    symbols: int,
    *,
    repeats: bool = True,
    whites: bool = True,
    progress: Callable[[int, int], object] | None = None,
) -> CodebreakingTournament:
    """A strategy with the least total number of guesses, any code being a possible guess; proved optimal.

    Another strategy with the same total may have a better worst case.  ``progress`` is called with the number
    of settled pairs of a first guess and a secret, and the number of all pairs; many first guesses are
    settled quickly at the end.  Each further symbol multiplies the time by ten to a hundred.

    The standard game takes 5625 guesses (Koyama and Lai, "An Optimal Mastermind Strategy", 1993); with half
    the symbols:

    >>> optimal(4, 3).total
    246
    """
    secrets = _secrets(length, symbols, repeats)
    if secrets > MAX_SECRETS_OPTIMAL:
        raise BadInput(
            "optimal tournament", found=f"{secrets} secrets", expected=f"{MAX_SECRETS_OPTIMAL} at most"
        )
    with needs_native_core(TASK):
        from satplay.puzzles.mastermind._kernel import optimal as native_optimal
    return CodebreakingTournament(tuple(native_optimal(length, symbols, repeats, whites, progress)))


def _secrets(length: int, symbols: int, repeats: bool) -> int:
    if not 1 <= symbols <= SYMBOLS:
        raise BadInput("tournament", found=f"{symbols} symbols", expected=f"1 to {SYMBOLS}")
    Board(length, ALPHABET[:symbols], repeats=repeats)  # raises BadInput if there is no such code
    secrets = symbols**length if repeats else math.perm(symbols, length)
    if secrets > MAX_CANDIDATES:
        raise BadInput("tournament", found=f"{secrets} secrets", expected=f"{MAX_CANDIDATES} at most")
    return secrets
