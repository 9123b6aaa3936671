"""The difficulty of a board: how much of it follows by unit propagation alone.

The measure is the share of the links that unit propagation decides in the clauses of the default encoding:
each step is one rule at one place, whose other literals are all known.  People find such steps one by one;
if none is left, they must make an assumption and follow its consequences.
"""

from __future__ import annotations

from fractions import Fraction

from satplay.contracts.encoding import Encoding
from satplay.logic.flat_clauses import clause_lists
from satplay.logic.propagation import propagate
from satplay.puzzles.flow.paths import Flow

LEVELS = ("easy", "normal", "hard")
HARD = Fraction(1, 3)


def level(encoding: Encoding[Flow]) -> str:
    """``easy``: all links are decided; ``hard``: less than a third; ``normal``: in between."""
    share = decided_share(encoding)
    return "easy" if share == 1 else "hard" if share < HARD else "normal"


def decided_share(encoding: Encoding[Flow]) -> Fraction:
    """The share of the links that unit propagation decides."""
    true = propagate(clause_lists(encoding.formula.flat))
    known = sum(lit in true or -lit in true for lit in encoding.answer)
    return Fraction(known, max(1, len(encoding.answer)))
