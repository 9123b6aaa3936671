"""Engines called directly, without the time of a verb or of a host process.

Our own engines are given flat clauses, libraries lists of lists; a library engine that is not incremental is
given everything again for each call.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from satplay.contracts.encoding import Connectivity
from satplay.contracts.engine import Sat, Unknown
from satplay.engines.catalogue import open_engine
from satplay.engines.library.backends import BACKENDS
from satplay.engines.native import NativeEngine
from satplay.errors import NoSuchName
from satplay.logic.flat import clause_lists
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause, Lit
from satplay.logic.model import Model, completed

OWN = ("native", "reference")


class Clauses:
    """A formula in the form that an engine accepts."""

    def __init__(self, formula: Formula, engine: str) -> None:
        self.variables = formula.var_count
        self.flat = formula.flat
        self.lists = [] if engine in OWN else clause_lists(formula.flat)


class Session(Protocol):
    """A loaded formula; ``last`` is the most recent model."""

    last: Model

    def model(self, assuming: Sequence[Lit] = ()) -> Model | None:
        """A model in which these literals are true, or None."""

    def add(self, clause: Clause) -> None:
        """Add a clause."""


def open_session(engine: str, clauses: Clauses, rule: Connectivity | None = None) -> Session:
    """A session with these clauses, which propagates the connectivity rule if the engine can."""
    if engine in OWN:
        return _Own(engine, clauses, rule)
    for backend in BACKENDS:
        if backend.name == engine:
            if engine == "pycosat":
                return _OneCall(_picosat, clauses)
            return _Incremental(engine, clauses) if backend.incremental else _OneCall(_once(engine), clauses)
    raise NoSuchName("engine", engine, [*OWN, *(backend.name for backend in BACKENDS)])


class _Own:
    last: Model

    def __init__(self, engine: str, clauses: Clauses, rule: Connectivity | None) -> None:
        self._session = open_engine(engine)
        self._session.declare(clauses.variables)
        self._session.add_flat(clauses.flat)
        if rule is not None and isinstance(self._session, NativeEngine):
            self._session.attach_connected(rule.nodes, rule.edges)

    def model(self, assuming: Sequence[Lit] = ()) -> Model | None:
        answer = self._session.solve(assuming)
        if isinstance(answer, Unknown):
            raise RuntimeError(f"no answer without a limit: {answer.stopped.value}")
        if not isinstance(answer, Sat):
            return None
        self.last = answer.model
        return self.last

    def add(self, clause: Clause) -> None:
        self._session.add(clause)


class _Incremental:
    """An incremental engine of PySAT."""

    last: Model

    def __init__(self, engine: str, clauses: Clauses) -> None:
        from pysat.solvers import Solver

        self._variables = clauses.variables
        self._solver = Solver(name=engine, bootstrap_with=clauses.lists)

    def model(self, assuming: Sequence[Lit] = ()) -> Model | None:
        if not self._solver.solve(assumptions=list(assuming)):
            return None
        self.last = _model(self._solver.get_model() or [], self._variables)
        return self.last

    def add(self, clause: Clause) -> None:
        self._solver.add_clause(list(clause))


Solve = Callable[[list[list[int]]], list[int] | None]


class _OneCall:
    """An engine that solves once: every call loads all clauses."""

    last: Model

    def __init__(self, solve: Solve, clauses: Clauses) -> None:
        self._solve, self._variables, self._lists = solve, clauses.variables, clauses.lists

    def model(self, assuming: Sequence[Lit] = ()) -> Model | None:
        found = self._solve([*self._lists, *([lit] for lit in assuming)] if assuming else self._lists)
        if found is None:
            return None
        self.last = _model(found, self._variables)
        return self.last

    def add(self, clause: Clause) -> None:
        self._lists.append(list(clause))


def _model(literals: list[int], variables: int) -> Model:
    """Libraries return literals in the order of the variables, up to the last one that occurs."""
    if len(literals) == variables:
        return Model.of_ordered(np.array(literals, np.int32))
    return completed(literals, variables)


def _picosat(lists: list[list[int]]) -> list[int] | None:
    import pycosat

    found: Any = pycosat.solve(lists)
    return None if found == "UNSAT" else found


def _once(engine: str) -> Solve:
    from pysat.solvers import Solver

    def solve(lists: list[list[int]]) -> list[int] | None:
        with Solver(name=engine, bootstrap_with=lists) as solver:
            return (solver.get_model() or []) if solver.solve() else None

    return solve
