"""The queue of jobs: limits, sharing, cancelling, time, memory, crashes; and what is kept how long."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from satplay.errors import NoSuchName
from satplay.web.answers import Refused
from satplay.web.job import BOARD, HINT, JOB, MOST_EVENTS, Job
from satplay.web.job_process import LARGEST_RESULT, FileAnswer
from satplay.web.jobs import MOST_JOBS, JobQueue
from satplay.web.settings import WebSettings
from tests.web.servers import is_running, wait_until, wait_until_ended

FUNCTIONS = f"""
import os, signal, sys, time
from satplay.errors import BadInput
from satplay.web.job_process import FileAnswer
from satplay.workers.worker import report

def double(number): return 2 * number
def wait(number=0):
    time.sleep(300)
def ignore_interrupts(number=0):
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    time.sleep(300)
def spin(number=0):
    while True: pass
def fill(mebibytes): return len(bytearray(mebibytes << 20)) >> 20
def refuse(): raise BadInput("hashi board", line=3, found="9", expected="1 to 8")
def fail(): return {{}}["missing"]
def abort(): os.abort()
def large(): return "x" * {LARGEST_RESULT}
def no_json(): return object()
def file(): return FileAnswer("a.txt", "text/plain", b"content")
def count(number):
    for step in range(number): report({{"step": step}})
    return number
"""

SETTINGS = WebSettings(workers=1)


class Clock:
    """A clock that tests move."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="module")
