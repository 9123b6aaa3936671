"""The given clauses, each as its own rule instance."""

from __future__ import annotations

from satplay.contracts.encoding import Encoding
from satplay.logic.formula import Formula
from satplay.logic.model import Model
from satplay.puzzles.cnf.rules import clause_holds


def encode(formula: Formula) -> Encoding[Model]:
    """The formula, with clauses c1, c2, ... as rule instances.

    The projection is onto the variables that occur: the values of other variables do not distinguish
    solutions.
    """
    stated = formula.restate(lambda index: clause_holds(index + 1, formula.clause(index)))
    return Encoding(stated, decode=lambda model: model, answer=formula.occurring().tolist())
