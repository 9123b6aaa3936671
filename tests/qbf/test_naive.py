"""The naive evaluator on formulas small enough to check by hand."""

from __future__ import annotations

import pytest

from satplay.contracts.engine import Limit, Stopped, Unknown
from satplay.contracts.qbf_engine import Fails, Holds
from satplay.qbf.naive import DEEPEST, NaiveEngine
from tests.qbf.formulas import quantified

EQUAL = [[1, -2], [-1, 2]]


def test_the_inner_variable_can_depend_on_the_outer_one() -> None:
    assert NaiveEngine().decide(quantified([("a", [1]), ("e", [2])], EQUAL)) == Holds()


def test_the_outer_variable_cannot_depend_on_the_inner_one() -> None:
    assert NaiveEngine().decide(quantified([("e", [2]), ("a", [1])], EQUAL)) == Fails()


def test_the_winner_gets_values_for_the_outermost_block() -> None:
    assert NaiveEngine().decide(quantified([("e", [1, 2])], [[-1], [1, 2]])) == Holds((-1, 2))
    assert NaiveEngine().decide(quantified([("a", [1, 2])], [[1, -2]])) == Fails((-1, 2))


def test_free_variables_are_existential_and_outermost() -> None:
    assert NaiveEngine().decide(quantified([("a", [1])], [[1, 2]])) == Holds((2,))
    assert NaiveEngine().decide(quantified([("a", [1])], EQUAL)) == Fails()


@pytest.mark.parametrize(
    ("limit", "why"), [(Limit(seconds=0), Stopped.TIME), (Limit(conflicts=3), Stopped.CONFLICTS)]
)
def test_limits_stop_it(limit: Limit, why: Stopped) -> None:
    contradiction = [[a, b, c] for a in (1, -1) for b in (2, -2) for c in (3, -3)]
    assert NaiveEngine().decide(quantified([("e", [1, 2, 3])], contradiction), limit) == Unknown(why)


def test_a_formula_too_deep_for_the_stack_is_unknown() -> None:
    chain = [[var, var + 1] for var in range(1, DEEPEST + 1)]
    assert NaiveEngine().decide(quantified([], chain)) == Unknown(Stopped.MEMORY)
