"""``satplay bench engines --loads``: loading, reading, assuming, enumerating, propagating.

A task is a function of an engine and a folder with its files; a new row of the table is a new function,
decorated with :func:`task`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import numpy as np

from satplay.contracts.engine import Limit, Sat
from satplay.engines.ability import Ability
from satplay.engines.catalogue import catalogue, open_engine
from satplay.fast_dataclass import dataclass
from satplay.lab import calls
from satplay.lab.bench.benchmark import TOTAL, Benchmark, BenchmarkRun, Contestant, Instance, Outcome
from satplay.lab.bench.engine_benchmark import ENGINES
from satplay.lab.bench.engine_calls import OWN, import_library, open_own, open_pysat
from satplay.lab.bench.engine_sample import measure
from satplay.lab.bench.families.flow import flow
from satplay.lab.bench.families.queens import queens
from satplay.lab.bench.families.random_ksat import random_ksat
from satplay.lab.bench.family import find_family
from satplay.lab.bench.formula_families import FAMILIES
from satplay.lab.bench.options import BenchOptions
from satplay.lab.bench.report import align, figures, join_blocks, noise
from satplay.lab.bench.run import choose_engines
from satplay.lab.bench.score import SMALLEST, digest, ratio
from satplay.lab.measuring.timing import timed
from satplay.logic import dimacs
from satplay.logic.flat_clauses import clause_lists
from satplay.logic.formula import Formula
from satplay.logic.literal import FlatClauses, Lit

CLAUSES, VARIABLES = 1_200_000, 300_000
CALLS, ASSUMED = 2000, 3
ACCEPTED = ("--loads", "--list")
VALUE = "value"
"""What a task measures; ``total`` is the same in seconds, for a million where more is better."""

Measurement = tuple[float, int | None]
"""A value, and a result that must be equal for all contestants; None without one."""


@dataclass(frozen=True, slots=True)
class Contender:
    """An engine, and the form in which it is given clauses: ``flat`` or ``lists``."""

    engine: str
    form: str = ""

    def __str__(self) -> str:
        return f"{self.engine}, {self.form}" if self.form else self.engine


@dataclass(frozen=True, slots=True)
class LoadTask:
    """A part of the table.

    ``contenders``  the contestants, given the engines chosen
    ``prepare``     writes the files of the task into a folder: small ones if ``quick``
    ``measure``     does the task
    ``more``        whether a larger value is better
    """

    name: str
    title: str
    contenders: Callable[[list[Ability]], list[Contender]]
    prepare: Callable[[Path, bool], None]
    measure: Callable[[Contender, Path], Measurement]
    more: bool


TASKS: list[LoadTask] = []


def task(
    name: str,
    title: str,
    contenders: Callable[[list[Ability]], list[Contender]],
    prepare: Callable[[Path, bool], None],
    *,
    more: bool = False,
) -> Callable[[Callable[[Contender, Path], Measurement]], None]:
    """Add the decorated function to the tasks, in the order of the table."""
    return lambda measure: TASKS.append(LoadTask(name, title, contenders, prepare, measure, more))


def _formula_files(build: Callable[[bool], Formula]) -> Callable[[Path, bool], None]:
    """A function that writes the clauses of a formula; ``build`` takes ``quick``."""

    def prepare(folder: Path, quick: bool) -> None:
        formula = build(quick)
        np.save(folder / "clauses.npy", formula.flat)
        (folder / "variables").write_text(str(formula.var_count))

    return prepare


def _load_clauses(folder: Path) -> tuple[FlatClauses, int]:
    return np.load(folder / "clauses.npy"), int((folder / "variables").read_text())


def _engines(wanted: Callable[[Ability], bool]) -> Callable[[list[Ability]], list[Contender]]:
    return lambda engines: [Contender(one.name) for one in engines if wanted(one)]


# -- loading ---------------------------------------------------------------------------------------


def _loaders(engines: list[Ability]) -> list[Contender]:
    """PicoSAT does not load and solve apart."""
    own = [Contender(one.name, form) for one in engines if one.kind == "own" for form in ("flat", "lists")]
    others = [one for one in engines if one.kind != "own" and one.name != "pycosat"]
    return own + [Contender(one.name, "lists") for one in others]


def _large_formula(quick: bool) -> Formula:
    return random_ksat(1, VARIABLES // (100 if quick else 1), CLAUSES / VARIABLES)


@task(
    "load",
    "loading 1.2 million ternary clauses, CPU seconds",
    _loaders,
    _formula_files(_large_formula),
)
def _load(who: Contender, folder: Path) -> Measurement:
    clauses, variables = _load_clauses(folder)
    lists = clause_lists(clauses) if who.form == "lists" else []
    if who.engine not in OWN:
        import_library(who.engine)
        solver, seconds = timed(lambda: open_pysat(who.engine, lists))
        solver.delete()
        return seconds, None

    def load() -> None:
        flat = Formula(lists).flat if who.form == "lists" else clauses
        session = open_own(who.engine, flat, variables)
        session.solve(limit=Limit(conflicts=0, propagations=0))  # clauses are watched at the first call

    open_engine(who.engine).close()  # imports its modules
    return timed(load)[1], None


# -- reading a file --------------------------------------------------------------------------------


def _readers(engines: list[Ability]) -> list[Contender]:
    return [Contender("satplay"), *([Contender("PySAT")] if find_spec("pysat") else [])]


def _write_file(folder: Path, quick: bool) -> None:
    with (folder / "formula.cnf").open("wb") as file:
        dimacs.write_to(_large_formula(quick), file)


@task("read", "reading them from a file, CPU seconds", _readers, _write_file)
def _read(who: Contender, folder: Path) -> Measurement:
    path = str(folder / "formula.cnf")
    if who.engine == "satplay":
        dimacs.read("p cnf 1 1\n1 0\n")  # imports its modules
        formula, seconds = timed(lambda: dimacs.load(path))
        return seconds, formula.clause_count
    from pysat.formula import CNF

    read, seconds = timed(lambda: CNF(from_file=path))
    return seconds, len(read.clauses)


# -- many small calls ------------------------------------------------------------------------------


def _board(quick: bool) -> Formula:
    """A board with many solutions: few seeds give one.

    On a board with one solution the first calls learn every variable, and all others only look it up.
    """
    return flow(1, 5, 5, 2) if quick else flow(12, 12, 12, 7)


@task(
    "assume",
    "calls per second that assume 3 literals, flow 12x12",
    _engines(lambda one: one.incremental),
    _formula_files(_board),
    more=True,
)
def _assume(who: Contender, folder: Path) -> Measurement:
    """Calls per second that assume three random literals, and how many of them are satisfiable."""
    clauses, variables = _load_clauses(folder)
    rng = Random(1)
    questions = [
        [rng.choice((-1, 1)) * var for var in rng.sample(range(1, variables + 1), ASSUMED)]
        for _ in range(CALLS)
    ]
    ask = _session(who.engine, clauses, variables)
    satisfiable, seconds = timed(lambda: sum(map(ask, questions)))
    return CALLS / seconds, satisfiable


def _session(engine: str, clauses: FlatClauses, variables: int) -> Callable[[list[Lit]], bool]:
    if engine in OWN:
        session = open_own(engine, clauses, variables)
        return lambda question: isinstance(session.solve(question), Sat)
    solver = open_pysat(engine, clause_lists(clauses))
    return lambda question: bool(solver.solve(assumptions=question))


# -- all models ------------------------------------------------------------------------------------


@task(
    "enumerate",
    "models per second, queens 12",
    _engines(lambda one: one.incremental and one.name != "reference"),  # which would take minutes
    _formula_files(lambda quick: queens(6 if quick else 12)),
    more=True,
)
def _enumerate(who: Contender, folder: Path) -> Measurement:
    """Models per second: the native engine in one search, PySAT with a blocking clause for each model."""
    clauses, variables = _load_clauses(folder)
    session: Any  # must outlive its models
    if who.engine == "native":
        session = open_own(who.engine, clauses, variables)
        models = session.enumerate()
    else:
        session = open_pysat(who.engine, clause_lists(clauses))
        models = session.enum_models()
    found, seconds = timed(lambda: sum(1 for _ in models))
    return found / seconds, found


# -- propagating -----------------------------------------------------------------------------------


def _hard_formula(quick: bool) -> Formula:
    _, build = next(find_family(FAMILIES, "random-250-unsat").formulas(quick=quick))
    return build()


@task(
    "propagate",
    "propagations per second, random 3-SAT 250",
    _engines(lambda one: one.name not in ("pycosat", "kissat404")),  # their libraries have no counters
    _formula_files(_hard_formula),
    more=True,
)
def _propagate(who: Contender, folder: Path) -> Measurement:
    """Propagations per second of solving, by the engine's own counter."""
    measured = measure(who.engine, *_load_clauses(folder))
    return measured.counters["propagations"] / max(measured.solve, 1e-6), None


