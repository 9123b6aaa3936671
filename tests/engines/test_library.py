"""Library engines: required abilities, and the failures that must be contained."""

from __future__ import annotations

import itertools
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from satplay.contracts.engine import Answer, Limit, Sat, Stopped, Unknown, Unsat
from satplay.engines.library import open_library
from satplay.engines.library.backends import BACKENDS, Backend
from satplay.engines.library.session import LibraryEngine
from satplay.errors import BadInput, EngineError

INSTALLED = [backend for backend in BACKENDS if backend.folders() is not None]
SOME = [
    backend.name
    for backend in INSTALLED
    if backend.name in ("cadical195", "glucose4", "kissat404", "pycosat")
]

if not SOME:
    pytest.skip("no library engine is installed", allow_module_level=True)

every_engine = pytest.mark.parametrize("backend", INSTALLED, ids=lambda backend: backend.name)
some_engines = pytest.mark.parametrize("name", SOME)
needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")

Clauses = Sequence[Sequence[int]]


def pigeons(holes: int, *, unless: int = 0) -> list[list[int]]:
    """One pigeon more than holes: unsatisfiable, and hard for resolution with many holes (Haken, 1985).

    With ``unless``, that literal lets a pigeon stay outside.
    """

    def sits(pigeon: int, hole: int) -> int:
        return pigeon * holes + hole + 1

    outside = [unless] if unless else []
    somewhere = [[sits(p, h) for h in range(holes)] + outside for p in range(holes + 1)]
    alone = [
        [-sits(p, h), -sits(q, h)]
        for h in range(holes)
        for p, q in itertools.combinations(range(holes + 1), 2)
    ]
    return somewhere + alone


HARD = 13
OUTSIDE = HARD * (HARD + 1) + 1  # a separate variable


def start_session(name: str, clauses: Clauses) -> LibraryEngine:
    engine = open_library(name)
    for clause in clauses:
        engine.add(clause)
    return engine


def satisfiable(clauses: Clauses, var_count: int, assumed: Sequence[int] = ()) -> bool:
    """Decide satisfiability by truth table."""
    return any(
        all(
            any(values[abs(lit) - 1] == (lit > 0) for lit in clause)
            for clause in [*clauses, *([a] for a in assumed)]
        )
        for values in itertools.product((False, True), repeat=var_count)
    )


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def happens_within_30_seconds(happens: Callable[[], bool]) -> bool:
    """Wait for a condition; half a minute allows for a busy machine."""
    for _ in range(3000):
        if happens():
            return True
        time.sleep(0.01)
    return False


def run_while_solving(engine: LibraryEngine, act: Callable[[], None]) -> threading.Thread:
    """Call a function in another thread as soon as the engine is solving."""

    def run() -> None:
        assert happens_within_30_seconds(lambda: engine.pid is not None)
        time.sleep(0.1)
        act()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


# -- every engine -----------------------------------------------------------------------------------


@every_engine
def test_a_session_answers_for_its_whole_life(backend: Backend) -> None:
    with open_library(backend.name) as engine:
        assert isinstance(engine.solve(), Sat)  # no clauses
        engine.declare(6)
        engine.add([1, 2])
        engine.add_flat(np.array([-1, 3, 0, -3, -2, 4, 0, 5, -5, 0, 5, 5, 0], np.int32))
        answer = engine.solve()
        assert isinstance(answer, Sat)
        assert [abs(lit) for lit in answer.model] == [1, 2, 3, 4, 5, 6]
        assert answer.model[5]

        answer = engine.solve([-2, 6, -2])
        assert isinstance(answer, Sat)
        assert {1, -2, 3, 6} <= set(answer.model)

        answer = engine.solve([6, 1, -3])
        assert answer == Unsat((1, -3) if backend.cores else (6, 1, -3))
        assert engine.solve([9, -9]) == Unsat((9, -9))  # a variable without clauses
        assert isinstance(engine.solve(), Sat)  # assumptions are forgotten

        engine.add([-1])
        engine.add([-2, 7])
        assert isinstance(engine.solve([7]), Sat)
        engine.add([-7])
        assert engine.solve() == Unsat()
        assert set(engine.solve([6]).core) <= {6}  # still refuted
        engine.add([])
        assert engine.solve([6]) == Unsat()
        assert engine.statistics()["hosts"] == 1


