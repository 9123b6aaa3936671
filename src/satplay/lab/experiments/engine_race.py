"""How fast is the native engine compared with other engines, on random formulas, circuits and puzzles?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from statistics import median
from typing import Any

from satplay.errors import EngineError
from satplay.lab.bench import formula_families
from satplay.lab.bench.engine_benchmark import ENGINES
from satplay.lab.bench.engine_sample import EngineSample
from satplay.lab.bench.engine_sample import measure as sample
from satplay.lab.bench.family import Family, find_family
from satplay.lab.bench.puzzle_boards.choice import ENGINES as BOARD_ENGINES
from satplay.lab.bench.run import choose_engines
from satplay.lab.bench.score import SMALLEST
from satplay.lab.experiment import Axis, Bars, Experiment, Paragraph, Parameters, ReportTable, Section
from satplay.lab.measuring.solved_boards import to_columns
from satplay.lab.measuring.timing import repeat
from satplay.lab.results import MS, count_of, finished_rows, mean_ratio, median_value, split_rows
from satplay.logic.formula import Formula
from satplay.store.runs import Job, JobOutcome

FAMILIES = ("random-250-sat", "random-200-unsat", "pigeonhole", "bmc", "flow", "hashi", "sudoku")
"""Families of the benchmark, in the sizes of the benchmark."""

OURS = "native"
SAMPLES = 3


def plan(quick: bool) -> list[Parameters]:
    """All engines formula by formula, so that other load of the machine affects all of them alike.

    The quick run has small formulas, all in one job of each engine, and includes the reference engine, which
    would take hours on the others.
    """
    families = [find_family(formula_families.FAMILIES, name) for name in FAMILIES]
    if quick:
        small = [[family.name, seed] for family in families for seed in family.quick_seeds]
        engines = choose_engines((), tuple(dict.fromkeys([*ENGINES, *BOARD_ENGINES])))
        return [{"engine": engine, "formulas": small, "small": True} for engine in engines]
    return [
        {"engine": engine, "formulas": [[family.name, seed]], "small": False}
        for family in families
        for seed in family.seeds
        for engine in choose_engines((), ENGINES)
    ]


def measure(job: Parameters) -> Mapping[str, Any]:
    """The median CPU seconds of each formula, from lists or flat clauses to the answer."""
    rows = []
    for name, seed in job["formulas"]:
        family = find_family(formula_families.FAMILIES, name)
        formula = (family.quick if job["small"] else family.build)(seed)
        found = repeat(partial(sample, job["engine"], formula.flat, formula.var_count), SAMPLES)
        for one in found:
            _judge(one, family)
        rows.append(
            {
                "variables": formula.var_count,
                "clauses": formula.clause_count,
                "seconds": median(one.cpu for one in found),
            }
        )
    return to_columns(rows)


def _judge(found: EngineSample, family: Family[Formula]) -> None:
    if found.valid is False:
        raise EngineError(f"a model of {family.name} that makes a clause false")
    if found.status != family.status:
        raise EngineError(f"{family.name} is {family.status}, not {found.status}")


# -- the report ----------------------------------------------------------------------------------------

Times = Mapping[tuple[str, str], Mapping[int, float | None]]
"""By engine and family: the seconds of each seed; None without an answer."""


def report(jobs: Sequence[Job]) -> Iterable[Section]:
    """Times by family, and their ratios to our engine."""
    times, variables = _seconds(jobs), _variables(jobs)
    engines = list(dict.fromkeys(engine for engine, _ in times))
    families = [name for name in FAMILIES if any(family == name for _, family in times)]
    yield Paragraph(
        "CPU time from clauses to the answer, including the model. Libraries get lists, the form their "
        "users have; our own engines get flat clauses. All models are evaluated and all answers are known in "
        "advance. Medians over the formulas of a family; a ratio is the geometric mean, over the formulas "
        "that both answered, of the engine's time to ours. With fewer answers the true ratio is higher."
    )
    drawn = [[_median_ms(times.get((engine, family), {})) for engine in engines] for family in families]
    titles = {name: _title(name) for name in families}
    groups = [title.replace(" ", "\n") for title in titles.values()]
    yield Bars("times", "From clauses to an answer", Axis("CPU ms", log=True), groups, engines, drawn)
    ratios = [[_ratio(times, engine, [family]) for engine in engines] for family in families]
    ratios.append([_ratio(times, engine, families) for engine in engines])
    rows = [[name, *row] for name, row in zip([*titles.values(), "all formulas"], ratios, strict=True)]
    yield ReportTable("ratios", f"Time relative to {OURS}", ["family", *engines], rows)
    yield ReportTable(
        "all",
        "All engines, medians",
        ["family", "variables", "engine", "answered", "CPU ms", f"relative to {OURS}"],
        [
            [
                titles[family],
                variables.get(family),
                engine,
                count_of(one is not None for one in found.values()),
                _median_ms(found),
                _ratio(times, engine, [family]),
            ]
            for family in families
            for engine in engines
            if (found := times.get((engine, family), {}))
        ],
    )


def _title(family: str) -> str:
    """The family's name without sizes, which differ between the quick run and the full one.

    >>> _title("random-250-sat")
    'random sat'
    """
    return " ".join(part for part in family.split("-") if not part.isdigit())


def _seconds(jobs: Sequence[Job]) -> Times:
    found: dict[tuple[str, str], dict[int, float | None]] = {}
    for job in jobs:
        formulas = job.parameters["formulas"]
        measured = job.values["seconds"] if job.outcome is JobOutcome.DONE else [None] * len(formulas)
        for (family, seed), seconds in zip(formulas, measured, strict=True):
            known = None if seconds is None else max(seconds, SMALLEST)
            found.setdefault((job.parameters["engine"], family), {})[seed] = known
    return found


def _variables(jobs: Sequence[Job]) -> Mapping[str, float]:
    """The median number of variables of each family."""
    found: dict[str, dict[int, int]] = {}
    for row in split_rows(finished_rows(jobs), "formulas", "variables"):
        family, seed = row["formulas"]
        found.setdefault(family, {})[seed] = row["variables"]
    return {family: median(seeds.values()) for family, seeds in found.items()}


def _median_ms(seconds: Mapping[int, float | None]) -> float | None:
    return median_value({"seconds": [*seconds.values()]}, "seconds", MS)


def _ratio(times: Times, engine: str, families: Sequence[str]) -> float | None:
    return mean_ratio(
        (theirs, ours)
        for family in families
        for seed, theirs in times.get((engine, family), {}).items()
        if theirs is not None and (ours := times.get((OURS, family), {}).get(seed)) is not None
    )


EXPERIMENT = Experiment(
    title="Comparison of engines",
    source="The families and the clock of `satplay bench engines`: lab/bench/families/.",
    plan=plan,
    measure=measure,
    report=report,
    seconds=(10.0, 12.0),
)