def functions(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A module of functions that workers can import."""
    folder = tmp_path_factory.mktemp("functions")
    file = folder / "job_functions.py"
    file.write_text(FUNCTIONS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder))
        yield load(file)


def load(file: Path) -> ModuleType:
    """The module in a file."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@contextmanager
def opened(settings: WebSettings = SETTINGS, clock: Clock | None = None) -> Iterator[JobQueue]:
    """A queue, and a look at its processes after its end."""
    queue = JobQueue(settings) if clock is None else JobQueue(settings, clock)
    pids: list[int] = []
    try:
        yield queue
        pids = queue.pids
    finally:
        queue.close()
    wait_until_ended(pids)


@pytest.fixture(scope="module")
def shared_queue(functions: Any) -> Iterator[JobQueue]:
    """The queue of most tests, so that its processes are started once."""
    with opened() as queue:
        yield queue


@pytest.fixture
def queue(shared_queue: JobQueue) -> Iterator[JobQueue]:
    """A queue with one worker, and one for hints; without jobs."""
    yield shared_queue
    for job in [*shared_queue._jobs.values()]:
        shared_queue.forget(job)
    wait_until(lambda: shared_queue.busy == 0, "a worker is busy")


def submit(queue: JobQueue, task: Callable[..., Any], client: str = "a", **options: Any) -> Job:
    """Submit a call; ``options`` are those of the queue, others are arguments."""
    known = {name: options.pop(name) for name in ("priority", "seconds", "key") if name in options}
    return queue.submit(task, options, client=client, **known)


def ended(job: Job) -> Job:
    """The job, after its end."""
    wait_until(lambda: job.has_ended, f"{job.state}")
    return job


def events(job: Job) -> list[str]:
    """The names of its events; they are numbered without a gap."""
    assert [event.id for event in job.events] == [*range(1, len(job.events) + 1)]
    return [event.event for event in job.events]


def fill(queue: JobQueue, functions: Any, number: int, **options: Any) -> list[Job]:
    """Jobs that do not end, each of another client and with other arguments."""
    return [
        submit(queue, functions.wait, client=f"client {one}", number=one, **options) for one in range(number)
    ]


# -- results -------------------------------------------------------------------------------------------


def test_a_job(queue: JobQueue, functions: Any) -> None:
    job = ended(submit(queue, functions.double, number=21))
    assert (job.state, job.result, job.failure) == ("done", b"42", None)
    assert events(job) == ["queued", "started", "result"]
    assert queue.find(job.number) is job
    assert len(job.number) >= 20


def test_a_file(queue: JobQueue, functions: Any) -> None:
    job = ended(submit(queue, functions.file))
    assert job.result == FileAnswer("a.txt", "text/plain", b"content")
    assert json.loads(job.events[-1].data) == {"file": "a.txt"}


def test_progress(queue: JobQueue, functions: Any) -> None:
    job = ended(submit(queue, functions.count, number=100))
    assert events(job) == ["queued", "started", *["progress"] * 100, "result"]
    assert next(json.loads(event.data) for event in job.events_after(50)) == {"step": 48}
    many = ended(submit(queue, functions.count, number=MOST_EVENTS + 100))
    kept = many.events
    assert len(kept) == MOST_EVENTS and kept[-1].event == "result"
    assert [event.id for event in kept] == [*range(kept[0].id, kept[0].id + MOST_EVENTS)]


def test_errors_of_a_task(queue: JobQueue, functions: Any, caplog: pytest.LogCaptureFixture) -> None:
    refused = ended(submit(queue, functions.refuse))
    assert refused.state == "failed" and refused.failure is not None
    assert refused.failure.status == 422 and refused.failure.value["error"]["line"] == 3
    assert events(refused) == ["queued", "started", "error"]
    assert not caplog.records
    for task in (functions.fail, functions.no_json):
        caplog.clear()
        failed = ended(submit(queue, task))
        assert failed.failure is not None and failed.failure.status == 500
        assert "missing" not in str(failed.failure.value) and "Traceback" in caplog.text
    large = ended(submit(queue, functions.large))
    assert large.state == "done" and b"16 MiB" in bytes(large.result or b"")  # type: ignore[arg-type]
    assert ended(submit(queue, functions.double, number=2)).result == b"4"


def test_a_crash_ends_one_job(queue: JobQueue, functions: Any, caplog: pytest.LogCaptureFixture) -> None:
    crashed = submit(queue, functions.abort)
    after = submit(queue, functions.double, number=2)
    assert ended(crashed).failure is not None and crashed.failure is not None
    assert crashed.failure.status == 500 and crashed.failure.value["error"]["kind"] == "WorkerEnded"
    assert "Aborted" in caplog.text
    assert ended(after).result == b"4"


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel limits the memory on Linux only")
def test_memory_is_limited(functions: Any) -> None:
    with opened(replace(SETTINGS, job_memory=256)) as queue:
        assert ended(submit(queue, functions.fill, mebibytes=64)).result == b"64"
        job = ended(submit(queue, functions.fill, mebibytes=1000))
        assert json.loads(bytes(job.result or b"")) == {"status": "unknown", "stopped": "memory"}  # type: ignore[arg-type]
        assert ended(submit(queue, functions.fill, mebibytes=65)).result == b"65"


@pytest.mark.parametrize("name", ["wait", "spin", "ignore_interrupts"])
def test_time_is_limited(queue: JobQueue, functions: Any, name: str) -> None:
    started = time.monotonic()
    job = submit(queue, getattr(functions, name), seconds=0.2)
    after = submit(queue, functions.double, client="b", number=2)
    assert json.loads(bytes(ended(job).result or b"")) == {"status": "unknown", "stopped": "time"}  # type: ignore[arg-type]
    assert ended(after).result == b"4"
    assert time.monotonic() - started < 30.0


def test_a_request_may_ask_for_a_minute(queue: JobQueue) -> None:
    asked = [None, 5.0, 60.0, 61.0, 1e300, float("inf"), float("nan"), -1.0]
    assert [queue.limit_seconds(one) for one in asked] == [10.0, 5.0, 60.0, 60.0, 60.0, 60.0, 10.0, 0.0]


# -- limits --------------------------------------------------------------------------------------------


def refused(queue: JobQueue, functions: Any, **options: Any) -> tuple[int, str, int | None]:
    """How a further job is refused."""
    with pytest.raises(Refused) as raised:
        submit(queue, functions.wait, number=-1, **options)
    return raised.value.status, raised.value.kind, raised.value.retry


def test_a_client_has_two_jobs(queue: JobQueue, functions: Any) -> None:
    first, _ = (submit(queue, functions.wait, number=number) for number in range(2))
    assert refused(queue, functions) == (429, "TooMany", 2)
    assert refused(queue, functions, priority=BOARD) == (429, "TooMany", 2)
    submit(queue, functions.wait, client="b", number=5)
    assert (
        ended(submit(queue, functions.double, priority=HINT, number=3)).result == b"6"
    )  # hints do not count
    queue.cancel(first)
    submit(queue, functions.wait, number=6)
    assert refused(queue, functions) == (429, "TooMany", 2)


def test_the_same_job_again_is_no_further_one(queue: JobQueue, functions: Any) -> None:
    jobs = [submit(queue, functions.wait, number=1) for _ in range(10)]
    assert len({job.number for job in jobs}) == 10 and len({job.work for job in jobs}) == 1
    assert queue.busy == 1 and queue.waiting == 0


def test_32_jobs_wait(queue: JobQueue, functions: Any) -> None:
    jobs = fill(queue, functions, 33)  # one of them runs
    assert (queue.busy, queue.waiting) == (1, 32)
    assert [json.loads(job.events[0].data)["ahead"] for job in jobs] == [0, *range(32)]
    assert refused(queue, functions, client="b") == (503, "QueueFull", 2)
    hints = [
        submit(queue, functions.double, f"c{number}", priority=HINT, number=number) for number in range(40)
    ]
    assert [ended(job).result for job in hints] == [str(2 * number).encode() for number in range(40)]
    queue.cancel(jobs[20])
    submit(queue, functions.wait, client="b", number=-2)
    assert refused(queue, functions, client="d") == (503, "QueueFull", 2)


def test_hints_that_wait_are_limited(functions: Any) -> None:
    with opened(replace(SETTINGS, hint_queue=3)) as queue:
        fill(queue, functions, 5, priority=HINT)  # two of them run
        assert refused(queue, functions, client="b", priority=HINT) == (503, "QueueFull", 2)
        submit(queue, functions.wait, client="b", number=-2)  # a job of another kind waits elsewhere


def test_requests_for_the_same_job_are_limited(functions: Any) -> None:
    with opened() as queue:
        for _ in range(MOST_JOBS):
            submit(queue, functions.wait)
        with pytest.raises(Refused, match="too many requests wait"):
            submit(queue, functions.wait)


def test_large_arguments_are_limited(functions: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satplay.web.jobs.MOST_ARGUMENT_BYTES", 1000)
    with opened() as queue:
        submit(queue, functions.wait, number=1)
        with pytest.raises(Refused, match="too large"):
            submit(queue, functions.wait, number="x" * 1000)
        submit(queue, functions.wait, number="x" * 100)


def test_hints_are_first(queue: JobQueue, functions: Any) -> None:
    """A worker takes nothing but hints, and boards are before other jobs."""
    blocking = fill(queue, functions, 1)
    first = submit(queue, functions.count, client="b", number=1)
    board = submit(queue, functions.count, client="c", priority=BOARD, number=2)
    hint = submit(queue, functions.count, client="d", priority=HINT, number=3)
    assert ended(hint).result == b"3" and first.state == board.state == "queued"
    seen: list[Job] = []
    for job in (first, board):
        queue.listen(job, lambda job=job: seen.append(job))  # type: ignore[misc]
    queue.cancel(blocking[0])
    ended(first), ended(board)
    assert seen[0] is board


# -- sharing and cancelling ----------------------------------------------------------------------------


def test_equal_requests_share_one_answer(queue: JobQueue, functions: Any) -> None:
    first, second = (submit(queue, functions.count, client=name, number=5) for name in "ab")
    assert first.number != second.number and first.work is second.work
    other = submit(queue, functions.count, client="c", number=6)
    assert other.work is not first.work
    assert ended(first).result == ended(second).result == b"5" and ended(other).result == b"6"
    assert submit(queue, functions.count, number=5).work is not first.work  # it is not kept for later


def test_equal_keys_are_equal_requests(queue: JobQueue, functions: Any) -> None:
    first = submit(queue, functions.wait, number=1, key="same")
    assert submit(queue, functions.wait, number=2, key="same").work is first.work
    assert submit(queue, functions.wait, number=1, key="other").work is not first.work
    assert submit(queue, functions.wait, client="b", number=1, key="same", seconds=5.0).work is not first.work


def test_a_work_ends_when_nobody_wants_it(queue: JobQueue, functions: Any) -> None:
    first, second = (submit(queue, functions.wait, client=name) for name in "ab")
    wait_until(lambda: first.state == "running", "it does not begin")
    queue.cancel(first)
    assert (first.state, second.state, queue.busy) == ("cancelled", "running", 1)
    assert events(first) == ["queued", "started", "error"] and events(second) == ["queued", "started"]
    assert first.failure is not None and first.failure.status == 410
    queue.cancel(first)  # again
    queue.cancel(second)
    wait_until(lambda: queue.busy == 0, "its worker is busy")
    again = submit(queue, functions.wait)
    assert again.work is not first.work


@pytest.mark.parametrize("name", ["wait", "spin", "ignore_interrupts"])
def test_a_cancelled_job_frees_its_worker(queue: JobQueue, functions: Any, name: str) -> None:
    """Within a second; the best of some tries, because the processors may be busy."""
    seconds = []
    for number in range(3):
        job = submit(queue, getattr(functions, name), number=number)
        wait_until(lambda job=job: job.state == "running", "it does not begin")  # type: ignore[misc]
        started = time.monotonic()
        queue.cancel(job)
        assert ended(submit(queue, functions.double, number=number)).result == str(2 * number).encode()
        seconds.append(time.monotonic() - started)
    assert min(seconds) < 1.0, seconds


def test_a_job_that_waits_is_cancelled(queue: JobQueue, functions: Any) -> None:
    jobs = fill(queue, functions, 3)
    queue.cancel(jobs[1])
    assert jobs[1].state == "cancelled" and events(jobs[1]) == ["queued", "error"] and queue.waiting == 1
    after = submit(queue, functions.double, number=4)
    queue.cancel(jobs[0])
    queue.cancel(jobs[2])
    assert ended(after).result == b"8"


def cancel_many(queue: JobQueue, functions: Any, number: int) -> None:
    """Submit and cancel jobs in several threads, at any moment of their life."""
    failures: list[BaseException] = []

    def run(name: str) -> None:
        try:
            for one in range(number // 10):
                task = (functions.wait, functions.spin, functions.double)[one % 3]
                job = queue.submit(task, {"number": f"{name}{one}"}, client=name)
                time.sleep((one * 7 % 10) / 1000)
                queue.forget(job) if one % 2 else queue.cancel(job)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=(f"client {number}",)) for number in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures


def test_cancelled_jobs_leave_no_worker_busy(queue: JobQueue, functions: Any) -> None:
    cancel_many(queue, functions, 1000)
    wait_until(lambda: queue.busy == queue.waiting == 0, "a worker is busy")
    assert ended(submit(queue, functions.double, number=1)).result == b"2"
    assert len(queue.pids) <= 2 and all(map(is_running, queue.pids))


# -- what is kept --------------------------------------------------------------------------------------


def test_a_job_without_interest_is_cancelled(functions: Any) -> None:
    clock = Clock()
    with opened(SETTINGS, clock) as queue:
        left, polled, heard = (
            submit(queue, functions.wait, client=str(number), number=number) for number in range(3)
        )
        queue.listen(heard, print)
        for now in (10.0, 16.0):
            clock.now = now
            queue.find(polled.number)
            queue.remove_expired()
        assert [job.state for job in (left, polled, heard)] == ["cancelled", "queued", "queued"]
        queue.stop_listening(heard, print)
        clock.now = 32.0
        queue.remove_expired()
        assert {job.state for job in (polled, heard)} == {"cancelled"}


def test_results_are_kept_for_some_minutes(functions: Any) -> None:
    clock = Clock()
    with opened(SETTINGS, clock) as queue:
        job = ended(submit(queue, functions.double, number=2))
        wait_until(lambda: queue.busy == 0, "it does not end")
        clock.now = SETTINGS.kept_seconds
        queue.remove_expired()
        assert queue.find(job.number).result == b"4"  # this is interest, too
        clock.now += SETTINGS.kept_seconds + 1.0
        queue.remove_expired()
        with pytest.raises(NoSuchName):
            queue.find(job.number)
        wanted = ended(submit(queue, functions.double, number=3))
        wait_until(lambda: queue.busy == 0, "it does not end")
        queue.forget(wanted)
        with pytest.raises(NoSuchName):
            queue.find(wanted.number)


def test_results_that_are_kept_are_limited(functions: Any) -> None:
    with opened(replace(SETTINGS, kept_jobs=5)) as queue:
        jobs = [ended(submit(queue, functions.double, number=number)) for number in range(10)]
        wait_until(lambda: queue.busy == 0, "it does not end")
        queue.remove_expired()
        found = []
        for job in jobs:
            try:
                found.append(queue.find(job.number))
            except NoSuchName:
                continue
        assert found == jobs[-5:]
    with opened(replace(SETTINGS, kept_bytes=800)) as queue:
        jobs = [ended(submit(queue, functions.count, number=number)) for number in (50, 51, 1)]
        wait_until(lambda: queue.busy == 0, "it does not end")
        queue.remove_expired()
        assert sum(job.work.kept_bytes for job in jobs) > 800
        with pytest.raises(NoSuchName):
            queue.find(jobs[0].number)
        assert queue.find(jobs[-1].number) is jobs[-1]


# -- the end -------------------------------------------------------------------------------------------


def test_a_closed_queue(functions: Any) -> None:
    with ExitStack() as stack:
        queue = stack.enter_context(opened())
        jobs = fill(queue, functions, 3)
        wait_until(lambda: jobs[0].state == "running", "it does not begin")
        pids = queue.pids
        started = time.monotonic()
        queue.close()
        assert time.monotonic() - started < 5.0
        assert {job.state for job in jobs} == {"cancelled"} and not any(map(is_running, pids))
        assert refused(queue, functions, client="b") == (503, "Closing", 2)


def test_priorities_are_numbers() -> None:
    assert HINT < BOARD < JOB


@pytest.mark.skipif(sys.platform != "linux", reason="reads the niceness in /proc")
def test_workers_are_nice(queue: JobQueue, functions: Any) -> None:
    ended(submit(queue, functions.double, number=1))
    for pid in queue.pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        assert int(fields[16]) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 10)


def test_a_killed_worker(queue: JobQueue, functions: Any, caplog: pytest.LogCaptureFixture) -> None:
    """Its job ends with an error that says to try again, and another process takes its place."""
    job = submit(queue, functions.wait)
    wait_until(lambda: job.state == "running", "it does not begin")
    for pid in queue.pids:
        os.kill(pid, signal.SIGKILL)
    assert ended(job).failure is not None and job.failure is not None
    assert (job.failure.status, job.failure.value["error"]["kind"]) == (503, "WorkerEnded")
    assert "try again" in job.failure.value["error"]["message"] and "Killed" in caplog.text
    assert ended(submit(queue, functions.double, number=1)).result == b"2"
