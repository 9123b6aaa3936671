"""A run as one JSON document, the same for every benchmark."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from satplay.lab.bench.benchmark import BenchmarkRun, Sample
from satplay.lab.machine import machine


def as_json(run: BenchmarkRun) -> dict[str, Any]:
    """Every sample, the machine, and the scores of the tables; ``kept`` is read by ``--baseline``."""
    return {
        "benchmark": run.benchmark.name,
        "command": [Path(sys.argv[0]).name, *sys.argv[1:]],
        "machine": machine(),
        "wrong": [*run.wrong],
        "failed": [*run.failed],
        "gaps": [*run.gaps],
        "absent": [*run.benchmark.absent],
        "quick": run.quick,
        "seconds": run.seconds,
        "repeats": run.repeats,
        "contestants": [{"name": one.name, **one.facts} for one in run.contestants],
        "instances": [
            {"row": one.row, "name": one.name, "status": one.status, "unique": one.unique, **one.facts}
            for one in run.instances
        ],
        "samples": [_sample(one) for one in run.samples],
        "rows": [_row(run, row) for row in run.rows],
        **run.benchmark.details(run),
        "kept": asdict(run.baseline_table()),
    }


def _sample(sample: Sample) -> dict[str, Any]:
    """The fields of a sample; its further results are members like the others."""
    fields = asdict(sample)
    found = fields.pop("found")
    return {**fields, **found}


def _row(run: BenchmarkRun, row: str) -> dict[str, Any]:
    """Scores and noise by contestant, and the scores of the parts of the time."""
    here = run.of(row)
    names = list(dict.fromkeys(one.contestant for one in here))
    parts = list(dict.fromkeys(part for one in here for times in one.times for part in times))
    totals = {name: run.score(row, name) for name in names}
    scores = {name: {part: run.score(row, name, part) for part in parts} for name in names}
    return {
        "row": row,
        "title": run.title(row),
        "scores": {name: None if one is None else one.seconds for name, one in totals.items()},
        "noise": {name: None if one is None else one.noise for name, one in totals.items()},
        "parts": {
            name: {part: one.seconds for part, one in by_part.items() if one is not None}
            for name, by_part in scores.items()
        },
    }
