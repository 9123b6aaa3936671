"""A run of the benchmark as JSON, with the machine it ran on; and an earlier one read again."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, TypeVar

from satplay.errors import BadInput
from satplay.lab.bench.loads_run import Loads
from satplay.lab.bench.report import against, mean_to_best, rows, worst_to_best
from satplay.lab.bench.run import Bench, Instance, Sample
from satplay.lab.machine import machine

Record = TypeVar("Record", Instance, Sample)


def as_json(run: Bench | Loads, then: Bench | None = None) -> dict[str, Any]:
    """Everything that was measured, raw, and where; with ratios to an earlier run, if there is one."""
    top = heading("engines", run.wrong, run.failed)
    if isinstance(run, Loads):
        return {**top, "quick": run.quick, "readings": [asdict(one) for one in run.readings]}
    table = rows(run)
    changes = (
        {} if then is None else {"to_baseline": {row.name: dict(row.scores) for row in against(run, then)}}
    )
    return {
        **top,
        "engines": list(run.engines),
        "quick": run.quick,
        "seconds": run.seconds,
        "repeats": run.repeats,
        "instances": [asdict(one) for one in run.instances],
        "samples": [asdict(one) for one in run.samples],
        "rows": [{"family": row.name, "title": row.title, "scores": dict(row.scores)} for row in table],
        "mean_to_best": {engine: mean_to_best(table, engine) for engine in run.engines},
        "worst_to_best": {engine: worst_to_best(table, engine) for engine in run.engines},
        **changes,
    }


def heading(benchmark: str, wrong: Sequence[str], failed: Sequence[str]) -> dict[str, Any]:
    """What every document begins with."""
    return {
        "benchmark": benchmark,
        "command": [Path(sys.argv[0]).name, *sys.argv[1:]],
        "machine": machine(),
        "wrong": [*wrong],
        "failed": [*failed],
    }


def earlier(path: Path) -> Bench:
    """The run that ``--json`` wrote into a file."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        found = error.strerror or str(error)
        raise BadInput("baseline", found=found, expected="a file to read", source=str(path)) from None
    except ValueError as error:
        raise _no_baseline(path, str(error)) from None
    try:
        return Bench(
            engines=tuple(map(str, document["engines"])),
            instances=tuple(_record(Instance, one) for one in document["instances"]),
            samples=tuple(_record(Sample, one) for one in document["samples"]),
            seconds=float(document["seconds"]),
            repeats=int(document["repeats"]),
            quick=bool(document["quick"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise _no_baseline(path, f"{type(error).__name__}: {error}") from None


def _record(kind: type[Record], values: dict[str, Any]) -> Record:
    return kind(**{field.name: values[field.name] for field in fields(kind)})


def _no_baseline(path: Path, found: str) -> BadInput:
    return BadInput(
        "baseline", found=found, expected="what 'satplay bench engines --json' prints", source=str(path)
    )
