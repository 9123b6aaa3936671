"""``satplay bench engines``: SAT engines on families of formulas."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from satplay.lab import calls
from satplay.lab.bench.benchmark import Benchmark, BenchmarkRun, Contestant, Instance, Outcome
from satplay.lab.bench.engine_calls import OWN
from satplay.lab.bench.family import Family, choose_families
from satplay.lab.bench.formula_families import FAMILIES
from satplay.lab.bench.options import BenchOptions
from satplay.lab.bench.report import Column, optional, table, time_column, to_best
from satplay.lab.bench.run import choose_engines
from satplay.lab.bench.score import digest, fingerprint, geometric_mean, ratio
from satplay.logic.formula import Formula

ENGINES = ("native", "minisat22", "glucose4", "cadical195", "cadical300", "kissat404", "pycosat")
"""The engines that are compared if none is named."""

YARDSTICK = "cadical195"
TITLES = (
    f"geometric mean to {YARDSTICK}",
    "geometric mean to the best",
    "worst to the best of the row",
)
ACCEPTED = ("--family", "--loads", "--list")


def engine_benchmark(options: BenchOptions) -> Benchmark:
    """The engines and families chosen, or all of them."""
    contestants = tuple(map(Contestant, choose_engines(options.engines, ENGINES)))
    return Benchmark(
        "engines",
        [
            partial(_write, family, seed, build, contestants)
            for family in choose_families(FAMILIES, options.families)
            for seed, build in family.formulas(quick=options.quick)
        ],
        _take,
        _tables,
        repeats=3,
        seconds=60.0,
        titles={family.name: family.title for family in FAMILIES},
        details=_details,
    )


def _write(
    family: Family[Formula],
    seed: int,
    build: Callable[[], Formula],
    contestants: tuple[Contestant, ...],
    folder: Path,
) -> Instance:
    formula = build()
    file = folder / "formula.npy"
    np.save(file, formula.flat)
    name = f"seed {seed}"
    content = fingerprint(formula.flat.tobytes())
    facts = {"seed": seed, "variables": formula.var_count, "clauses": formula.clause_count, "digest": content}
    identity = (digest(f"{family.name} {name} {content}"),)
    return Instance(family.name, name, contestants, identity, facts, family.status, data=file)


def _take(instance: Instance, contestant: Contestant, seconds: float, count: int) -> Outcome:
    arguments = {
        "engine": contestant.name,
        "file": str(instance.data),
        "variables": instance.facts["variables"],
    }
    return calls.call("satplay.lab.bench.engine_sample:sample", arguments, seconds)


def to_yardstick(run: BenchmarkRun, row: str, engine: str) -> float | None:
    """A score divided by that of the yardstick."""
    own, other = run.score(row, engine), run.score(row, YARDSTICK)
    return None if own is None or other is None else own.seconds / other.seconds


def means(run: BenchmarkRun, engine: str) -> dict[str, float | None]:
    """Geometric means over the rows, and the worst row; None if there is none."""
    to_the_best = [one for row in run.rows if (one := to_best(run, row, engine)) is not None]
    to_the_yardstick = [one for row in run.rows if (one := to_yardstick(run, row, engine)) is not None]
    numbers = (
        geometric_mean(to_the_yardstick) if to_the_yardstick else None,
        geometric_mean(to_the_best) if to_the_best else None,
        max(to_the_best, default=None),
    )
    return dict(zip(TITLES, numbers, strict=True))


def _tables(run: BenchmarkRun) -> list[str]:
    engines = [one.name for one in run.contestants]
    own = [engine for engine in OWN if engine in engines and len(engines) > 1]
    by_engine = {engine: means(run, engine) for engine in engines}
    footers = [title for title in TITLES if YARDSTICK in engines or YARDSTICK not in title]
    columns = [
        time_column(run, engine, footer=[_ratio(by_engine[engine][title]) for title in footers])
        for engine in engines
    ]
    for engine in own:
        cells = [_ratio(to_best(run, row, engine)) for row in run.rows]
        columns.append(Column(f"{engine} to the best", cells))
    heading = "CPU seconds, small formulas" if run.quick else "CPU seconds"
    return table(heading, [run.title(row) for row in run.rows], columns, footers)


def _ratio(number: float | None) -> str:
    return optional(None if number is None else ratio(number))


def _details(run: BenchmarkRun) -> dict[str, object]:
    every = {one.name: [*means(run, one.name).values()] for one in run.contestants}
    return {
        "engines": [*every],
        "mean_to_best": {engine: found[1] for engine, found in every.items()},
        "worst_to_best": {engine: found[2] for engine, found in every.items()},
    }
