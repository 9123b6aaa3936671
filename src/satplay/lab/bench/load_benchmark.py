"""The second table: what engines are asked besides one hard question.

Loading a million clauses, reading them from a file, many small questions to one session, all models,
propagating.  A measurement is a function of who does it and of a folder of prepared files; a new row is a new
function and an entry in ``MEASUREMENTS``.  Each is taken in a process of its own:

    python -m satplay.lab.bench.load_benchmark MEASUREMENT ENGINE FORM FOLDER SECONDS
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from satplay.contracts.engine import Limit
from satplay.lab.bench.engine_sample import measure
from satplay.lab.child_process import cpu_seconds, limit_cpu
from satplay.logic.flat import clause_lists
from satplay.logic.formula import Formula
from satplay.logic.literal import FlatClauses, Lit

if TYPE_CHECKING:
    from satplay.engines.ability import Ability

LOADED, LOADED_VARIABLES = 1_200_000, 300_000
CALLS, ASSUMED = 2000, 3


@dataclass(frozen=True, slots=True)
class Contender:
    """Who, and from what: ``native`` from ``flat`` clauses, ``minisat22`` from ``lists``."""

    engine: str
    form: str = ""

    def __str__(self) -> str:
        return f"{self.engine}, {self.form}" if self.form else self.engine


@dataclass(frozen=True, slots=True)
class Taken:
    """A number, and something that must be the same whoever measures (None: nothing)."""

    value: float
    agreed: int | None = None


@dataclass(frozen=True, slots=True)
class Measurement:
    """A part of the table.

    ``contenders``  who takes part, of the engines chosen
    ``prepare``     writes what it needs into a folder: small if ``quick``
    """

    name: str
    title: str
    better: Literal["less", "more"]
    contenders: Callable[[list[Ability]], list[Contender]]
    prepare: Callable[[Path, bool], None]
    take: Callable[[Contender, Path], Taken]


# -- loading ---------------------------------------------------------------------------------------


def _loaders(engines: list[Ability]) -> list[Contender]:
    """PicoSAT has no loading apart from solving."""
    own = [Contender(one.name, form) for one in engines if one.kind == "own" for form in ("flat", "lists")]
    return own + [
        Contender(one.name, "lists") for one in engines if one.kind != "own" and one.name != "pycosat"
    ]


def _write_clauses(folder: Path, quick: bool) -> None:
    from satplay.lab.bench.families.random_ksat import random_ksat

    small = 100 if quick else 1
    _save(random_ksat(1, LOADED_VARIABLES // small, LOADED / LOADED_VARIABLES), folder)


def _load(who: Contender, folder: Path) -> Taken:
    from satplay.engines.catalogue import catalogue, open_engine

    clauses, variables = _saved(folder)
    lists = clause_lists(clauses) if who.form == "lists" else []
    if catalogue().named(who.engine).kind != "own":
        from pysat.solvers import Solver

        started = cpu_seconds()
        solver = Solver(name=who.engine, bootstrap_with=lists)
        taken = Taken(cpu_seconds() - started)
        solver.delete()
        return taken
    open_engine(who.engine).close()
    started = cpu_seconds()
    session = open_engine(who.engine)
    session.declare(variables)
    session.add_flat(Formula(lists).flat if who.form == "lists" else clauses)
    session.solve(limit=Limit(conflicts=0, propagations=0))  # clauses that nobody watches are not loaded yet
    return Taken(cpu_seconds() - started)


# -- reading a file --------------------------------------------------------------------------------


def _readers(engines: list[Ability]) -> list[Contender]:
    from importlib.util import find_spec

    return [Contender("satplay"), *([Contender("PySAT")] if find_spec("pysat") else [])]


def _write_file(folder: Path, quick: bool) -> None:
    from satplay.lab.bench.families.random_ksat import random_ksat
    from satplay.logic import dimacs

    small = 100 if quick else 1
    with (folder / "formula.cnf").open("wb") as file:
        dimacs.write_to(random_ksat(1, LOADED_VARIABLES // small, LOADED / LOADED_VARIABLES), file)


def _read(who: Contender, folder: Path) -> Taken:
    path = str(folder / "formula.cnf")
    if who.engine == "satplay":
        from satplay.logic import dimacs

        dimacs.read("p cnf 1 1\n1 0\n")  # so that its modules are there
        started = cpu_seconds()
        formula = dimacs.load(path)
        return Taken(cpu_seconds() - started, formula.clause_count)
    from pysat.formula import CNF

    started = cpu_seconds()
    read = CNF(from_file=path)
    return Taken(cpu_seconds() - started, len(read.clauses))


# -- many small questions --------------------------------------------------------------------------


def _incremental(engines: list[Ability]) -> list[Contender]:
    return [Contender(one.name) for one in engines if one.incremental]


def _write_board(folder: Path, quick: bool) -> None:
    """A board with many solutions: few seeds give one.

    On one with a single solution the first calls learn every variable, and all others only look it up.
    """
    from satplay.lab.bench.families.flow import flow

    _save(flow(1, 5, 5, 2) if quick else flow(12, 12, 12, 7), folder)


def _assume(who: Contender, folder: Path) -> Taken:
    """Calls per second, each assuming three random literals; as many of them satisfiable for everybody."""
    clauses, variables = _saved(folder)
    rng = Random(1)
    questions = [
        [rng.choice((-1, 1)) * var for var in rng.sample(range(1, variables + 1), ASSUMED)]
        for _ in range(CALLS)
    ]
    ask = _session(who.engine, clauses, variables)
    started = cpu_seconds()
    satisfiable = sum(ask(question) for question in questions)
    return Taken(CALLS / (cpu_seconds() - started), satisfiable)


def _session(engine: str, clauses: FlatClauses, variables: int) -> Callable[[list[Lit]], bool]:
    from satplay.contracts.engine import Sat
    from satplay.engines.catalogue import catalogue, open_engine

    if catalogue().named(engine).kind == "own":
        session = open_engine(engine)
        session.declare(variables)
        session.add_flat(clauses)
        return lambda question: isinstance(session.solve(question), Sat)
    from pysat.solvers import Solver

    solver = Solver(name=engine, bootstrap_with=clause_lists(clauses))
    return lambda question: bool(solver.solve(assumptions=question))


# -- all models ------------------------------------------------------------------------------------


def _enumerators(engines: list[Ability]) -> list[Contender]:
    """The readable engine would take minutes."""
    return [Contender(one.name) for one in engines if one.incremental and one.name != "reference"]


def _write_queens(folder: Path, quick: bool) -> None:
    from satplay.lab.bench.families.queens import queens

    _save(queens(6 if quick else 12), folder)


def _enumerate(who: Contender, folder: Path) -> Taken:
    """Models per second: ours inside one search, PySAT's with a clause for each."""
    clauses, variables = _saved(folder)
    models: Iterable[object]
    if who.engine == "native":
        from satplay.engines.native import NativeEngine

        session = NativeEngine()
        session.declare(variables)
        session.add_flat(clauses)
        models = session.enumerate()
    else:
        from pysat.solvers import Solver

        solver = Solver(name=who.engine, bootstrap_with=clause_lists(clauses))  # lives as long as its models
        models = solver.enum_models()
    started = cpu_seconds()
    found = sum(1 for _ in models)
    return Taken(found / (cpu_seconds() - started), found)


