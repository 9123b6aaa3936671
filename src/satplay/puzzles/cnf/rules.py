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

PIECE = 1 << 20
"""Literals that are judged at a time: a few milliseconds, so that Ctrl-C is noticed soon."""


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
        """The true literals, one for each variable, ordered by variable."""


def clause_holds(number: int, clause: tuple[int, ...]) -> RuleInstance:
    """The rule instance of one clause, numbered from 1.

    >>> print(clause_holds(3, (-1, 4)))
    CLAUSE: clause c3 {-1,4} has a true literal
    """
    literals = ",".join(map(str, clause))
    return RuleInstance(Rule.CLAUSE, f"clause c{number} {{{literals}}} has a true literal", (number,))


def check(formula: Clauses, model: Literals) -> list[RuleInstance]:
    """The clauses that no literal of the model makes true."""
    flat, literals = formula.flat, model.literals
    # Most models have exactly the variables 1, 2, 3 ...; only others are searched.
    simple = literals.size == 0 or abs(int(literals[-1])) == literals.size
    variables = None if simple else np.abs(literals)
    unsatisfied: list[int] = []
    start = count = 0
    while start < flat.size:
        piece = flat[start : start + PIECE]
        while not (ends := np.flatnonzero(piece == 0)).size:  # a clause that is longer than a piece
            piece = flat[start : start + 2 * piece.size]
        true = _find_true(piece[: ends[-1] + 1], literals, variables)
        satisfied = np.logical_or.reduceat(true, np.concatenate(([0], ends[:-1] + 1)))
        unsatisfied += (count + np.flatnonzero(~satisfied)).tolist()
        start, count = start + int(ends[-1]) + 1, count + ends.size
    return [clause_holds(index + 1, formula.clause(index)) for index in unsatisfied]


def _find_true(
    clauses: NDArray[np.int32], literals: NDArray[np.int32], variables: NDArray[np.int32] | None
) -> NDArray[np.bool_]:
    """For each number in the clauses whether it is a literal of the model; 0 is none.

    ``variables`` are those of the model, ascending; None for 1, 2, 3 ...
    """
    if not literals.size:
        return np.zeros(clauses.size, np.bool_)
    at = np.abs(clauses) - 1 if variables is None else np.searchsorted(variables, np.abs(clauses))
    is_true: NDArray[np.bool_] = literals[np.minimum(at, literals.size - 1)] == clauses
    return is_true
