"""Strategies of a code-breaker that look one move ahead.

Ties are broken in favour of a candidate, then of the smallest code, as is customary.
"""

from __future__ import annotations

from enum import StrEnum

from satplay.errors import NoSuchName
from satplay.puzzles.mastermind.codebreaking.partition import Measures, Numbers


class GuessStrategy(StrEnum):
    """What the best guess optimises.

    ``minimax``    the size of the largest part, minimised (Knuth, "The Computer as Master Mind", 1976-77)
    ``entropy``    the expected information of the answer (Neuwirth, "Some Strategies for Mastermind", 1982)
    ``parts``      the number of possible answers (Kooi, "Yet Another Mastermind Strategy", 2005)
    ``consistent`` nothing: a random candidate
    """

    MINIMAX = "minimax"
    ENTROPY = "entropy"
    PARTS = "parts"
    CONSISTENT = "consistent"


class Over(StrEnum):
    """The guesses considered: candidates only, or all codes."""

    CANDIDATES = "candidates"
    ALL = "all"


def find_strategy(name: str) -> GuessStrategy:
    """The strategy of that name."""
    if name not in list(GuessStrategy):
        raise NoSuchName("strategy", name, list(GuessStrategy))
    return GuessStrategy(name)


def badness(strategy: GuessStrategy, measures: Measures) -> Numbers:
    """A number for each guess, smaller is better; for ``consistent`` all are equal."""
    match strategy:
        case GuessStrategy.MINIMAX:
            return measures.largest
        case GuessStrategy.ENTROPY:
            return measures.uncertainty
        case GuessStrategy.PARTS:
            return -measures.parts
        case GuessStrategy.CONSISTENT:
            return measures.largest * 0
