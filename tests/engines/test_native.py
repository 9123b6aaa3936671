"""The Python interface of the native engine: accepted and refused input, answers, and extra features."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("satplay._native", reason="the native core was not compiled")

from satplay.contracts.engine import Answer, Limit, Sat, Stopped, Unknown, Unsat
from satplay.engines.native import NativeEngine, OptionRow, options
from satplay.engines.reference import ReferenceEngine
from satplay.errors import BadInput, NoSuchName
from satplay.logic.literal import MAX_VAR
from satplay.logic.model import Model
from tests.engines.formulas import Clauses, clause_lists, pigeonhole, random_ksat
from tests.engines.proofs import CheckedProof
from tests.exams.brute_force import satisfiable, satisfies

EVERYTHING_OFTEN = {
    row.name: max(row.least, min(2, row.greatest))
    for row in options()
    if row.greatest >= 1_000_000 and row.name != "seed"
}
"""Every interval as short as can be: small formulas too see clauses forgotten, modes changed, and so on."""


def engine_with(clauses: Clauses, **chosen: int) -> NativeEngine:
    engine = NativeEngine(**chosen)
    engine.add_all(clauses)
    return engine


def model_of(engine: NativeEngine) -> Model:
    answer = engine.solve()
    assert isinstance(answer, Sat)
    return answer.model


def hard(holes: int = 11) -> NativeEngine:
    """A pigeonhole formula that takes longer than any test (Haken 1985)."""
    return engine_with(pigeonhole(holes))


# -- options ----------------------------------------------------------------------------------------


def test_an_unknown_option_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(NoSuchName, match="did you mean 'restarts'"):
        NativeEngine(restart=1)


@pytest.mark.parametrize("row", options(), ids=lambda row: row.name)
def test_the_default_of_an_option_is_in_its_range(row: OptionRow) -> None:
    assert row.least <= row.default <= row.greatest
    assert row.meaning
    for value in (row.least, row.greatest):
        assert isinstance(engine_with([[1, 2], [-1]], **{row.name: value}).solve(), Sat)
    for value in (row.least - 1, row.greatest + 1):
        with pytest.raises(BadInput, match=row.name):
            NativeEngine(**{row.name: value})


# -- clauses ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        np.array([1, 0], np.int64),
        np.array([1, 0], np.uint32),
        np.array([1, 0], np.float32),
        np.array([1, 0], ">i4"),
        np.array([1, 1, 0, 0], np.int32)[::2],
        np.array([[1, 0]], np.int32),
        [1, 0],
        np.array([1, 0, 2], np.int32),
        np.array([-(2**31), 0], np.int32),
    ],
    ids=[
        "int64",
        "uint32",
        "float",
        "other byte order",
        "strided",
        "two dimensions",
        "list",
        "open clause",
        "no literal",
    ],
)
def test_flat_clauses_that_would_have_to_be_converted_are_refused(wrong: Any) -> None:
    engine = NativeEngine()
    with pytest.raises(BadInput, match="flat clauses"):
        engine.add_flat(wrong)
    assert list(model_of(engine)) == []  # no clause was added


def test_flat_clauses_may_be_read_only_and_empty() -> None:
    clauses = np.array([1, 2, 0, -1, 0], np.int32)
    clauses.flags.writeable = False
    engine = NativeEngine()
    engine.add_flat(clauses)
    engine.add_flat(np.array([], np.int32))
    assert list(model_of(engine)) == [-1, 2]
    engine.add_flat(np.array([0], np.int32))  # the empty clause
    assert engine.solve() == Unsat()


@given(problem=clause_lists())
@settings(max_examples=50, deadline=None)
def test_all_ways_to_add_clauses_are_equivalent(problem: tuple[int, Clauses]) -> None:
    _, clauses = problem
    one_by_one, flat, lists, lazily = (NativeEngine() for _ in range(4))
    for clause in clauses:
        one_by_one.add(tuple(clause))
    flat.add_flat(np.array([lit for clause in clauses for lit in [*clause, 0]], np.int32))
    lists.add_all(clauses)
    lazily.add_all(tuple(clause) for clause in clauses)
    answers = [engine.solve() for engine in (one_by_one, flat, lists, lazily)]
    assert all(str(answer) == str(answers[0]) for answer in answers)


@pytest.mark.parametrize("lit", [0, 2**31, -(2**31), 2**70, 1.5, "1", None], ids=repr)
def test_invalid_literals_are_refused_without_side_effects(lit: Any) -> None:
    engine = engine_with([[1, 2]])
    with pytest.raises(BadInput):
        engine.add([1, lit])
    with pytest.raises(BadInput):
        engine.add_all([[-1], [1, lit]])
    for ask in (engine.solve, engine.propagate):
        with pytest.raises((ValueError, TypeError)):
            ask([lit])
    with pytest.raises((ValueError, TypeError)):
        engine.set_phase(lit)
    assert isinstance(engine.solve([1]), Sat)  # [-1] was not added either


def test_the_largest_variable_number_is_allowed() -> None:
    engine = engine_with([[MAX_VAR, 5], [-5], [-MAX_VAR, 1_500_000]])
    assert {MAX_VAR, -5, 1_500_000} <= set(model_of(engine))
    assert engine.solve([-MAX_VAR]) == Unsat((-MAX_VAR,))


# -- answers ----------------------------------------------------------------------------------------


@given(problem=clause_lists(max_var=7), often=st.booleans(), data=st.data())
@settings(max_examples=150, deadline=None)
def test_every_answer_of_a_session_is_right(
    problem: tuple[int, Clauses], often: bool, data: st.DataObject
) -> None:
    variables, clauses = problem
    literal = st.integers(1, variables).flatmap(lambda var: st.sampled_from([var, -var]))
    cut = data.draw(st.integers(0, len(clauses)))
    engine = NativeEngine(**(EVERYTHING_OFTEN if often else {}))
    engine.declare(variables)
    known: Clauses = []
    for part in (clauses[:cut], clauses[cut:]):
        engine.add_all(part)
        known += part
        for assuming in ([], data.draw(st.lists(literal, max_size=4))):
            match engine.solve(assuming):
                case Sat(model=model):
                    assert len(model) == variables
                    assert satisfies(model, [*known, *([lit] for lit in assuming)])
                case Unsat(core=core):
                    assert set(core) <= set(assuming)
                    assert not satisfiable(variables, known, core)
                case unknown:
                    raise AssertionError(unknown)


@pytest.mark.parametrize("seed", range(10))
def test_agrees_with_the_reference_engine_and_with_another_library(seed: int) -> None:
    clauses = random_ksat(50, 213, Random(seed))
    reference = ReferenceEngine()
    for clause in clauses:
        reference.add(clause)
    expected = isinstance(reference.solve(), Sat)
    for chosen in ({}, EVERYTHING_OFTEN):
        answer = engine_with(clauses, **chosen).solve()
        assert isinstance(answer, Sat) == expected
        assert not isinstance(answer, Sat) or satisfies(answer.model, clauses)
    solvers = pytest.importorskip("pysat.solvers", reason="python-sat is not installed")
    with solvers.Solver(name="cadical195", bootstrap_with=clauses) as other:
        assert other.solve() == expected


def trace_of(engine: NativeEngine) -> tuple[str, dict[str, int | float]]:
    return str(engine.solve()), dict(engine.statistics())


@pytest.mark.parametrize("chosen", [{}, EVERYTHING_OFTEN], ids=["plain", "everything often"])
def test_the_same_seed_gives_the_same_search(chosen: dict[str, int]) -> None:
    clauses = random_ksat(100, 420, Random(5))
    first = trace_of(engine_with(clauses, seed=3, **chosen))
    assert first == trace_of(engine_with(clauses, seed=3, **chosen))
    assert first[1]["conflicts"] > 0


# -- features beyond solving ------------------------------------------------------------------------


def test_propagation_finds_what_follows_and_changes_nothing() -> None:
    engine = engine_with([[-1, 2], [-2, 3], [-3, -4, 5], [6]])
    consistent, found = engine.propagate([1])
    assert consistent
    assert set(found) == {6, 1, 2, 3}
    assert engine.propagate([1, 4, -5])[0] is False
    assert engine.propagate() == (True, [6])
    assert isinstance(engine.solve([-1, 4, -5]), Sat)  # the assumptions are gone


def test_propagation_reports_a_contradiction() -> None:
    assert engine_with([[1], [-1]]).propagate() == (False, [])


def test_a_preferred_phase_is_tried_first_until_it_is_reset() -> None:
    clauses = [[var, var + 1] for var in range(1, 20)]
    plain = model_of(engine_with(clauses))
    for sign in (1, -1):
        engine = engine_with(clauses)
        engine.set_phase(sign * 10)
        engine.declare(20)
        assert sign * 10 in model_of(engine)
    engine = engine_with(clauses)
    engine.set_phase(10)
    engine.clear_phase(10)
    assert model_of(engine) == plain


@given(clause_lists(), st.booleans())
@settings(max_examples=40)
def test_lucky_phases_answer_only_with_models(problem: tuple[int, Clauses], lucky: bool) -> None:
    count, clauses = problem
    engine = engine_with(clauses, lucky=int(lucky))
    answer = engine.solve()
    assert isinstance(answer, Sat) == satisfiable(count, clauses)
    if isinstance(answer, Sat):
        assert satisfies(answer.model, clauses)
    assert engine.statistics()["lucky"] <= lucky


def test_a_deterministic_sequence_needs_no_search() -> None:
    """A two-bit counter over 8 steps that increments when its input is true; the inputs are free."""
    input_bit, low, high = (lambda step, kind=kind: 3 * step + kind for kind in (1, 2, 3))
    clauses: Clauses = [[-low(0)], [-high(0)]]
    for now in range(8):
        after, carry = now + 1, 100 + now
        for result, left, right in [(low, low(now), input_bit(now)), (high, high(now), carry)]:
            clauses += [[-result(after), left, right], [-result(after), -left, -right]]
            clauses += [[result(after), -left, right], [result(after), left, -right]]
        clauses += [[-carry, low(now)], [-carry, input_bit(now)], [carry, -low(now), -input_bit(now)]]
    lucky, searching = engine_with(clauses), engine_with(clauses, lucky=0)
    assert satisfies(model_of(lucky), clauses) and satisfies(model_of(searching), clauses)
    assert lucky.statistics()["lucky"] == 1 and lucky.statistics()["decisions"] == 0
    assert searching.statistics()["lucky"] == 0 and searching.statistics()["decisions"] > 0


def test_a_clone_continues_independently_from_the_same_state() -> None:
    clauses = random_ksat(80, 300, Random(1))
    engine = engine_with(clauses)
    engine.solve(limit=Limit(conflicts=20))
    copy = engine.clone()
    assert copy.statistics() == engine.statistics()
    assert trace_of(copy) == trace_of(engine)
    copy.add([])
    assert copy.solve() == Unsat()
    assert isinstance(engine.solve(), Sat)


def test_a_clone_writes_no_proof() -> None:
    clauses = pigeonhole(4)
    proof = CheckedProof(clauses)
    engine = NativeEngine()
    engine.log_proof(proof)
    engine.add_all(clauses)
    copy = engine.clone()
    assert copy.solve() == Unsat()
    assert proof.lines == 0
    assert engine.solve() == Unsat()
    assert proof.lines > 0


# -- proofs -----------------------------------------------------------------------------------------


@given(problem=clause_lists(max_var=9, max_clauses=60, max_width=3), often=st.booleans(), data=st.data())
@settings(max_examples=150, deadline=None)
def test_every_line_of_a_proof_follows_and_its_hints_show_it(
    problem: tuple[int, Clauses], often: bool, data: st.DataObject
) -> None:
    variables, clauses = problem
    literal = st.integers(1, variables).flatmap(lambda var: st.sampled_from([var, -var]))
    cut = data.draw(st.integers(0, len(clauses)))
    proof = CheckedProof()
    engine = NativeEngine(**(EVERYTHING_OFTEN if often else {}))
    engine.log_proof(proof)
    for part in (clauses[:cut], clauses[cut:]):
        for clause in part:
            proof.give(clause)
            engine.add(clause)
        for assuming in ([], data.draw(st.lists(literal, max_size=3))):
            match engine.solve(assuming):
                case Unsat(core=core) if not any(-lit in core for lit in core):
                    assert proof.refuses(core)


@pytest.mark.parametrize("chosen", [{}, EVERYTHING_OFTEN], ids=["plain", "everything often"])
def test_given_clauses_are_numbered_from_1_without_gaps(chosen: dict[str, int]) -> None:
    # Unit clauses can shorten the clauses after them, and a shortened clause needs a number too.
    clauses = [[1], [-1, 2], [-1, -1, -2, 3, 4], [1, -2], [5, -5], [6, 7]]
    clauses += [[-3], [-4, 6], [-4, -6], [-6, -7], [4, 6], [4, 7], [4, -7]]
    proof = CheckedProof(clauses)
    engine = NativeEngine(**chosen)
    engine.log_proof(proof)
    engine.add_all(clauses)
    assert engine.solve() == Unsat()
    assert proof.refuses([])


def test_proofs_stay_valid_after_clause_deletion_and_simplification() -> None:
    clauses = random_ksat(60, 330, Random(2))
    proof = CheckedProof(clauses)
    engine = NativeEngine(**EVERYTHING_OFTEN)
    engine.log_proof(proof)
    engine.add_all(clauses)
    assert engine.solve() == Unsat()
    assert engine.statistics()["deleted"] > 0
    assert proof.refuses([])


def test_a_proof_must_be_requested_before_the_first_clause() -> None:
    with pytest.raises((ValueError, RuntimeError), match="before the first clause"):
        engine_with([[1, 2]]).log_proof(CheckedProof())


class FailingSink:
    """A sink that raises an exception."""

    def add(self, clause_id: int, clause: Sequence[int], antecedents: Sequence[int]) -> None:
        raise OSError("no space left")

    def delete(self, clause_id: int, clause: Sequence[int]) -> None:
        raise OSError("no space left")


def test_an_error_of_the_sink_reaches_the_caller() -> None:
    engine = NativeEngine()
    engine.log_proof(FailingSink())
    engine.add_all(pigeonhole(9))
    with pytest.raises(OSError, match="no space left"):
        engine.solve(limit=Limit(seconds=60))


# -- limits, interrupts, threads --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "stopped"),
    [
        (Limit(seconds=0), Stopped.TIME),
        (Limit(conflicts=10), Stopped.CONFLICTS),
        (Limit(propagations=10), Stopped.PROPAGATIONS),
        (Limit(memory_mib=0), Stopped.MEMORY),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_a_limit_stops_the_engine_and_the_session_stays_usable(limit: Limit, stopped: Stopped) -> None:
    clauses = pigeonhole(6)
    engine = engine_with(clauses)
    assert engine.solve(limit=limit) == Unknown(stopped)
    assert engine.solve(limit=Limit(memory_mib=1000)) == Unsat()


def interrupt_from_another_thread(engine: NativeEngine) -> Answer:
    """Solve in a thread and interrupt repeatedly, because an interrupt before the start has no effect."""
    answers: list[Answer] = []
    thread = threading.Thread(target=lambda: answers.append(engine.solve(limit=Limit(seconds=120))))
    thread.start()
    while thread.is_alive():
        engine.interrupt()
        thread.join(0.01)
    return answers[0]


def test_another_thread_can_interrupt() -> None:
    engine = hard()
    assert interrupt_from_another_thread(engine) == Unknown(Stopped.INTERRUPTED)
    assert engine.solve(limit=Limit(conflicts=5)) == Unknown(Stopped.CONFLICTS)


def test_engines_solve_at_the_same_time() -> None:
    engines = [hard() for _ in range(4)]
    threads = [threading.Thread(target=engine.solve, args=((), Limit(seconds=120))) for engine in engines]
    for thread in threads:
        thread.start()
    while not all(engine.statistics()["conflicts"] for engine in engines):
        assert all(thread.is_alive() for thread in threads)  # all of them run at the same time
        time.sleep(0.001)
    for engine, thread in zip(engines, threads, strict=True):
        while thread.is_alive():
            engine.interrupt()
            thread.join(0.01)


def test_while_one_thread_solves_another_reads_statistics_and_waits_to_add() -> None:
    engine = hard()
    solving = threading.Thread(target=engine.solve, kwargs={"limit": Limit(seconds=120)})
    adding = threading.Thread(target=engine.add, args=([1],))
    solving.start()
    while engine.statistics()["conflicts"] == 0:  # statistics are readable during the search
        time.sleep(0.001)
    adding.start()
    adding.join(0.05)
    assert adding.is_alive()  # a clause must wait
    while solving.is_alive():
        engine.interrupt()
        solving.join(0.01)
    adding.join(60)
    assert not adding.is_alive()
    assert 1 in engine.propagate()[1]


CTRL_C = """
from satplay.engines.native import NativeEngine
from tests.engines.formulas import pigeonhole
engine = NativeEngine()
engine.add_all(pigeonhole(12))
print("solving", flush=True)
try:
    engine.solve()
except KeyboardInterrupt:
    print("interrupted", engine.solve([1, -1]).core, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="has other signals")
def test_ctrl_c_while_solving_is_a_keyboard_interrupt() -> None:
    command = [sys.executable, "-c", CTRL_C]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ}) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "solving\n"
        time.sleep(0.2)  # probably inside the search; the test is valid at any moment
        child.send_signal(signal.SIGINT)
        assert child.stdout.readline() == "interrupted (1, -1)\n"
        assert child.wait(60) == 0


def test_the_progress_callback_runs_while_solving_and_may_stop_it() -> None:
    """Ten pigeons take far longer than the 10 ms between two calls."""
    engine = engine_with(pigeonhole(9))
    seen: list[float] = []

    def look(counters: Mapping[str, int | float]) -> None:
        seen.append(counters["conflicts"])
        if len(seen) == 3:
            raise LookupError("enough")

    engine.on_progress(look)
    with pytest.raises(LookupError, match="enough"):
        engine.solve()
    assert len(seen) == 3
    assert seen == sorted(seen)
    engine.on_progress(None)
    assert isinstance(engine.solve(limit=Limit(conflicts=1)), Unknown)
