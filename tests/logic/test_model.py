"""A model is the set of its true literals."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.errors import BadInput
from satplay.logic.model import LISTED_UNUSED, Model, complete

TOP = 2**31 - 1


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.integers(1, 6) | st.integers(1, TOP), st.booleans(), max_size=8))
def test_a_model_contains_the_given_literals(values):
    model = Model(var if value else -var for var, value in values.items())
    assert len(model) == len(values)
    assert list(map(abs, model)) == sorted(values)
    for var, value in values.items():
        assert model[var] is model.value(var) is (var in model) is value
        assert model[-var] is model.value(-var) is (-var in model) is not value
    for var in {1, 2, 7, TOP} - set(values):
        assert model.value(var) is None
        assert var not in model
        assert -var not in model
        with pytest.raises(KeyError):
            model[var]


def test_order_and_repetition_do_not_matter():
    assert Model([3, -1, 3, 2]) == Model([-1, 2, 3]) == Model(np.array([2, 3, -1, -1]))
    assert len({Model([3, -1]), Model([-1, 3]), Model([1, 3])}) == 2
    assert Model([1]) != [1]


def test_zero_is_not_a_literal_of_a_model():
    assert Model([1, 2]).value(0) is None
    assert 0 not in Model([1, 2])
    assert 0 not in Model([5])


def test_numpy_integers_are_literals_and_other_things_are_not():
    model = Model([1, -2])
    assert np.int32(-2) in model
    assert model[np.int64(1)]
    assert "1" not in model
    assert 1.0 not in model


def test_literals_are_read_only_contiguous_and_int32():
    literals = Model([3, -1, 3]).literals
    assert literals.dtype == np.int32
    assert literals.flags.c_contiguous
    with pytest.raises(ValueError, match="read-only"):
        literals[0] = 5


@pytest.mark.parametrize("unsigned", [np.uint8, np.uint32, np.uint64])
def test_unsigned_arrays_are_integers_too(unsigned):
    assert list(Model(np.array([2, 1], unsigned))) == [1, 2]


def test_the_empty_model_has_no_literals():
    model = Model([])
    assert (len(model), list(model), model.value(1)) == (0, [], None)
    assert repr(model) == "Model()"


def test_a_long_model_is_shown_in_part():
    assert repr(Model(range(1, 100))).endswith("19 20 ...)")


def test_a_variable_cannot_be_both_true_and_false():
    with pytest.raises(BadInput, match="found both 2 and -2"):
        Model([1, 1, 2, 3, -2])
    with pytest.raises(BadInput, match="found both -1 and 1"):
        Model([-1, 2, 1])


@pytest.mark.parametrize(
    "wrong", [[0], [1, 0], [2**31], [-(2**31)], [-(2**63)], [2**63], np.array([2**63], np.uint64)]
)
def test_invalid_literals_are_refused(wrong):
    with pytest.raises(BadInput, match="found a literal out of range"):
        Model(wrong)


@pytest.mark.parametrize(
    "wrong",
    [
        [1.5],
        [1.0],
        ["1"],
        [True, False],
        [None],
        [[1], [2]],
        [[1], [2, 3]],
        [2**70],
        np.array([[1, 2]]),
        np.array(1),
        5,
    ],
    ids=repr,
)
def test_values_other_than_integers_are_refused_and_not_converted(wrong):
    with pytest.raises(BadInput, match="expected integers"):
        Model(wrong)


def test_a_model_is_completed_to_all_declared_variables():
    assert list(complete([2], 3)) == [-1, 2, -3]
    assert list(complete([-2], 3, choose=abs)) == [1, -2, 3]
    assert list(complete([5], 2_000_000_000)) == [5]
    assert len(complete([1], LISTED_UNUSED + 1)) == LISTED_UNUSED + 1
