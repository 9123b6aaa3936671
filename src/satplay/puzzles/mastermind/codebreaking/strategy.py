"""Strategies of a code-breaker: which guess is best, seen from one move.

Ties are broken as usual: a candidate before a guess that cannot be right, then the smallest.
"""

from __future__ import annotations

from enum import StrEnum

from satplay.errors import NoSuchName
from satplay.puzzles.mastermind.codebreaking.partition import Measures, Numbers


class Strategy(StrEnum):
    """What is best.

    ``minimax``    the largest part is as small as can be (Knuth, "The Computer as Master Mind", 1976-77)
    ``entropy``    the answer tells most on average (Neuwirth, "Some Strategies for Mastermind", 1982)
    ``parts``      there are most answers (Kooi, "Yet Another Mastermind Strategy", 2005)
    ``consistent`` any candidate, drawn by chance
    """

    MINIMAX = "minimax"
    ENTROPY = "entropy"
    PARTS = "parts"
    CONSISTENT = "consistent"


class Over(StrEnum):
    """Which guesses are looked at: those that may be right, or all codes."""

    CANDIDATES = "candidates"
    ALL = "all"


def strategy_called(name: str) -> Strategy:
    """The strategy of that name."""
    if name not in list(Strategy):
        raise NoSuchName("strategy", name, list(Strategy))
    return Strategy(name)


def badness(strategy: Strategy, measures: Measures) -> Numbers:
    """A number for each guess, the less the better.  To ``consistent`` all are equal."""
    match strategy:
        case Strategy.MINIMAX:
            return measures.largest
        case Strategy.ENTROPY:
            return measures.uncertainty
        case Strategy.PARTS:
            return -measures.parts
        case Strategy.CONSISTENT:
            return measures.largest * 0