# -- the benchmark ---------------------------------------------------------------------------------


def sample(task: str, engine: str, form: str, folder: str) -> dict[str, Any]:
    """One sample in a child process."""
    chosen = next(one for one in TASKS if one.name == task)
    value, agreed = chosen.measure(Contender(engine, form), Path(folder))
    seconds = 1e6 / max(value, SMALLEST) if chosen.more else value
    return {"status": "done", "times": [{VALUE: value, TOTAL: seconds}], "agreed": agreed}


def load_benchmark(options: BenchOptions) -> Benchmark:
    """All tasks, with the engines chosen."""
    chosen = [catalogue().find(name) for name in choose_engines(options.engines, ENGINES)]
    return Benchmark(
        "engines --loads",
        [partial(_prepare, task, chosen, options.quick) for task in TASKS],
        _take,
        _tables,
        repeats=3,
        seconds=60.0,
        total_is_time=False,
    )


def _prepare(task: LoadTask, engines: list[Ability], quick: bool, folder: Path) -> Instance:
    task.prepare(folder, quick)
    identity = tuple(digest(file.read_bytes()) for file in sorted(folder.iterdir()))
    contenders = task.contenders(engines)
    contestants = tuple(
        Contestant(str(one), {"engine": one.engine, "form": one.form}, one) for one in contenders
    )
    return Instance(task.name, "", contestants, identity, data=folder)


