from dataclasses import replace

import pytest

from satplay.contracts.engine import Stopped
from satplay.contracts.events import (
    Backjump,
    Conflict,
    Decide,
    Delete,
    Event,
    Fail,
    GiveUp,
    Learn,
    Resolution,
    Restart,
    Success,
    UnitProp,
    Watch,
)
from satplay.errors import BadInput, EngineError
from satplay.logic.formula import Formula
from satplay.logic.model import Model
from satplay.tracing import Trace
from satplay.tracing.derivation import cut_of


def replay_events(clauses: list[list[int]], *events: Event) -> list[str]:
    return [step.rule for step in Trace(Formula(clauses), {}, events).steps()]


def states(trace: Trace) -> list[str]:
    return [",".join(map(str, step.trail)) for step in trace.steps() if step.numbered]


def test_the_seed_has_thirteen_states(seed):
    numbers = [step.number for step in seed.steps() if step.numbered]
    assert numbers == list(range(1, 14))
    assert states(seed)[5] == "1d,-5,2d,3d,4"


def test_a_conflict_is_a_line_without_a_number(seed):
    conflicts = [step for step in seed.steps() if not step.numbered]
    assert [(step.number, step.rule) for step in conflicts] == [
        (6, "conflict with c7"),
        (9, "conflict with c3"),
        (12, "conflict with c5"),
    ]


def test_the_learned_clause_is_the_result_of_its_resolutions(seed):
    derivation = seed.step(6).analysis.derivation
    assert derivation.start == (-3, -4, 5)
    assert [step.clause for step in derivation.steps] == [(-3, 5), (-1, -3)]
    assert derivation.result == (-1, -3)


def test_the_cut_separates_the_resolved_literals_from_the_rest(seed, first_uip):
    assert seed.step(6).analysis.cut.conflict_side == (-5, 4)
    assert seed.step(6).analysis.cut.reason_side == (1, 2, 3)
    assert first_uip.step(6).analysis.cut.conflict_side == (4,)


def test_each_resolution_moves_the_cut_by_one_literal(seed):
    step = seed.step(6)
    lits = [entry.lit for entry in step.trail]
    sides = [cut_of(step.analysis.derivation, lits, stage).conflict_side for stage in range(3)]
    assert sides == [(), (4,), (-5, 4)]


def test_failing_derives_the_empty_clause(seed):
    assert seed.step(13).analysis.derivation.result == ()
    assert seed.step(12).analysis.derivation.result == ()


def test_learned_clauses_join_the_formula_when_they_are_learned(seed):
    learned = {step.number: dict(step.learned) for step in seed.steps() if step.numbered}
    assert learned[6] == {}
    assert learned[7] == {8: (-1, -3)}
    assert learned[13] == {8: (-1, -3), 9: (-1,)}


def test_the_answer_is_how_the_run_ended(seed):
    assert seed.answer == "unsat"
    assert Trace(Formula([[1]]), {}, (UnitProp(1, 0, 1), Success(Model([1])))).answer == "sat"
    assert replace(seed, events=seed.events[:5]).answer == "unknown"
    assert [event.clause_id for event in seed.learned_clauses()] == [8, 9]


def test_there_is_no_state_beyond_the_last(seed):
    with pytest.raises(BadInput, match="expected 1 to 13"):
        seed.step(14)


def test_watches_belong_to_the_state_they_happen_in():
    trace = Trace(
        Formula([[1, 2, 3]]),
        {},
        (Watch(1, (1, 2)), Decide(-1, 1), Watch(1, (3, 2)), Decide(2, 2), GiveUp(Stopped.TIME)),
    )
    assert [dict(step.watches) for step in trace.steps()] == [{1: (1, 2)}, *[{1: (3, 2)}] * 3]


def test_a_restart_keeps_learned_clauses_and_a_deletion_removes_them():
    learned = Learn(3, (-1,), (1,), 0, 2, (Resolution(2, 1),))
    trace = Trace(
        Formula([[-1, 2], [-1, -2]]),
        {},
        (
            Decide(1, 1),
            UnitProp(2, 1, 1),
            Conflict(2, 1),
            learned,
            Backjump(0),
            Decide(2, 1),
            Restart(0),
            Delete(3),
        ),
    )
    *_, restart, delete = trace.steps()
    assert (restart.rule, restart.trail, dict(restart.learned)) == ("restart", (), {3: (-1,)})
    assert (delete.rule, delete.numbered, dict(delete.learned)) == ("delete c3", False, {})


# -- inconsistent runs are refused -----------------------------------------------------------------

