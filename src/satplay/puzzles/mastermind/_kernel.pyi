"""Mastermind's native kernel, written in C++ (``kernel.cpp``, ``kernel/``).

Codes are rows of a contiguous uint8 array, symbols from 0; other arrays are refused with ``TypeError``,
codes of another length or with other symbols with ``ValueError``.  A board is its guesses, their black pegs
and their black and white pegs together, which are -1 where they were not told.  Work is done without holding
the interpreter's lock, and ends on Ctrl-C.
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
    """How many codes give every guess its answer, the lowest byte first.

    None where that takes more than so many bytes or steps.
    """

def climb(
    length: int,
    symbols: int,
    repeats: bool,
    guesses: NDArray[np.uint8],
    black: NDArray[np.int32],
    pegs: NDArray[np.int32],
    seed: int,
    steps: int,
) -> bytes | None:
    """A code that gives every guess its answer, found by annealing; None where so many steps find none."""

class Census:
    """All codes that give every guess its answer, in lexicographic order or, with a seed, by chance."""

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
        """The next codes: at most so many, and as many as so many steps find."""

    def count(self, steps: int) -> int:
        """How many codes the next steps find."""

    @property
    def done(self) -> bool:
        """Whether there are no more."""

class Partition:
    """Candidates, taken apart by what they answer: 4 194 304 at most."""

    def __init__(self, candidates: NDArray[np.uint8], symbols: int, whites: bool) -> None: ...
    def measure(self, guesses: NDArray[np.uint8]) -> NDArray[np.int64]:
        """A row for each guess: the parts' sum of squares, largest, number, sum of n log2 n.

        The last is in units of 2**-36, and equal for parts of equal entropy.
        """

    def answers(self, guess: NDArray[np.uint8]) -> NDArray[np.uint16]:
        """What each candidate answers: black + (length + 1) * pegs, or just black without ``whites``."""

def guesses(
    length: int, symbols: int, repeats: bool, used: int, absent: int, most: int
) -> NDArray[np.uint8] | None:
    """The guesses worth trying, in order; None where there are more than ``most``.

    ``used`` are the symbols, as bits, of the guesses so far, ``absent`` those that are in no candidate.
    """

def walk(
    length: int,
    symbols: int,
    repeats: bool,
    whites: bool,
    strategy: int,
    all: bool,
    seed: int,
    progress: Callable[[int], object] | None = None,
) -> list[int]:
    """How many secrets a strategy finds with 0, 1, 2 ... guesses.

    ``strategy`` is 0 for minimax, 1 entropy, 2 parts, 3 consistent; ``progress`` hears of the secrets found.
    """

def optimal(
    length: int,
    symbols: int,
    repeats: bool,
    whites: bool,
    progress: Callable[[int, int], object] | None = None,
) -> list[int]:
    """How many secrets a strategy with the least total finds with 0, 1, 2 ... guesses: 5040 secrets at most.

    ``progress`` hears how many pairs of a first guess and a secret are settled, of how many.
    """
