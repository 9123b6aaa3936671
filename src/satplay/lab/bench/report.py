"""What a run of the benchmark says: medians, geometric means, ratios; as text.

The score of an engine in a row is the median over the seeds of the median over the samples.  A run that did
not finish counts twice its limit (PAR2, the score of the SAT competitions) and is shown as ``>60``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import median

from satplay.lab.bench.run import Bench, Sample
from satplay.lab.bench.suite import FAMILIES

YARDSTICK = "cadical195"
SMALLEST = 1e-6
"""Seconds; a clock that has not moved yet must not make a ratio infinite."""

Scores = Mapping[str, float]
"""By engine."""


@dataclass(frozen=True, slots=True)
class Row:
    """A family, and how each engine did in it."""

    name: str
    title: str
    scores: Scores

    @property
    def best(self) -> float:
        return min(self.scores.values())

    def to_best(self, engine: str) -> float:
        """How many times as long as the best of the row."""
        return self.scores[engine] / self.best


def par2(sample: Sample, seconds: float) -> float:
    """CPU seconds; twice the limit for what did not finish."""
    return 2 * seconds if sample.cpu is None else max(sample.cpu, SMALLEST)


def rows(bench: Bench) -> list[Row]:
    """One row per family, in the order of the suite."""
    titles = {family.name: family.title for family in FAMILIES}
    names = dict.fromkeys(instance.family for instance in bench.instances)
    return [
        Row(
            name,
            name if bench.quick else titles.get(name, name),
            {engine: _score(bench, name, engine) for engine in bench.engines},
        )
        for name in names
    ]


def _score(bench: Bench, family: str, engine: str) -> float:
    by_seed: dict[int, list[float]] = {}
    for sample in bench.samples:
        if sample.family == family and sample.engine == engine:
            by_seed.setdefault(sample.seed, []).append(par2(sample, bench.seconds))
    return median(median(times) for times in by_seed.values())


def geometric_mean(ratios: Sequence[float]) -> float:
    """The n-th root of the product.

    >>> round(geometric_mean([1, 4]), 6)
    2.0
    """
    return exp(sum(map(log, ratios)) / len(ratios))


def mean_to(table: Sequence[Row], engine: str, yardstick: str) -> float:
    """How many times as long as the yardstick, on geometric average over the rows."""
    return geometric_mean([row.scores[engine] / row.scores[yardstick] for row in table])


def mean_to_best(table: Sequence[Row], engine: str) -> float:
    """How many times as long as the best of each row, on geometric average."""
    return geometric_mean([row.to_best(engine) for row in table])


def worst_to_best(table: Sequence[Row], engine: str) -> float:
    """How many times as long as the best of a row, where that is most."""
    return max(row.to_best(engine) for row in table)


def against(now: Bench, then: Bench) -> list[Row]:
    """Ratios to an earlier run, for rows of the same formulas and engines that ran both times."""
    earlier = {row.name: row.scores for row in rows(then)}
    same = {row.name for row in rows(now) if _formulas(now, row.name) == _formulas(then, row.name)}
    found = []
    for row in rows(now):
        if row.name in same:
            before = earlier[row.name]
            ratios = {
                engine: row.scores[engine] / before[engine] for engine in row.scores if engine in before
            }
            if ratios:
                found.append(Row(row.name, row.title, ratios))
    return found


def _formulas(bench: Bench, family: str) -> list[object]:
    return [instance for instance in bench.instances if instance.family == family]


# -- text ------------------------------------------------------------------------------------------


def lines(bench: Bench, then: Bench | None = None) -> list[str]:
    """The table; below it, if an earlier run is given, what has changed since; and all complaints."""
    table = rows(bench)
    engines = bench.engines
    ours = [engine for engine in ("native", "reference") if engine in engines and len(engines) > 1]
    text = [
        [
            "CPU seconds, small formulas" if bench.quick else "CPU seconds",
            *engines,
            *(f"{engine} to the best" for engine in ours),
        ]
    ]
    for row in table:
        times = [seconds(row.scores[engine], bench.seconds) for engine in engines]
        text.append([row.title, *times, *(f"{row.to_best(engine):.2f}" for engine in ours)])
    summary: list[tuple[str, list[float]]] = []
    if YARDSTICK in engines:
        summary.append(
            (f"geometric mean to {YARDSTICK}", [mean_to(table, engine, YARDSTICK) for engine in engines])
        )
    summary.append(("geometric mean to the best", [mean_to_best(table, engine) for engine in engines]))
    summary.append(("worst to the best of the row", [worst_to_best(table, engine) for engine in engines]))
    for title, ratios in summary:
        text.append([title, *(ratio(number) for number in ratios), *("" for _ in ours)])
    result = aligned(text)
    if then is not None:
        result += ["", *_changes(bench, then)]
    return [*result, *bench.failed, *bench.wrong]


def _changes(now: Bench, then: Bench) -> list[str]:
    changed = against(now, then)
    if not changed:
        return ["the earlier run has no formula and engine in common with this one"]
    engines = [engine for engine in now.engines if any(engine in row.scores for row in changed)]
    text = [["this run to the earlier one", *engines]]
    text += [
        [row.title, *(ratio(row.scores[e]) if e in row.scores else "-" for e in engines)] for row in changed
    ]
    means = [geometric_mean([row.scores[e] for row in changed if e in row.scores]) for e in engines]
    text.append(["geometric mean", *map(ratio, means)])
    return aligned(text)


def seconds(time: float, limit: float) -> str:
    """Three figures; more than the limit is only known to be more.

    >>> seconds(0.0123, 60), seconds(2.834, 60), seconds(120, 60)
    ('0.0123', '2.83', '>60')
    """
    return f">{limit:g}" if time > limit else figures(time)


def ratio(number: float) -> str:
    """Two figures after the point, or none where they say nothing."""
    return f"{number:.2f}" if number < 9.995 else f"{number:.0f}"


def figures(number: float) -> str:
    """Three figures.

    >>> figures(0.5), figures(12.345), figures(2_480_123)
    ('0.500', '12.3', '2480000')
    """
    if number >= 100:
        return f"{float(f'{number:.3g}'):.0f}"
    return f"{number:#.3g}"


def aligned(text: Sequence[Sequence[str]]) -> list[str]:
    """Columns: the first to the left, the others to the right."""
    widths = [max(len(line[i]) for line in text) for i in range(len(text[0]))]
    return [
        "  ".join(
            [line[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(line[1:], widths[1:], strict=True))]
        ).rstrip()
        for line in text
    ]


def aligned_left(text: Sequence[Sequence[str]]) -> list[str]:
    """Columns, all to the left."""
    widths = [max(len(line[i]) for line in text) for i in range(len(text[0]))]
    return ["  ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)).rstrip() for line in text]
