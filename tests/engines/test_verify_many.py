"""Evaluating many models together gives the same results as evaluating each one alone."""

import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from satplay.engines.verify import plain_first_false_clause
from satplay.engines.verify_many import PlainEvaluator, evaluator

TOP = 2**31 - 1


def evaluators():
    """The evaluator classes, plain and native."""
    yield pytest.param(PlainEvaluator, id="plain")
    try:
        from satplay import _native
    except ImportError:
        return
    yield pytest.param(_native.Evaluator, id="native")


each_evaluator = pytest.mark.parametrize("evaluator_of", list(evaluators()))


def ints(*numbers: int) -> NDArray[np.int32]:
    return np.array(numbers, np.int32)


def flat(clauses: list[list[int]]) -> NDArray[np.int32]:
    return ints(*(number for clause in clauses for number in (*clause, 0)))


def one_by_one(clauses: NDArray[np.int32], rows: NDArray[np.int32]) -> tuple[int, int] | None:
    """Return the first row that falsifies a clause, and the first clause that it falsifies."""
    alone = (plain_first_false_clause(clauses, row) for row in rows)
    return next(((row, clause) for row, clause in enumerate(alone) if clause >= 0), None)


def rows_of(variables: list[int], count: int, seed: int) -> NDArray[np.int32]:
    """Return ``count`` random assignments of these variables."""
    signs = np.random.default_rng(seed).integers(0, 2, (count, len(variables))) * 2 - 1
    return (signs * np.array(variables, np.int64)).astype(np.int32)


names = st.integers(1, 6) | st.sampled_from([9, 70, 1_000_001, TOP - 1, TOP])
literals = st.tuples(names, st.booleans()).map(lambda pair: pair[0] if pair[1] else -pair[0])
counts = st.integers(0, 70) | st.sampled_from([127, 128, 129, 256, 257, 300, 513])


@each_evaluator
@settings(max_examples=150, deadline=None)
@given(
    clauses=st.lists(st.lists(literals, max_size=4), max_size=8),
    variables=st.sets(names, max_size=8).map(sorted),
    count=counts,
    seed=st.integers(0, 1000),
)
def test_many_models_are_evaluated_as_each_alone(evaluator_of, clauses, variables, count, seed):
    rows = rows_of(variables, count, seed)
    found = evaluator_of(flat(clauses), ints(*variables)).first_false(rows)
    assert found == one_by_one(flat(clauses), rows)


@each_evaluator
@settings(max_examples=100, deadline=None)
@given(
    width=st.integers(2, 90),
    count=st.integers(1, 70) | st.sampled_from([200, 256, 257, 400]),
    seed=st.integers(0, 1000),
    data=st.data(),
)
def test_a_wrong_model_is_reported_with_its_row_and_clause(evaluator_of, width, count, seed, data):
    variables = list(range(1, width + 1))
    rows = rows_of(variables, count, seed)
    clauses = [[var, -var] for var in variables]
    model = data.draw(st.integers(0, count - 1), "spoiled model")
    others = {tuple(row) for row in np.delete(rows, model, axis=0).tolist()}
    if tuple(rows[model].tolist()) in others:
        return
    where = data.draw(st.integers(0, width), "spoiling clause")
    clauses.insert(where, [-lit for lit in rows[model].tolist()])  # false in that model, and in no other
    assert evaluator_of(flat(clauses), ints(*variables)).first_false(rows) == (model, where)


@each_evaluator
def test_the_first_wrong_model_is_reported_not_the_first_false_clause(evaluator_of):
    rows = np.array([[1, 2], [1, -2], [-1, 2]], np.int32)
    assert evaluator_of(ints(1, 0, 2, 0), ints(1, 2)).first_false(rows) == (1, 1)


@each_evaluator
def test_a_variable_that_the_models_leave_out_is_neither_true_nor_false(evaluator_of):
    rows = np.array([[1, 4], [1, -4]], np.int32)
    for left_out in (2, 3, 5, TOP, -TOP, -(2**31)):
        assert evaluator_of(ints(left_out, -4, 0), ints(1, 4)).first_false(rows) == (0, 0)
        assert evaluator_of(ints(left_out, 1, 0), ints(1, 4)).first_false(rows) is None


