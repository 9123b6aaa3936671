"""The report of ``satplay bench campaign``: a table for each family that was measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from statistics import median
from typing import Any

from satplay.lab.bench.benchmark import ANSWERED, BenchmarkRun, Sample
from satplay.lab.bench.report import Column, align, figures, table

ONE = "1 loop"
"""What the other ways are compared with."""

COSTS = {
    "client_chunk": "client/chunk",
    "client_job": "client/job",
    "scheduler_chunk": "scheduler/chunk",
    "worker_chunk": "worker/chunk",
    "worker_job": "worker/job",
    "chunks_per_second": "chunks/s",
    "chunk_bytes": "bytes/chunk",
    "job_bytes": "bytes/job",
}


def tables(run: BenchmarkRun) -> list[str]:
    """A table for each row, separated by blank lines."""
    lines: list[str] = []
    for row in run.rows:
        lines += [""] if lines else []
        lines += TABLES.get(row, _plain)(run, row)
    return lines


def _samples(run: BenchmarkRun, row: str) -> dict[str, list[Sample]]:
    """The samples of each contestant that has answers."""
    found: dict[str, list[Sample]] = {}
    for one in run.of(row):
        if one.status in ANSWERED:
            found.setdefault(one.contestant, []).append(one)
    return found


def _median(samples: list[Sample], part: str) -> float:
    return median(time for one in samples for time in one.seconds(part))


def _columns(samples: Mapping[str, list[Sample]]) -> Iterator[Column]:
    """Seconds by the clock, and of the processors."""
    for part, title in (("total", "seconds"), ("parent", "parent CPU"), ("workers", "workers' CPU")):
        yield Column(title, [figures(_median(one, part)) for one in samples.values()])


def _plain(run: BenchmarkRun, row: str) -> list[str]:
    samples = _samples(run, row)
    return table(run.title(row), [*samples], [*_columns(samples)])


def _boards(run: BenchmarkRun, row: str) -> list[str]:
    """With the efficiency of the workers, and what a board costs besides its work."""
    samples = _samples(run, row)
    columns = [*_columns(samples)]
    if ONE in samples:
        loop = _median(samples[ONE], "total")
        columns.append(Column("efficiency", [_efficiency(name, loop, one) for name, one in samples.items()]))
    return table(run.title(row), [*samples], columns)


def _efficiency(name: str, loop: float, samples: list[Sample]) -> str:
    """The time of one loop divided by that of all processes together."""
    return f"{loop / (int(name.split(maxsplit=1)[0]) * _median(samples, 'total')):.2f}"


def _memory(run: BenchmarkRun, row: str) -> list[str]:
    samples = _samples(run, row)
    peaks = [max(one.found["figures"]["peak_mib"] for one in several) for several in samples.values()]
    columns = [*_columns(samples), Column("MiB at most", [f"{peak:.0f}" for peak in peaks])]
    return table(run.title(row), [*samples], columns)


def _messages(run: BenchmarkRun, row: str) -> list[str]:
    """CPU milliseconds of each process for a chunk, and for a job in it."""
    samples = _samples(run, row)
    lines = [[f"{run.title(row)}, CPU ms", *COSTS.values()]]
    for name, several in samples.items():
        costs: Mapping[str, Any] = several[-1].found["costs"]
        lines.append([name, *("-" if costs[key] is None else figures(costs[key]) for key in COSTS)])
    return align(lines)


def _cubes(run: BenchmarkRun, row: str) -> list[str]:
    """With the speed-up, and the one to expect of workers that nothing disturbs."""
    samples = _samples(run, row)
    columns = [*_columns(samples)]
    first = next(iter(samples.values()), [])
    if len(samples) > 1:
        alone = _median(first, "total")
        columns.append(
            Column("times as fast", [f"{alone / _median(one, 'total'):.2f}" for one in samples.values()])
        )
    return table(run.title(row), [*samples], columns)


TABLES: Mapping[str, Callable[[BenchmarkRun, str], list[str]]] = {
    "hard-boards": _boards,
    "boards": _boards,
    "small-boards": _boards,
    "memory": _memory,
    "messages": _messages,
    "cubes": _cubes,
}
