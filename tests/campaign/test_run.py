"""Running campaigns: every job has one result, in order, whatever happens to workers and chunks."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.campaign.executors import LocalExecutor, LostChunk, OnOutcome
from satplay.campaign.job import DONE, FAILED, OUT_OF_TIME, FinishedJob, Job, Task, list_jobs, number_jobs
from satplay.campaign.results import ResultsInMemory
from satplay.campaign.run import MOST_ATTEMPTS, CampaignRun, Progress
from satplay.errors import BadInput, GaveUp
from satplay.workers.calls import Crashed, Returned

FUNCTIONS = """
import os, time
from pathlib import Path
from satplay.errors import BadInput, GaveUp

def square(number, offset=0): return {"square": number * number + offset}
def crash_on(number, bad):
    if number == bad: os.abort()
    return {"number": number}
def crash_once(number, folder):
    try: (Path(folder) / str(number)).touch(exist_ok=False)
    except FileExistsError: return {"number": number}
    os.abort()
def measure(number, text): return {"number": number, "length": len(text)}
def wait(seconds): time.sleep(seconds); return {"waited": seconds}
def spin(number):
    while number == 1: pass
    return {}
def fill(number): return {"size": len(bytearray(number << 20))}
def refuse(number): raise BadInput("number", found=str(number), expected="another")
def give_up(number): raise GaveUp("number", "none is left")
"""


@pytest.fixture
def _functions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module of functions that worker processes can import."""
    (tmp_path / "functions").mkdir()
    (tmp_path / "functions" / "job_functions.py").write_text(FUNCTIONS)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "functions"))


def task(function: str, common: dict[str, Any] | None = None, **limits: Any) -> Task:
    return Task("test", f"job_functions:{function}", common or {}, {}, **limits)


def run(
    task: Task, parameters: Sequence[dict[str, Any]], workers: int = 2, **options: Any
) -> list[FinishedJob]:
    executor = LocalExecutor(workers)
    try:
        found = CampaignRun(
            task, number_jobs(parameters), executor, ResultsInMemory(), total=len(parameters), **options
        ).results()
        return list(itertools.chain.from_iterable(found))
    finally:
        executor.shutdown(cancel_futures=True)


def numbers(count: int) -> list[dict[str, Any]]:
    return [{"number": number} for number in range(count)]


# -- local workers -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("_functions")
def test_results_are_those_of_a_plain_loop_in_its_order() -> None:
    reported: list[Progress] = []
    found = run(task("square", {"offset": 3}), numbers(500), on_progress=reported.append)
    assert [one.values for one in found] == [{"square": n * n + 3} for n in range(500)]
    assert [one.place for one in found] == list(range(500)) and {one.outcome for one in found} == {DONE}
    last = reported[-1]
    assert (last.finished, last.known, last.total, last.failed) == (500, 0, 500, 0)


@pytest.mark.usefixtures("_functions")
def test_no_jobs_are_no_results() -> None:
    assert run(task("square"), []) == []


@pytest.mark.usefixtures("_functions")
def test_a_job_that_ends_its_worker_fails_alone() -> None:
    found = run(task("crash_on", {"bad": 3}), numbers(8))
    assert [one.outcome for one in found] == [DONE] * 3 + [FAILED] + [DONE] * 4
    assert found[3].why.startswith(f"its worker ended {MOST_ATTEMPTS} times: ")


@pytest.mark.usefixtures("_functions")
def test_a_job_whose_worker_died_runs_again(tmp_path: Path) -> None:
    found = run(task("crash_once", {"folder": str(tmp_path)}), numbers(3))
    assert [one.values for one in found] == numbers(3)


def test_without_workers_a_campaign_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/nonexistent/python")
    with pytest.raises(GaveUp, match="no worker process: No such file or directory"):
        run(task("square"), numbers(3))


@pytest.mark.usefixtures("_functions")
def test_limits_hold_for_each_job() -> None:
    found = run(task("spin", seconds=0.3), numbers(4))
    assert [one.outcome for one in found] == [DONE, OUT_OF_TIME, DONE, DONE]
    found = run(task("fill", memory_mib=200), [{"number": 10}, {"number": 2000}, {"number": 11}])
    assert [one.outcome for one in found] == [DONE, FAILED, DONE]
    assert found[1].why == "more than 200 MiB of memory" and found[2].values == {"size": 11 << 20}


@pytest.mark.usefixtures("_functions")
def test_wrong_input_ends_a_strict_campaign_and_fails_a_job_otherwise() -> None:
    with pytest.raises(BadInput, match=r"found [01]"):
        run(task("refuse"), numbers(2), strict=True)
    failed, _ = run(task("refuse"), numbers(2))
    assert (failed.outcome, failed.values) == (FAILED, {"exit_status": 2}) and "found 0" in failed.why
    given_up, _ = run(task("give_up"), numbers(2), strict=True)
    assert (given_up.values, given_up.why) == ({"exit_status": 3}, "no number: none is left")


@pytest.mark.usefixtures("_functions")
def test_a_last_result_stops_all_other_jobs() -> None:
    waits = [{"seconds": seconds} for seconds in (60, 0, 60, 60, 60)]
    found = run(task("wait"), waits, is_last=lambda one: one.values == {"waited": 0})
    assert [one for one in found if one.place == 1] == []  # the first has no result: nothing is in order
    found = run(task("wait"), waits[1:], is_last=lambda one: one.values == {"waited": 0})
    assert [one.values for one in found] == [{"waited": 0}]


