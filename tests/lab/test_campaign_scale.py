"""The experiment ``campaign-scale``: measured costs, and a simulation of more workers."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from satplay.lab.experiment import Lines, ReportTable
from satplay.lab.experiments import campaign_scale, find
from satplay.lab.experiments.campaign_scale import plan, report
from satplay.store.runs import Job, JobOutcome

LOCAL = {
    "client_chunk": 2e-4,
    "scheduler_chunk": 0.0,
    "worker_chunk": 1e-4,
    "worker_job": 2e-5,
}
DASK = {**LOCAL, "client_chunk": 1.4e-3, "scheduler_chunk": 6e-3, "worker_chunk": 3e-3}


def jobs() -> list[Job]:
    values: list[tuple[str, dict[str, Any]]] = [
        ("local", LOCAL),
        ("dask", DASK),
        ("campaign", {"client_job": 2e-4}),
    ]
    return [
        Job(place, {"measure": name, "number": 10, "repeat": 0}, JobOutcome.DONE, found)
        for place, (name, found) in enumerate(values)
    ]


def test_it_is_found_and_its_jobs_are_planned() -> None:
    assert find("campaign-scale").plan(True) == plan(True)
    assert {job["measure"] for job in plan(False)} >= {"local", "campaign"}


def test_more_workers_do_more_until_the_client_is_busy() -> None:
    sections = list(report(jobs()))
    figures = [one for one in sections if isinstance(one, Lines)]
    assert [one.name for one in figures] == ["local-scale", "dask-scale"]
    for figure in figures:
        for series in figure.series:
            speeds = [speed for _, speed in series.points]
            assert all(more > 0.9 * less for less, more in pairwise(speeds))
    (table,) = (one for one in sections if isinstance(one, ReportTable) and one.name == "dask-throughput")
    limits = {(row[0], row[1], row[2]): row[-1] for row in table.rows}
    assert limits[10, "10", "1"] == "workers" and limits[1000, "10", "10"] == "client"
    assert limits[1000, "100", "0.1"] == "scheduler" and limits[1000, "1000", "1"] == "scheduler"


def test_costs_are_measured() -> None:
    found = campaign_scale.measure({"measure": "campaign", "number": 50, "repeat": 0})
    assert 0 < found["client_job"] < 0.1
    found = campaign_scale.measure({"measure": "local", "number": 10, "repeat": 0})
    assert found["client_chunk"] > 0
