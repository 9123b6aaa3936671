"""How guesses partition the candidates by their answers: sizes of the parts, never a table of all pairs.

The measures are computed by the native kernel (``kernel/``).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from satplay.errors import needs_native_core
from satplay.fast_dataclass import dataclass
from satplay.puzzles.mastermind.enumeration.code_search import Codes
from satplay.puzzles.mastermind.rules import Pegs

if TYPE_CHECKING:
    from satplay.puzzles.mastermind import _kernel

Numbers: TypeAlias = NDArray[np.int64]

FRACTION = 36
"""Binary places of n log2 n in fixed point."""
MAX_CANDIDATES = 1 << 22
"""With more candidates n log2 n would not fit into 64 bits."""
TASK = "choosing Mastermind's next guess"
"""The task that the error names if the native core is missing."""


@dataclass(frozen=True, slots=True, eq=False)
class Measures:
    """Measures of many guesses, one number per guess in each array; n are the sizes of the parts.

    ``squares``     sum of n squared; divided by the number of candidates: the expected number that remain
    ``largest``     the largest n: the worst case
    ``parts``       the number of parts, that is, of different answers
    ``uncertainty`` sum of n log2 n, in units of 2**-36; equal for partitions of equal entropy, and only those
    """

    squares: Numbers
    largest: Numbers
    parts: Numbers
    uncertainty: Numbers

    def bits(self, at: int, candidates: int) -> float:
        """The expected information of the answer to guess number ``at``, in bits.

        >>> codes = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], np.uint8)
        >>> Partition(codes, 2).measure(codes[1:2]).bits(0, 4)
        1.5
        """
        unknown = int(self.uncertainty[at]) / (1 << FRACTION)
        return math.log2(candidates) - unknown / candidates


class Partition:
    """Candidates, partitioned by guesses; without ``whites`` an answer is the number of black pegs alone."""

    def __init__(self, candidates: Codes, symbols: int, *, whites: bool = True) -> None:
        self._length = candidates.shape[1]
        self._whites = whites
        self._kernel = _new_partition(np.ascontiguousarray(candidates), symbols, whites)

    def measure(self, guesses: Codes) -> Measures:
        """The measures of these guesses."""
        found = self._kernel.measure(np.ascontiguousarray(guesses))
        return Measures(*found.T.copy())

    def answers(self, guess: Codes) -> NDArray[np.uint16]:
        """The answer of each candidate as a number; equal numbers are equal answers."""
        return self._kernel.answers(np.ascontiguousarray(guess))

    def pegs(self, answer: int) -> Pegs:
        """The pegs of an answer's number; white is 0 without ``whites``."""
        pegs, black = divmod(int(answer), self._length + 1)
        return Pegs(black, pegs - black if self._whites else 0)


def guesses(
    length: int, symbols: int, *, repeats: bool = True, used: int = 0, absent: int = 0, most: int
) -> Codes | None:
    """The guesses worth trying in lexicographic order; None if there are more than ``most``.

    ``used`` and ``absent`` are bit masks: symbols of the guesses so far, and symbols in no candidate.  Unused
    symbols are interchangeable, and so are absent ones: of all guesses that differ only in these, one is
    enough, the smallest.

    >>> guesses(2, 6, most=10).tolist(), guesses(2, 3, used=1, most=10).tolist()
    ([[0, 0], [0, 1]], [[0, 0], [0, 1], [1, 0], [1, 1], [1, 2]])
    """
    with needs_native_core(TASK):
        from satplay.puzzles.mastermind._kernel import guesses as native_guesses
    return native_guesses(length, symbols, repeats, used, absent, most)


def canonical(candidates: Codes, symbols: int, used: int) -> NDArray[np.bool_]:
    """Which candidates are among the guesses worth trying: their unused symbols appear in ascending order."""
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


def _new_partition(candidates: Codes, symbols: int, whites: bool) -> _kernel.Partition:
    with needs_native_core(TASK):
        from satplay.puzzles.mastermind._kernel import Partition as NativePartition
    return NativePartition(candidates, symbols, whites)
