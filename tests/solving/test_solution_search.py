"""The search for the solutions of an encoding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from satplay.contracts.budget import Budget
from satplay.contracts.encoding import Connectivity, Encoding
from satplay.contracts.engine import Limit, Stopped, Unknown, Unsat
from satplay.engines.native import NativeEngine
from satplay.errors import EncodingError
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause, Lit
from satplay.logic.model import Model
from satplay.solving.lazy_refinement import Solution
from satplay.solving.session import load_formula
from satplay.solving.solution_search import SolutionSearch, open_search
from tests.reasoning.lazy_formulas import lazy_encoding

ENGINES = ["native", "reference"]


def path_of_three(formula: Formula | None = None) -> Encoding[Model]:
    """Three nodes in a row: both edges are needed to connect them."""

    def violated(model: Model) -> list[Clause]:
        return [[lit] for lit in (1, 2) if not model.value(lit)]

    graph = Connectivity(3, np.array([[0, 1, 1], [1, 2, 2]], np.int32))
    return lazy_encoding(formula or Formula(var_count=3), violated, connectivity=graph)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("connectivity", [True, False])
def test_lazy_clauses_hold_with_and_without_the_theory(engine: str, connectivity: bool) -> None:
    encoding = path_of_three()
    with open_search(encoding, engine, connectivity=connectivity) as search:
        found = search.solve()
    assert isinstance(found, Solution) and found.model.value(1) and found.model.value(2)
    attached = connectivity and engine == "native"
    assert encoding.formula.clause_count == (0 if attached else 2)


@pytest.mark.parametrize("engine", ENGINES)
def test_every_solution_is_found_by_blocking_clauses(engine: str) -> None:
    encoding = path_of_three(Formula([[1, 2, 3]], var_count=3))
    with open_search(encoding, engine) as search:
        first = search.solve()
        assert isinstance(first, Solution)
        second = search.find_another(first, [1, 2, 3])
        assert isinstance(second, Solution) and second.model.value(3) is not first.model.value(3)
        assert search.find_another(second, [1, 2, 3]) == Unsat()


def test_lazy_clauses_are_stated_with_their_rule_in_the_formula() -> None:
    encoding = path_of_three()
    with open_search(encoding, connectivity=False) as search:
        search.solve()
    assert sorted(map(tuple, encoding.formula)) == [(1,), (2,)]
    assert "[1] holds" in str(encoding.formula.origin(0))


def test_a_satisfied_lazy_clause_is_an_error_instead_of_an_endless_loop() -> None:
    with (
        open_search(lazy_encoding(Formula([[1]]), lambda model: [[1]])) as search,
        pytest.raises(EncodingError, match="satisfies"),
    ):
        search.solve()


class Recording(NativeEngine):
    """Remembers the assumptions of every call."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[list[Lit]] = []

    def solve(self, assuming: Sequence[Lit] = (), limit: Limit = Limit()) -> Any:  # noqa: B008 - frozen
        self.calls.append(list(assuming))
        return super().solve(assuming, limit)


def calls(start: list[Lit], *, warm_start: bool = True, assuming: Sequence[Lit] = ()) -> list[list[Lit]]:
    formula = Formula([[1, 2]])
    encoding = replace(lazy_encoding(formula, lambda model: []), warm_start=lambda: start)
    engine = Recording()
    load_formula(engine, formula)
    assert isinstance(SolutionSearch(encoding, engine, warm_start=warm_start).solve(assuming), Solution)
    return engine.calls


def test_the_warm_start_is_tried_first() -> None:
    assert calls([1, -2]) == [[1, -2]]
    assert calls([-1, -2]) == [[-1, -2], []]
    assert calls([]) == [[]]


def test_the_warm_start_can_be_switched_off() -> None:
    assert calls([1, -2], warm_start=False) == [[]]
    assert calls([1, -2], assuming=[2]) == [[2]]


def test_an_interrupted_budget_starts_no_call() -> None:
    budget = Budget()
    budget.interrupt()
    with open_search(path_of_three()) as search:
        assert search.solve(budget=budget) == Unknown(Stopped.INTERRUPTED)


def test_a_blocking_clause_with_a_selector_can_be_switched_off() -> None:
    formula = Formula([[1], [-2, 2, 3]], var_count=3)
    with open_search(lazy_encoding(formula, lambda model: [])) as search:
        first = search.solve()
        assert isinstance(first, Solution)
        assert search.find_another(first, [1], selector=3) == Unsat((3,))
        assert isinstance(search.solve(), Solution)
