"""Mastermind's native kernel, written in C++ (``kernel.cpp``, ``kernel/``).

Codes are rows of a contiguous uint8 array with symbols from 0; arrays of another type raise ``TypeError``,
codes of another length or with other symbols ``ValueError``.  A board is given by its guesses, their black
pegs, and the sums of their black and white pegs, which are -1 if the white pegs are unknown.  All functions
release the interpreter lock and end on Ctrl-C.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

def count(
    length: int,
    symbols: int,
    repeats: bool,
    guesses: NDArray[np.uint8],
    black: NDArray[np.int32],
    pegs: NDArray[np.int32],
    memory: int,
    steps: int,
) -> bytes | None:
    """The number of consistent codes, lowest byte first; None if it takes more bytes or steps than given."""

def anneal(
    length: int,
    symbols: int,
    repeats: bool,
    guesses: NDArray[np.uint8],
    black: NDArray[np.int32],
    pegs: NDArray[np.int32],
    seed: int,
    steps: int,
) -> bytes | None:
    """A consistent code found by simulated annealing; None if none is found within ``steps``."""

class CodeSearch:
    """All consistent codes, in lexicographic order or, with a seed, in random order."""

    def __init__(
        self,
        length: int,
        symbols: int,
        repeats: bool,
        guesses: NDArray[np.uint8],
        black: NDArray[np.int32],
        pegs: NDArray[np.int32],
        seed: int | None = None,
    ) -> None: ...
    def take(self, rows: int, steps: int) -> NDArray[np.uint8]:
        """The codes that the next ``steps`` find, at most ``rows``."""

    def count(self, steps: int) -> int:
        """The number of codes that the next ``steps`` find."""

    @property
    def done(self) -> bool:
        """Whether the search has ended."""

class Partition:
    """Candidates, partitioned by their answers to a guess: 4 194 304 at most."""

    def __init__(self, candidates: NDArray[np.uint8], symbols: int, whites: bool) -> None: ...
    def measure(self, guesses: NDArray[np.uint8]) -> NDArray[np.int64]:
        """For each guess a row about the parts' sizes n: sum of squares, maximum, number, sum of n log2 n.

        The last is in units of 2**-36, and equal for partitions of equal entropy.
        """

    def answers(self, guess: NDArray[np.uint8]) -> NDArray[np.uint16]:
        """The answer of each candidate: black + (length + 1) * pegs, or black alone without ``whites``."""

def guesses(
    length: int, symbols: int, repeats: bool, used: int, absent: int, most: int
) -> NDArray[np.uint8] | None:
    """The guesses worth trying in lexicographic order; None if there are more than ``most``.

    ``used`` is a bit mask of the symbols of the guesses so far, ``absent`` of the symbols in no candidate.
    """

def tournament(
    length: int,
    symbols: int,
    repeats: bool,
    whites: bool,
    strategy: int,
    all: bool,
    seed: int,
    progress: Callable[[int], object] | None = None,
) -> list[int]:
    """The numbers of secrets that a strategy finds with 0, 1, 2 ... guesses.

    ``strategy`` is 0 for minimax, 1 entropy, 2 parts, 3 consistent; ``progress`` is called with the number
    of secrets found so far.
    """

def optimal(
    length: int,
    symbols: int,
    repeats: bool,
    whites: bool,
    progress: Callable[[int, int], object] | None = None,
) -> list[int]:
    """The numbers of secrets, at most 5040, that a strategy of least total finds with 0, 1, 2 ... guesses.

    ``progress`` is called with the number of settled pairs of a first guess and a secret, and of all pairs.
    """
