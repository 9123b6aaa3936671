"""A model of a campaign on many workers: what it does per second, and what it waits for.

A chunk of jobs passes four stations.  The *client*, which submits it, takes its results and stores them, and
the *scheduler*, which passes both on, handle one message at a time.  A *worker* does its chunks one after the
other.  Between two stations a message travels for ``latency``.  Two chunks for each worker are under way, as
in ``satplay/campaign/run.py``.  The costs are measured; the simulation follows every message.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Sequence
from itertools import chain, count, islice, repeat
from typing import NamedTuple

CHUNKS_PER_WORKER = 2


class Costs(NamedTuple):
    """Seconds of work; of the client and the worker for each chunk and each job in it.

    ``scheduler_chunk``  for both directions together; 0 without a scheduler
    ``latency``          of one message between two machines
    """

    client_chunk: float
    client_job: float
    scheduler_chunk: float
    worker_chunk: float
    worker_job: float
    latency: float = 0.0


class Throughput(NamedTuple):
    """What a simulation found: jobs per second, and the share of the time that each station is busy."""

    jobs_per_second: float
    client: float
    scheduler: float
    workers: float


class Station:
    """Handles one message at a time, in the order of arrival."""

    def __init__(self) -> None:
        self.free_at = self._work = 0.0

    def handle(self, arrival: float, seconds: float) -> float:
        """The time at which a message is handled that arrives now and takes so much work."""
        self.free_at = max(self.free_at, arrival) + seconds
        self._work += seconds
        return self.free_at

    def busy_until(self, time: float) -> float:
        """Seconds of work until then, which is not before the last arrival."""
        return self._work - max(0.0, self.free_at - time)


def most_jobs_per_second(costs: Costs, workers: int, chunk: int, job_seconds: float) -> float:
    """The bound that follows from the busiest station alone, for any order of messages.

    >>> costs = Costs(0.001, 0.0002, 0.0005, 0.002, 0.0001)
    >>> round(most_jobs_per_second(costs, 10, 100, 0.01)), round(most_jobs_per_second(costs, 1000, 100, 0.01))
    (988, 4762)
    """
    per_job = [
        (job_seconds + costs.worker_job + costs.worker_chunk / chunk) / workers,
        costs.client_job + costs.client_chunk / chunk,
        costs.scheduler_chunk / chunk,
    ]
    return 1 / max(per_job)


def simulate(costs: Costs, workers: int, chunk: int, job_seconds: Sequence[float], rounds: int) -> Throughput:
    """Follow the messages of ``rounds`` chunks for each worker, until the last is sent.

    ``job_seconds``  the work of jobs, used in turn: the chunks are not equally long
    """
    client, scheduler = Station(), Station()
    there = [Station() for _ in range(workers)]
    lengths = _chunk_lengths(costs, chunk, job_seconds)
    events: list[tuple[float, int, str, int]] = []
    numbers = count()
    done, time, left = -CHUNKS_PER_WORKER * workers, 0.0, rounds * workers

    def send(time: float, stage: str, worker: int) -> None:
        heapq.heappush(events, (time, next(numbers), stage, worker))

    for _ in range(CHUNKS_PER_WORKER):
        for worker in range(workers):
            send(0.0, "submit", worker)
    while left:
        time, _, stage, worker = heapq.heappop(events)
        match stage:
            case "submit":
                left -= 1
                done += 1
                sent = client.handle(time, costs.client_chunk / 2)
                send(sent + costs.latency, "assign", worker)
            case "assign":
                sent = scheduler.handle(time, costs.scheduler_chunk / 2)
                send(sent + costs.latency, "work", worker)
            case "work":
                finished = there[worker].handle(time, lengths[0])
                lengths.rotate(-1)
                send(finished + costs.latency, "return", worker)
            case "return":
                sent = scheduler.handle(time, costs.scheduler_chunk / 2)
                send(sent + costs.latency, "store", worker)
            case "store":
                stored = client.handle(time, costs.client_chunk / 2 + chunk * costs.client_job)
                send(stored, "submit", worker)  # the next chunk of this worker
    busy = sum(station.busy_until(time) for station in there) / workers
    shares = (client.busy_until(time), scheduler.busy_until(time), busy)
    return Throughput(done * chunk / time, *(share / time for share in shares))


def _chunk_lengths(costs: Costs, chunk: int, job_seconds: Sequence[float]) -> deque[float]:
    """Seconds that workers need for one chunk after the other: each job occurs equally often."""
    jobs = chain.from_iterable(repeat(job_seconds, chunk))
    overhead = costs.worker_chunk + chunk * costs.worker_job
    return deque(overhead + sum(islice(jobs, chunk)) for _ in job_seconds)
