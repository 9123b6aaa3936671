"""Which way of counting takes the fewest clauses and variables, and which the least time to solve?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from statistics import median
from typing import Any

from satplay.contracts.engine import Limit, Sat, Unknown
from satplay.errors import EncodingError
from satplay.lab.bench.score import SMALLEST
from satplay.lab.child_process import cpu_seconds
from satplay.lab.experiment import Axis, Experiment, Lines, Parameters, Section, Series, Table, Words
from satplay.lab.measuring.counting_problems import PROBLEMS, WAYS, Problem, Way
from satplay.lab.measuring.native_engine import open_native
from satplay.lab.measuring.repeated_samples import repeat
from satplay.lab.measuring.solved_boards import EXACT, MS, finished_jobs
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


def _constraint_size(way: Way, kind: str, n: int, k: int) -> dict[str, Any]:
    size, write = (way.size, way.at_most) if kind == "at most" else (way.size_exactly, way.exactly)
    predicted = size(n, k)
    if predicted.clauses > LARGEST:
        exact = predicted.clauses <= EXACT
        clauses = predicted.clauses if exact else float(predicted.clauses)  # up to 10^300
        return {"k": k, "clauses": clauses, "variables": predicted.variables, "seconds": None}

    def write_once() -> tuple[int, int, float]:
        numbers = count(n + 1)
        started = cpu_seconds()
        clauses = sum(1 for _ in write(range(1, n + 1), k, numbers.__next__))
        return clauses, next(numbers) - n - 1, cpu_seconds() - started

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


def _solve(problem: Problem, way: Way, limit: float) -> dict[str, Any]:
    predicted = problem.predicted_size(way)
    if predicted is None or predicted.clauses > LARGEST:
        return {"clauses": predicted and predicted.clauses, "encode": None, "solve": None, "conflicts": None}
    started = cpu_seconds()
    formula = problem.formula(way)
    encode = cpu_seconds() - started

    def once() -> tuple[float | None, float]:
        begun = cpu_seconds()
        engine = open_native(formula)
        answer = engine.solve(limit=Limit(seconds=limit))
        ended = cpu_seconds()
        if isinstance(answer, Unknown):
            return None, engine.statistics()["conflicts"]
        right = problem.is_solved_by(answer.model) if isinstance(answer, Sat) else not problem.satisfiable
        if not right:
            raise EncodingError("a wrong answer")
        return ended - begun, engine.statistics()["conflicts"]

    found = repeat(once, SAMPLES, last=lambda one: one[0] is None)
    times = [seconds for seconds, _ in found if seconds is not None]
    return {
        "clauses": formula.clause_count,
        "encode": encode,
        "solve": median(times) if len(times) == len(found) else None,
        "conflicts": found[0][1],
    }


# -- the report ----------------------------------------------------------------------------------------


def report(jobs: Sequence[Job]) -> Iterable[Section]:
    """Clauses against n for each bound, then the time of each problem."""
    ended = finished_jobs(jobs)
    constraints = [(job.parameters["way"], row) for job in ended for row in job.values["constraints"]]
    problems = [(job.parameters["way"], row) for job in ended for row in job.values["problems"]]
    yield Words(
        "All encodings of a constraint are equivalent; they differ in clauses, auxiliary variables and "
        "propagation. «smallest» is the default of satplay; «product» is for bound 1 only. Encodings of more "
        f"than {LARGEST:,} clauses are not written, and a search without an answer in a few seconds has no "
        "time."
    )
    for kind in KINDS:
        for bound in BOUNDS:
            some = [
                (way, row)
                for way, row in constraints
                if (row["kind"], row["bound"]) == (kind, bound) and row["seconds"] is not None
            ]
            name = f"{kind}_{bound}".replace(" ", "_").replace("/", "_")
            for value, axis in (("clauses", "clauses"), ("variables", "auxiliary variables")):
                title = f"{kind.capitalize()} {bound} of n: {axis}"
                drawn = _series(some, value, 1.0)
                yield Lines(f"{name}_{value}", title, Axis("n", log=True), Axis(axis, log=True), drawn)
    for problem in PROBLEMS:
        of_it = [(way, row) for way, row in problems if row["problem"] == problem]
        if of_it:
            time = Axis("CPU ms, native", log=True)
            drawn = _series(of_it, "solve", MS)
            title = f"Time to solve: {problem}"
            name = f"solve_{problem.replace(' ', '_')}"
            yield Lines(name, title, Axis("side of the board"), time, drawn)
    yield Table(
        "constraints",
        "Single constraints",
        ["kind", "k", "n", "way", "clauses", "variables", "writing, CPU ms"],
        [
            [row["kind"], row["k"], row["n"], way, row["clauses"], row["variables"], _ms(row["seconds"])]
            for way, row in constraints
        ],
    )
    yield Table(
        "problems",
        "Problems",
        ["problem", "side", "way", "clauses", "conflicts", "writing, CPU ms", "solving, CPU ms"],
        [
            [
                *(row["problem"], row["n"], way, row["clauses"], row["conflicts"]),
                *(_ms(row["encode"]), _ms(row["solve"])),
            ]
            for way, row in problems
        ],
    )


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else seconds * MS


def _series(rows: Sequence[tuple[str, Mapping[str, Any]]], value: str, scale: float) -> list[Series]:
    """A series for each way with a point; zero is left out of a logarithmic axis."""
    least = SMALLEST if value == "solve" else 0
    points = {
        way: [
            (float(row["n"]), max(row[value], least) * scale)
            for name, row in rows
            if name == way and row[value]
        ]
        for way in WAYS
    }
    return [Series(way, found) for way, found in points.items() if found]


EXPERIMENT = Experiment(
    title="Ways of counting",
    source="Papers and sizes: logic/cardinality/. Queens: Bezzel 1848; tomography: Herman & Kuba 1999.",
    plan=plan,
    measure=measure,
    report=report,
    seconds=(15.0, 120.0),
)
