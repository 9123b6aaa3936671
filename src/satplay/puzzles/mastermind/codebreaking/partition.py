"""How guesses take candidates apart by their answers: the sizes of the parts, never a table of all pairs.

The native kernel does the work where it was compiled; ``partition_plain`` tells the rule.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from satplay.puzzles.mastermind import partition_plain
from satplay.puzzles.mastermind.enumeration.code_search import Codes
from satplay.puzzles.mastermind.rules import Pegs

Numbers: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Measures:
    """Of many guesses, a number each.

    ``squares``     the sum of the squares of the parts' sizes; divided by the candidates: how many are left
    ``largest``     the size of the largest part: the worst case
    ``parts``       how many answers there are
    ``uncertainty`` the sum of n log2 n, in units of 2**-36; equal exactly for equal entropies
    """

    squares: Numbers
    largest: Numbers
    parts: Numbers
    uncertainty: Numbers

    def bits(self, at: int, candidates: int) -> float:
        """How much the answer to a guess tells, on average.

        >>> codes = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], np.uint8)
        >>> Partition(codes, 2).measure(codes[1:2]).bits(0, 4)
        1.5
        """
        unknown = int(self.uncertainty[at]) / (1 << partition_plain.FRACTION)
        return math.log2(candidates) - unknown / candidates


class Partition:
    """Candidates, taken apart by guesses; without ``whites`` answers are black pegs only."""

    def __init__(self, candidates: Codes, symbols: int, *, whites: bool = True) -> None:
        self._length = candidates.shape[1]
        self._whites = whites
        self._kernel = _new_partition(np.ascontiguousarray(candidates), symbols, whites)

    def measure(self, guesses: Codes) -> Measures:
        """How well each of these guesses does."""
        found = self._kernel.measure(np.ascontiguousarray(guesses))
        return Measures(*found.T.copy())

    def answers(self, guess: Codes) -> NDArray[np.uint16]:
        """What each candidate answers, as a number: equal for equal answers."""
        return self._kernel.answers(np.ascontiguousarray(guess))

    def pegs(self, answer: int) -> Pegs:
        """The answer of a number; white is 0 where there are no whites."""
        pegs, black = divmod(int(answer), self._length + 1)
        return Pegs(black, pegs - black if self._whites else 0)


def guesses(
    length: int, symbols: int, *, repeats: bool = True, used: int = 0, absent: int = 0, most: int
) -> Codes | None:
    """The guesses worth trying, in order; None where there are more than ``most``.

    Symbols in no guess so far are interchangeable (all bits but ``used``), and so are those in no candidate
    (``absent``): of all guesses that differ only in these, the smallest will do.

    >>> guesses(2, 6, most=10).tolist(), guesses(2, 3, used=1, most=10).tolist()
    ([[0, 0], [0, 1]], [[0, 0], [0, 1], [1, 0], [1, 1], [1, 2]])
    """
    try:
        from satplay.puzzles.mastermind._kernel import guesses as native_guesses
    except ModuleNotFoundError:
        return partition_plain.guesses(length, symbols, repeats, used, absent, most)
    return native_guesses(length, symbols, repeats, used, absent, most)


def canonical(candidates: Codes, symbols: int, used: int) -> NDArray[np.bool_]:
    """Which of these rows are among the guesses worth trying: unused symbols appear in order."""
    fresh = [symbol for symbol in range(symbols) if not used >> symbol & 1]
    good = np.ones(len(candidates), np.bool_)
    order = np.full(symbols, -1, np.int64)
    order[fresh] = range(len(fresh))
    introduced = np.zeros(len(candidates), np.int64)
    for column in candidates.T:
        place = order[column]
        good &= place <= introduced
        introduced = np.maximum(introduced, place + 1)
    return good


def _new_partition(candidates: Codes, symbols: int, whites: bool) -> partition_plain.Partition:
    try:
        from satplay.puzzles.mastermind._kernel import Partition as NativePartition
    except ModuleNotFoundError:
        return partition_plain.Partition(candidates, symbols, whites)
    return cast(partition_plain.Partition, NativePartition(candidates, symbols, whites))
