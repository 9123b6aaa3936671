"""How many workers can one campaign keep busy, and how does the size of the chunks move that point?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from itertools import product
from random import Random
from typing import Any

from satplay.lab.bench.campaign import measures, messages
from satplay.lab.bench.campaign.ways import DASK, LOCAL
from satplay.lab.experiment import (
    Axis,
    Experiment,
    Lines,
    Paragraph,
    Parameters,
    ReportTable,
    Section,
    Series,
)
from satplay.lab.measuring.campaign_model import Costs, Throughput, most_jobs_per_second, simulate
from satplay.lab.results import finished_rows
from satplay.store.runs import Job

JOB_SECONDS = 0.01
"""Mean work of a job: a board of 15x15 cells of a given level."""

SPREAD = 0.8
"""Of the logarithm of the work of a job: some take several times as long as others."""

CHUNK_SECONDS = (0.1, 1.0, 10.0)

CASES = ((0.01, 0.1), (0.01, 1.0), (0.01, 10.0), (0.1, 0.1), (0.1, 1.0), (1.0, 1.0))
"""The work of a job and of a chunk, in seconds, in the tables."""

WORKERS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)

LATENCY = 0.0005
"""Seconds of a message between two machines of one network, which is not measured here."""

ROUNDS = 25
"""Chunks of each worker in a simulation."""

CAMPAIGN = "campaign"

NAMES = {LOCAL: "local workers", DASK: "Dask"}


def plan(quick: bool) -> list[Parameters]:
    """The costs of messages, with and without Dask, and what a board costs the client altogether."""
    ways = [LOCAL, *([DASK] if find_spec("distributed") is not None else [])]
    repeats = 1 if quick else 5
    jobs: list[Parameters] = [
        {"measure": way, "number": 50 if quick else 500, "repeat": repeat}
        for repeat in range(repeats)
        for way in ways
    ]
    return [
        *jobs,
        *({"measure": CAMPAIGN, "number": 200 if quick else 4000, "repeat": one} for one in range(repeats)),
    ]


def measure(job: Parameters) -> Mapping[str, Any]:
    """CPU seconds for each chunk and each job."""
    if job["measure"] == CAMPAIGN:
        (times,) = measures.fill(LOCAL, 2, job["number"], "7x7", None)["times"]
        return {"client_job": times["parent"] / job["number"]}
    costs = messages.sample(job["measure"], 2, job["number"])["costs"]
    return {
        "client_chunk": costs["client_chunk"] / 1000,
        "scheduler_chunk": (costs["scheduler_chunk"] or 0.0) / 1000,
        "worker_chunk": max(0.0, costs["worker_chunk"] / 1000),
        "worker_job": costs["worker_job"] / 1000,
    }


def report(jobs: Sequence[Job]) -> Iterable[Section]:
    """The measured costs, and what the model says about more workers than this machine has."""
    rows = finished_rows(jobs)
    per_board = _median(row["client_job"] for row in rows if row["measure"] == CAMPAIGN)
    found = {
        way: _costs([row for row in rows if row["measure"] == way], per_board)
        for way in (LOCAL, DASK)
        if any(row["measure"] == way for row in rows)
    }
    yield Paragraph(
        "The costs of messages are measured on this machine with jobs that do nothing; what the client does "
        "for each job, with a campaign that stores boards in a collection. The model "
        "(lab/measuring/campaign_model.py) follows every message between the client, the scheduler and the "
        f"workers. In the figures jobs take {1000 * JOB_SECONDS:g} ms on average; messages take "
        f"{1000 * LATENCY:g} ms. More workers than this machine has processors are simulated, not measured."
    )
    yield _cost_table(found)
    for way, costs in found.items():
        yield _table(way, costs)
        yield _figure(way, costs)


def _costs(rows: Sequence[Mapping[str, Any]], client_job: float) -> Costs:
    """Medians; the client stores each result."""
    names = ("client_chunk", "scheduler_chunk", "worker_chunk", "worker_job")
    median = {name: _median(row[name] for row in rows) for name in names}
    return Costs(client_job=client_job, latency=LATENCY, **median)


def _median(values: Iterable[float]) -> float:
    known = sorted(values)
    return known[len(known) // 2] if known else 0.0


def _cost_table(found: Mapping[str, Costs]) -> ReportTable:
    lines = [
        [NAMES[way], *(f"{1000 * getattr(costs, name):.3f}" for name in Costs._fields[:-1])]
        for way, costs in found.items()
    ]
    columns = ["", "client, chunk", "client, job", "scheduler, chunk", "worker, chunk", "worker, job"]
    return ReportTable("costs", "CPU milliseconds", columns, lines)


def _jobs(chunk: int, seconds: float) -> list[float]:
    """The work of jobs, the same for all simulations."""
    random = Random(1)
    drawn = [random.lognormvariate(0.0, SPREAD) for _ in range(max(997, chunk))]
    return [seconds * one * len(drawn) / sum(drawn) for one in drawn]


def _run(costs: Costs, workers: int, job: float, chunk_seconds: float) -> tuple[Throughput, float]:
    """What the simulation finds, and the bound of the busiest station."""
    chunk = max(1, round(chunk_seconds / job))
    bound = most_jobs_per_second(costs, workers, chunk, job)
    return simulate(costs, workers, chunk, _jobs(chunk, job), ROUNDS), bound


def _table(way: str, costs: Costs) -> ReportTable:
    lines = []
    for workers, (job, chunk) in product((10, 100, 1000), CASES):
        got, bound = _run(costs, workers, job, chunk)
        shares = {"client": got.client, "scheduler": got.scheduler, "workers": got.workers}
        lines.append(
            [
                workers,
                f"{1000 * job:g}",
                f"{chunk:g}",
                f"{got.jobs_per_second:,.0f}",
                f"{bound:,.0f}",
                f"{100 * got.jobs_per_second * job / workers:.0f} %",
                *(f"{100 * share:.0f} %" for share in shares.values()),
                max(shares, key=lambda name: shares[name]),
            ]
        )
    columns = ["workers", "job, ms", "chunk, s", "jobs/s", "bound", "efficiency"]
    columns += ["client busy", "scheduler busy", "workers busy", "limited by"]
    return ReportTable(f"{way}-throughput", f"Simulated: {NAMES[way]}", columns, lines)


def _figure(way: str, costs: Costs) -> Lines:
    series = [
        Series(
            f"chunks of {seconds:g} s",
            [(workers, _run(costs, workers, JOB_SECONDS, seconds)[0].jobs_per_second) for workers in WORKERS],
        )
        for seconds in CHUNK_SECONDS
    ]
    ideal = Series("without costs", [(workers, workers / JOB_SECONDS) for workers in WORKERS], source=True)
    axes = Axis("workers", log=True), Axis("jobs per second", log=True)
    return Lines(f"{way}-scale", f"Jobs per second, {NAMES[way]}", *axes, [*series, ideal])


EXPERIMENT = Experiment(
    title="Campaigns on many workers",
    source="satplay's own question",
    plan=plan,
    measure=measure,
    report=report,
    seconds=(60.0, 300.0),
)
