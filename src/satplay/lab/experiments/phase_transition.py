"""At how many clauses per variable do random formulas become unsatisfiable, and where are they hardest?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any

from satplay.contracts.engine import Sat
from satplay.lab.bench.engine_calls import open_native
from satplay.lab.experiment import Axis, Experiment, Lines, Parameters, Section, Series
from satplay.lab.results import Row, finished_rows, matching, series_by, split_rows, table
from satplay.logic.threshold import THRESHOLD
from satplay.store.runs import Job
from satplay.verbs.generate import generate

KINDS = {"2": {"k": "2"}, "3": {"k": "3"}, "4": {"k": "4"}, "mixed": {"k": "3", "mixed": "yes"}}
SIZES = {**dict.fromkeys(KINDS, (20, 50, 100, 200)), "4": (20, 50, 75)}
HARD = {("3", 200), ("4", 75)}
"""The largest take minutes near their threshold: a quarter of the formulas is enough for the curve."""

SHOWN = 0.01
"""Conflicts per formula; fewer are not drawn, because a logarithmic scale has no zero."""

AROUND = {"2": (0.4, 2.6), "3": (2.5, 6.5), "4": (7.0, 13.0), "mixed": (1.5, 5.5)}


def plan(quick: bool) -> list[Parameters]:
    """Ratios around the threshold, for each kind of clauses and each size."""
    steps, formulas = (9, 40) if quick else (21, 400)
    return [
        {
            "kind": kind,
            "variables": variables,
            "ratios": _between(low, high, steps),
            "formulas": formulas // 4 if (kind, variables) in HARD else formulas,
        }
        for kind, (low, high) in AROUND.items()
        for variables in ((20, 60) if quick else SIZES[kind])
    ]


def _between(low: float, high: float, steps: int) -> list[float]:
    return [round(low + (high - low) * step / (steps - 1), 3) for step in range(steps)]


def measure(job: Parameters) -> Mapping[str, Any]:
    """For each ratio the share of satisfiable formulas, and the mean number of conflicts."""
    shares, work = [], []
    for ratio in job["ratios"]:
        options = {**KINDS[job["kind"]], "vars": str(job["variables"]), "ratio": str(ratio)}
        found, conflicts = 0, []
        for seed in range(job["formulas"]):
            formula = generate("cnf", options=options, seed=seed).instance
            engine = open_native(formula)
            found += isinstance(engine.solve(), Sat)
            conflicts.append(engine.statistics()["conflicts"])
        shares.append(found / job["formulas"])
        work.append(fmean(conflicts))
    return {"satisfiable": shares, "conflicts": work}


def report(jobs: Sequence[Job]) -> Iterable[Section]:
    """The share of satisfiable formulas and the conflicts against the ratio, two figures of each kind."""
    rows = split_rows(finished_rows(jobs), "ratios", "satisfiable", "conflicts")
    ratio = Axis("clauses per variable")
    for kind in dict.fromkeys(row["kind"] for row in rows):
        of_kind = matching(rows, kind=kind)
        threshold = None if kind == "mixed" else THRESHOLD[int(kind)]
        marks = {} if threshold is None else {f"threshold {threshold:g}": threshold}
        named = "2 to 4 literals a clause, a few of 1" if kind == "mixed" else f"{kind} literals a clause"
        share, work = Axis("share of formulas with a model"), Axis("conflicts per formula, mean", log=True)
        searched = [row for row in of_kind if row["conflicts"] >= SHOWN]
        shares, conflicts = _series(of_kind, "satisfiable"), _series(searched, "conflicts")
        yield Lines(f"satisfiable_{kind}", f"Satisfiable: {named}", ratio, share, shares, marks)
        yield Lines(f"conflicts_{kind}", f"Search: {named}", ratio, work, conflicts, marks)
    shown = {
        "literals": "kind",
        "variables": "variables",
        "clauses per variable": "ratios",
        "share satisfiable": "satisfiable",
        "conflicts, mean": "conflicts",
    }
    yield table("all", "All measurements", rows, shown)


def _series(rows: Sequence[Row], value: str) -> list[Series]:
    """A series for each number of variables."""
    sizes = dict.fromkeys(row["variables"] for row in rows)
    return series_by(
        rows, "variables", sizes, "ratios", value, label=lambda number: f"{number} variables", least=0.0
    )


EXPERIMENT = Experiment(
    title="Phase transition",
    source="Mitchell, Selman & Levesque 1992; thresholds: logic/threshold.py. The SAT game plays there.",
    plan=plan,
    measure=measure,
    report=report,
    seconds=(20.0, 300.0),
)
