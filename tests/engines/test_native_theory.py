"""Theories in the search: models that violate the theory are excluded, and no others."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("satplay._native", reason="the native core was not compiled")

from satplay.contracts.engine import Sat, Unsat
from satplay.contracts.theory import Findings
from satplay.engines.native import NativeEngine
from satplay.errors import BadInput
from tests.engines.formulas import pigeonhole
from tests.engines.theories import AtMost, Connected

VARS = 6
lits = st.integers(1, VARS).flatmap(lambda var: st.sampled_from((var, -var)))
formulas = st.lists(st.lists(lits, min_size=1, max_size=3), max_size=10)
often = {"reduce_first": 1, "inprocess_first": 1, "luby_unit": 1, "mode_switch": 2, "chrono": 1}


def brute_force_models(clauses, allowed):
    found = set()
    for values in product((False, True), repeat=VARS):
        model = tuple(var if value else -var for var, value in enumerate(values, start=1))
        if all(set(clause) & set(model) for clause in clauses) and allowed(set(model)):
            found.add(model)
    return found


def session(clauses, **options):
    engine = NativeEngine(**options)
    engine.declare(VARS)
    engine.add_all(clauses)
    return engine


@given(formulas, st.lists(lits, min_size=1, unique_by=abs), st.integers(0, 4), st.booleans(), st.booleans())
@settings(max_examples=120)
def test_models_are_the_ones_the_theory_allows(clauses, atoms, bound, eager, hurried):
    engine = session(clauses, **(often if hurried else {}))
    engine.attach(AtMost(atoms, bound, eager), atoms)
    expected = brute_force_models(clauses, lambda model: len(model & set(atoms)) <= bound)
    assert {tuple(model.tolist()) for model in engine.enumerate()} == expected
    assert isinstance(engine.solve(), Sat if expected else Unsat)


@given(formulas, st.lists(lits, max_size=3, unique_by=abs), st.integers(1, 3))
@settings(max_examples=80)
def test_cores_are_valid_with_the_theory(clauses, assumed, bound):
    atoms = list(range(1, VARS + 1))
    engine = session(clauses, **often)
    engine.attach(AtMost(atoms, bound), atoms)
    answer = engine.solve(assumed)
    expected = brute_force_models(
        clauses, lambda model: len(model & set(atoms)) <= bound and set(assumed) <= model
    )
    if isinstance(answer, Sat):
        assert tuple(answer.model) in expected
    else:
        assert not expected
        assert not brute_force_models(
            clauses, lambda model: len(model & set(atoms)) <= bound and set(answer.core) <= model
        )


@given(formulas, st.integers(0, 3), st.integers(0, 3))
@settings(max_examples=50)
def test_two_theories_hold_together(clauses, first, second):
    low, high = [1, 2, 3, 4], [-3, -4, -5, -6]
    engine = session(clauses)
    engine.attach(AtMost(low, first), low)
    engine.attach(AtMost(high, second), high)
    expected = brute_force_models(
        clauses, lambda model: len(model & set(low)) <= first and len(model & set(high)) <= second
    )
    assert {tuple(model.tolist()) for model in engine.enumerate()} == expected


def test_the_complete_graph_on_four_nodes_has_38_connected_subgraphs():
    edges = dict(enumerate(combinations(range(4), 2), start=1))
    engine = NativeEngine()
    engine.declare(6)
    engine.attach(Connected(edges, 4), list(edges))
    assert len(list(engine.enumerate())) == 38


def test_the_complete_graph_on_four_nodes_has_16_spanning_trees():
    edges = dict(enumerate(combinations(range(4), 2), start=1))
    engine = NativeEngine()
    engine.declare(6)
    engine.attach(Connected(edges, 4), list(edges))
    engine.attach(AtMost(list(edges), 3), list(edges))
    assert len(list(engine.enumerate())) == 16


def test_the_pigeonhole_principle_is_refuted_with_counting_theories():
    pigeons, holes = 5, 4
    engine = NativeEngine()
    engine.add_all(clause for clause in pigeonhole(holes) if clause[0] > 0)
    for hole in range(holes):
        in_hole = [pigeon * holes + hole + 1 for pigeon in range(pigeons)]
        engine.attach(AtMost(in_hole, 1), in_hole)
    assert engine.solve() == Unsat()


def test_a_copy_has_its_own_theory():
    engine = session([])
    engine.attach(AtMost([1, 2, 3], 1), [1, 2, 3])
    twin = engine.clone()
    twin.add([1])
    assert isinstance(twin.solve([2]), Unsat)
    assert isinstance(engine.solve([2]), Sat)


def test_atoms_must_be_different_variables():
    with pytest.raises(BadInput, match="one variable"):
        session([]).attach(AtMost([1, -1], 1), [1, -1])


class Broken(AtMost):
    """Implies a literal without a valid explanation."""

    def propagate(self) -> Findings:
        return Findings(implied=[-2]) if 1 in self.trail else Findings()

    def explain(self, lit):
        return [lit, 3]


def test_an_invalid_explanation_is_refused():
    engine = session([[1], [2, 3], [2, -3]])
    engine.attach(Broken([1, 2, 3], 1), [1, 2, 3])
    with pytest.raises(RuntimeError, match="theory"):
        engine.solve()


def test_an_error_in_a_theory_reaches_the_caller():
    class Failing(AtMost):
        def propagate(self) -> Findings:
            raise ZeroDivisionError("on purpose")

    engine = session([[1]])
    engine.attach(Failing([1], 1), [1])
    with pytest.raises(ZeroDivisionError, match="on purpose"):
        engine.solve()
    with pytest.raises(RuntimeError, match="over"):
        engine.solve()
