"""The naive evaluator is judged by the definition on formulas small enough to be seen through."""

from __future__ import annotations

import pytest

from satplay.contracts.engine import Limit, Stopped, Unknown
from satplay.contracts.qbf_engine import Fails, Holds
from satplay.qbf.naive import DEEPEST, NaiveEngine
from tests.qbf.formulas import quantified

EQUAL = [[1, -2], [-1, 2]]


def test_who_chooses_later_can_follow() -> None:
    assert NaiveEngine().decide(quantified([("a", [1]), ("e", [2])], EQUAL)) == Holds()


def test_who_chooses_first_cannot_follow() -> None:
    assert NaiveEngine().decide(quantified([("e", [2]), ("a", [1])], EQUAL)) == Fails()


def test_the_outermost_block_is_told_to_its_winner() -> None:
    assert NaiveEngine().decide(quantified([("e", [1, 2])], [[-1], [1, 2]])) == Holds((-1, 2))
    assert NaiveEngine().decide(quantified([("a", [1, 2])], [[1, -2]])) == Fails((-1, 2))


def test_free_variables_are_existential_and_outermost() -> None:
    assert NaiveEngine().decide(quantified([("a", [1])], [[1, 2]])) == Holds((2,))
    assert NaiveEngine().decide(quantified([("a", [1])], EQUAL)) == Fails()


@pytest.mark.parametrize(
    ("limit", "why"), [(Limit(seconds=0), Stopped.TIME), (Limit(conflicts=3), Stopped.CONFLICTS)]
)
def test_limits_bound_it(limit: Limit, why: Stopped) -> None:
    contradiction = [[a, b, c] for a in (1, -1) for b in (2, -2) for c in (3, -3)]
    assert NaiveEngine().decide(quantified([("e", [1, 2, 3])], contradiction), limit) == Unknown(why)


def test_it_refuses_what_its_stack_cannot_hold() -> None:
    chain = [[var, var + 1] for var in range(1, DEEPEST + 1)]
    assert NaiveEngine().decide(quantified([], chain)) == Unknown(Stopped.MEMORY)
