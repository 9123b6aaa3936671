"""The answers of candidates to guesses, in NumPy.

The oracle for ``kernel/answers.hpp``, ``kernel/measure.hpp`` and ``kernel/guesses.hpp``.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from satplay.puzzles.mastermind.codebreaking.partition import FRACTION


class Partition:
    """The same interface and results as the native class."""

    def __init__(self, candidates: NDArray[np.uint8], symbols: int, whites: bool) -> None:
        self._codes = candidates
        self._step = candidates.shape[1] + 1 if whites else 0
        self._times = [(candidates == symbol).sum(axis=1) for symbol in range(symbols)]

    def measure(self, guesses: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return a row for each guess: sum of squares, largest part, number of parts, sum of n log2 n."""
        found = np.zeros((len(guesses), 4), np.int64)
        for row, guess in zip(found, guesses, strict=True):
            sizes = np.bincount(self.answers(guess))
            sizes = sizes[sizes > 0]
            information = sum(times_log(int(size)) for size in sizes)
            row[:] = (sizes**2).sum(), sizes.max(initial=0), len(sizes), information
        return found

    def answers(self, guess: NDArray[np.uint8]) -> NDArray[np.uint16]:
        """Return each candidate's answer: black + (length + 1) * pegs, or just black without ``whites``."""
        black = (self._codes == guess).sum(axis=1)
        symbols, times = np.unique(guess, return_counts=True)
        pegs = sum(np.minimum(self._times[symbol], most) for symbol, most in zip(symbols, times, strict=True))
        return np.asarray(black + self._step * pegs, np.uint16)


@cache
def times_log(number: int) -> int:
    """A number times its binary logarithm, in fixed point.

    The logarithm of a product is the sum of those of its prime factors, to the last bit; those of primes are
    linearly independent.  So partitions of equal entropy measure equal, and only those.

    >>> times_log(6) == 2 * times_log(3) + 6 * 2**36
    True
    """
    return number * _log(number)


@cache
def _log(number: int) -> int:
    factor = next((f for f in range(2, math.isqrt(number) + 1) if number % f == 0), number)
    if factor < number:
        return _log(factor) + _log(number // factor)
    return round(math.ldexp(math.log2(number), FRACTION)) if number > 1 else 0


def guesses(
    length: int, symbols: int, repeats: bool, used: int, absent: int, most: int
) -> NDArray[np.uint8] | None:
    """Return the useful guesses, in order; None if there are more than ``most``.

    Symbols that occur in no earlier guess are interchangeable, and so are symbols in no candidate: a
    guess splits the candidates like the guess in which they appear in order, the smallest of its class.
    """
    everything = (1 << symbols) - 1
    fresh = everything & ~used & ~absent
    rows: list[list[int]] = [[]]
    for _ in range(length):
        longer: list[list[int]] = []
        for row in rows:
            placed = sum(1 << symbol for symbol in set(row))
            known = everything & ~fresh & ~absent | fresh & placed | _first(fresh & ~placed)
            if repeats:
                open_ = known | _first(absent & everything)
            else:
                open_ = (known | _first(absent & everything & ~placed)) & ~placed
            longer += [[*row, symbol] for symbol in range(symbols) if open_ >> symbol & 1]
            if len(longer) > most:  # each of them can be completed
                return None
        rows = longer
    return np.array(rows, np.uint8).reshape(-1, length)


def _first(bits: int) -> int:
    return bits & -bits
