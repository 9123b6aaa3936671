"""The native engine enumerates all models in one search: each exactly once, optionally in order."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.contracts.engine import Limit, Sat, Stopped, Unsat
from satplay.engines.native import NativeEngine
from satplay.errors import BadInput, EngineError

VARS = 6

lits = st.integers(1, VARS).flatmap(lambda var: st.sampled_from((var, -var)))
formulas = st.lists(st.lists(lits, min_size=1, max_size=3), max_size=14)
shorter = {"reduce_first": 1, "inprocess_first": 1, "luby_unit": 1, "mode_switch": 2}


def brute_force_models(clauses, over, assumed=()):
    """Return the models projected onto these variables by testing every assignment, in order."""
    found = set()
    for values in product((False, True), repeat=VARS):
        if all(any(values[abs(lit) - 1] == (lit > 0) for lit in clause) for clause in clauses) and all(
            values[abs(lit) - 1] == (lit > 0) for lit in assumed
        ):
            found.add(tuple(values[var - 1] for var in over))
    return [
        tuple(var if value else -var for var, value in zip(over, row, strict=True)) for row in sorted(found)
    ]


def session(clauses, **options):
    engine = NativeEngine(**options)
    engine.declare(VARS)
    engine.add_all(clauses)
    return engine


def queens(size):
    """``size`` queens that do not attack each other."""
    cells = list(product(range(size), repeat=2))
    number = {cell: at for at, cell in enumerate(cells, start=1)}
    clauses = [[number[row, column] for column in range(size)] for row in range(size)]
    for (r1, c1), (r2, c2) in product(cells, repeat=2):
        attacks = r1 == r2 or c1 == c2 or abs(r1 - r2) == abs(c1 - c2)
        if (r1, c1) < (r2, c2) and attacks:
            clauses.append([-number[r1, c1], -number[r2, c2]])
    return clauses


@given(formulas, st.lists(st.integers(1, VARS), unique=True), st.lists(lits, max_size=2), st.booleans())
@settings(max_examples=150)
def test_every_projected_model_is_returned_once(clauses, over, assumed, in_order):
    engine = session(clauses)
    enumerated = [tuple(model.tolist()) for model in engine.enumerate(over, assumed, in_order)]
    expected = brute_force_models(clauses, over, assumed)
    assert enumerated == expected if in_order else sorted(enumerated) == sorted(expected)


@given(formulas, st.booleans())
@settings(max_examples=60)
def test_by_default_models_differ_in_any_declared_variable(clauses, in_order):
    engine = session(clauses, **shorter)
    enumerated = [tuple(model.tolist()) for model in engine.enumerate(in_order=in_order)]
    expected = brute_force_models(clauses, range(1, VARS + 1))
    assert enumerated == expected if in_order else sorted(enumerated) == sorted(expected)


@given(formulas)
@settings(max_examples=40)
def test_the_enumeration_leaves_no_clauses_in_the_session(clauses):
    engine = session(clauses)
    expected = brute_force_models(clauses, range(1, VARS + 1))
    for _ in range(2):
        assert len(list(engine.enumerate())) == len(expected)
        assert isinstance(engine.solve(), Sat if expected else Unsat)


@pytest.mark.parametrize("options", [{}, shorter, {"eliminate": 1, "inprocess_first": 0}, {"queue": 2}])
def test_eight_queens_have_92_solutions(options):
    engine = NativeEngine(**options)
    engine.add_all(queens(8))
    engine.solve()  # simplifies, with some of the options
    assert len({tuple(model.tolist()) for model in engine.enumerate()}) == 92


def test_ordered_models_ascend_as_binary_numbers():
    engine = NativeEngine()
    engine.add_all(queens(6))
    models = [tuple(lit > 0 for lit in model.tolist()) for model in engine.enumerate(in_order=True)]
    assert models == sorted(models)
    assert len(models) == 4


def test_after_a_limit_the_enumeration_resumes():
    engine = NativeEngine()
    engine.add_all(queens(8))
    models = engine.enumerate(limit=Limit(conflicts=20))
    enumerated = [tuple(model.tolist()) for model in models]
    while not models.complete:
        assert models.stopped is Stopped.CONFLICTS
        models.resume(Limit(conflicts=20))
        enumerated += [tuple(model.tolist()) for model in models]
    assert len(enumerated) == len(set(enumerated)) == 92


def test_the_first_model_comes_without_waiting_for_the_others():
    engine = NativeEngine()
    engine.declare(60)
    models = engine.enumerate()
    assert next(models).size == 60


def test_another_call_ends_the_enumeration():
    engine = session([[1, 2]])
    models = engine.enumerate()
    next(models)
    engine.solve()
    with pytest.raises(EngineError, match="ended"):
        list(models)


def test_a_copy_is_independent():
    engine = session([[1, 2, 3]])
    rest = engine.enumerate(over=[1, 2, 3])
    first = next(rest)
    twin = engine.clone()
    assert isinstance(twin.solve(first.tolist()), Sat)
    assert 1 + len(list(rest)) == 7


def test_over_no_variables_there_is_one_model_or_none():
    assert [model.size for model in session([[1, 2]]).enumerate(over=[])] == [0]
    assert list(session([[1], [-1]]).enumerate(over=[])) == []


def test_a_contradiction_never_has_models():
    engine = session([[1], [-1]])
    for _ in range(2):
        assert list(engine.enumerate()) == []


def test_projection_variables_must_be_positive():
    with pytest.raises(BadInput, match="positive"):
        session([]).enumerate(over=[-1])


def test_models_are_arrays_of_literals():
    (model,) = session([[1], [-2]]).enumerate(over=[2, 1])
    assert model.dtype == np.int32
    assert model.tolist() == [-2, 1]


def test_variables_that_simplification_removed_are_not_decided():
    """One of two equivalent variables is substituted; a projection does not make it a decision again."""
    pairs = 20
    engine = NativeEngine(lucky=0, preprocess_least=1, inprocess_effort=1000)
    for one in range(1, 2 * pairs, 2):
        engine.add([-one, one + 1])
        engine.add([one, -(one + 1)])
    assert isinstance(engine.solve(), Sat)
    before = engine.statistics()
    assert before["substituted"] == pairs
    assert next(iter(engine.enumerate(over=[1]))).tolist() == [-1]
    assert engine.statistics()["decisions"] - before["decisions"] == pairs
