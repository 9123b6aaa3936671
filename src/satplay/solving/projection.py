"""Projection: models that differ only in other variables count as one solution.

Also the clauses that rest on it: a blocking clause forbids a model's values of the projection variables.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import numpy as np

from satplay.arguments import expect_literals
from satplay.errors import BadInput
from satplay.logic.formula import Formula
from satplay.logic.literal import MAX_VAR, Clause, Lit, Var
from satplay.logic.model import Model


def check_projection(project_onto: Sequence[Lit] | None, formula: Formula, purpose: str) -> list[Var] | None:
    """The variables of these literals, each once, in the given order; None stands for all variables.

    Raises ``BadInput`` for a variable that the formula does not have.
    """
    if project_onto is None:
        return None
    project_onto = expect_literals(f"variables to {purpose}", project_onto)
    try:
        numbers = np.abs(np.array(project_onto, np.int64))
    except OverflowError:
        numbers = np.array([0 if abs(lit) > MAX_VAR else abs(lit) for lit in project_onto], np.int64)
    wrong = np.flatnonzero((numbers < 1) | (numbers > formula.var_count))
    if wrong.size:
        found = str(project_onto[int(wrong[0])])
        raise BadInput(f"variable to {purpose}", found=found, expected=f"1 to {formula.var_count}")
    return list(dict.fromkeys(numbers.tolist()))


def check_assumptions(assuming: Sequence[Lit], formula: Formula) -> list[Lit]:
    """The assumptions; raises ``BadInput`` for one that is no literal of the formula."""
    assuming = expect_literals("assumptions", assuming)
    for lit in assuming:
        if not 1 <= abs(lit) <= formula.var_count:
            expected = f"a literal from {-formula.var_count} to {formula.var_count}, not 0"
            raise BadInput("assumption", found=str(lit), expected=expected)
    return assuming


def build_blocking_clause(
    formula: Formula,
    model: Model,
    project_onto: Sequence[Var] | None = None,
    assuming: Sequence[Lit] = (),
) -> Clause:
    """The clause that forbids the model's values of the projection variables.

    Assumed variables are left out: their values cannot change.  Without ``project_onto`` the clause has all
    variables that occur in the formula; for the others see ``find_free_variable``.

    >>> build_blocking_clause(Formula([[1, 2], [3]]), Model([1, -2, 3]), project_onto=[1, 2])
    [-1, 2]
    """
    chosen = formula.occurring() if project_onto is None else np.array(project_onto, np.int32)
    if assuming:
        chosen = chosen[~np.isin(chosen, np.abs(np.array(assuming, np.int32)))]
    literals = model.literals
    clause = chosen.copy()  # a variable that the model leaves out counts as false
    if literals.size:
        at = np.minimum(np.searchsorted(np.abs(literals), chosen), literals.size - 1)
        clause = np.where(np.abs(literals[at]) == chosen, -literals[at], chosen)
    return [int(lit) for lit in clause.tolist()]


def find_free_variable(
    formula: Formula, project_onto: Sequence[Var] | None = None, assuming: Sequence[Lit] = ()
) -> Var | None:
    """A projection variable that no clause and no assumption mentions: flipping it gives a second model."""
    mentioned = {*formula.occurring().tolist(), *map(abs, assuming)}
    if project_onto is None:
        first = next(var for var in count(1) if var not in mentioned)
        return first if first <= formula.var_count else None
    return next((var for var in project_onto if var not in mentioned), None)


def set_literal(model: Model, lit: Lit) -> Model:
    """The model with this literal true.

    >>> set_literal(Model([1, -2, 3]), 2)
    Model(1 2 3)
    """
    return Model([*(other for other in model if abs(other) != abs(lit)), lit])


# -- formulas that proofs are about ------------------------------------------------------------------


def conjoin_literals(formula: Formula, literals: Sequence[Lit]) -> Formula:
    """The formula with the literals as unit clauses: assumptions in the form that a proof can refer to.

    >>> list(conjoin_literals(Formula([[1, 2]]), [-1]))
    [(1, 2), (-1,)]
    """
    larger = Formula(var_count=formula.var_count)
    larger.add_flat(formula.flat)
    larger.add_all([[lit] for lit in literals])
    return larger


def exclude_model(
    formula: Formula, model: Model, project_onto: Sequence[Var] | None = None, assuming: Sequence[Lit] = ()
) -> Formula:
    """The formula, the assumptions as unit clauses and the blocking clause: unsatisfiable if it is unique.

    >>> list(exclude_model(Formula([[1, 2], [-1]]), Model([-1, 2])))
    [(1, 2), (-1,), (1, -2)]
    """
    larger = conjoin_literals(formula, assuming)
    larger.add(*build_blocking_clause(formula, model, project_onto, assuming))
    return larger
