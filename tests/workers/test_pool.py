"""The pool of workers: every call has one outcome, within its limits, and no process is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.errors import BadInput, EngineError
from satplay.workers.calls import (
    Batch,
    Cancelled,
    Crashed,
    NotStarted,
    Outcome,
    OutOfMemory,
    OutOfTime,
    Raised,
    Returned,
    name_of,
)
from satplay.workers.pool import WorkerPool

FUNCTIONS = """
import os, signal, subprocess, sys, time
from pathlib import Path
from satplay.errors import BadInput
from satplay.workers.worker import report

def double(number): return 2 * number
def pid(**_): return os.getpid()
def wait(seconds, number=0): time.sleep(seconds); return number
def spin(number):
    while number == 1: pass
    return number
def ignore_interrupts():
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True: time.sleep(1)
def abort(number):
    if number == 1: os.abort()
    return number
def complain(): sys.stderr.write("first\\nno more paper\\n"); os._exit(3)
def fill(mebibytes): return len(bytearray(mebibytes << 20)) >> 20
def refuse(): raise BadInput("hashi board", line=3, found="9", expected="1 to 8")
def fail(): return {}["missing"]
def leave(): sys.exit("enough")
def unpicklable(): return lambda: None
def count(number):
    for step in range(number): report({"step": step})
    return number
def start_program(file):
    child = subprocess.Popen(["sleep", "300"])
    Path(file).write_text(str(child.pid))
    time.sleep(300)
def directory(): return os.getcwd()
"""

LONG = 300.0
"""Seconds that no test waits for."""


@pytest.fixture(scope="module", autouse=True)
def _functions(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A module of functions that workers can import."""
    folder = tmp_path_factory.mktemp("functions")
    (folder / "pool_functions.py").write_text(FUNCTIONS)
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = str(folder)
    yield
    if before is None:
        del os.environ["PYTHONPATH"]
    else:
        os.environ["PYTHONPATH"] = before


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    with WorkerPool(2) as pool:
        yield pool


def batch(function: str, *items: dict[str, Any], **options: Any) -> Batch:
    return Batch(f"pool_functions:{function}", items, {}, **options)


def outcomes(pool: WorkerPool, function: str, *items: dict[str, Any], **options: Any) -> list[Outcome]:
    return pool.submit_batch(batch(function, *items, **options)).result(timeout=60)


def values(found: list[Outcome]) -> list[Any]:
    return [one.value if isinstance(one, Returned) else one for one in found]


def numbers(*all_of_them: int) -> list[dict[str, Any]]:
    return [{"number": number} for number in all_of_them]


