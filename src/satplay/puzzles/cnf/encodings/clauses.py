"""The given clauses, each as its own rule instance."""

from __future__ import annotations

from functools import partial

from satplay.contracts.encoding import Encoding
from satplay.logic.formula import Formula
from satplay.logic.model import Model
from satplay.puzzles.cnf.rules import clause_holds
from satplay.rule import RuleInstance


def encode(formula: Formula) -> Encoding[Model]:
    """The formula, with clauses c1, c2, ... as rule instances.

    The projection is onto the variables that occur: the values of other variables do not distinguish
    solutions.
    """
    stated = formula.restate(partial(_state_clause, formula))
    occurring = formula.occurring()
    every = occurring.size == formula.var_count
    answer = range(1, formula.var_count + 1) if every else occurring.tolist()
    return Encoding(stated, decode=_identity, answer=answer)


def _state_clause(formula: Formula, index: int) -> RuleInstance:
    return clause_holds(index + 1, formula.clause(index))


def _identity(model: Model) -> Model:
    return model