SQUARE = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
TO_CONFLICT = (Decide(1, 1), UnitProp(2, 1, 3), Conflict(4, 1))
LEARNED = Learn(5, (-1,), (1,), 0, 4, (Resolution(2, 3),))


@pytest.mark.parametrize(
    ("events", "complaint"),
    [
        ([UnitProp(1, 0, 1)], r"c1 = \{1,2\} is not unit with 1 left"),
        ([Decide(1, 1), UnitProp(3, 1, 3)], "is not unit with 3 left"),
        ([Decide(1, 1), UnitProp(2, 0, 3)], "implied at level 0"),
        ([UnitProp(1, 0, 9)], "there is no clause c9"),
        ([Decide(1, 2)], "level 1 comes next"),
        ([Decide(1, 1), Decide(-1, 2)], "-1 is not unassigned"),
        ([Decide(1, 1), Conflict(3, 1)], "literal 2 is not false"),
        ([Decide(1, 1), UnitProp(2, 1, 3), Conflict(4, 0)], "a conflict at level 0"),
        ([*TO_CONFLICT, Decide(3, 2)], "the conflict with c4 must be followed by a learned clause"),
        ([*TO_CONFLICT, LEARNED, Decide(3, 2)], "the conflict with c4 must be followed by a backjump"),
        ([*TO_CONFLICT, replace(LEARNED, clause=(-2,))], r"the steps do not derive c5 = \{-2\} but \{-1\}"),
        ([*TO_CONFLICT, replace(LEARNED, steps=())], r"but \{-1,-2\}"),
        ([*TO_CONFLICT, replace(LEARNED, steps=(Resolution(2, 1),))], "c1 is not the reason of 2"),
        ([*TO_CONFLICT, replace(LEARNED, steps=(Resolution(1, 1),))], "c1 is not the reason of 1"),
        ([*TO_CONFLICT, replace(LEARNED, steps=(Resolution(2, 3),) * 2)], "cannot resolve on 2"),
        ([*TO_CONFLICT, replace(LEARNED, levels=(2,))], "are not of levels"),
        ([*TO_CONFLICT, replace(LEARNED, backjump=1)], "is not unit at level 1"),
        ([*TO_CONFLICT, replace(LEARNED, clause_id=4)], "the number of an older clause"),
        ([*TO_CONFLICT, replace(LEARNED, conflict_id=3)], "with which there was no conflict"),
        ([*TO_CONFLICT, LEARNED, Backjump(1)], "c5 requires level 0"),
        ([Decide(1, 1), Backjump(0)], "a backjump without a learned clause"),
        ([Decide(1, 1), Restart(2)], "cannot backtrack to level 2"),
        ([Delete(1)], "c1 is not a learned clause"),
        ([*TO_CONFLICT, LEARNED, Backjump(0), UnitProp(-1, 0, 5), Delete(5)], "still the reason"),
        ([Watch(1, (1, 3))], "cannot watch"),
        ([Decide(1, 1), Success(Model([1, 2]))], r"does not satisfy c4 = \{-1,-2\}"),
        ([*TO_CONFLICT, Fail((), 5, 4, (Resolution(2, 3),))], r"do not derive \{\} but \{-1\}"),
        ([*TO_CONFLICT, Fail((), 5, 3, ())], "the conflict was with c4"),
        ([Decide(1, 1), Fail((), 5, 4, ())], "-1 is not false|-2 is not false|do not derive"),
        ([Fail((), 0, 0, ())], "no two assumptions are contradictory"),
        ([GiveUp(Stopped.TIME), Decide(1, 1)], "the run has ended"),
    ],
)
def test_an_event_that_does_not_fit_is_refused(events, complaint):
    with pytest.raises(EngineError, match=complaint) as refusal:
        replay_events(SQUARE, *events)
    assert f"event {len(events)} " in str(refusal.value)


def test_a_model_must_agree_with_the_trail():
    with pytest.raises(EngineError, match="about -1"):
        replay_events([[1, 2]], Decide(-1, 1), UnitProp(2, 1, 1), Success(Model([1, 2])))


def test_an_assumption_refused_by_propagation_is_a_fail_without_a_conflict():
    trace = Trace(Formula([[-1, 2]]), {}, (Decide(1, 1), UnitProp(2, 1, 1), Fail((1, -2), 2, 1, ())))
    assert trace.step(4).analysis.derivation.result == (-1, 2)


def test_assumptions_that_contradict_each_other_need_no_clause():
    assert replay_events([[1]], UnitProp(1, 0, 1), Fail((2, -2), 0, 0, ())) == ["", "unit-prop (c1)", "fail"]
