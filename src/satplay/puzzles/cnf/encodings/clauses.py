"""The clauses as they were given, each stating itself."""

from __future__ import annotations

from satplay.contracts.encoding import Encoding
from satplay.logic.formula import Formula
from satplay.logic.model import Model
from satplay.puzzles.cnf.rules import clause_holds


def encode(formula: Formula) -> Encoding[Model]:
    """The formula, with clause c1, c2, ... as the rule instance that its clause states.

    The answer is every variable that occurs: what a variable that no clause mentions is worth does not
    make another solution.
    """
    stated = formula.restated(lambda index: clause_holds(index + 1, formula.clause(index)))
    return Encoding(stated, decode=lambda model: model, answer=formula.occurring().tolist())
