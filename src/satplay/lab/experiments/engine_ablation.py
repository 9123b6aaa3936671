"""How much more work does the reference engine have with one of its techniques switched off?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from statistics import median
from typing import Any

from satplay.contracts.engine import Answer, Limit, Sat, Unknown
from satplay.engines.reference import ReferenceEngine, SearchOptions
from satplay.engines.verify import first_false_clause
from satplay.errors import EngineError
from satplay.lab.bench.engine_calls import open_native
from satplay.lab.bench.families.pigeonhole import pigeonhole
from satplay.lab.bench.families.random_ksat import random_ksat
from satplay.lab.bench.score import SMALLEST
from satplay.lab.experiment import Axis, Bars, Experiment, Paragraph, Parameters, ReportTable, Section
from satplay.lab.measuring.solved_boards import boards, to_columns
from satplay.lab.measuring.timing import repeat, timed
from satplay.lab.results import Row, count_of, finished_rows, mean_ratio, split_rows
from satplay.logic.formula import Formula
from satplay.puzzles.flow import PUZZLE as FLOW
from satplay.solving.session import load_formula
from satplay.store.runs import Job
from satplay.workers.limits import cpu_seconds

ALL_ON = SearchOptions(pure=True)

NOTHING = "nothing"
OFF: Mapping[str, Mapping[str, Any]] = {
    NOTHING: {},
    "watches": {"propagation": "scan"},
    "vsids": {"decide": "order"},
    "phase saving": {"phase_saving": False},
    "first uip": {"learn": "decisions"},
    "learning": {"learning": False},
    "minimise": {"minimise": False},
    "back jumps": {"backjumping": False},
    "restarts": {"restarts": False},
    "deletion": {"deletion": False},
    "pure": {"pure": False},
}
"""The options that switch off one part each: scan all clauses, decide variables in order, and so on."""


def _flow(seed: int, size: str) -> Formula:
    """A board in the encoding of the Flow Free page: ours leave hardly any search."""
    (board,) = boards(FLOW.name, size, [seed])
    return FLOW.encoders["source"].encode(board).formula


FAMILIES: Mapping[str, Callable[[int], Formula]] = {
    "pigeonhole 5": partial(pigeonhole, holes=5),
    "pigeonhole 6": partial(pigeonhole, holes=6),
    "flow 8x8": partial(_flow, size="8x8"),
    "flow 10x10": partial(_flow, size="10x10"),
    "random 3-SAT 50": partial(random_ksat, variables=50),
}

SAMPLES = 3
LEAST = {"conflicts": 1, "propagations": 1, "seconds": SMALLEST}
"""A smaller value counts as this one, so that a ratio exists."""


def plan(quick: bool) -> list[Parameters]:
    """Every part on every family, with the same formulas.  A job of the quick run has several parts."""
    if quick:
        families, names = ["pigeonhole 5", "flow 8x8", "random 3-SAT 50"], [*OFF]
        return [{"off": names[at::3], "families": families, "seeds": [1], "limit": 0.5} for at in range(3)]
    seeds = [1, 2, 3, 4, 5, 6]
    return [
        {"off": [off], "families": [family], "seeds": seeds, "limit": 4.0}
        for family in FAMILIES
        for off in OFF
    ]


def measure(job: Parameters) -> Mapping[str, Any]:
    """Conflicts, propagations and CPU seconds of each formula, up to its answer or the limit."""
    formulas = {(family, seed): FAMILIES[family](seed) for family in job["families"] for seed in job["seeds"]}
    return to_columns(
        [
            {"off": off, "family": family, "seed": seed, **_measure_options(formula, options, job["limit"])}
            for off in job["off"]
            for options in [replace(ALL_ON, **OFF[off])]
            for (family, seed), formula in formulas.items()
        ]
    )


def _measure_options(formula: Formula, options: SearchOptions, limit: float) -> dict[str, Any]:
    """The counters, which are equal in all samples, and the median time."""
    found = repeat(lambda: _once(formula, options, limit), SAMPLES, last=lambda one: not one["answered"])
    return {**found[0], "seconds": median(one["seconds"] for one in found)}


def _once(formula: Formula, options: SearchOptions, limit: float) -> dict[str, Any]:
    def search() -> tuple[ReferenceEngine, Answer]:
        engine = ReferenceEngine(options, clock=cpu_seconds)  # independent of other load
        load_formula(engine, formula)
        return engine, engine.solve(limit=Limit(seconds=limit))

    (engine, answer), seconds = timed(search)
    counts = engine.statistics()
    if isinstance(answer, Sat):
        if first_false_clause(formula.flat, answer.model) is not None:
            raise EngineError("a model that makes a clause false")
    elif not isinstance(answer, Unknown) and isinstance(open_native(formula).solve(), Sat):
        raise EngineError("a satisfiable formula was answered unsat")
    return {
        "answered": not isinstance(answer, Unknown),
        "conflicts": counts.get("conflicts", 0),
        "propagations": counts.get("propagations", 0),
        "seconds": seconds,
    }


# -- the report ----------------------------------------------------------------------------------------

Rows = Mapping[tuple[str, str], Mapping[int, Row]]
"""By part switched off and by family: the values of each seed."""


def report(jobs: Sequence[Job]) -> Iterable[Section]:
    """Work without a part relative to all parts: figures of conflicts, propagations and time."""
    rows: dict[tuple[str, str], dict[int, Row]] = {}
    for row in split_rows(finished_rows(jobs), "off", "family", "seed", "answered", *LEAST):
        rows.setdefault((row["off"], row["family"]), {})[row["seed"]] = row
    families = [family for family in FAMILIES if (NOTHING, family) in rows]
    yield Paragraph(
        "A bar is the work without a part divided by the work with all parts: the geometric mean over the "
        "formulas of a family. Above 1 the part pays off. A formula without an answer within the time limit "
        "counts with the limit, so that the bar of the time is too low, and is left out of the other "
        "figures; the table has the number of answers. Without watches units are found in another order, so "
        "the search differs too. Conflicts and propagations are equal in every run; CPU time varies by tens "
        "of percent on a shared machine."
    )
    off = [name for name in OFF if name != NOTHING]
    for value, title in (
        ("conflicts", "Conflicts"),
        ("propagations", "Propagations"),
        ("seconds", "CPU time"),
    ):
        values = [[_relative(rows, name, family, value) for family in families] for name in off]
        names = [name.replace(" ", "\n") for name in off]
        axis = Axis("relative to all on", log=True)
        yield Bars(value, f"{title} without it", axis, names, families, values, base=1.0)
    heading = ["family", "without", "answered", "conflicts", "propagations", "CPU s"]
    ratios = ["conflicts, relative", "propagations, relative", "CPU time, relative"]
    lines = [
        [
            family,
            name,
            count_of(one["answered"] for one in by_seed.values()),
            *(sum(one[value] for one in by_seed.values()) for value in LEAST),
            *(_relative(rows, name, family, value) for value in LEAST),
        ]
        for family in families
        for name in OFF
        if (by_seed := rows.get((name, family)))
    ]
    title = "All measurements, sums over the formulas of a family, answered or not"
    yield ReportTable("all", title, [*heading, *ratios], lines)


def _relative(rows: Rows, off: str, family: str, value: str) -> float | None:
    """None if nothing was measured.  Without an answer only the time is known: at least the limit."""
    with_all, without = rows.get((NOTHING, family), {}), rows.get((off, family), {})
    pairs = (
        (without[seed][value], with_all[seed][value])
        for seed in with_all
        if seed in without
        and with_all[seed]["answered"]
        and (without[seed]["answered"] or value == "seconds")
    )
    return mean_ratio(pairs, LEAST[value])


EXPERIMENT = Experiment(
    title="The reference engine without one of its techniques",
    source="The Flow Free page: pure literals, two watched literals, VSIDS. engines/reference/ has more.",
    plan=plan,
    measure=measure,
    report=report,
    seconds=(20.0, 60.0),
)
