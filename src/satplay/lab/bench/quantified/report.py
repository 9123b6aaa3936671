"""The table of a run: medians, how many were solved, ratios to our engine.

The score of an engine in a row is the median over the formulas of the median over the samples.  A run that
did not finish counts twice its limit (PAR2) and is shown as ``>20``.
"""

from __future__ import annotations

from dataclasses import asdict
from statistics import median
from typing import Any

from satplay.lab.bench.document import heading
from satplay.lab.bench.quantified.run import QbfBench
from satplay.lab.bench.report import SMALLEST, aligned, geometric_mean, ratio, seconds


def lines(bench: QbfBench) -> list[str]:
    """The table, who is absent, and all complaints."""
    engines = bench.engines
    ours = engines[0]
    others = [engine for engine in engines if engine != ours]
    text = [["CPU seconds", *engines, *(f"{engine} / {ours}" for engine in others)]]
    table = {family: _scores(bench, family) for family in bench.titles}
    for family, scores in table.items():
        times = [_cell(bench, family, engine, scores[engine]) for engine in engines]
        ratios = [ratio(scores[engine] / scores[ours]) for engine in others]
        text.append([bench.titles[family], *times, *ratios])
    if len(table) > 1 and others:
        means = [geometric_mean([row[engine] / row[ours] for row in table.values()]) for engine in others]
        text.append(["geometric mean", *("" for _ in engines), *map(ratio, means)])
    absent = [f"not installed: {', '.join(bench.absent)}"] if bench.absent else []
    return [*aligned(text), *absent, *bench.failed, *bench.wrong]


def as_json(bench: QbfBench) -> dict[str, Any]:
    """Everything that was measured, raw, and where."""
    return {
        **heading("qbf", bench.wrong, bench.failed),
        "engines": list(bench.engines),
        "absent": list(bench.absent),
        "quick": bench.quick,
        "seconds": bench.seconds,
        "repeats": bench.repeats,
        "instances": [asdict(one) for one in bench.instances],
        "samples": [asdict(one) for one in bench.samples],
        "rows": [
            {"family": family, "title": title, "scores": _scores(bench, family)}
            for family, title in bench.titles.items()
        ],
    }


def _scores(bench: QbfBench, family: str) -> dict[str, float]:
    return {engine: median(_medians(bench, family, engine)) for engine in bench.engines}


def _medians(bench: QbfBench, family: str, engine: str) -> list[float]:
    """One for each formula; twice the limit where it was not solved."""
    times: dict[str, list[float]] = {}
    for one in bench.samples:
        if (one.family, one.engine) == (family, engine):
            spent = 2 * bench.seconds if one.cpu is None else max(one.cpu, SMALLEST)
            times.setdefault(one.name, []).append(spent)
    return [median(some) for some in times.values()]


def _cell(bench: QbfBench, family: str, engine: str, score: float) -> str:
    medians = _medians(bench, family, engine)
    solved = sum(one <= bench.seconds for one in medians)
    count = "" if solved == len(medians) else f" ({solved}/{len(medians)})"
    return f"{seconds(score, bench.seconds)}{count}"
