"""Smallest minimal unsatisfiable subsets, and the minimum hitting sets that find them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.contracts.engine import UNLIMITED, Limit, Sat, Stopped, Unknown
from satplay.errors import BadInput
from satplay.logic.formula import Formula
from satplay.reasoning import hitting as hitting_module
from satplay.reasoning.groups import Groups, GroupSession, clause_groups
from satplay.reasoning.hitting import HittingSets
from satplay.reasoning.smus import Smus, smus
from tests.engines.formulas import pigeonhole, random_ksat
from tests.interrupts import repeated_interrupts
from tests.reasoning import brute_subsets
from tests.reasoning.oracles import hitting_sets as oracle
from tests.reasoning.test_mus import grouped


@settings(max_examples=100, deadline=None)
@given(grouped(), st.lists(st.integers(1, 5), min_size=9, max_size=9), st.booleans())
def test_nothing_cheaper_exists(groups: Groups[int], drawn: list[int], weighted: bool) -> None:
    weights = drawn[: len(groups)] if weighted else [1] * len(groups)
    every = brute_subsets.muses(groups)
    found = smus(groups, weights if weighted else None)
    if not every:
        assert isinstance(found, Sat)
        return
    assert isinstance(found, Smus)
    assert found.members in every
    assert found.smallest
    assert found.minimal
    assert found.cost == min(sum(weights[group] for group in members) for members in every)


def test_a_short_refutation_is_preferred_to_a_long_one() -> None:
    chain = [[1], *([-n, n + 1] for n in range(1, 10)), [-10]]
    found = smus(clause_groups(Formula([*chain, [11, 12], [-11, 12], [-12]])))
    assert isinstance(found, Smus)
    assert found.members == (11, 12, 13)


def test_weights_can_make_the_long_refutation_cheaper() -> None:
    groups = clause_groups(Formula([[1], [-1, 2], [-2], [3], [-3]]))
    found = smus(groups, [1, 1, 1, 3, 3])
    assert isinstance(found, Smus)
    assert (found.members, found.cost) == ((0, 1, 2), 3)


def test_hard_clauses_that_contradict_each_other_cost_nothing() -> None:
    assert smus(clause_groups(Formula([[1], [-1], [2]]), hard=[0, 1])) == Smus((), 0, 0)


@pytest.mark.parametrize("weights", [[1], [1, 0], [1, -1]])
def test_weights_are_whole_numbers_from_1_for_every_group(weights: list[int]) -> None:
    with pytest.raises(BadInput, match="weights"):
        smus(clause_groups(Formula([[1], [-1]])), weights)


def test_a_stopped_search_has_bounds_on_both_sides() -> None:
    groups = clause_groups(Formula(random_ksat(30, 150, Random(4))))
    assert smus(groups, limit=Limit(seconds=0)) == Unknown(Stopped.TIME)
    found = smus(groups, limit=Limit(conflicts=600))
    assert isinstance(found, Smus)
    assert found.stopped is Stopped.CONFLICTS
    assert found.at_least <= found.cost == len(found.members)


def test_pigeons_have_no_smaller_refutation() -> None:
    found = smus(clause_groups(Formula([*pigeonhole(3), [50, 51]])))
    assert isinstance(found, Smus)
    assert found.members == tuple(range(len(pigeonhole(3))))


# -- hitting sets -----------------------------------------------------------------------------------


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.integers(1, 4), min_size=6, max_size=6),
    st.lists(st.sets(st.integers(0, 5), min_size=1, max_size=4), max_size=8),
)
def test_a_hitting_set_is_minimum_after_each_set(weights: list[int], sets: list[set[int]]) -> None:
    hitting = HittingSets(weights)
    for number, elements in enumerate(sets, 1):
        hitting.hit(sorted(elements))
        found = hitting.minimum(lambda: UNLIMITED)
        assert not isinstance(found, Unknown)
        costs = [
            sum(weight for bit, weight in enumerate(weights) if mask >> bit & 1)
            for mask in range(64)
            if all(any(mask >> element & 1 for element in other) for other in sets[:number])
        ]
        assert all({*found} & other for other in sets[:number])
        assert sum(weights[element] for element in found) == hitting.cost == min(costs)


def test_a_hitting_set_obeys_its_time_limit() -> None:
    hitting = HittingSets([1, 1])
    hitting.hit([0, 1])
    assert hitting.minimum(lambda: Limit(seconds=0)) == Unknown(Stopped.TIME)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.sampled_from([1, 2, 3, 10**9, 10**9 + 7, 6 * 10**12]), min_size=6, max_size=6),
    st.lists(st.sets(st.integers(0, 5), min_size=1, max_size=4), min_size=1, max_size=8),
)
def test_branch_and_bound_agrees_with_the_oracle(weights: list[int], sets: list[set[int]]) -> None:
    hitting, plain = HittingSets(weights), oracle.HittingSets(weights)
    for elements in sets:
        hitting.hit(sorted(elements))
        plain.hit(sorted(elements))
        found = hitting.minimum(lambda: UNLIMITED)
        assert not isinstance(found, Unknown)
        plain.minimum(None, -1, -1, -1)
        assert sum(weights[element] for element in found) == hitting.cost == plain.cost


@pytest.mark.parametrize("seed", range(3))
def test_both_hitting_set_solvers_find_a_smallest_subset(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    groups = clause_groups(Formula(random_ksat(10, 80, Random(seed))))
    found = smus(groups)
    monkeypatch.setattr(hitting_module, "_new_sets", oracle.HittingSets)
    plain = smus(groups)
    assert isinstance(found, Smus)
    assert isinstance(plain, Smus)
    assert found.smallest
    assert found.cost == plain.cost


def test_a_search_that_ran_out_of_conflicts_resumes() -> None:
    rng = Random(3)
    sets = [sorted(rng.sample(range(40), 4)) for _ in range(120)]
    at_once, in_steps = HittingSets([1] * 40), HittingSets([1] * 40)
    for elements in sets:
        at_once.hit(elements)
        in_steps.hit(elements)
    costs = [in_steps.cost]
    while isinstance(in_steps.minimum(lambda: Limit(conflicts=20)), Unknown):
        costs.append(in_steps.cost)
    at_once.minimum(lambda: UNLIMITED)
    assert len(costs) > 2
    assert costs == sorted(costs)
    assert in_steps.cost == at_once.cost
    assert in_steps.failures == at_once.failures


@pytest.mark.parametrize("weights", [[0], [1, -2], [2**59, 2**59]])
def test_weights_with_an_overflowing_sum_are_refused(weights: list[int]) -> None:
    with pytest.raises(BadInput, match="weights"):
        HittingSets(weights)


@pytest.mark.parametrize("elements", [[], [-1], [0, 2]])
def test_a_set_to_hit_must_have_existing_elements(elements: list[int]) -> None:
    with pytest.raises(BadInput, match="set to hit"):
        HittingSets([1, 1]).hit(elements)


# -- long work --------------------------------------------------------------------------------------


def test_an_interrupt_from_another_thread_returns_the_bounds() -> None:
    session = GroupSession(clause_groups(Formula(random_ksat(40, 200, Random(1)))))
    with repeated_interrupts(session.interrupt, pause=0.5):
        found = smus(session)
    assert isinstance(found, Smus)
    assert found.stopped is Stopped.INTERRUPTED
    assert found.at_least < found.cost


def test_progress_reports_both_bounds() -> None:
    reports: list[Mapping[str, int | float]] = []
    groups = clause_groups(Formula(random_ksat(30, 150, Random(4))))
    smus(groups, limit=Limit(seconds=1), progress=reports.append)
    bounds = [news for news in reports if "at least" in news]
    assert bounds
    assert all(news["at least"] <= news["at most"] for news in bounds)
