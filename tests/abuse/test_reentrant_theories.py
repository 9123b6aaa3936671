"""Callbacks in Python that call the session that is calling them, or that keep it alive.

Such a call would wait for itself: it is refused.  Calls of other threads wait for their turn, as always.
"""

from __future__ import annotations

import copy
import gc
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np
import pytest

pytest.importorskip("satplay._native", reason="the native core was not compiled")

from satplay import _native
from satplay.contracts.engine import Sat, Stopped, Unknown, Unsat
from satplay.contracts.theory import Findings
from satplay.engines.native import NativeEngine
from satplay.errors import EngineError
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause, Lit
from satplay.reasoning.count import Counting
from satplay.reasoning.groups import GroupSession, clause_groups
from satplay.reasoning.mus import mus
from tests.abuse.deadlines import finish
from tests.engines.formulas import pigeonhole, random_ksat
from tests.engines.theories import AtMost

ROOT = Path(__file__).parents[2]
REFUSED = "called from its own callback"
Call = Callable[[NativeEngine], object]

CALLS: dict[str, Call] = {
    "declare": lambda engine: engine.declare(9),
    "add": lambda engine: engine.add([1]),
    "add_all": lambda engine: engine.add_all([[1]]),
    "add_flat": lambda engine: engine.add_flat(np.array([1, 0], np.int32)),
    "solve": lambda engine: engine.solve(),
    "minimise_core": lambda engine: engine.minimise_core([1]),
    "propagate": lambda engine: engine.propagate(),
    "backbone": lambda engine: engine.backbone([1]),
    "enumerate": lambda engine: engine.enumerate(),
    "attach": lambda engine: engine.attach(AtMost([1], 1), [1]),
    "attach_connected": lambda engine: engine.attach_connected(2, np.array([[0, 1, 1]], np.int32)),
    "freeze": lambda engine: engine.freeze(1),
    "melt": lambda engine: engine.melt(1),
    "set_phase": lambda engine: engine.set_phase(1),
    "clear_phase": lambda engine: engine.clear_phase(1),
    "clone": lambda engine: engine.clone(),
    "log_proof": lambda engine: engine.log_proof(Sink(lambda: None)),
    "log_proof_file": lambda engine: engine.log_proof_file(0, 0),
}
HARMLESS: dict[str, Call] = {
    "interrupt": lambda engine: engine.interrupt(),
    "statistics": lambda engine: engine.statistics(),
    "on_progress": lambda engine: engine.on_progress(None),
    "close": lambda engine: engine.close(),
    "compiled": lambda engine: engine.compiled,
    "drain_proof": lambda engine: engine.drain_proof(),
}
NATIVE_CALLS: dict[str, Callable[[_native.Engine], object]] = {
    "add_lists": lambda engine: engine.add_lists([[1]]),
    "start_enumeration": lambda engine: engine.start_enumeration([], None, False, False),
    "next_models": lambda engine: engine.next_models(1),
    "model": lambda engine: engine.model(),
    "hide": lambda engine: engine.hide(9),
    "consequences": lambda engine: engine.consequences([]),
    "core": lambda engine: engine.core(),
    "log_proof_memory": lambda engine: engine.log_proof_memory(),
    "forward_proof": lambda engine: engine.forward_proof(len),
    "declared": lambda engine: engine.declared,
    "bytes": lambda engine: engine.bytes,
}


class Sink:
    """A proof sink that makes a call for each line."""

    def __init__(self, call: Callable[[], object]) -> None:
        self.call = call

    def add(self, clause_id: int, clause: Clause, antecedents: object) -> None:
        self.call()

    def delete(self, clause_id: int, clause: Clause) -> None:
        self.call()