# -- propagating -----------------------------------------------------------------------------------


def _counting(engines: list[Ability]) -> list[Contender]:
    """PicoSAT and Kissat tell nothing of themselves through their libraries."""
    return [Contender(one.name) for one in engines if one.name not in ("pycosat", "kissat404")]


def _write_random(folder: Path, quick: bool) -> None:
    from satplay.lab.bench.formula_families import named

    family = named("random-250-unsat")
    _save(family.quick(family.quick_seeds[0]) if quick else family.build(family.seeds[0]), folder)


def _propagate(who: Contender, folder: Path) -> Taken:
    """Propagations per second of solving, as the engine itself counts them."""
    measured = measure(who.engine, *_saved(folder))
    return Taken(measured.counters["propagations"] / max(measured.solve, 1e-6))


# -- the table -------------------------------------------------------------------------------------

MEASUREMENTS: tuple[Measurement, ...] = (
    Measurement(
        "load", "loading 1.2 million ternary clauses, CPU seconds", "less", _loaders, _write_clauses, _load
    ),
    Measurement("read", "reading them from a file, CPU seconds", "less", _readers, _write_file, _read),
    Measurement(
        "assume",
        "calls per second that assume 3 literals, flow 12x12",
        "more",
        _incremental,
        _write_board,
        _assume,
    ),
    Measurement("enumerate", "models per second, queens 12", "more", _enumerators, _write_queens, _enumerate),
    Measurement(
        "propagate", "propagations per second, random 3-SAT 250", "more", _counting, _write_random, _propagate
    ),
)


def _save(formula: Formula, folder: Path) -> None:
    np.save(folder / "clauses.npy", formula.flat)
    (folder / "variables").write_text(str(formula.var_count))


def _saved(folder: Path) -> tuple[FlatClauses, int]:
    return np.load(folder / "clauses.npy"), int((folder / "variables").read_text())


def main(arguments: list[str]) -> None:
    """Take what the arguments say and print it."""
    name, engine, form, folder, seconds = arguments
    limit_cpu(float(seconds))
    measurement = next(one for one in MEASUREMENTS if one.name == name)
    taken = measurement.take(Contender(engine, form), Path(folder))
    document: dict[str, Any] = {"value": taken.value, "agreed": taken.agreed}
    print(json.dumps(document))


if __name__ == "__main__":
    main(sys.argv[1:])
