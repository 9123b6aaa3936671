"""MARCO: every minimal unsatisfiable subset and every minimal correction set, once."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings

from satplay.contracts.engine import Limit, Stopped, Unknown
from satplay.logic.formula import Formula
from satplay.reasoning import groups as groups_module
from satplay.reasoning.groups import Groups, GroupSession, clause_groups
from satplay.reasoning.marco import Mcs, subsets
from satplay.reasoning.mus import Mus
from tests.engines.formulas import pigeonhole, random_ksat
from tests.interrupts import repeated_interrupts
from tests.reasoning import brute_subsets
from tests.reasoning.oracles import groups as oracle
from tests.reasoning.test_mus import grouped


def expect_all(groups: Groups[int]) -> None:
    found = list(subsets(groups))
    muses = [subset.members for subset in found if isinstance(subset, Mus)]
    mcses = [subset.members for subset in found if isinstance(subset, Mcs)]
    assert len(found) == len(muses) + len(mcses)
    assert len({*muses}) == len(muses)
    assert len({*mcses}) == len(mcses)
    assert {*muses} == brute_subsets.muses(groups)
    assert {*mcses} == brute_subsets.mcses(groups)


@settings(max_examples=150, deadline=None)
@given(grouped())
def test_all_subsets_of_brute_force_are_found(groups: Groups[int]) -> None:
    expect_all(groups)


@settings(max_examples=30, deadline=None)
@given(grouped(max_groups=6))
def test_plain_python_finds_the_same_subsets(groups: Groups[int]) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(groups_module, "_new_groups", oracle.Groups)
        expect_all(groups)


def test_a_satisfiable_formula_needs_no_correction() -> None:
    assert list(subsets(clause_groups(Formula([[1], [2]])))) == [Mcs(())]


def test_nothing_corrects_hard_clauses_that_contradict_each_other() -> None:
    assert list(subsets(clause_groups(Formula([[1], [-1], [2]]), hard=[0, 1]))) == [Mus((), ())]


def test_results_are_returned_one_by_one() -> None:
    groups = clause_groups(Formula(random_ksat(40, 240, Random(2))))
    first = list(islice(subsets(groups), 5))
    assert len({subset.members for subset in first if not isinstance(subset, Unknown)}) == 5


def test_a_reached_limit_is_the_last_result() -> None:
    groups = clause_groups(Formula(random_ksat(40, 240, Random(2))))
    *found, last = subsets(groups, Limit(conflicts=2000))
    assert last == Unknown(Stopped.CONFLICTS)
    assert found
    assert not any(isinstance(subset, Unknown) for subset in found)
    assert list(subsets(groups, Limit(seconds=0))) == [Unknown(Stopped.TIME)]


def test_a_stopped_search_resumes() -> None:
    groups = clause_groups(Formula([[1], [-1], [-1, 2], [-2], [3], [-3, 1], [-3]]))
    whole = list(subsets(groups))
    for seen in range(len(whole)):
        known = [subset for subset in whole[:seen] if not isinstance(subset, Unknown)]
        rest = list(subsets(groups, known=known))
        assert len(rest) == len(whole) - seen
        assert {str(subset) for subset in rest} == {str(subset) for subset in whole[seen:]}


def test_another_thread_can_interrupt() -> None:
    session = GroupSession(clause_groups(Formula(pigeonhole(12))))
    with repeated_interrupts(session.interrupt):
        *_, last = subsets(session)
    assert last == Unknown(Stopped.INTERRUPTED)


def test_without_memory_nothing_is_found() -> None:
    groups = clause_groups(Formula(random_ksat(40, 240, Random(2))))
    assert list(subsets(groups, Limit(memory_mib=0))) == [Unknown(Stopped.MEMORY)]
