"""Which cardinality encoding takes the fewest clauses and variables, and which is solved fastest?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count, product
from statistics import median
from typing import Any

from satplay.contracts.engine import Answer, Limit, Sat, Unknown
from satplay.engines.native import NativeEngine
from satplay.errors import EncodingError
from satplay.lab.bench.engine_calls import open_native
from satplay.lab.experiment import Axis, Experiment, Lines, Paragraph, Parameters, Section, Series
from satplay.lab.measuring.counting_problems import PROBLEMS, WAYS, CardinalityMethod, Problem
from satplay.lab.measuring.timing import complete_median, repeat, timed
from satplay.lab.results import (
    EXACT,
    MS,
    Row,
    columns,
    finished_rows,
    matching,
    milliseconds,
    series_by,
    table,
)
from satplay.store.runs import Job

# n, k  number of literals, or side of a board; bound

LARGEST = 200_000
"""Clauses of one constraint or problem; larger ones are left out."""

SAMPLES = 3
BOUNDS: Mapping[str, Callable[[int], int]] = {
    "1": lambda n: 1,
    "n/10": lambda n: n // 10,
    "n/2": lambda n: n // 2,
}
KINDS = ("at most", "exactly")

QUICK = {"queens": [8, 16], "guarding": [5, 6], "one guard less": [5, 6], "tomography": [6, 10]}
FULL = {
    "queens": [8, 12, 16, 24, 32, 48],
    "guarding": [4, 5, 6, 7, 8],
    "one guard less": [4, 5, 6, 7],
    "tomography": [6, 8, 10, 12, 14, 16],
}


def plan(quick: bool) -> list[Parameters]:
    """For each way the sizes of single constraints, then problems."""
    ns = [10, 30, 100] if quick else [10, 20, 50, 100, 200, 500, 1000]
    problems, limit = (QUICK, 0.5) if quick else (FULL, 4.0)
    jobs = [({"sizes": ns}, problems)] if quick else [({"sizes": ns}, {})]
    if not quick:
        jobs += [({"sizes": []}, {name: sides}) for name, sides in problems.items()]
    return [{"way": way, **sizes, "problems": some, "limit": limit} for sizes, some in jobs for way in WAYS]


def measure(job: Parameters) -> Mapping[str, Any]:
    """The size of constraints, and size and time of problems, one row each."""
    way = WAYS[job["way"]]
    constraints = [
        {"kind": kind, "bound": bound, "n": n, **_constraint_size(way, kind, n, BOUNDS[bound](n))}
        for kind in KINDS
        for bound in BOUNDS
        for n in job["sizes"]
        if BOUNDS[bound](n) <= way.largest
    ]
    problems = [
        {"problem": name, "n": n, **_solve(PROBLEMS[name](n), way, job["limit"])}
        for name, sides in job["problems"].items()
        for n in sides
    ]
    return {"constraints": constraints, "problems": problems}


def _constraint_size(way: CardinalityMethod, kind: str, n: int, k: int) -> dict[str, Any]:
    size, write = (way.size, way.at_most) if kind == "at most" else (way.size_exactly, way.exactly)
    predicted = size(n, k)
    if predicted.clauses > LARGEST:
        exact = predicted.clauses <= EXACT
        clauses = predicted.clauses if exact else float(predicted.clauses)  # up to 10^300
        return {"k": k, "clauses": clauses, "variables": predicted.variables, "seconds": None}

    def write_once() -> tuple[int, int, float]:
        numbers = count(n + 1)
        clauses, seconds = timed(lambda: sum(1 for _ in write(range(1, n + 1), k, numbers.__next__)))
        return clauses, next(numbers) - n - 1, seconds

    found = repeat(write_once, SAMPLES)
    clauses, variables, _ = found[0]
    if (clauses, variables) != (predicted.clauses, predicted.variables):
        raise EncodingError(f"{kind} {k} of {n}: {clauses} clauses, expected {predicted.clauses}")
    return {
        "k": k,
        "clauses": clauses,
        "variables": variables,
        "seconds": median(seconds for *_, seconds in found),
    }


def _solve(problem: Problem, way: CardinalityMethod, limit: float) -> dict[str, Any]:
    predicted = problem.predicted_size(way)
    if predicted is None or predicted.clauses > LARGEST:
        return {"clauses": predicted and predicted.clauses, "encode": None, "solve": None, "conflicts": None}
    formula, encode = timed(lambda: problem.formula(way))

    def search() -> tuple[NativeEngine, Answer]:
        engine = open_native(formula)
        return engine, engine.solve(limit=Limit(seconds=limit))

    def once() -> tuple[float | None, float]:
        (engine, answer), seconds = timed(search)
        if isinstance(answer, Unknown):
            return None, engine.statistics()["conflicts"]
        right = problem.is_solved_by(answer.model) if isinstance(answer, Sat) else not problem.satisfiable
        if not right:
            raise EncodingError("a wrong answer")
        return seconds, engine.statistics()["conflicts"]

    found = repeat(once, SAMPLES, last=lambda one: one[0] is None)
    return {
        "clauses": formula.clause_count,
        "encode": encode,
        "solve": complete_median([seconds for seconds, _ in found]),
        "conflicts": found[0][1],
    }


# -- the report ----------------------------------------------------------------------------------------


def report(jobs: Sequence[Job]) -> Iterable[Section]:
    """Clauses against n for each bound, then the time of each problem."""
    rows = finished_rows(jobs)
    constraints, problems = (
        [{"way": row["way"], **one} for row in rows for one in row[kind]]
        for kind in ("constraints", "problems")
    )
    yield Paragraph(
        "All encodings of a constraint are equivalent; they differ in clauses, auxiliary variables and "
        "propagation. «smallest» is the default of satplay; «product» is for bound 1 only. Encodings of more "
        f"than {LARGEST:,} clauses are not written, and a search without an answer in a few seconds has no "
        "time."
    )
    for kind, bound in product(KINDS, BOUNDS):
        some = [row for row in matching(constraints, kind=kind, bound=bound) if row["seconds"] is not None]
        name = f"{kind}_{bound}".replace(" ", "_").replace("/", "_")
        for value, axis in (("clauses", "clauses"), ("variables", "auxiliary variables")):
            title = f"{kind.capitalize()} {bound} of n: {axis}"
            drawn = _series(some, value)
            yield Lines(f"{name}_{value}", title, Axis("n", log=True), Axis(axis, log=True), drawn)
    for problem in PROBLEMS:
        if of_it := matching(problems, problem=problem):
            time = Axis("CPU ms, native", log=True)
            name = f"solve_{problem.replace(' ', '_')}"
            title = f"Time to solve: {problem}"
            yield Lines(name, title, Axis("side of the board"), time, _series(of_it, "solve", MS))
    shown = columns("kind", "k", "n", "way", "clauses", "variables")
    shown["writing, CPU ms"] = milliseconds("seconds")
    yield table("constraints", "Single constraints", constraints, shown)
    shown = {"problem": "problem", "side": "n", **columns("way", "clauses", "conflicts")}
    shown |= {"writing, CPU ms": milliseconds("encode"), "solving, CPU ms": milliseconds("solve")}
    yield table("problems", "Problems", problems, shown)


def _series(rows: Sequence[Row], value: str, scale: float = 1.0) -> list[Series]:
    """A series for each way with a point; zero is left out of a logarithmic axis."""
    return series_by([row for row in rows if row[value]], "way", WAYS, "n", value, scale=scale)


EXPERIMENT = Experiment(
    title="Cardinality encodings",
    source="Papers and sizes: logic/cardinality/. Queens: Bezzel 1848; tomography: Herman & Kuba 1999.",
    plan=plan,
    measure=measure,
    report=report,
    seconds=(15.0, 120.0),
)
