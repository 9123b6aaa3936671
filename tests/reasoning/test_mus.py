"""Minimal unsatisfiable subsets: unsatisfiable, but satisfiable after removing any one member."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.contracts.engine import Limit, Sat, Stopped, Unknown, Unsat
from satplay.engines.native import NativeEngine
from satplay.engines.verify import first_false_clause
from satplay.errors import BadInput
from satplay.logic.formula import Formula
from satplay.logic.literal import MAX_VAR
from satplay.reasoning import groups as groups_module
from satplay.reasoning.groups import (
    Groups,
    GroupSession,
    SatisfiableSubset,
    UnsatisfiableSubset,
    clause_groups,
    rule_groups,
)
from satplay.reasoning.mus import Mus, mus
from satplay.rule import RuleInstance
from tests.engines.formulas import clause_lists, pigeonhole, random_ksat
from tests.interrupts import repeated_interrupts
from tests.reasoning import brute_subsets
from tests.reasoning.oracles import groups as oracle


def clauses_of(groups: Groups[object], numbers: tuple[int, ...]) -> Formula:
    chosen = {*numbers, -1}
    owners = groups.group_of.tolist()
    return Formula([clause for clause, owner in zip(groups.formula, owners, strict=True) if owner in chosen])


def satisfiable(formula: Formula) -> bool:
    engine = NativeEngine()
    engine.add_flat(formula.flat)
    return isinstance(engine.solve(), Sat)


def expect_mus(groups: Groups[object], found: object) -> None:
    assert isinstance(found, Mus)
    assert found.minimal
    numbers = tuple(list(groups.names).index(name) for name in found.members)
    assert not satisfiable(clauses_of(groups, numbers))
    for number in numbers:
        assert satisfiable(clauses_of(groups, tuple(other for other in numbers if other != number)))


@st.composite
def grouped(draw: st.DrawFn, *, max_groups: int = 9) -> Groups[int]:
    """Clauses in groups, some hard; with repetitions, tautologies and empty clauses."""
    variables, clauses = draw(clause_lists(max_var=4, max_clauses=16, max_width=3))
    count = draw(st.integers(0, max_groups))
    owners = draw(st.lists(st.integers(-1, count - 1), min_size=len(clauses), max_size=len(clauses)))
    return Groups(Formula(clauses, var_count=variables), range(count), np.array(owners, np.int32))


# -- one minimal unsatisfiable subset ---------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_dropping_any_member_makes_it_satisfiable(seed: int) -> None:
    groups = clause_groups(Formula(random_ksat(30, 180, Random(seed))))
    found = mus(groups)
    expect_mus(groups, found)


def test_the_pigeons_are_all_needed() -> None:
    groups = clause_groups(Formula([*pigeonhole(4), [99], [99, 1]]))
    found = mus(groups)
    assert isinstance(found, Mus)
    assert found.members == tuple(range(len(pigeonhole(4))))


@settings(max_examples=150, deadline=None)
@given(grouped())
def test_a_group_mus_is_one_by_brute_force(groups: Groups[int]) -> None:
    every = brute_subsets.muses(groups)
    match mus(groups):
        case Mus(members=members) as found:
            assert members in every
            assert found.needed == members
        case Sat(model=model):
            assert not every
            assert first_false_clause(groups.formula.flat, model) is None
        case Unknown():
            pytest.fail("no limit was given")


@settings(max_examples=100, deadline=None)
@given(grouped())
def test_plain_python_finds_the_same_subsets(groups: Groups[int]) -> None:
    plain = oracle.Groups(groups.formula.flat, groups.group_of, len(groups))
    status, _, refuted, found, needed, _ = plain.shrink([*range(len(groups))], True, None, -1, -1, -1)
    every = brute_subsets.muses(groups)
    assert (status == 2) == refuted == bool(every)
    if refuted:
        assert tuple(found) in every
        assert found == needed
    else:
        assert len(found) == len(groups)


@settings(max_examples=100, deadline=None)
@given(grouped(), st.booleans())
def test_growing_leaves_a_minimal_correction_set(groups: Groups[int], plain: bool) -> None:
    every = brute_subsets.mcses(groups)
    native = GroupSession(groups)
    if plain:
        native._groups = oracle.Groups(groups.formula.flat, groups.group_of, len(groups))
    match native.grow([]):
        case SatisfiableSubset(groups=held):
            assert tuple(sorted({*native.all} - {*held})) in every
        case UnsatisfiableSubset(groups=core):
            assert core == ()
            assert not every
        case Unknown():
            pytest.fail("no limit was given")


# -- edge cases ------------------------------------------------------------------------------------


def test_satisfiable_input_is_answered_by_a_model() -> None:
    found = mus(clause_groups(Formula([[1, -2], [2, 3]], var_count=5)))
    assert isinstance(found, Sat)
    assert first_false_clause(Formula([[1, -2], [2, 3]]).flat, found.model) is None
    assert len(found.model) == 5


def test_an_empty_clause_is_a_mus_by_itself() -> None:
    assert mus(clause_groups(Formula([[1], [], [-1]]))) == Mus((1,), (1,))


def test_only_one_of_duplicate_clauses_is_a_member() -> None:
    found = mus(clause_groups(Formula([[1], [1], [-1], [-1]])))
    assert isinstance(found, Mus)
    assert [member // 2 for member in found.members] == [0, 1]


def test_contradicting_hard_clauses_have_an_empty_mus() -> None:
    assert mus(clause_groups(Formula([[1], [-1], [2]]), hard=[0, 1])) == Mus((), ())
    assert mus(clause_groups(Formula([[]]), hard=[0])) == Mus((), ())


def test_hard_clauses_are_never_members() -> None:
    assert mus(clause_groups(Formula([[1, 2], [-1], [-2]]), hard=[0])) == Mus((1, 2), (1, 2))


def test_the_empty_formula_is_satisfiable() -> None:
    assert isinstance(mus(clause_groups(Formula())), Sat)


def test_the_largest_variables_leave_room_for_selectors() -> None:
    formula = Formula([[MAX_VAR], [-MAX_VAR, 3], [-3]])
    assert mus(clause_groups(formula)) == Mus((0, 1, 2), (0, 1, 2))


def test_a_hard_clause_must_exist() -> None:
    with pytest.raises(BadInput, match="hard clause"):
        clause_groups(Formula([[1]]), hard=[1])


def test_the_same_question_has_the_same_answer() -> None:
    groups = clause_groups(Formula(random_ksat(40, 220, Random(3))))
    assert mus(groups) == mus(groups)


# -- rule instances ---------------------------------------------------------------------------------


class Rule(Enum):
    LIKES = "Everybody likes somebody."


def test_rule_instances_are_groups_and_definitions_are_hard() -> None:
    one, two, idle = (RuleInstance(Rule.LIKES, f"rule {name}", (name,)) for name in ("one", "two", "idle"))
    formula = Formula()
    with formula.defining():
        formula.add(-1, 2)
    with formula.stating(one):
        formula.add(1)
        formula.add(4)
    with formula.stating(idle):
        formula.add(5)
    with formula.stating(two):
        formula.add(-2, 3)
    formula.add(-3, 6)
    with formula.stating(two):
        formula.add(-3)
    groups = rule_groups(formula)
    assert groups.names == [one, idle, two]
    assert groups.group_of.tolist() == [-1, 0, 0, 1, 2, -1, 2]
    assert mus(groups) == Mus((one, two), (one, two))


def test_rule_groups_of_nothing_and_of_empty_clauses() -> None:
    assert rule_groups(Formula()).group_of.tolist() == []
    assert rule_groups(Formula([[], [1]])).group_of.tolist() == [-1, -1]
    formula = Formula()
    with formula.stating(RuleInstance(Rule.LIKES, "nothing", ())):
        formula.add()
    assert len(mus(rule_groups(formula)).members) == 1


# -- limits -----------------------------------------------------------------------------------------


def test_without_time_nothing_is_known() -> None:
    groups = clause_groups(Formula(pigeonhole(5)))
    assert mus(groups, Limit(seconds=0)) == Unknown(Stopped.TIME)


@pytest.mark.parametrize("conflicts", [0, 30, 150, 300, 600])
def test_a_stopped_search_leaves_an_unsatisfiable_set_not_yet_minimal(conflicts: int) -> None:
    formula = Formula(random_ksat(60, 300, Random(1)))
    match mus(clause_groups(formula), Limit(conflicts=conflicts)):
        case Unknown(stopped=why):
            assert why is Stopped.CONFLICTS
        case Mus(members=members, needed=needed, stopped=why) as found:
            engine = NativeEngine()
            engine.add_all([formula.clause(member) for member in members])
            assert isinstance(engine.solve(), Unsat)
            assert {*needed} <= {*members}
            assert found.minimal == (why is None)
        case Sat():
            pytest.fail("it is unsatisfiable")


def test_the_limit_of_a_session_covers_all_its_calls() -> None:
    moments = iter([0.0, 1.0, 9.0, 11.0])
    session = GroupSession(
        clause_groups(Formula([[1]])), Limit(seconds=10, memory_mib=7), lambda: next(moments)
    )
    assert [session.remaining_limit().seconds for _ in range(3)] == [9.0, 1.0, 0.0]


def test_the_oracle_finds_the_same_subsets_and_obeys_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups_module, "_new_groups", oracle.Groups)
    groups = clause_groups(Formula([[1, 2], [-1], [3], [-2]]))
    assert mus(groups) == Mus((0, 1, 3), (0, 1, 3))
    assert isinstance(mus(clause_groups(Formula([[1, 2]]))), Sat)
    assert mus(groups, Limit(seconds=0)) == Unknown(Stopped.TIME)


def test_without_memory_nothing_is_known() -> None:
    groups = clause_groups(Formula(random_ksat(60, 300, Random(1))))
    assert mus(groups, Limit(memory_mib=0)) == Unknown(Stopped.MEMORY)


# -- long work --------------------------------------------------------------------------------------


def hard() -> Groups[int]:
    """A pigeonhole formula that takes far longer than any test."""
    return clause_groups(Formula(pigeonhole(12)))


def test_another_thread_can_interrupt_and_the_session_stays_usable() -> None:
    session = GroupSession(hard())
    with repeated_interrupts(session.interrupt):
        assert mus(session) == Unknown(Stopped.INTERRUPTED)
    few = session.decide([0, 1, 2])
    assert isinstance(few, SatisfiableSubset)


def test_an_interrupt_while_nothing_runs_does_nothing() -> None:
    session = GroupSession(clause_groups(Formula([[1], [-1]])))
    session.interrupt()
    assert mus(session) == Mus((0, 1), (0, 1))


def test_a_session_answers_again() -> None:
    session = GroupSession(clause_groups(Formula([[1], [-1], [-1, 2], [-2]])))
    first = mus(session)
    assert first == mus(session)
    assert isinstance(session.decide([1, 2, 3]), SatisfiableSubset)


def test_progress_reports_needed_dropped_and_open_groups() -> None:
    formula = Formula(random_ksat(120, 600, Random(5)))
    reports: list[Mapping[str, int | float]] = []
    found = mus(clause_groups(formula), progress=reports.append)
    assert isinstance(found, Mus)
    assert reports
    assert all({*news} == {"needed", "dropped", "open"} for news in reports)
    assert all(sum(news.values()) in (0, 600) for news in reports)
    assert reports[-1]["dropped"] <= 600 - len(found.members)


def test_an_error_in_the_progress_callback_is_raised() -> None:
    def refuse(news: Mapping[str, int | float]) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        mus(hard(), progress=refuse)


@pytest.mark.parametrize("group", [-1, 2])
def test_a_group_must_exist(group: int) -> None:
    session = GroupSession(clause_groups(Formula([[1], [-1]])))
    for ask in (session.decide, session.shrink, session.grow):
        with pytest.raises(BadInput, match="group"):
            ask([group])


def test_plain_python_can_be_interrupted_and_reports_progress() -> None:
    reports: list[tuple[int, int, int]] = []
    plain = oracle.Groups(hard().formula.flat, hard().group_of, len(hard()))
    with repeated_interrupts(plain.interrupt):
        status, stopped, *_ = plain.decide([*range(len(hard()))], None, -1, -1, -1)
    assert (status, stopped) == (0, 5)
    four = Formula([[1], [-1], [2], [3]])
    plain = oracle.Groups(four.flat, clause_groups(four).group_of, 4)
    plain.shrink([0, 1, 2, 3], True, None, -1, -1, -1, lambda *news: reports.append(news))
    assert reports[0] == (0, 2, 2)
