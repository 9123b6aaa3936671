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
        self.free_at = self.busy = 0.0

    def handle(self, arrival: float, seconds: float) -> float:
        """The time at which a message is handled that arrives now and takes so much work."""
        self.free_at = max(self.free_at, arrival) + seconds
        self.busy += seconds
        return self.free_at


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
    """Follow the messages of ``rounds`` chunks for each worker.

    ``job_seconds``  the work of jobs, used in turn: the chunks are not equally long
    """
    client, scheduler = Station(), Station()
    there = [Station() for _ in range(workers)]
    lengths = _chunk_lengths(costs, chunk, job_seconds, workers)
    events: list[tuple[float, int, str, int]] = []
    number, done, end = 0, 0, 0.0
    left = rounds * workers

    def send(time: float, stage: str, worker: int) -> None:
        nonlocal number
        number += 1
        heapq.heappush(events, (time, number, stage, worker))

    for _ in range(CHUNKS_PER_WORKER):
        for worker in range(workers):
            send(0.0, "submit", worker)
    while events:
        time, _, stage, worker = heapq.heappop(events)
        match stage:
            case "submit" if left:
                left -= 1
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
                end = client.handle(time, costs.client_chunk / 2 + chunk * costs.client_job)
                done += 1
                send(end, "submit", worker)
    busy = sum(station.busy for station in there)
    return Throughput(done * chunk / end, client.busy / end, scheduler.busy / end, busy / end / workers)


def _chunk_lengths(costs: Costs, chunk: int, job_seconds: Sequence[float], workers: int) -> deque[float]:
    """Seconds that workers need for one chunk after the other; repeated when all are used."""
    lengths: deque[float] = deque()
    place = 0
    for _ in range(max(50, workers)):
        jobs = [job_seconds[(place + number) % len(job_seconds)] for number in range(chunk)]
        place += chunk
        lengths.append(costs.worker_chunk + chunk * costs.worker_job + sum(jobs))
    return lengths
