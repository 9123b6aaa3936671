"""One sample: an engine decides a formula in a fresh process, which measures its own CPU time.

    python -m satplay.lab.bench.engine_sample ENGINE FILE.npy VARIABLES SECONDS

The file holds the clauses flat, as int32.  The one line printed is JSON: ``status`` and the CPU seconds of
``convert`` (flat clauses to lists, for libraries that take nothing else; not counted, since their users have
lists already), ``load`` and ``solve``, whose sum is ``cpu``.  Modules are imported and files read before the
clock runs, and a model is evaluated after it has stopped: ``valid`` says what came of that.

Soon after ``SECONDS`` of CPU time the kernel ends the process, even in the midst of foreign code.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from satplay.engines.library.backends import BACKENDS
from satplay.engines.verify import first_false_clause
from satplay.lab.child_process import cpu_seconds, limit_cpu
from satplay.logic.flat import clause_lists
from satplay.logic.literal import FlatClauses
from satplay.logic.model import completed

Counters = dict[str, int | float]


@dataclass(frozen=True, slots=True)
class Measured:
    """What the child process reports.

    ``load`` is None where a library loads and solves in one call; ``valid`` where there is no model.
    """

    status: str
    cpu: float
    solve: float
    load: float | None = None
    convert: float = 0.0
    valid: bool | None = None
    counters: Counters = field(default_factory=dict)

    def as_json(self) -> str:
        """On one line."""
        return json.dumps(asdict(self))


@dataclass(frozen=True, slots=True)
class Run:
    """What one way of solving found, and the moments between its parts."""

    literals: Iterable[int] | None  # the true ones; None for unsatisfiable
    started: float
    loaded: float | None
    ended: float
    convert: float = 0.0
    counters: Counters = field(default_factory=dict)


Way = Callable[[str, FlatClauses, int], Run]


def measure(engine: str, clauses: FlatClauses, variables: int) -> Measured:
    """Construct the engine, load the clauses, solve them; then judge the model."""
    run = way_of(engine)(engine, clauses, variables)
    valid = None
    if run.literals is not None:
        valid = first_false_clause(clauses, completed(run.literals, variables)) is None
    return Measured(
        status="unsat" if run.literals is None else "sat",
        cpu=run.ended - run.started,
        solve=run.ended - (run.started if run.loaded is None else run.loaded),
        load=None if run.loaded is None else run.loaded - run.started,
        convert=run.convert,
        valid=valid,
        counters=run.counters,
    )


def way_of(engine: str) -> Way:
    """Our own engines are given the flat clauses; libraries lists, as their users do, without our host."""
    if engine == "pycosat":
        return _picosat
    # Not by asking the catalogue, which looks for packages: 70 ms that every sample would wait.
    return _pysat if engine in {backend.name for backend in BACKENDS} else _own


def _own(engine: str, clauses: FlatClauses, variables: int) -> Run:
    from satplay.contracts.engine import Sat, Unknown
    from satplay.engines.catalogue import open_engine

    open_engine(engine).close()  # so that its modules are there
    started = cpu_seconds()
    session = open_engine(engine)
    session.declare(variables)
    session.add_flat(clauses)
    loaded = cpu_seconds()
    answer = session.solve()
    ended = cpu_seconds()
    if isinstance(answer, Unknown):
        raise RuntimeError(f"no answer to an unlimited question: {answer.stopped.value}")
    literals = answer.model if isinstance(answer, Sat) else None
    return Run(literals, started, loaded, ended, counters=dict(session.statistics()))


def _pysat(engine: str, clauses: FlatClauses, variables: int) -> Run:
    from pysat.solvers import Solver

    lists, convert = _converted(clauses)
    started = cpu_seconds()
    solver = Solver(name=engine, bootstrap_with=lists)
    loaded = cpu_seconds()
    satisfiable = solver.solve()
    literals = (
        (solver.get_model() or []) if satisfiable else None
    )  # an answer without its model is half of one
    ended = cpu_seconds()
    if satisfiable is None:
        raise RuntimeError("no answer to an unlimited question")
    return Run(literals, started, loaded, ended, convert, counters_of(solver))


def _picosat(engine: str, clauses: FlatClauses, variables: int) -> Run:
    import pycosat

    lists, convert = _converted(clauses)
    started = cpu_seconds()
    found = pycosat.solve(lists)
    ended = cpu_seconds()
    return Run(None if found == "UNSAT" else found, started, None, ended, convert)


def _converted(clauses: FlatClauses) -> tuple[list[list[int]], float]:
    started = cpu_seconds()
    lists = clause_lists(clauses)
    return lists, cpu_seconds() - started


def counters_of(solver: Any) -> Counters:
    """What a PySAT solver has counted; some keep nothing."""
    try:
        return dict(solver.accum_stats() or {})
    except NotImplementedError:
        return {}


def main(arguments: list[str]) -> None:
    """Measure what the arguments say and print it."""
    engine, file, variables, seconds = arguments
    clauses: FlatClauses = np.load(file)
    limit_cpu(float(seconds))
    print(measure(engine, clauses, int(variables)).as_json())


if __name__ == "__main__":
    main(sys.argv[1:])