@each_evaluator
def test_no_models_and_no_clauses_are_correct_and_the_empty_clause_is_false(evaluator_of):
    assert evaluator_of(ints(0), ints(1)).first_false(np.empty((0, 1), np.int32)) is None
    assert evaluator_of(ints(), ints(1)).first_false(np.array([[1], [-1]], np.int32)) is None
    assert evaluator_of(ints(), ints()).first_false(np.empty((3, 0), np.int32)) is None
    assert evaluator_of(ints(1, 0, 0), ints(1)).first_false(np.array([[1]], np.int32)) == (0, 1)
    assert evaluator_of(ints(0), ints()).first_false(np.empty((3, 0), np.int32)) == (0, 0)


@each_evaluator
def test_one_evaluator_serves_batches_of_any_size(evaluator_of):
    judge = evaluator_of(ints(1, 2, 0), ints(1, 2))
    for count in (1, 300, 2, 64, 65):
        rows = np.tile(ints(1, 2), (count, 1))
        assert judge.first_false(rows) is None
        rows[-1] = -1, -2
        assert judge.first_false(rows) == (count - 1, 0)


@each_evaluator
def test_clauses_are_read_at_construction(evaluator_of):
    clauses, variables = ints(1, 0), ints(1)
    judge = evaluator_of(clauses, variables)
    clauses[:] = variables[:] = 0
    assert judge.first_false(np.array([[1], [-1]], np.int32)) == (1, 0)


@each_evaluator
@pytest.mark.parametrize("variables", [ints(2, 1), ints(1, 1), ints(0, 1), ints(-1, 2)])
def test_variables_must_ascend_from_one(evaluator_of, variables):
    with pytest.raises(ValueError, match="variable"):
        evaluator_of(ints(), variables)


@each_evaluator
def test_an_unterminated_clause_is_refused(evaluator_of):
    with pytest.raises(ValueError, match="terminated"):
        evaluator_of(ints(1, 0, 2), ints(1, 2))


@each_evaluator
@pytest.mark.parametrize("row", [(1, 3), (2, 1), (1, 0), (-(2**31), 2)], ids=str)
@pytest.mark.parametrize("count", [1, 100])
def test_a_model_of_other_variables_is_refused(evaluator_of, row, count):
    rows = np.tile(ints(1, 2), (count, 1))
    rows[-1] = row
    with pytest.raises(ValueError, match="different variable"):
        evaluator_of(ints(1, 0), ints(1, 2)).first_false(rows)


@each_evaluator
def test_a_model_of_another_width_is_refused(evaluator_of):
    for width in (0, 1, 3):
        with pytest.raises(ValueError, match="number of variables"):
            evaluator_of(ints(1, 0), ints(1, 2)).first_false(np.ones((2, width), np.int32))


@each_evaluator
@pytest.mark.parametrize(
    "wrong",
    [np.ones((2, 2), np.int64), np.ones((2, 4), np.int32)[:, ::2], ints(1, 2), np.ones((2, 2), ">i4")],
    ids=["int64", "strided", "one dimension", "other byte order"],
)
def test_arrays_that_need_conversion_are_refused(evaluator_of, wrong):
    with pytest.raises(TypeError):
        evaluator_of(ints(1, 0), ints(1, 2)).first_false(wrong)


def test_without_the_native_core_the_answer_is_the_same(monkeypatch):
    rows = np.array([[1, 2], [1, -2]], np.int32)
    with_core = evaluator(ints(2, 0), ints(1, 2)).first_false(rows)
    monkeypatch.setitem(sys.modules, "satplay._native", None)
    without = evaluator(ints(2, 0), ints(1, 2))
    assert isinstance(without, PlainEvaluator)
    assert with_core == without.first_false(rows) == (1, 0)