def _take(instance: Instance, contestant: Contestant, seconds: float, count: int) -> Outcome:
    arguments = {"task": instance.row, "folder": str(instance.data), **contestant.facts}
    return calls.call("satplay.lab.bench.load_benchmark:sample", arguments, seconds)


def _tables(run: BenchmarkRun) -> list[str]:
    """One table for each task: the values, and their ratio to the best."""
    tasks = {task.name: task for task in TASKS}
    return join_blocks(_task_lines(run, tasks[row]) for row in run.rows)


def _task_lines(run: BenchmarkRun, task: LoadTask) -> list[str]:
    here = run.of(task.name)
    names = dict.fromkeys(one.contestant for one in here)
    scores = {name: score for name in names if (score := run.score(task.name, name)) is not None}
    best = min((score.least for score in scores.values()), default=1.0)
    lines = []
    for name in names:
        values = [value for one in here if one.contestant == name for value in one.seconds(VALUE)]
        if values:
            score = scores[name]
            lines.append(
                [f"  {name}", figures(median(values)), noise(score).strip(), ratio(score.least / best)]
            )
        else:
            late = f">{run.seconds:g}" if name in scores and not task.more else "-"
            lines.append([f"  {name}", late, "", "-"])
    return [f"{task.title}{' (small)' if run.quick else ''}; to the best", *align(lines)]
