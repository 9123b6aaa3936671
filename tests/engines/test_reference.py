"""The reference engine: correct with every combination of options; every traced step is justified."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.contracts.engine import Limit, Sat, Stopped, Unknown, Unsat
from satplay.contracts.events import (
    Backjump,
    Conflict,
    Decide,
    Delete,
    Event,
    Fail,
    GiveUp,
    Learn,
    Restart,
    Success,
    UnitProp,
    Watch,
    Why,
)
from satplay.engines.reference import ReferenceEngine, SearchOptions
from satplay.engines.reference.options import ON_PAPER
from satplay.engines.reference.reduce import Reduction
from satplay.errors import BadInput, EngineError
from tests.engines.formulas import Clauses, clause_lists, pigeonhole, random_ksat
from tests.engines.proofs import CheckedProof
from tests.exams.brute_force import satisfiable
from tests.interrupts import repeated_interrupts

SEED: Clauses = [[-1, 3, 4, 5], [-3, 4, 5], [-1, 3, -4], [1, 2], [1, -2], [-1, -5], [-3, -4, 5]]

any_options = st.builds(
    SearchOptions,
    propagation=st.sampled_from(["scan", "watches"]),
    decide=st.sampled_from(["order", "vsids", "jw", "random"]),
    learn=st.sampled_from(["decisions", "first-uip", "last-uip"]),
    restart_unit=st.sampled_from([1, 3, 64]),
    seed=st.integers(0, 9),
    **{
        name: st.booleans()
        for name in (
            "phase",
            "phase_saving",
            "learning",
            "minimise",
            "backjumping",
            "restarts",
            "deletion",
            "pure",
            "show_watches",
        )
    },
)


def engine_with(clauses: Clauses, options: SearchOptions | None = None) -> ReferenceEngine:
    engine = ReferenceEngine(options)
    for clause in clauses:
        engine.add(clause)
    return engine


@pytest.fixture
def eager_deletion(monkeypatch: pytest.MonkeyPatch) -> None:
    """Delete clauses every few conflicts, so that it happens in small formulas."""
    monkeypatch.setattr(Reduction, "first", 2)
    monkeypatch.setattr(Reduction, "growth", 1)


# -- right answers ----------------------------------------------------------------------------------


@given(problem=clause_lists(max_var=7), options=any_options, data=st.data())
@settings(max_examples=400, deadline=None)
def test_every_combination_of_switches_gives_the_right_answer(
    problem: tuple[int, Clauses], options: SearchOptions, data: st.DataObject
) -> None:
    variables, clauses = problem
    literal = st.integers(1, variables).flatmap(lambda var: st.sampled_from([var, -var]))
    first_part = data.draw(st.integers(0, len(clauses)))
    engine = ReferenceEngine(options)
    engine.declare(variables)
    known: Clauses = []
    for part in (clauses[:first_part], clauses[first_part:]):
        for clause in part:
            engine.add(clause)
        known += part
        for assuming in ([], data.draw(st.lists(literal, max_size=4))):
            match engine.solve(assuming):
                case Sat(model=model):
                    assert len(model) == variables
                    assert all(lit in model for lit in assuming)
                    assert all(any(lit in model for lit in clause) for clause in known)
                case Unsat(core=core):
                    assert set(core) <= set(assuming)
                    assert not satisfiable(variables, known, core)
                case Unknown():
                    raise AssertionError("no limit was given")


@given(problem=clause_lists(max_var=12, max_clauses=60), options=any_options)
@settings(max_examples=40, deadline=None)
def test_agrees_with_brute_force_up_to_twelve_variables(
    problem: tuple[int, Clauses], options: SearchOptions
) -> None:
    variables, clauses = problem
    assert isinstance(engine_with(clauses, options).solve(), Sat) == satisfiable(variables, clauses)


@pytest.mark.parametrize("seed", range(12))
def test_agrees_with_another_engine_beyond_brute_force(seed: int) -> None:
    solvers = pytest.importorskip("pysat.solvers", reason="python-sat is not installed")
    rng = Random(seed)
    clauses = random_ksat(60, 256, rng)
    switches = {
        f.name: rng.random() < 0.5 for f in fields(SearchOptions) if f.type == "bool" and f.name != "learning"
    }
    engine = engine_with(clauses, SearchOptions(**switches))  # hours without learning
    with solvers.Solver(name="minisat22", bootstrap_with=clauses) as other:
        assert isinstance(engine.solve(), Sat) == other.solve()


# -- every step is justified -------------------------------------------------------------------------


@given(problem=clause_lists(max_var=9, max_clauses=60, max_width=3), options=any_options, data=st.data())
@settings(max_examples=300, deadline=None)
def test_every_learned_clause_follows_by_its_hints(
    problem: tuple[int, Clauses], options: SearchOptions, data: st.DataObject
) -> None:
    variables, clauses = problem
    proof = CheckedProof(clauses)
    engine = ReferenceEngine(options)
    engine.log_proof(proof)
    for clause in clauses:
        engine.add(clause)
    literal = st.integers(1, variables).flatmap(lambda var: st.sampled_from([var, -var]))
    engine.solve(data.draw(st.lists(literal, max_size=3)))
    engine.solve()


@pytest.mark.usefixtures("eager_deletion")
@pytest.mark.parametrize("learning", [True, False])
def test_proofs_survive_deletion_and_restarts(learning: bool) -> None:
    clauses = pigeonhole(4)
    proof = CheckedProof(clauses)
    engine = ReferenceEngine(SearchOptions(restart_unit=2, learning=learning, restarts=learning))
    engine.log_proof(proof)
    for clause in clauses:
        engine.add(clause)
    events = list(engine.trace())
    assert isinstance(events[-1], Fail)
    assert any(isinstance(event, Delete) for event in events)
    assert any(isinstance(event, Restart) for event in events) == learning
    assert proof.lines == sum(isinstance(event, Learn | Fail) for event in events)


# -- the seed's worked example -----------------------------------------------------------------------


def of_kind(events: Sequence[Event], *kinds: type) -> list[Event]:
    return [event for event in events if isinstance(event, kinds)]


def test_the_seeds_run_step_by_step() -> None:
    events = list(engine_with(SEED, ON_PAPER).trace())
    assert [(type(e).__name__, getattr(e, "lit", None), getattr(e, "clause_id", None)) for e in events] == [
        ("Decide", 1, None),
        ("UnitProp", -5, 6),
        ("Decide", 2, None),
        ("Decide", 3, None),
        ("UnitProp", 4, 2),
        ("Conflict", None, 7),
        ("Learn", None, 8),
        ("Backjump", None, None),
        ("UnitProp", -3, 8),
        ("UnitProp", 4, 1),
        ("Conflict", None, 3),
        ("Learn", None, 9),
        ("Backjump", None, None),
        ("UnitProp", -1, 9),
        ("UnitProp", 2, 4),
        ("Conflict", None, 5),
        ("Fail", None, 10),
    ]
    learned = [(e.clause, e.levels, e.backjump) for e in events if isinstance(e, Learn)]
    assert learned == [((-1, -3), (1, 3), 1), ((-1,), (1,), 0)]


def test_first_uip_stops_earlier_than_the_decisions() -> None:
    events = list(engine_with(SEED, replace(ON_PAPER, learn="first-uip")).trace())
    first = next(e for e in events if isinstance(e, Learn))
    assert (first.clause, first.levels, first.backjump) == ((-3, 5), (3, 1), 1)


def test_last_uip_resolves_to_the_decision_of_the_conflict_level() -> None:
    # 1d at level 1 gives 2; 3d at level 2 gives 4, then 5 by 4 alone, and 5 meets 2.
    clauses = [[-1, 2], [-3, 4], [-4, 5], [-5, -2, 6], [-5, -6]]
    found = {}
    for scheme in ("first-uip", "last-uip", "decisions"):
        events = list(engine_with(clauses, replace(ON_PAPER, learn=scheme)).trace())
        learned = [e.clause for e in events if isinstance(e, Learn)]
        found[scheme] = learned[0]
    assert found == {"first-uip": (-2, -5), "last-uip": (-2, -3), "decisions": (-1, -3)}


def test_minimisation_drops_implied_literals() -> None:
    # 1d gives 2; 3d gives 4 (with 1) and 5 (with 2).  {-4,-5} blames 1, 2 and 3, but 2 follows from 1.
    clauses = [[-1, 2], [-1, -3, 4], [-2, -3, 5], [-4, -5]]
    paper = replace(ON_PAPER, learn="first-uip")
    plain = next(e for e in engine_with(clauses, paper).trace() if isinstance(e, Learn))
    short = next(
        e for e in engine_with(clauses, replace(paper, minimise=True)).trace() if isinstance(e, Learn)
    )
    assert plain.clause == (-1, -2, -3)
    assert short.clause == (-1, -3)
    assert short.minimised == 1


def test_without_backjumping_one_level_is_undone_at_a_time() -> None:
    # The conflict at level 3 has nothing to do with level 2.
    clauses = [[-1, -3, 4], [-1, -3, -4], [2, 5]]
    for backjumping, level in ((True, 1), (False, 2)):
        events = list(engine_with(clauses, replace(ON_PAPER, backjumping=backjumping)).trace())
        assert of_kind(events, Backjump)[0] == Backjump(level)


def test_without_learning_a_clause_is_kept_only_as_a_reason() -> None:
    events = list(engine_with(pigeonhole(3), replace(ON_PAPER, learning=False)).trace())
    learned = {e.clause_id for e in events if isinstance(e, Learn)}
    deleted = {e.clause_id for e in events if isinstance(e, Delete)}
    assert len(learned) > 3
    assert learned - deleted <= {e.clause_id for e in events if isinstance(e, UnitProp) and e.level == 0}


def test_a_scan_stops_as_soon_as_every_clause_is_satisfied() -> None:
    events = list(engine_with([[1, 2, 3]], ON_PAPER).trace())
    assert of_kind(events, Decide, UnitProp) == [Decide(1, 1)]
    assert isinstance(events[-1], Success)
    assert len(events[-1].model) == 3


def test_watched_literals_are_announced_and_followed() -> None:
    events = list(
        engine_with(
            [[-1, -2, 3], [1, 2]], replace(ON_PAPER, propagation="watches", show_watches=True)
        ).trace()
    )
    assert events[:2] == [Watch(1, (-1, -2)), Watch(2, (1, 2))]
    assert Watch(1, (-2, 3)) in events


def test_pure_literals_are_decided_first() -> None:
    events = list(engine_with([[1, 2], [-1, 2], [1, -3], [3, -1]], replace(ON_PAPER, pure=True)).trace())
    assert of_kind(events, Decide)[0] == Decide(2, 1, Why.PURE)


def test_pure_literals_stay_correct_after_later_clauses() -> None:
    engine = engine_with([[1, 2], [1, 3]], SearchOptions(pure=True))
    assert isinstance(engine.solve(), Sat)
    engine.add([-1])
    assert isinstance(engine.solve(), Sat)
    engine.add([-2, -3])
    assert engine.solve() == Unsat(())


@pytest.mark.parametrize(
    ("heuristic", "first"),
    [("order", 1), ("jw", 3)],
    ids=["order takes the lowest", "jw the most constrained"],
)
def test_heuristics_follow_their_definitions(heuristic: str, first: int) -> None:
    clauses = [[1, 2, 4], [3, 2], [3, 4], [-3, 1, 2]]
    options = replace(ON_PAPER, decide=heuristic)
    events = list(engine_with(clauses, options).trace())
    assert of_kind(events, Decide)[0] == Decide(first, 1)


def test_vsids_prefers_the_variables_of_the_last_conflict() -> None:
    clauses = [[1, 9], [5, 6], [5, -6], [7, 8], [-5, 7, 8]]
    events = list(
        engine_with(clauses, replace(ON_PAPER, decide="vsids", phase=False, learn="first-uip")).trace()
    )
    decisions = [e.lit for e in events if isinstance(e, Decide)]
    assert decisions[0] == -1


def test_random_decisions_depend_on_the_seed_alone() -> None:
    clauses = random_ksat(20, 60, Random(1))
    runs = [
        list(engine_with(clauses, SearchOptions(decide="random", seed=seed)).trace()) for seed in (1, 1, 2)
    ]
    assert runs[0] == runs[1] != runs[2]


# -- limits, interruption, misuse ---------------------------------------------------------------------


def test_a_limit_gives_unknown_and_the_session_stays_usable() -> None:
    engine = engine_with(pigeonhole(5))
    assert engine.solve(limit=Limit(conflicts=3)) == Unknown(Stopped.CONFLICTS)
    assert engine.solve(limit=Limit(propagations=10)) == Unknown(Stopped.PROPAGATIONS)
    assert engine.solve(limit=Limit(seconds=0)) == Unknown(Stopped.TIME)
    assert engine.solve(limit=Limit(memory_mib=1)) == Unknown(Stopped.MEMORY)
    assert engine.solve() == Unsat(())


def test_time_is_measured_with_the_given_clock() -> None:
    ticks = iter(range(1000))
    engine = ReferenceEngine(clock=lambda: float(next(ticks)))
    for clause in pigeonhole(6):
        engine.add(clause)
    assert engine.solve(limit=Limit(seconds=20)) == Unknown(Stopped.TIME)
    assert next(ticks) < 30


def test_another_thread_can_interrupt() -> None:
    engine = engine_with(pigeonhole(9))
    with repeated_interrupts(engine.interrupt):
        assert engine.solve() == Unknown(Stopped.INTERRUPTED)
    assert isinstance(engine.solve(limit=Limit(conflicts=5)), Unknown)


def test_an_abandoned_trace_leaves_the_session_usable() -> None:
    engine = engine_with(SEED)
    for stop in range(1, 12):
        for number, _ in enumerate(engine.trace()):
            if number == stop:
                break
        assert engine.solve([1, 3]) in (Unsat((1,)), Unsat((1, 3)), Unsat(()))
    assert engine.solve() == Unsat(())


class SimulatedInterrupt(Exception):
    """Simulates Ctrl-C at an arbitrary moment."""


@pytest.mark.parametrize("moment", range(1, 40, 3))
def test_an_exception_at_any_moment_leaves_the_session_usable(
    moment: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    clauses = random_ksat(30, 128, Random(moment))
    engine = engine_with(clauses)
    count = 0
    rewatch = engine._propagator._find_new_watch  # inside the hottest loop

    def tear(clause: object) -> bool:
        nonlocal count
        count += 1
        if count == moment:
            raise SimulatedInterrupt
        return bool(rewatch(clause))

    monkeypatch.setattr(engine._propagator, "_find_new_watch", tear)
    with pytest.raises(SimulatedInterrupt):
        engine.solve()
    monkeypatch.undo()
    fresh = engine_with(clauses).solve()
    match engine.solve():
        case Sat(model=model):
            assert all(any(lit in model for lit in clause) for clause in clauses)
            assert isinstance(fresh, Sat)
        case answer:
            assert answer == fresh


def test_adding_while_a_trace_runs_is_refused() -> None:
    engine = engine_with([[1, 2], [-1, 2, 3]])
    trace = engine.trace()
    next(trace)
    with pytest.raises(EngineError, match="while a trace is running"):
        engine.add([3])
    trace.close()
    engine.add([3])


@pytest.mark.parametrize("clause", [[0], [1, 0, 2], [2**31], [-(2**31)]])
def test_invalid_literals_are_refused(clause: list[int]) -> None:
    engine = ReferenceEngine()
    with pytest.raises(BadInput):
        engine.add(clause)
    assert isinstance(engine.solve(), Sat)


def test_a_variable_number_of_two_billion_costs_nothing() -> None:
    engine = engine_with([[2_000_000_000, 1], [-1]])
    engine.declare(2_147_483_647)
    answer = engine.solve()
    assert isinstance(answer, Sat)
    assert list(answer.model) == [-1, 2_000_000_000]


def test_contradicting_assumptions_are_their_own_core() -> None:
    assert engine_with([[1, 2]]).solve([2, -1, 1]) == Unsat((-1, 1))


def test_give_up_is_the_last_event() -> None:
    events = list(engine_with(pigeonhole(4)).trace(limit=Limit(conflicts=0)))
    assert [type(event) for event in events[-2:]] == [Conflict, GiveUp]
