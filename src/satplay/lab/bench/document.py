"""A run of the benchmark as JSON, with the machine it ran on."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from satplay.lab.bench.benchmark import Judged
from satplay.lab.bench.report import kept, mean_to_best, rows, worst_to_best
from satplay.lab.bench.run import Bench
from satplay.lab.bench.score import Row, Table
from satplay.lab.machine import machine


def as_json(run: Bench) -> dict[str, Any]:
    """Everything that was measured, raw, and where."""
    table = rows(run)
    return {
        **heading("engines", run, kept(run)),
        "engines": list(run.engines),
        "quick": run.quick,
        "seconds": run.seconds,
        "repeats": run.repeats,
        "instances": [asdict(one) for one in run.instances],
        "samples": [asdict(one) for one in run.samples],
        "rows": [row_as_json(row) for row in table],
        "mean_to_best": {engine: mean_to_best(table, engine) for engine in run.engines},
        "worst_to_best": {engine: worst_to_best(table, engine) for engine in run.engines},
    }


def row_as_json(row: Row) -> dict[str, Any]:
    """A family, and how each engine did in it."""
    scores = {engine: score.seconds for engine, score in row.scores.items()}
    noise = {engine: score.noise for engine, score in row.scores.items()}
    return {"family": row.name, "title": row.title, "scores": scores, "noise": noise}


def heading(benchmark: str, run: Judged, table: Table) -> dict[str, Any]:
    """What every document begins with; ``kept`` is what a later run is compared with."""
    return {
        "benchmark": benchmark,
        "command": [Path(sys.argv[0]).name, *sys.argv[1:]],
        "machine": machine(),
        "wrong": [*run.wrong],
        "failed": [*run.failed],
        "kept": asdict(table),
    }
