"""Running a benchmark: every instance, every contestant, one child process at a time.

All contestants run on an instance one after the other, round by round, so that other load of the machine
affects all of them alike.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from statistics import median

from satplay.engines.catalogue import catalogue
from satplay.errors import EngineMissing
from satplay.lab.bench.benchmark import (
    ANSWERED,
    CPU,
    FAILED,
    OUT_OF_TIME,
    Benchmark,
    BenchmarkRun,
    Contestant,
    Instance,
    Outcome,
    Sample,
)
from satplay.lab.bench.report import figures
from satplay.lab.calls import Failed
from satplay.workers.calls import OutOfTime

Progress = Callable[[str], None]


def run_benchmark(
    benchmark: Benchmark,
    *,
    repeats: int | None = None,
    seconds: float | None = None,
    quick: bool = False,
    progress: Progress | None = None,
) -> BenchmarkRun:
    """Take ``repeats`` samples of every instance with every contestant, ``seconds`` of CPU time at most each.

    Both default to the benchmark's own values; ``quick`` takes one sample.  ``progress`` is called with a
    line for each instance.
    """
    limit = benchmark.seconds if seconds is None else seconds
    count = repeats if repeats is not None else 1 if quick else benchmark.repeats
    instances: list[Instance] = []
    samples: list[Sample] = []
    for write in benchmark.instances:
        with tempfile.TemporaryDirectory(prefix="satplay-bench-") as folder:
            instance = write(Path(folder))
            taken = _samples(benchmark, instance, limit, count)
        instances.append(instance)
        samples += taken
        if progress is not None:
            progress(_progress_line(benchmark, instance, taken))
    return BenchmarkRun(benchmark, tuple(instances), tuple(samples), limit, count, quick)


def _samples(benchmark: Benchmark, instance: Instance, seconds: float, count: int) -> list[Sample]:
    """All samples of one instance.  A contestant without an answer is not run again."""
    rounds, in_one_process = (1, count) if benchmark.one_process else (count, 1)
    limit = seconds if benchmark.total_is_time else inf
    taken: list[Sample] = []
    stopped: set[str] = set()
    for _ in range(rounds):
        for contestant in instance.contestants:
            if contestant.name not in stopped:
                outcome = benchmark.take(instance, contestant, seconds, in_one_process)
                taken.append(sample_of(instance, contestant, outcome, limit))
                if taken[-1].status not in ANSWERED:
                    stopped.add(contestant.name)
    return taken


def sample_of(instance: Instance, contestant: Contestant, outcome: Outcome, limit: float) -> Sample:
    """A sample from the outcome of a child process; an answer after the limit is out of time."""
    place = instance.row, instance.name, contestant.name
    match outcome:
        case OutOfTime():
            return Sample(*place, OUT_OF_TIME)
        case Failed(why=why):
            return Sample(*place, FAILED, note=why)
    found = dict(outcome)
    status, times, note = found.pop("status"), tuple(found.pop("times")), found.pop("note", "")
    late = status in ANSWERED and any(one["total"] > limit for one in times)
    return Sample(*place, OUT_OF_TIME if late else status, times, note, found)


def _progress_line(benchmark: Benchmark, instance: Instance, samples: Sequence[Sample]) -> str:
    factor, unit = benchmark.unit
    parts = []
    for name in dict.fromkeys(one.contestant for one in samples):
        here = [one for one in samples if one.contestant == name]
        times = [time for one in here for time in one.seconds()]
        time = f"{figures(factor * median(times))} {unit}" if times else here[-1].status
        parts.append(time if name == CPU else f"{name} {time}")
    facts = [f"{instance.facts[key]} {key}" for key in ("variables", "clauses") if key in instance.facts]
    size = f" ({', '.join(facts)})" if facts else ""
    return f"{instance}{size}: {', '.join(parts)}"


def choose_engines(engines: Sequence[str], usual: Sequence[str]) -> tuple[str, ...]:
    """The engines of these names, which must be installed; without names the usual ones that are."""
    table = {ability.name: ability for ability in catalogue()}
    for name in engines:
        ability = catalogue().find(name)
        if not ability.installed:
            raise EngineMissing(name, ability.remedy)
    there = [name for name in usual if name in table and table[name].installed]
    return tuple(dict.fromkeys(engines)) or tuple(there)
