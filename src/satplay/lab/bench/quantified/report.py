"""The table of a run: medians with their noise, how many were solved, ratios to our engine.

Scores are those of :mod:`~satplay.lab.bench.score`.  What did not finish is shown as ``>20``.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from satplay.lab.bench.document import heading, row_as_json
from satplay.lab.bench.quantified.benchmark import QbfBench
from satplay.lab.bench.report import aligned, ratio, timed
from satplay.lab.bench.score import Row, Table, fingerprint, geometric_mean, scored


def lines(bench: QbfBench) -> list[str]:
    """The table, who is absent, and all complaints."""
    engines = bench.engines
    ours = engines[0]
    others = [engine for engine in engines if engine != ours]
    text = [["CPU seconds", *engines, *(f"{engine} / {ours}" for engine in others)]]
    table = rows(bench)
    for row in table:
        times = [_cell(bench, row, engine) for engine in engines]
        text.append([row.title, *times, *(ratio(row.to(ours, engine)) for engine in others)])
    if len(table) > 1 and others:
        means = [geometric_mean([row.to(ours, engine) for row in table]) for engine in others]
        text.append(["geometric mean", *("" for _ in engines), *map(ratio, means)])
    absent = [f"not installed: {', '.join(bench.absent)}"] if bench.absent else []
    return [*aligned(text), *absent, *bench.failed, *bench.wrong]


def as_json(bench: QbfBench) -> dict[str, Any]:
    """Everything that was measured, raw, and where."""
    return {
        **heading("qbf", bench, kept(bench)),
        "engines": list(bench.engines),
        "absent": list(bench.absent),
        "quick": bench.quick,
        "seconds": bench.seconds,
        "repeats": bench.repeats,
        "instances": [asdict(one) for one in bench.instances],
        "samples": [asdict(one) for one in bench.samples],
        "rows": [row_as_json(row) for row in rows(bench)],
    }


def rows(bench: QbfBench) -> list[Row]:
    """One row per family, or per file."""
    found = []
    for family, title in bench.titles.items():
        formulas = (f"{one.name} {one.digest}" for one in bench.instances if one.family == family)
        scores = {engine: scored(_times(bench, family, engine), bench.seconds) for engine in bench.engines}
        found.append(Row(family, title, fingerprint(*formulas), scores))
    return found


def kept(bench: QbfBench) -> Table:
    """What a later run is compared with; not what is contradicted."""
    doubtful = {one.family for one in bench.instances if len({*bench.answers(one).values()}) > 1}
    failed = {(one.family, one.engine) for one in bench.samples if one.status == "failed"}
    sound = (
        row.without(engine for engine in bench.engines if (row.name, engine) in failed)
        for row in rows(bench)
        if row.name not in doubtful
    )
    return Table("qbf", bench.seconds, tuple(sound))


def _times(bench: QbfBench, family: str, engine: str) -> list[list[float | None]]:
    """Of each formula all samples."""
    times: dict[str, list[float | None]] = {}
    for one in bench.samples:
        if (one.family, one.engine) == (family, engine):
            times.setdefault(one.name, []).append(one.cpu)
    return [*times.values()]


def _cell(bench: QbfBench, row: Row, engine: str) -> str:
    scores = [scored([samples], bench.seconds) for samples in _times(bench, row.name, engine)]
    solved = sum(one.seconds <= bench.seconds for one in scores)
    count = "" if solved == len(scores) else f" ({solved}/{len(scores)})"
    return f"{timed(row.scores[engine], bench.seconds)}{count}"
