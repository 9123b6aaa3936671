"""The only rule of satisfiability, and its checker.

The checker works on plain arrays of numbers and uses no engine: each clause needs one literal that the
model makes true.
"""

from __future__ import annotations

from enum import Enum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from satplay.rule import RuleInstance


class Rule(Enum):
    """The rules of satisfiability."""

    CLAUSE = "Every clause has at least one true literal."


class Clauses(Protocol):
    """The part of a formula that the checker uses."""

    @property
    def flat(self) -> NDArray[np.int32]:
        """All clauses, each terminated by a 0."""

    def clause(self, index: int) -> tuple[int, ...]:
        """One clause by its index from 0."""


class Literals(Protocol):
    """The part of a model that the checker uses."""

    @property
    def literals(self) -> NDArray[np.int32]:
        """The true literals."""


def clause_holds(number: int, clause: tuple[int, ...]) -> RuleInstance:
    """The rule instance of one clause, numbered from 1.

    >>> print(clause_holds(3, (-1, 4)))
    CLAUSE: clause c3 {-1,4} has a true literal
    """
    literals = ",".join(map(str, clause))
    return RuleInstance(Rule.CLAUSE, f"clause c{number} {{{literals}}} has a true literal", (number,))


def check(formula: Clauses, model: Literals) -> list[RuleInstance]:
    """The clauses that no literal of the model makes true."""
    flat = formula.flat
    true = np.isin(flat, model.literals)
    ends = np.flatnonzero(flat == 0)
    true_before = np.concatenate(([0], np.cumsum(true)[ends]))
    unsatisfied = np.flatnonzero(np.diff(true_before) == 0)
    return [clause_holds(index + 1, formula.clause(index)) for index in unsatisfied.tolist()]
