"""One sample of a SAT engine: from clauses to an answer, measured in CPU time by the process itself.

Modules are imported and files read before the clock starts; a model is evaluated after it has stopped.
Converting flat clauses to lists, for libraries that accept nothing else, is measured apart and not counted:
the users of such a library have lists already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from satplay.engines.library.backends import BACKENDS
from satplay.engines.verify import first_false_clause
from satplay.lab.child_process import cpu_seconds
from satplay.logic.flat_clauses import clause_lists
from satplay.logic.literal import FlatClauses
from satplay.logic.model import complete

Counters = dict[str, int | float]


@dataclass(frozen=True, slots=True)
class Measured:
    """What one sample has found.

    ``load`` is None for a library that loads and solves in one call; ``valid`` is None without a model.
    """

    status: str
    cpu: float
    solve: float
    load: float | None = None
    convert: float = 0.0
    valid: bool | None = None
    counters: Counters = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """The true literals of a model, None if unsatisfiable; and the CPU clock between the parts."""

    literals: Iterable[int] | None
    started: float
    loaded: float | None
    ended: float
    convert: float = 0.0
    counters: Counters = field(default_factory=dict)


Decide = Callable[[str, FlatClauses, int], Answer]


def sample(engine: str, file: str, variables: int) -> dict[str, Any]:
    """One sample in a child process; the file holds the clauses flat, as int32."""
    found = measure(engine, np.load(file), variables)
    times = {"load": found.load, "solve": found.solve, "convert": found.convert, "total": found.cpu}
    if found.valid is False:
        return {"status": "broken", "times": [times], "note": "the model makes a clause false"}
    return {"status": found.status, "times": [times]}


def measure(engine: str, clauses: FlatClauses, variables: int) -> Measured:
    """Open the engine, load the clauses and solve them; then evaluate the model."""
    answer = decider(engine)(engine, clauses, variables)
    valid = None
    if answer.literals is not None:
        valid = first_false_clause(clauses, complete(answer.literals, variables)) is None
    return Measured(
        status="unsat" if answer.literals is None else "sat",
        cpu=answer.ended - answer.started,
        solve=answer.ended - (answer.started if answer.loaded is None else answer.loaded),
        load=None if answer.loaded is None else answer.loaded - answer.started,
        convert=answer.convert,
        valid=valid,
        counters=answer.counters,
    )


def decider(engine: str) -> Decide:
    """Our own engines are given flat clauses; libraries lists, without the host process of satplay."""
    if engine == "pycosat":
        return _picosat
    # Not from the catalogue, which searches for packages: 70 ms in every sample.
    return _pysat if engine in {backend.name for backend in BACKENDS} else _own


def _own(engine: str, clauses: FlatClauses, variables: int) -> Answer:
    from satplay.contracts.engine import Sat, Unknown
    from satplay.engines.catalogue import open_engine

    open_engine(engine).close()  # imports its modules
    started = cpu_seconds()
    session = open_engine(engine)
    session.declare(variables)
    session.add_flat(clauses)
    loaded = cpu_seconds()
    answer = session.solve()
    ended = cpu_seconds()
    if isinstance(answer, Unknown):
        raise RuntimeError(f"no answer without a limit: {answer.stopped.value}")
    literals = answer.model if isinstance(answer, Sat) else None
    return Answer(literals, started, loaded, ended, counters=dict(session.statistics()))


def _pysat(engine: str, clauses: FlatClauses, variables: int) -> Answer:
    from pysat.solvers import Solver

    lists, convert = _convert_to_lists(clauses)
    started = cpu_seconds()
    solver = Solver(name=engine, bootstrap_with=lists)
    loaded = cpu_seconds()
    satisfiable = solver.solve()
    literals = (solver.get_model() or []) if satisfiable else None  # reading the model is part of the answer
    ended = cpu_seconds()
    if satisfiable is None:
        raise RuntimeError("no answer without a limit")
    return Answer(literals, started, loaded, ended, convert, counters_of(solver))


def _picosat(engine: str, clauses: FlatClauses, variables: int) -> Answer:
    import pycosat

    lists, convert = _convert_to_lists(clauses)
    started = cpu_seconds()
    found = pycosat.solve(lists)
    ended = cpu_seconds()
    return Answer(None if found == "UNSAT" else found, started, None, ended, convert)


def _convert_to_lists(clauses: FlatClauses) -> tuple[list[list[int]], float]:
    started = cpu_seconds()
    lists = clause_lists(clauses)
    return lists, cpu_seconds() - started


def counters_of(solver: Any) -> Counters:
    """The counters of a PySAT solver; empty if it has none."""
    try:
        return dict(solver.accum_stats() or {})
    except NotImplementedError:
        return {}
