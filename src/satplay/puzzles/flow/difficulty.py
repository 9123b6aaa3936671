"""How hard a board is: how much of it follows without trying anything.

The measure is the share of the links that unit propagation settles in the clauses of the default encoding:
each step is one rule at one place, whose other literals are all known.  People who fill a board in find such
steps one by one; where none is left they must suppose something and see where it leads.
"""

from __future__ import annotations

from fractions import Fraction

from satplay.contracts.encoding import Encoding
from satplay.logic.flat import clause_lists
from satplay.logic.propagation import propagated
from satplay.puzzles.flow.paths import Flow

LEVELS = ("easy", "normal", "hard")
HARD = Fraction(1, 3)


def level(encoding: Encoding[Flow]) -> str:
    """``easy``: everything follows; ``hard``: less than a third of the links do; ``normal``: between."""
    share = settled(encoding)
    return "easy" if share == 1 else "hard" if share < HARD else "normal"


def settled(encoding: Encoding[Flow]) -> Fraction:
    """The share of the links that unit propagation says to be used or unused."""
    true = propagated(clause_lists(encoding.formula.flat))
    known = sum(lit in true or -lit in true for lit in encoding.answer)
    return Fraction(known, max(1, len(encoding.answer)))