@pytest.mark.usefixtures("_functions")
def test_at_the_deadline_a_campaign_ends_with_the_results_that_there_are() -> None:
    waits = [{"seconds": seconds} for seconds in (0, 0, 60, 0)]
    executor = LocalExecutor(1)
    campaign = CampaignRun(
        task("wait"),
        number_jobs(waits),
        executor,
        ResultsInMemory(),
        total=4,
        deadline=time.monotonic() + 2.0,
    )
    found = list(itertools.chain.from_iterable(campaign.results()))
    assert [one.place for one in found] == list(range(len(found))) and len(found) <= 2
    assert campaign.has_ended_early
    with pytest.raises(RuntimeError):
        executor.submit_chunk(task("wait"), [], lambda number, outcome: None)


@pytest.mark.usefixtures("_functions")
def test_closing_the_results_stops_the_workers_and_saves_what_is_finished() -> None:
    executor, results = LocalExecutor(2), ResultsInMemory()
    jobs = number_jobs([{"seconds": seconds} for seconds in (0, 0, 0, *[60] * 20)])
    running = CampaignRun(task("wait"), jobs, executor, results, total=23).results()
    first = next(running)
    running.close()
    assert first[0].values == {"waited": 0}
    with pytest.raises(RuntimeError):
        executor.submit_chunk(task("wait"), [], lambda number, outcome: None)


# -- any executor ------------------------------------------------------------------------------------


class UnreliableExecutor:
    """Runs jobs in this thread; loses chunks, repeats outcomes and lets jobs crash, as ``random`` has it."""

    def __init__(self, random: Random, bad: int | None) -> None:
        self.slots = random.randint(1, 3)
        self.runs: list[int] = []
        self.is_shut = False
        self._random, self._bad = random, bad
        self._losses = Counter[int]()

    def submit_chunk(self, task: Task, jobs: Sequence[Job], on_outcome: OnOutcome) -> Future[Any]:
        future: Future[Any] = Future()
        for number, job in enumerate(jobs):
            chance = self._random.random()
            if chance < 0.05 and self._losses[job.place] < MOST_ATTEMPTS - 1:
                self._losses[job.place] += 1
                future.set_exception(LostChunk("the worker was lost"))
                return future
            self.runs.append(job.place)
            if job.place == self._bad:
                on_outcome(number, Crashed("it was killed"))
                continue
            for _ in range(2 if chance > 0.95 else 1):
                on_outcome(number, Returned({"place": job.place}, 0.001, 0.001))
        future.set_result(None)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.is_shut = True


class DictResults:
    """Results that stay, and are counted."""

    window = None

    def __init__(self) -> None:
        self.kept: dict[str, FinishedJob] = {}

    def count(self, total: int | None) -> int:
        return len(self.kept)

    def finished_among(self, keys: Sequence[str]) -> set[str]:
        return self.kept.keys() & set(keys)

    def save(self, results: Sequence[FinishedJob]) -> None:
        for result in results:
            assert result.key not in self.kept
            self.kept[result.key] = result

    def from_place(self, place: int) -> Iterator[FinishedJob]:
        by_place = {one.place: one for one in self.kept.values()}
        while place in by_place:
            yield by_place[place]
            place += 1


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(0, 300), st.integers(0, 400))
def test_no_result_is_lost_or_doubled_with_any_executor(random: Random, count: int, stop: int) -> None:
    """The first run is closed after some results; the second continues it, and repeats no finished job."""
    bad = random.randrange(count) if count and random.random() < 0.3 else None
    results = DictResults()
    jobs = list(number_jobs({"number": number} for number in range(count)))
    first = UnreliableExecutor(random, bad)
    running = CampaignRun(task("square"), jobs, first, results, total=count).results()
    delivered = []
    for batch in running:
        delivered += batch
        if len(delivered) >= stop:
            break
    running.close()
    finished = {one.place for one in results.kept.values()}
    second = UnreliableExecutor(random, bad)
    rest = CampaignRun(task("square"), jobs, second, results, total=count).results()
    again = list(itertools.chain.from_iterable(rest))
    assert [one.place for one in again] == list(range(count))
    assert delivered == again[: len(delivered)]
    assert not finished & set(second.runs) and second.is_shut
    assert [one.place for one in again if one.outcome == FAILED] == [bad] * (bad is not None)


def test_a_job_that_is_lost_again_and_again_fails() -> None:
    class Losing(UnreliableExecutor):
        def submit_chunk(self, task: Task, jobs: Sequence[Job], on_outcome: OnOutcome) -> Future[Any]:
            if all(job.place != 2 for job in jobs):
                return super().submit_chunk(task, jobs, on_outcome)
            future: Future[Any] = Future()
            future.set_exception(LostChunk("no answer"))
            return future

    jobs = number_jobs(numbers(6))
    running = CampaignRun(task("square"), jobs, Losing(Random(1), None), DictResults(), total=6)
    found = list(itertools.chain.from_iterable(running.results()))
    assert [one.outcome for one in found] == [DONE, DONE, FAILED, DONE, DONE, DONE]
    assert found[2].why == "its worker was lost: no answer"


def test_equal_jobs_have_keys_of_their_own() -> None:
    jobs = list_jobs([{"text": "A"}, {"text": "B"}, {"text": "A"}, {"text": "A"}])
    assert len({job.key for job in jobs}) == 4
    assert [job.key for job in jobs[:3]] == [
        job.key for job in list_jobs([one.parameters for one in jobs[:3]])
    ]
