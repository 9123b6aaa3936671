"""Which way of counting takes the fewest clauses and variables, and which the least time to solve?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from statistics import median
from typing import Any

from satplay.contracts.engine import Limit, Sat, Unknown
from satplay.engines.native import NativeEngine
from satplay.errors import EncodingError
from satplay.lab.bench.score import SMALLEST
from satplay.lab.child_process import cpu_seconds
from satplay.lab.experiment import Axis, Experiment, Lines, Parameters, Section, Series, Table, Words
from satplay.lab.measuring.counting_problems import PROBLEMS, WAYS, Problem, Way
from satplay.lab.measuring.repeated_samples import repeat
from satplay.lab.measuring.solved_boards import EXACT, MS, done
from satplay.store.runs import Job

# n, k  number of literals, or side of a board; bound

LARGEST = 200_000
"""Clauses of one constraint or one problem; what would be larger is left out."""

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
    """Each way: the sizes of single constraints, then problems."""
    ns = [10, 30, 100] if quick else [10, 20, 50, 100, 200, 500, 1000]
    problems, limit = (QUICK, 0.5) if quick else (FULL, 4.0)
    jobs = [({"sizes": ns}, problems)] if quick else [({"sizes": ns}, {})]
    if not quick:
        jobs += [({"sizes": []}, {name: sides}) for name, sides in problems.items()]
    return [{"way": way, **sizes, "problems": some, "limit": limit} for sizes, some in jobs for way in WAYS]


def measure(job: Parameters) -> Mapping[str, Any]:
    """Rows of what constraints and problems take."""
    way = WAYS[job["way"]]
    constraints = [
        {"kind": kind, "bound": bound, "n": n, **_counted(way, kind, n, BOUNDS[bound](n))}
        for kind in KINDS
        for bound in BOUNDS
        for n in job["sizes"]
        if BOUNDS[bound](n) <= way.largest
    ]
    problems = [
        {"problem": name, "n": n, **_solved(PROBLEMS[name](n), way, job["limit"])}
        for name, sides in job["problems"].items()
        for n in sides
    ]
    return {"constraints": constraints, "problems": problems}


def _counted(way: Way, kind: str, n: int, k: int) -> dict[str, Any]:
    size, write = (way.size, way.at_most) if kind == "at most" else (way.size_exactly, way.exactly)
    foretold = size(n, k)
    if foretold.clauses > LARGEST:
        clauses = float(foretold.clauses) if foretold.clauses > EXACT else foretold.clauses  # 10^300 at most
        return {"k": k, "clauses": clauses, "variables": foretold.variables, "seconds": None}

    def written() -> tuple[int, int, float]:
        numbers = count(n + 1)
        started = cpu_seconds()
        clauses = sum(1 for _ in write(range(1, n + 1), k, numbers.__next__))
        return clauses, next(numbers) - n - 1, cpu_seconds() - started

    found = repeat(written, SAMPLES)
    clauses, variables, _ = found[0]
    if (clauses, variables) != (foretold.clauses, foretold.variables):
        raise EncodingError(f"{kind} {k} of {n}: {clauses} clauses, and not {foretold.clauses}")
    return {
        "k": k,
        "clauses": clauses,
        "variables": variables,
        "seconds": median(seconds for *_, seconds in found),
    }


def _solved(problem: Problem, way: Way, limit: float) -> dict[str, Any]:
    foretold = problem.foretold(way)
    if foretold is None or foretold.clauses > LARGEST:
        return {"clauses": foretold and foretold.clauses, "encode": None, "solve": None, "conflicts": None}
    started = cpu_seconds()
    formula = problem.formula(way)
    encode = cpu_seconds() - started

    def once() -> tuple[float | None, float]:
        begun = cpu_seconds()
        engine = NativeEngine()
        engine.declare(formula.var_count)
        engine.add_flat(formula.flat)
        answer = engine.solve(limit=Limit(seconds=limit))
        ended = cpu_seconds()
        if isinstance(answer, Unknown):
            return None, engine.statistics()["conflicts"]
        right = problem.solved_by(answer.model) if isinstance(answer, Sat) else not problem.satisfiable
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
    """Clauses by n for each bound, then the time of each problem."""
    ended = done(jobs)
    constraints = [(job.parameters["way"], row) for job in ended for row in job.values["constraints"]]
    problems = [(job.parameters["way"], row) for job in ended for row in job.values["problems"]]
    yield Words(
        "Every way says the same of the same literals; they differ in clauses, in variables that they add, "
        "and in what unit propagation passes through on its way. «smallest» is what satplay takes by itself; "
        "«product» counts to one only. Nothing is written where clauses would be more than "
        f"{LARGEST:,}, and a search without an answer in a few seconds has no time."
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
    """A line for each way that has a point; what is 0 has no place on a logarithmic axis."""
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
