"""Uniqueness: whether all models have the same values of the projection variables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from satplay.contracts.engine import UNLIMITED, Limit, Unknown, Unsat
from satplay.fast_dataclass import dataclass
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit, Var
from satplay.logic.model import Model
from satplay.solving.lazy_refinement import Solution, encode_formula
from satplay.solving.projection import check_assumptions, check_projection, find_free_variable, set_literal
from satplay.solving.session import FormulaOrSession, get_formula, use_session
from satplay.solving.solution_search import SolutionSearch


@dataclass(frozen=True, slots=True)
class Unique:
    """Every model has the values of this one on the projection variables."""

    model: Model


@dataclass(frozen=True, slots=True)
class Several:
    """Two models that differ on the projection variables."""

    first: Model
    second: Model


@dataclass(frozen=True, slots=True)
class AtLeastOne:
    """One model was found; a limit was reached before it was known whether there is another."""

    model: Model
    unknown: Unknown


Uniqueness: TypeAlias = Unique | Several | AtLeastOne | Unsat | Unknown
"""``Unsat``: there is no model; ``Unknown``: a limit was reached before the first model."""


def unique(
    target: FormulaOrSession,
    over: Sequence[Var] | None = None,
    *,
    assuming: Sequence[Lit] = (),
    limit: Limit = UNLIMITED,
    engine: str | None = None,
    seed: int = 0,
) -> Uniqueness:
    """Whether all models under the assumptions agree on the projection variables ``over`` (None: all).

    >>> type(unique(Formula([[1, 2], [-1], [3, 4]]), over=[1, 2])).__name__
    'Unique'
    >>> type(unique(Formula([[1, 2]]))).__name__
    'Several'
    >>> unique(Formula([[1], [-1]]))
    Unsat(core=())
    """
    formula = get_formula(target)
    projection = check_projection(over, formula, "project onto")
    assumed = check_assumptions(assuming, formula)
    with use_session(target, engine, seed) as session:
        search = SolutionSearch(encode_formula(formula), session)
        budget = session.budget(limit)
        first = search.solve(assumed, budget)
        if not isinstance(first, Solution):
            return first
        with session.selector() as selector:
            second = search.find_another(first, projection, assumed, budget, selector=selector)
    match second:
        case Solution(model=model):
            return Several(_complete(first.model, formula, projection, assumed), model)
        case Unsat():
            return Unique(first.model)
        case unknown:
            return AtLeastOne(first.model, unknown)


def _complete(
    model: Model, formula: Formula, projection: Sequence[Var] | None, assuming: Sequence[Lit]
) -> Model:
    """The model with a value for the variable that ``find_another`` flips, which models may leave out."""
    free = find_free_variable(formula, projection, assuming)
    return model if free is None or model.value(free) is not None else set_literal(model, free)