@every_engine
def test_answers_agree_with_the_truth_table(backend: Backend) -> None:
    rng = random.Random(backend.name)
    clauses: list[list[int]] = []
    with open_library(backend.name) as engine:
        engine.declare(6)
        for _ in range(12):
            more = [[rng.choice((v, -v)) for v in rng.sample(range(1, 7), 3)] for _ in range(3)]
            clauses += more
            for clause in more:
                engine.add(clause)
            assumed = [rng.choice((v, -v)) for v in rng.sample(range(1, 7), rng.choice((0, 2, 4)))]
            match engine.solve(assumed):
                case Sat(model=model):
                    assert satisfiable(clauses, 6, model.literals.tolist())
                    assert set(assumed) <= set(model)
                case Unsat(core=core):
                    assert set(core) <= set(assumed)
                    assert not satisfiable(clauses, 6, core)
                case Unknown():
                    raise AssertionError("nothing was limited")


@every_engine
def test_conflicts_are_limited_or_the_limit_is_refused(backend: Backend) -> None:
    with start_session(backend.name, pigeons(6)) as engine:
        if backend.conflict_limit:
            assert engine.solve(limit=Limit(conflicts=1)) == Unknown(Stopped.CONFLICTS)
            assert engine.solve(limit=Limit(conflicts=0)) == Unknown(Stopped.CONFLICTS)
            assert engine.solve() == Unsat()  # the limit applied to one call
        else:
            with pytest.raises(BadInput, match="does not support it"):
                engine.solve(limit=Limit(conflicts=1))
        with pytest.raises(BadInput, match="propagations"):
            engine.solve(limit=Limit(propagations=1))


@pytest.mark.parametrize("name", [*SOME, *(b.name for b in INSTALLED if b.name in ("lingeling", "maplecm"))])
@needs_proc
def test_memory_is_limited(name: str) -> None:
    rng = np.random.default_rng(1)
    rows = np.zeros((60_000, 4), np.int32)
    rows[:, :3] = rng.integers(1, 30_000, (60_000, 3)) * rng.choice([-1, 1], (60_000, 3))
    with open_library(name) as engine:
        engine.add_flat(rows.reshape(-1))
        assert engine.solve(limit=Limit(memory_mib=2)) == Unknown(Stopped.MEMORY)
        assert isinstance(engine.solve(limit=Limit(memory_mib=2000)), Sat)


# -- time, interruption, crashes ----------------------------------------------------------------------


@some_engines
def test_time_is_limited(name: str) -> None:
    with start_session(name, pigeons(HARD, unless=OUTSIDE)) as engine:
        assert engine.solve([-OUTSIDE], Limit(seconds=0.3)) == Unknown(Stopped.TIME)
        assert engine.solve([-OUTSIDE], Limit(seconds=0)) == Unknown(Stopped.TIME)
        assert isinstance(engine.solve([OUTSIDE], Limit(seconds=1e300)), Sat)  # the session stays usable


def test_no_memory_at_all_is_refused() -> None:
    with open_library(SOME[0]) as engine, pytest.raises(BadInput, match="limit"):
        engine.solve(limit=Limit(memory_mib=0))


@some_engines
def test_another_thread_can_interrupt(name: str) -> None:
    with start_session(name, pigeons(HARD, unless=OUTSIDE)) as engine:
        thread = run_while_solving(engine, engine.interrupt)
        assert engine.solve([-OUTSIDE]) == Unknown(Stopped.INTERRUPTED)
        thread.join()
        engine.interrupt()  # no call is running: no effect
        assert isinstance(engine.solve([OUTSIDE]), Sat)


def test_closing_ends_a_call_in_another_thread() -> None:
    engine = start_session(SOME[0], pigeons(HARD))
    thread = run_while_solving(engine, engine.close)
    assert engine.solve() == Unknown(Stopped.INTERRUPTED)
    thread.join()
    assert engine.pid is None
    with pytest.raises(EngineError, match="closed"):
        engine.solve()
    engine.close()  # closing twice has no effect
    engine.interrupt()


@needs_proc
def test_a_host_that_dies_while_idle_is_replaced() -> None:
    with start_session(SOME[0], [[1, 2], [-1]]) as engine:
        assert isinstance(engine.solve(), Sat)
        first, counted = engine.pid, engine.statistics()
        assert first is not None
        os.kill(first, signal.SIGKILL)
        assert happens_within_30_seconds(lambda: not is_running(first))
        engine.add([-2, 3])
        answer = engine.solve()
        assert isinstance(answer, Sat)
        assert list(answer.model) == [-1, 2, 3]
        assert engine.pid != first
        assert engine.statistics()["hosts"] == 2
        assert all(engine.statistics()[key] >= value for key, value in counted.items())


def test_a_host_that_dies_while_solving_is_an_error_and_the_session_stays_usable() -> None:
    with start_session(SOME[0], pigeons(HARD, unless=OUTSIDE)) as engine:

        def strike() -> None:
            assert engine.pid is not None
            os.kill(engine.pid, signal.SIGSEGV)

        thread = run_while_solving(engine, strike)
        with pytest.raises(EngineError, match="SIGSEGV"):
            engine.solve([-OUTSIDE])
        thread.join()
        assert isinstance(engine.solve([OUTSIDE]), Sat)