class Calling(AtMost):
    """A theory that makes a call in one of its methods; errors of the call are recorded and raised."""

    def __init__(self, call: Callable[[], object], method: str = "propagate", caught: bool = False) -> None:
        super().__init__([1, 2, 3, 4], 2)
        self.call, self.method, self.caught = call, method, caught
        self.refusals: list[EngineError] = []

    def _make_call(self, method: str) -> None:
        if method == self.method:
            try:
                self.call()
            except EngineError as error:
                self.refusals.append(error)
                if not self.caught:
                    raise

    def assign(self, lit: Lit) -> None:
        self._make_call("assign")
        super().assign(lit)

    def backtrack(self, trail_length: int) -> None:
        self._make_call("backtrack")
        super().backtrack(trail_length)

    def propagate(self) -> Findings:
        self._make_call("propagate")
        return super().propagate()

    def explain(self, lit: Lit) -> Clause:
        self._make_call("explain")
        return super().explain(lit)

    def check(self) -> Findings:
        self._make_call("check")
        return super().check()


def engine_with(call: Call, method: str = "propagate", caught: bool = False) -> tuple[NativeEngine, Calling]:
    """An engine whose theory calls it; three of the atoms 1 to 4 are required, two are allowed."""
    engine = NativeEngine()
    theory = Calling(lambda: call(engine), method, caught)
    engine.attach(theory, theory.atoms)
    engine.add_all([[1, 2, 5], [3, 4, 5], [1, 3, 5], [2, 4, 5], [1, 4, 5], [2, 3, 5]])
    return engine, theory


# -- theories ----------------------------------------------------------------------------------------


def test_every_public_method_is_tested() -> None:
    assert {*CALLS, *HARMLESS} == {name for name in vars(NativeEngine) if not name.startswith("_")}
    native = {name for name in vars(_native.Engine) if not name.startswith("_")}
    assert native <= {*CALLS, *HARMLESS, *NATIVE_CALLS, "halt", "resume"}  # from another thread


@pytest.mark.parametrize("name", CALLS)
def test_a_theory_may_not_call_its_engine(name: str) -> None:
    engine, _ = engine_with(CALLS[name])
    with pytest.raises(EngineError, match=REFUSED):
        finish(engine.solve)


@pytest.mark.parametrize("name", NATIVE_CALLS)
def test_a_theory_may_not_call_the_native_session(name: str) -> None:
    engine, _ = engine_with(lambda engine: NATIVE_CALLS[name](engine._engine))
    with pytest.raises(EngineError, match=REFUSED):
        finish(engine.solve)


@pytest.mark.parametrize("name", HARMLESS)
def test_calls_that_do_not_wait_are_allowed(name: str) -> None:
    engine, theory = engine_with(HARMLESS[name])
    answer = finish(engine.solve)
    assert not theory.refusals
    assert answer == Unknown(Stopped.INTERRUPTED) if name == "interrupt" else isinstance(answer, Sat)


@pytest.mark.parametrize("method", ["assign", "backtrack", "propagate", "explain", "check"])
def test_each_method_of_a_theory_is_refused(method: str) -> None:
    engine, theory = engine_with(CALLS["add"], method)
    with pytest.raises(EngineError, match=REFUSED) as raised:
        finish(lambda: (engine.solve(), engine.solve([-5])))
    assert theory.refusals == [raised.value]
    assert "\n" not in str(raised.value)


