"""A budget is one limit for several calls."""

from __future__ import annotations

import copy

from satplay.contracts.budget import Budget
from satplay.contracts.engine import Limit


def test_time_runs_for_all_calls_together() -> None:
    moments = iter([0.0, 1.0, 4.0, 9.0, 11.0])
    budget = Budget(Limit(seconds=10), clock=lambda: next(moments))
    assert [budget.remaining().seconds for _ in range(2)] == [9.0, 6.0]
    assert (budget.expired, budget.expired) == (False, True)


def test_time_never_becomes_negative() -> None:
    moments = iter([0.0, 25.0])
    assert Budget(Limit(seconds=10), clock=lambda: next(moments)).remaining().seconds == 0.0


def test_a_copied_budget_goes_on_with_the_time_that_remains() -> None:
    """Also if its clock starts elsewhere, as in another process."""
    moments = iter([0.0, 4.0, 100.0, 101.0])
    budget = copy.copy(Budget(Limit(seconds=10), clock=lambda: next(moments)))
    assert budget.remaining().seconds == 5.0


def test_conflicts_of_an_engine_are_subtracted() -> None:
    spent = {"conflicts": 100, "propagations": 1000}
    budget = Budget(Limit(conflicts=50, propagations=70, memory_mib=9), lambda: spent)
    spent = {"conflicts": 120, "propagations": 1100}
    assert budget.remaining() == Limit(conflicts=30, propagations=0, memory_mib=9)
    assert budget.remaining_time() == Limit(conflicts=50, propagations=70, memory_mib=9)


def test_an_unlimited_budget_needs_no_statistics() -> None:
    def statistics() -> dict[str, int]:
        raise AssertionError("asked for statistics")

    budget = Budget(Limit(seconds=5), statistics)
    assert budget.remaining().conflicts is None and not budget.expired