def test_a_host_outlives_the_thread_that_started_it() -> None:
    with start_session(SOME[0], [[1, 2]]) as engine:
        thread = threading.Thread(target=engine.solve)
        thread.start()
        thread.join()
        assert isinstance(engine.solve(), Sat)
        assert engine.statistics()["hosts"] == 1


def test_sessions_in_different_threads_do_not_disturb_each_other() -> None:
    answers: dict[int, Answer] = {}

    def decide(holes: int) -> None:
        with start_session(SOME[0], pigeons(5, unless=31 if holes % 2 else 0)) as engine:
            answers[holes] = engine.solve()

    threads = [threading.Thread(target=decide, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [isinstance(answers[number], Sat) for number in range(6)] == [False, True] * 3


def test_closing_leaves_no_process_behind() -> None:
    with start_session(SOME[0], [[1]]) as engine:
        engine.solve()
        pid = engine.pid
        assert pid is not None
    with pytest.raises(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)  # ended and reaped


def test_a_forgotten_session_leaves_no_process_behind() -> None:
    engine = start_session(SOME[0], [[1]])
    engine.solve()
    pid = engine.pid
    assert pid is not None
    del engine
    with pytest.raises(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)


FORKED = """
import os, sys
from satplay.engines.library import open_library
with open_library({name!r}) as engine:
    engine.add([1, 2])
    engine.solve()
    first = engine.pid
    copy = os.fork()
    if copy == 0:
        engine.add([-1])
        answer = engine.solve()
        os._exit(0 if list(answer.model) == [-1, 2] and engine.pid != first else 1)
    assert os.waitpid(copy, 0)[1] == 0
    assert 1 in engine.solve([1]).model
    assert engine.pid == first
"""


def test_a_forked_copy_of_a_session_gets_its_own_host() -> None:
    subprocess.run([sys.executable, "-c", FORKED.format(name=SOME[0])], check=True)


ENDLESS = """
import sys, threading, time
from satplay.engines.library import open_library
engine = open_library({name!r})
for clause in {clauses!r}:
    engine.add(clause)
def tell():
    while engine.pid is None:
        time.sleep(0.01)
    time.sleep(0.2)
    print(engine.pid, flush=True)
threading.Thread(target=tell).start()
try:
    engine.solve()
except KeyboardInterrupt:
    print("interrupted", engine.pid)
"""


@pytest.fixture
def start_endless_session() -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A process that solves forever, and the host process that it started."""
    program = ENDLESS.format(name=SOME[0], clauses=pigeons(HARD))
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, int(process.stdout.readline())
        finally:
            process.kill()


@needs_proc
def test_ctrl_c_kills_the_host(start_endless_session: tuple[subprocess.Popen[str], int]) -> None:
    process, host_pid = start_endless_session
    assert is_running(host_pid)
    process.send_signal(signal.SIGINT)
    assert process.communicate()[0] == "interrupted None\n"
    assert process.returncode == 0
    assert not is_running(host_pid)


@needs_proc
def test_a_host_dies_with_its_session_even_while_solving(
    start_endless_session: tuple[subprocess.Popen[str], int],
) -> None:
    process, host_pid = start_endless_session
    process.kill()
    process.wait()
    assert happens_within_30_seconds(lambda: not is_running(host_pid))


# -- variables ----------------------------------------------------------------------------------------


@some_engines
def test_huge_variables_cost_nothing(name: str) -> None:
    far = 2_000_000_000
    limit = Limit(memory_mib=300)
    with start_session(name, [[far, -1], [1], [-5, far - 1]]) as engine:
        answer = engine.solve([5], limit)
        assert isinstance(answer, Sat)
        assert list(answer.model) == [1, 5, far - 1, far]  # a million and more were declared in between
        assert set(engine.solve([1, -far], limit).core) <= {1, -far}  # refused
        engine.add([-far])
        assert engine.solve(limit=limit) == Unsat()


def test_declared_variables_are_in_the_model_unless_over_a_million_do_not_occur() -> None:
    with start_session(SOME[0], [[1]]) as engine:
        engine.declare(1_000_000)
        answer = engine.solve()
        assert isinstance(answer, Sat)
        assert len(answer.model) == 1_000_000
        engine.declare(1_500_000)
        answer = engine.solve()
        assert isinstance(answer, Sat)
        assert list(answer.model) == [1]


def test_assumptions_must_be_literals() -> None:
    with open_library(SOME[0]) as engine:
        for nonsense in (0, 2**31, "1"):
            with pytest.raises(BadInput, match="assumption"):
                engine.solve([nonsense])  # wrong types are under test
        with pytest.raises(BadInput, match="clause"):
            engine.add([0])