SEARCHES: dict[str, Call] = {
    "solve": lambda engine: engine.solve(),
    "enumerate": lambda engine: list(engine.enumerate()),
    "backbone": lambda engine: engine.backbone([5]),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_a_theory_is_refused_in_every_search(name: str) -> None:
    engine, _ = engine_with(CALLS["solve"])
    with pytest.raises(EngineError, match=REFUSED):
        finish(lambda: SEARCHES[name](engine))


def test_a_theory_that_catches_the_refusal_takes_part_in_the_search() -> None:
    engine, theory = engine_with(CALLS["solve"], caught=True)
    assert isinstance(finish(engine.solve), Sat)
    assert theory.refusals
    assert isinstance(finish(lambda: engine.solve([-5])), Unsat)


def test_an_uncaught_refusal_ends_the_session() -> None:
    """Like every exception in a theory: the theory may have missed a part of the search."""
    engine, _ = engine_with(CALLS["solve"])
    with pytest.raises(EngineError, match=REFUSED):
        finish(engine.solve)
    for call in (CALLS["solve"], CALLS["add"]):
        with pytest.raises(RuntimeError, match="this session is over"):
            call(engine)
    assert engine.statistics()


def test_a_theory_may_use_another_engine() -> None:
    other = NativeEngine()
    other.add([1, 2])
    engine, theory = engine_with(lambda engine: other.solve())
    assert isinstance(finish(engine.solve), Sat)
    assert not theory.refusals


def test_a_detour_over_another_engine_is_refused() -> None:
    first, _ = engine_with(lambda engine: second.solve())
    second, _ = engine_with(lambda engine: first.solve())
    with pytest.raises(EngineError, match=REFUSED):
        finish(first.solve)


def test_another_thread_waits_for_its_turn() -> None:
    inside, released, added = threading.Event(), threading.Event(), threading.Event()
    engine, theory = engine_with(lambda engine: (inside.set(), released.wait(60)), "check")
    solver = threading.Thread(target=engine.solve, daemon=True)
    adder = threading.Thread(target=lambda: (engine.add([-5]), added.set()), daemon=True)
    solver.start()
    assert inside.wait(60)
    adder.start()
    assert not added.wait(0.2)
    released.set()
    assert added.wait(60)
    solver.join(60)
    assert not theory.refusals
    assert isinstance(finish(engine.solve), Unsat)


def test_copying_a_theory_may_not_call_the_engine() -> None:
    class Copying(AtMost):
        def __deepcopy__(self, memo: object) -> Copying:
            engine.add([1])
            return self

    engine = NativeEngine()
    engine.attach(Copying([1], 1), [1])
    with pytest.raises(EngineError, match=REFUSED):
        finish(engine.clone)
    assert isinstance(finish(engine.solve), Sat)


# -- other callbacks ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CALLS)
def test_a_progress_report_may_not_call_its_engine(name: str) -> None:
    engine = NativeEngine()
    engine.add_all(pigeonhole(10))
    engine.on_progress(lambda counters: CALLS[name](engine))
    with pytest.raises(EngineError, match=REFUSED):
        finish(engine.solve)
    engine.on_progress(None)
    assert isinstance(finish(lambda: engine.solve([1, 2])), Unsat)


@pytest.mark.parametrize("holes", [3, 10])
def test_a_proof_sink_may_not_call_its_engine(holes: int) -> None:
    """The lines of a short proof arrive after the search, those of a long proof also during the search."""
    engine = NativeEngine()
    sink = Sink(lambda: engine.solve([1]))
    engine.log_proof(sink)
    engine.add_all(pigeonhole(holes))
    with pytest.raises(EngineError, match=REFUSED):
        finish(engine.solve)
    sink.call = lambda: None
    assert isinstance(finish(lambda: engine.solve([1, 2])), Unsat)


def test_a_progress_report_of_a_count_may_not_resume_it() -> None:
    counting = Counting(Formula(random_ksat(200, 500, Random(1)), var_count=200))
    with pytest.raises(EngineError, match=REFUSED):
        finish(lambda: counting.run(progress=lambda counters: counting.run()))


@pytest.mark.parametrize("name", ["decide", "shrink", "grow"])
def test_a_progress_report_of_a_group_session_may_not_query_it(name: str) -> None:
    session = GroupSession(
        clause_groups(Formula(pigeonhole(10))), progress=lambda counters: getattr(session, name)([0])
    )
    with pytest.raises(EngineError, match=REFUSED):
        finish(lambda: mus(session))


@pytest.mark.parametrize("name", ["hit", "minimum"])
def test_a_progress_report_of_hitting_sets_may_not_change_them(name: str) -> None:
    rng = Random(1)
    sets = _native.HittingSets([1] * 60)
    for _ in range(400):
        sets.hit(rng.sample(range(60), 3))
    calls = {"hit": lambda: sets.hit([0]), "minimum": sets.minimum}
    with pytest.raises(EngineError, match=REFUSED):
        finish(lambda: sets.minimum(pulse=lambda cost: calls[name]()))


SIGNALS = {
    "solve": """
from satplay.engines.native import NativeEngine
from tests.engines.formulas import pigeonhole

engine = NativeEngine()
engine.add_all(pigeonhole(12))
work, again = engine.solve, lambda: engine.add([1])
""",
    "search codes": """
from random import Random
from satplay.puzzles.mastermind.enumeration import code_search
from tests.puzzles.mastermind.boards import random_board

search = code_search.new_search(random_board(Random(1), 60, 20, 4))
work = again = lambda: search.count(10**15)
""",
}


@pytest.mark.parametrize("name", SIGNALS)
def test_a_signal_handler_may_not_call_a_busy_session(name: str) -> None:
    script = f"""
import signal
{SIGNALS[name]}
signal.signal(signal.SIGALRM, lambda number, frame: again())
signal.setitimer(signal.ITIMER_REAL, 0.1)
work()
"""
    command = [sys.executable, "-c", script]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert REFUSED in ended.stderr.splitlines()[-1]


# -- garbage -----------------------------------------------------------------------------------------


class Holding(AtMost):
    """A theory that holds its engine."""

    engine: NativeEngine | None = None

    def __deepcopy__(self, memo: object) -> Holding:
        twin = Holding(self.atoms, self.bound)
        twin.trail = copy.copy(self.trail)
        self.twin = weakref.ref(twin)
        return twin


def test_an_engine_and_a_theory_that_holds_it_are_collected() -> None:
    engine, theory = NativeEngine(), Holding([1, 2], 1)
    engine.attach(theory, [1, 2])
    engine.attach(theory, [3, 4])
    theory.engine = engine
    assert isinstance(engine.solve(), Sat)
    references = [weakref.ref(engine), weakref.ref(theory)]
    del engine, theory
    gc.collect()
    assert [reference() for reference in references] == [None, None]


def test_a_copy_and_its_theory_are_collected() -> None:
    engine, theory = NativeEngine(), Holding([1, 2], 1)
    engine.attach(theory, [1, 2])
    copied = engine.clone()
    held = theory.twin()
    assert held is not None
    held.engine = copied
    references = [weakref.ref(copied), theory.twin]
    del copied, held
    gc.collect()
    assert [reference() for reference in references] == [None, None]
    assert isinstance(engine.solve([1, 2]), Unsat)


def test_an_engine_in_use_is_not_collected() -> None:
    engine, theory = NativeEngine(), Holding([1, 2], 1)
    engine.attach(theory, [1, 2])
    theory.engine = engine
    theories = weakref.ref(theory)
    del theory
    gc.collect()
    assert theories() is not None
    assert isinstance(engine.solve([1, 2]), Unsat)


def test_a_session_that_a_finalizer_rescues_keeps_its_theory() -> None:
    engine, theory = NativeEngine(), Holding([1, 2], 1)
    engine.attach(theory, [1, 2])
    theory.engine = engine
    kept: list[_native.Engine] = []

    class Rescuer:
        native = engine._engine

        def __del__(self) -> None:
            kept.append(self.native)

    theory.rescuer = Rescuer()
    del engine, theory, Rescuer
    gc.collect()
    assert len(kept) == 1
    status, _ = kept[0].solve([1, 2])
    assert status == 2


def test_a_theory_that_fails_frees_its_engine() -> None:
    engine, theory = engine_with(CALLS["add"])
    with pytest.raises(EngineError, match=REFUSED):
        finish(engine.solve)
    reference = weakref.ref(engine)
    del engine, theory
    gc.collect()
    assert reference() is None
