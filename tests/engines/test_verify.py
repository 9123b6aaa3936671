"""A model is evaluated clause by clause, without copying or converting arrays."""

import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.engines.verify import first_false_clause, plain_first_false_clause
from satplay.logic.formula import Formula
from satplay.logic.model import Model

TOP = 2**31 - 1


def evaluators():
    """The evaluation function for arrays, plain and native."""
    yield pytest.param(plain_first_false_clause, id="plain")
    try:
        from satplay import _native
    except ImportError:
        return
    yield pytest.param(_native.first_false_clause, id="native")


each_evaluator = pytest.mark.parametrize("evaluate", list(evaluators()))


def ints(*numbers: int) -> np.ndarray:
    return np.array(numbers, np.int32)


def by_definition(clauses: list[list[int]], true: set[int]) -> int:
    """Return the first clause without a true literal."""
    return next((i for i, clause in enumerate(clauses) if not true & set(clause)), -1)


variables = st.integers(1, 8) | st.sampled_from([1_000_001, 5_000_000, TOP - 1, TOP])
literals = st.tuples(variables, st.booleans()).map(lambda pair: pair[0] if pair[1] else -pair[0])


@each_evaluator
@settings(max_examples=120, deadline=None)
@given(
    clauses=st.lists(st.lists(literals, max_size=5), max_size=8),
    values=st.dictionaries(variables, st.booleans(), max_size=10),
    shuffle=st.randoms(use_true_random=False),
)
def test_the_first_clause_without_a_true_literal_is_found(evaluate, clauses, values, shuffle):
    true = [var if value else -var for var, value in values.items()]
    shuffle.shuffle(true)
    flat = ints(*(number for clause in clauses for number in (*clause, 0)))
    assert evaluate(flat, ints(*true)) == by_definition(clauses, set(true))


@settings(max_examples=50, deadline=None)
@given(st.lists(st.lists(literals, max_size=4), max_size=6), st.dictionaries(variables, st.booleans()))
def test_a_model_is_judged_by_the_definition(clauses, values):
    model = Model(var if value else -var for var, value in values.items())
    index = by_definition(clauses, set(model))
    assert first_false_clause(Formula(clauses).flat, model) == (None if index < 0 else index)


def test_without_the_native_core_the_answer_is_the_same(monkeypatch):
    formula = Formula([[1, 2], [-1], [-2]])
    with_core = [first_false_clause(formula.flat, Model(true)) for true in ([1, -2], [-1, 2], [-1, -2], [])]
    monkeypatch.setitem(sys.modules, "satplay._native", None)
    without = [first_false_clause(formula.flat, Model(true)) for true in ([1, -2], [-1, 2], [-1, -2], [])]
    assert with_core == without == [1, 2, 0, 0]


@each_evaluator
def test_no_clauses_are_true_and_the_empty_clause_is_false(evaluate):
    assert evaluate(ints(), ints()) == -1
    assert evaluate(ints(0), ints(1)) == 0
    assert evaluate(ints(1, 0, 0), ints(1)) == 1


@each_evaluator
def test_a_variable_that_the_model_leaves_out_is_neither_true_nor_false(evaluate):
    assert evaluate(ints(3, -3, 0), ints(1, 2)) == 0
    assert evaluate(ints(-(2**31), 0), ints(1)) == 0


@each_evaluator
def test_a_repeated_literal_counts_once(evaluate):
    assert evaluate(ints(1, 0, -TOP, 0), ints(1, -TOP, 1, -TOP)) == -1


@each_evaluator
@pytest.mark.parametrize(
    ("clauses", "model"),
    [
        (ints(1, 0, 2), ints(1, 2)),
        (ints(1, 0), ints(1, 0)),
        (ints(1, 0), ints(1, -1)),
        (ints(1, 0), ints(-TOP, 3, TOP)),
        (ints(1, 0), ints(-(2**31))),
    ],
    ids=["open clause", "0 in the model", "both", "both, far out", "no literal"],
)
def test_malformed_input_is_refused(evaluate, clauses, model):
    with pytest.raises(ValueError, match=r"model|terminated"):
        evaluate(clauses, model)


@each_evaluator
@pytest.mark.parametrize(
    "wrong",
    [
        np.array([1, 0], np.int64),
        np.array([1, 0], np.uint32),
        np.array([1, 0], np.float32),
        np.array([1, 0], ">i4"),
        np.array([1, 1, 0, 0], np.int32)[::2],
        np.array([[1, 0]], np.int32),
    ],
    ids=["int64", "uint32", "float", "other byte order", "strided", "two dimensions"],
)
def test_arrays_that_need_conversion_are_refused(evaluate, wrong):
    with pytest.raises(TypeError):
        evaluate(wrong, ints(1))
    with pytest.raises(TypeError):
        evaluate(ints(1, 0), wrong)


@each_evaluator
def test_read_only_arrays_are_accepted(evaluate):
    clauses, model = ints(1, 0), ints(1)
    clauses.flags.writeable = model.flags.writeable = False
    assert evaluate(clauses, model) == -1


def test_a_list_is_refused():
    native = pytest.importorskip("satplay._native", reason="the native core was not compiled")
    with pytest.raises(TypeError):
        native.first_false_clause([1, 0], [1])


@each_evaluator
def test_a_large_variable_number_costs_no_more_than_a_small_one(evaluate):
    # A 2 GiB table of truth values would be noticed: there are a thousand models.
    for _ in range(1000):
        assert evaluate(ints(TOP, 0, -(TOP - 1), 0), ints(TOP, -(TOP - 1))) == -1
