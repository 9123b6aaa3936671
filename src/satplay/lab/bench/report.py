"""What a run of the benchmark says: medians, geometric means, ratios; as text.

Scores are those of :mod:`~satplay.lab.bench.score`, the seeds of a family being its instances.  What did not
finish is shown as ``>60``.
"""

from __future__ import annotations

from collections.abc import Sequence

from satplay.lab.bench.run import Bench
from satplay.lab.bench.score import Row, Score, Table, fingerprint, geometric_mean, scored
from satplay.lab.bench.formula_families import FAMILIES

YARDSTICK = "cadical195"


def rows(bench: Bench) -> list[Row]:
    """One row per family, in the order of the suite."""
    titles = {family.name: family.title for family in FAMILIES}
    names = dict.fromkeys(instance.family for instance in bench.instances)
    return [
        Row(
            name,
            name if bench.quick else titles.get(name, name),
            fingerprint(*(f"{one} {one.digest}" for one in bench.instances if one.family == name)),
            {engine: _score(bench, name, engine) for engine in bench.engines},
        )
        for name in names
    ]


def _score(bench: Bench, family: str, engine: str) -> Score:
    by_seed: dict[int, list[float | None]] = {}
    for sample in bench.samples:
        if sample.family == family and sample.engine == engine:
            by_seed.setdefault(sample.seed, []).append(sample.cpu)
    return scored(by_seed.values(), bench.seconds)


def kept(bench: Bench) -> Table:
    """What a later run is compared with."""
    bad = {(one.family, one.engine) for one in bench.samples if one.status == "failed" or bench.untrue(one)}
    sound = (row.without(e for e in bench.engines if (row.name, e) in bad) for row in rows(bench))
    return Table("engines", bench.seconds, tuple(sound))


def mean_to(table: Sequence[Row], engine: str, yardstick: str) -> float:
    """How many times as long as the yardstick, on geometric average over the rows."""
    return geometric_mean([row.to(yardstick, engine) for row in table])


def mean_to_best(table: Sequence[Row], engine: str) -> float:
    """How many times as long as the best of each row, on geometric average."""
    return geometric_mean([row.to_best(engine) for row in table])


def worst_to_best(table: Sequence[Row], engine: str) -> float:
    """How many times as long as the best of a row, where that is most."""
    return max(row.to_best(engine) for row in table)


# -- text ------------------------------------------------------------------------------------------


def lines(bench: Bench) -> list[str]:
    """The table, and all complaints."""
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
        times = [timed(row.scores[engine], bench.seconds) for engine in engines]
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
    return [*aligned(text), *bench.failed, *bench.wrong]


def timed(score: Score, limit: float) -> str:
    """Seconds with their noise, as far as it is known."""
    late = score.seconds > limit
    return seconds(score.seconds, limit) + ("" if late else noisy(score.noise))


def noisy(spread: float | None) -> str:
    """What is written behind a number; nothing where nobody can tell.

    >>> noisy(0.0432), noisy(None)
    (' ±4%', '')
    """
    return "" if spread is None else f" ±{100 * spread:.0f}%"


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