def wait_until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def is_running(pid: int) -> bool:
    """Whether a process exists and has not ended; a zombie has."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


# -- values and errors -------------------------------------------------------------------------------


@settings(max_examples=20, deadline=None)
@given(st.lists(st.lists(st.integers(), max_size=5), max_size=8))
def test_every_item_of_every_batch_has_its_value(batches: list[list[int]]) -> None:
    with _shared_pool() as pool:
        futures = [pool.submit_batch(batch("double", *numbers(*items))) for items in batches]
        found = [values(future.result(timeout=60)) for future in futures]
    assert found == [[2 * number for number in items] for items in batches]


_pools: list[WorkerPool] = []


class _shared_pool:  # noqa: N801 - a context manager
    """One pool for all examples of a property: starting processes takes a while."""

    def __enter__(self) -> WorkerPool:
        if not _pools:
            _pools.append(WorkerPool(2))
        return _pools[0]

    def __exit__(self, *_: object) -> None:
        pass


def teardown_module() -> None:
    for pool in _pools:
        pool.shutdown(cancel_futures=True)


def test_errors_are_outcomes_of_their_calls_alone(pool: WorkerPool) -> None:
    (refused,) = outcomes(pool, "refuse", {})
    assert isinstance(refused, Raised) and isinstance(refused.error, BadInput)
    assert refused.why == "line 3: bad hashi board: found 9, expected 1 to 8"
    (failed,) = outcomes(pool, "fail", {})
    assert isinstance(failed, Raised) and failed.error is None
    assert failed.why == "KeyError: 'missing'" and "pool_functions" in failed.trace
    (left,) = outcomes(pool, "leave", {})
    assert left == Raised("enough")
    (unpicklable,) = outcomes(pool, "unpicklable", {})
    assert isinstance(unpicklable, Raised) and "pickle" in unpicklable.why.lower()
    assert values(outcomes(pool, "double", *numbers(4))) == [8]


def test_an_unknown_function_is_an_error_of_its_calls(pool: WorkerPool) -> None:
    for name in ("nothing_of_that_name", "double.deeper"):
        (found,) = outcomes(pool, name, {})
        assert isinstance(found, Raised)


def test_the_interface_of_executors(pool: WorkerPool) -> None:
    assert pool.submit(time.gmtime, secs=0) is not None  # type: ignore[call-arg]
    assert pool.submit(name_of, function=name_of).result(timeout=60) == "satplay.workers.calls:name_of"
    with pytest.raises(TypeError, match="keyword arguments"):
        pool.submit(time.sleep, 0)
    with pytest.raises(ValueError, match="expected a function of a module"):
        pool.submit(lambda: None)


def test_call_waits_for_one_outcome(pool: WorkerPool) -> None:
    assert values([pool.call("pool_functions:double", {"number": 3})]) == [6]
    assert isinstance(pool.call("pool_functions:wait", {"seconds": LONG}, seconds=0.2), OutOfTime)


def test_events_arrive_before_the_outcome(pool: WorkerPool) -> None:
    seen: list[Any] = []
    future = pool.submit_batch(
        batch("count", *numbers(3)), lambda number, _: seen.append(number), on_event=seen.append
    )
    assert values(future.result(timeout=60)) == [3]
    assert seen == [{"step": 0}, {"step": 1}, {"step": 2}, 0]


# -- limits ------------------------------------------------------------------------------------------


def test_the_time_limit_is_that_of_each_call(pool: WorkerPool) -> None:
    found = outcomes(pool, "spin", *numbers(0, 1, 2, 1, 3), seconds=0.3)
    assert values(found) == [0, OutOfTime(), 2, OutOfTime(), 3]


def test_a_call_that_ignores_interrupts_is_killed(pool: WorkerPool) -> None:
    assert outcomes(pool, "ignore_interrupts", {}, seconds=0.1) == [OutOfTime()]
    assert values(outcomes(pool, "double", *numbers(1))) == [2]


def test_the_cpu_limit_does_not_count_waiting(pool: WorkerPool) -> None:
    assert values(outcomes(pool, "wait", {"seconds": 0.5}, cpu_seconds=0.01)) == [0]


@pytest.mark.slow
def test_the_cpu_limit_ends_a_call(pool: WorkerPool) -> None:
    assert values(outcomes(pool, "spin", *numbers(0, 1, 2), cpu_seconds=0.1)) == [0, OutOfTime(), 2]


@pytest.mark.skipif(sys.platform != "linux", reason="memory limits are those of Linux")
def test_the_memory_limit_is_that_of_each_call(pool: WorkerPool) -> None:
    sizes = [{"mebibytes": size} for size in (50, 3000, 60)]
    found = outcomes(pool, "fill", *sizes, memory_mib=200)
    assert values(found) == [50, OutOfMemory(200), 60]
    assert str(found[1]) == "more than 200 MiB of memory"
    assert values(outcomes(pool, "fill", {"mebibytes": 300})) == [300]


# -- workers that end --------------------------------------------------------------------------------


def test_a_worker_that_dies_is_replaced(pool: WorkerPool) -> None:
    found = outcomes(pool, "abort", *numbers(0, 1, 2, 1, 3))
    assert values(found) == [0, Crashed("Aborted"), 2, Crashed("Aborted"), 3]


def test_the_last_line_of_stderr_says_why_a_worker_ended(pool: WorkerPool) -> None:
    assert outcomes(pool, "complain", {}) == [Crashed("no more paper")]
    with pytest.raises(EngineError, match="a worker process ended: no more paper"):
        pool.submit(_complain()).result(timeout=60)


def _complain() -> Callable[[], None]:
    def complain() -> None: ...

    complain.__qualname__, complain.__module__ = "complain", "pool_functions"
    return complain


def test_a_killed_worker_loses_one_call_at_most(pool: WorkerPool) -> None:
    future = pool.submit_batch(batch("wait", *[{"seconds": 0.05, "number": n} for n in range(20)]))
    wait_until(lambda: bool(pool.pids()) and pool.busy == 1)
    time.sleep(0.2)
    for pid in pool.pids():
        os.kill(pid, signal.SIGKILL)
    found = values(future.result(timeout=60))
    crashed = [number for number, one in enumerate(found) if one == Crashed("Killed")]
    assert len(crashed) <= 1
    assert [one for one in found if one != Crashed("Killed")] == [n for n in range(20) if n not in crashed]


def test_workers_that_do_not_start_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with WorkerPool(1) as pool:
        assert outcomes(pool, "double", *numbers(1, 2)) == [NotStarted("exit status 1")] * 2


def test_a_missing_interpreter_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nonexistent/python")
    with WorkerPool(1) as pool:
        (found,) = outcomes(pool, "double", *numbers(1))
    assert found == NotStarted("No such file or directory")


def test_each_batch_has_a_process_of_its_own_if_asked() -> None:
    with WorkerPool(1, fresh=True) as pool:
        first, second = (values(outcomes(pool, "pid", {}, {})) for _ in range(2))
    assert first[0] == first[1] != second[0] == second[1]
    with WorkerPool(1) as pool:
        assert values(outcomes(pool, "pid", {})) == values(outcomes(pool, "pid", {}))


def test_programs_that_a_worker_started_end_with_it(pool: WorkerPool, tmp_path: Path) -> None:
    file = tmp_path / "pid"
    assert outcomes(pool, "start_program", {"file": str(file)}, seconds=1.0) == [OutOfTime()]
    pool.shutdown(cancel_futures=True)
    wait_until(lambda: not is_running(int(file.read_text())))


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel ends the workers only on Linux")
def test_workers_end_with_a_parent_that_is_killed() -> None:
    program = (
        "from satplay.workers.pool import WorkerPool\n"
        "from satplay.workers.calls import Batch\n"
        "import time\n"
        "pool = WorkerPool(2)\n"
        "for _ in range(2): pool.submit_batch(Batch('time:sleep', [], {}))\n"
        "futures = [pool.submit_batch(Batch('pool_functions:wait', [{'seconds': 300}], {})) for _ in '12']\n"
        "while pool.busy < 2: time.sleep(0.01)\n"
        "print(*pool.pids(), flush=True)\n"
        "time.sleep(300)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    try:
        assert parent.stdout is not None
        pids = [int(word) for word in parent.stdout.readline().split()]
        assert len(pids) == 2 and all(map(is_running, pids))
    finally:
        parent.kill()
        parent.communicate()
    wait_until(lambda: not any(map(is_running, pids)))


# -- cancelling --------------------------------------------------------------------------------------


def test_a_running_batch_can_be_cancelled(pool: WorkerPool) -> None:
    future = pool.submit_batch(batch("wait", {"seconds": 0}, {"seconds": LONG}, {"seconds": LONG}))
    wait_until(lambda: pool.busy == 1)
    time.sleep(0.1)
    assert future.cancel()
    assert values(future.result(timeout=10)) == [0, Cancelled(), Cancelled()]
    assert not future.cancel()


def test_a_queued_batch_can_be_cancelled() -> None:
    with WorkerPool(1) as pool:
        running = pool.submit_batch(batch("wait", {"seconds": LONG}))
        queued = [pool.submit_batch(batch("wait", {"seconds": LONG})) for _ in range(3)]
        wait_until(lambda: pool.busy == 1)
        assert all(future.cancel() for future in queued) and running.cancel()
        assert running.result(timeout=10) == [Cancelled()]
        for future in queued:
            with pytest.raises(CancelledError):
                future.result(timeout=10)
        assert values(outcomes(pool, "double", *numbers(2))) == [4]


def test_a_batch_that_has_lost_its_worker_can_be_cancelled() -> None:
    """Its only worker dies, and another batch of higher priority gets the next one."""
    with WorkerPool(1) as pool:
        first = pool.submit_batch(batch("wait", {"seconds": LONG}, {"seconds": LONG}, priority=1))
        wait_until(lambda: pool.busy == 1)
        urgent = pool.submit_batch(batch("wait", {"seconds": LONG}))
        os.kill(pool.pids()[0], signal.SIGKILL)
        wait_until(urgent.running)
        assert first.running() and first.cancel()
        assert first.result(timeout=10) == [Crashed("Killed"), Cancelled()]
        assert urgent.cancel() and urgent.result(timeout=10) == [Cancelled()]


def test_many_cancelled_calls_leave_no_worker_busy(pool: WorkerPool) -> None:
    for _ in range(200):
        futures = [pool.submit_batch(batch("spin", *numbers(1))) for _ in range(3)]
        for future in futures:
            assert future.cancel()
    wait_until(lambda: pool.busy == 0 and pool.queued == 0)
    assert values(outcomes(pool, "double", *numbers(1))) == [2]
    assert len(pool.pids()) <= 2


def test_an_exception_while_waiting_stops_the_call(pool: WorkerPool) -> None:
    def interrupt() -> None:
        wait_until(lambda: pool.busy == 1)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        pool.call("pool_functions:wait", {"seconds": LONG})
    thread.join()
    wait_until(lambda: pool.busy == 0)


def test_batches_of_a_lower_number_start_first() -> None:
    order: list[str] = []
    with WorkerPool(1) as pool:
        first = pool.submit_batch(batch("wait", {"seconds": 0.2}))
        wait_until(lambda: pool.busy == 1)
        futures = [
            pool.submit_batch(
                batch("double", *numbers(1), priority=priority), lambda *_, n=name: order.append(n)
            )
            for priority, name in ((5, "late"), (0, "early"), (5, "later"), (-1, "first"))
        ]
        for future in (first, *futures):
            future.result(timeout=60)
    assert order == ["first", "early", "late", "later"]


# -- closing -----------------------------------------------------------------------------------------


def test_a_closed_pool_has_finished_its_queue_and_takes_no_more() -> None:
    with WorkerPool(2) as pool:
        futures = [pool.submit_batch(batch("double", *numbers(n))) for n in range(10)]
    assert [values(future.result(timeout=0)) for future in futures] == [[2 * n] for n in range(10)]
    assert pool.pids() == []
    with pytest.raises(RuntimeError, match="closed"):
        pool.submit_batch(batch("double", *numbers(1)))


def test_shutdown_gives_every_batch_an_outcome() -> None:
    pool = WorkerPool(2)
    futures = [pool.submit_batch(batch("wait", {"seconds": LONG})) for _ in range(5)]
    wait_until(lambda: pool.busy == 2)
    pids = pool.pids()
    pool.shutdown(cancel_futures=True)
    assert [future.result(timeout=0) for future in futures] == [[Cancelled()]] * 5
    assert not any(map(is_running, pids))
    pool.shutdown()


def test_a_pool_without_calls_starts_nothing() -> None:
    with WorkerPool(3) as pool:
        assert pool.pids() == [] and threading.active_count() >= 1
    pool.shutdown(cancel_futures=True)


def test_modules_of_the_current_directory_are_not_imported(
    pool: WorkerPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "stray.py").write_text("def run(): return 1\n")
    monkeypatch.chdir(tmp_path)
    (found,) = pool.submit_batch(Batch("stray:run", [{}], {})).result(timeout=60)
    assert isinstance(found, Raised) and "stray" in found.why
