"""Is there exactly one model, as far as chosen variables tell?  One model, then a question for another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import TypeAlias

import numpy as np

from satplay.contracts.engine import UNLIMITED, Limit, Sat, Unknown, Unsat
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause, Lit, Var
from satplay.logic.model import Model
from satplay.solving.session import Asked, assumable, formula_of, given, session_of, variables


@dataclass(frozen=True, slots=True)
class Unique:
    """Every model agrees with this one on the chosen variables."""

    model: Model


@dataclass(frozen=True, slots=True)
class Several:
    """Two models that differ on the chosen variables."""

    first: Model
    second: Model


@dataclass(frozen=True, slots=True)
class AtLeastOne:
    """A model is known; whether there is another is not: a limit came first."""

    model: Model
    unknown: Unknown


Uniqueness: TypeAlias = Unique | Several | AtLeastOne | Unsat | Unknown
"""``Unsat``: there is no model at all; ``Unknown``: not even that is known."""


def unique(
    asked: Asked,
    over: Sequence[Var] | None = None,
    *,
    assuming: Sequence[Lit] = (),
    limit: Limit = UNLIMITED,
    engine: str | None = None,
    seed: int = 0,
) -> Uniqueness:
    """Whether the models under the assumptions all agree on the variables ``over`` (None: all declared).

    >>> type(unique(Formula([[1, 2], [-1], [3, 4]]), over=[1, 2])).__name__
    'Unique'
    >>> type(unique(Formula([[1, 2]]))).__name__
    'Several'
    >>> unique(Formula([[1], [-1]]))
    Unsat(core=())
    """
    formula = formula_of(asked)
    chosen = variables(over, formula, "tell models apart")
    assumed = assumable(assuming, formula)
    with session_of(asked, engine, seed) as session:
        budget = session.budget(limit)
        answer = session.ask(assumed, budget)
        if not isinstance(answer, Sat):
            return answer
        model = answer.model
        free = free_variable(formula, chosen, assumed)
        if free is not None:
            return Several(with_literal(model, -free), with_literal(model, free))
        with session.selector() as selector:
            session.add([-selector, *blocking_clause(formula, model, chosen, assumed)])
            answer = session.ask([selector, *assumed], budget)
        match answer:
            case Sat(model=second):
                return Several(model, second)
            case Unsat():
                return Unique(model)
            case unknown:
                return AtLeastOne(model, unknown)


def blocking_clause(
    formula: Formula, model: Model, over: Sequence[Var] | None = None, assuming: Sequence[Lit] = ()
) -> Clause:
    """The clause that forbids the model's values of these variables; what is assumed cannot differ anyway.

    Without ``over`` they are the variables that occur: others are free, and a model with one is not unique.

    >>> blocking_clause(Formula([[1, 2], [3]]), Model([1, -2, 3]), over=[1, 2])
    [-1, 2]
    """
    chosen = formula.occurring() if over is None else np.array(over, np.int32)
    if assuming:
        chosen = chosen[~np.isin(chosen, np.abs(np.array(assuming, np.int32)))]
    literals = model.literals
    clause = chosen.copy()  # a variable that the model leaves out is as good as false
    if literals.size:
        at = np.minimum(np.searchsorted(np.abs(literals), chosen), literals.size - 1)
        clause = np.where(np.abs(literals[at]) == chosen, -literals[at], chosen)
    return [int(lit) for lit in clause.tolist()]


def excluding(
    formula: Formula, model: Model, over: Sequence[Var] | None = None, assuming: Sequence[Lit] = ()
) -> Formula:
    """The formula with the assumptions as facts and the model forbidden: unsatisfiable if it is unique.

    >>> list(excluding(Formula([[1, 2], [-1]]), Model([-1, 2])))
    [(1, 2), (-1,), (1, -2)]
    """
    larger = given(formula, assuming)
    larger.add(*blocking_clause(formula, model, over, assuming))
    return larger


def free_variable(
    formula: Formula, over: Sequence[Var] | None = None, assuming: Sequence[Lit] = ()
) -> Var | None:
    """A chosen variable that nothing speaks of: turned round, it makes a second model at once."""
    spoken_of = {*formula.occurring().tolist(), *map(abs, assuming)}
    if over is None:
        first = next(var for var in count(1) if var not in spoken_of)
        return first if first <= formula.var_count else None
    return next((var for var in over if var not in spoken_of), None)


def with_literal(model: Model, lit: Lit) -> Model:
    """The model with this literal true.

    >>> with_literal(Model([1, -2, 3]), 2)
    Model(1 2 3)
    """
    return Model([*(other for other in model if abs(other) != abs(lit)), lit])
