"""Engines called in this process, so that no time of a host process is measured.

Our own engines are given flat clauses, libraries lists of lists, the only form they accept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from satplay.contracts.engine import UNLIMITED, Answer, Engine, Limit, Sat, Unsat
from satplay.engines.catalogue import open_engine
from satplay.engines.library.backends import BACKENDS
from satplay.errors import NoSuchName
from satplay.logic.flat_clauses import clause_lists
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause, FlatClauses, Lit
from satplay.logic.model import Model, complete
from satplay.solving.session import load_formula
from satplay.solving.solution_search import Solver

if TYPE_CHECKING:
    from satplay.engines.native import NativeEngine

OWN = ("native", "reference")
PICOSAT = "pycosat"
LIBRARIES = {backend.name: backend for backend in BACKENDS}
"""Library engines by name.  Not from the catalogue, which searches for packages: 70 ms in every sample."""

Lists = list[list[int]]


def open_native(formula: Formula) -> NativeEngine:
    """A new native engine that has loaded the formula."""
    from satplay.engines.native import NativeEngine  # libraries can be measured without the native core

    engine = NativeEngine()
    load_formula(engine, formula)
    return engine


def open_own(engine: str, clauses: FlatClauses, variables: int) -> Engine:
    """A new engine of ours that has loaded the clauses."""
    session = open_engine(engine)
    session.declare(variables)
    session.add_flat(clauses)
    return session


def import_library(engine: str) -> None:
    """Import the module of a library engine, before a clock starts."""
    import_module(PICOSAT if engine == PICOSAT else "pysat.solvers")


def open_pysat(engine: str, lists: Lists) -> Any:
    """A new solver of PySAT that has loaded the clauses."""
    from pysat.solvers import Solver as Library

    return Library(name=engine, bootstrap_with=lists)


def convert_clauses(formula: Formula, engine: str) -> Lists:
    """The clauses as lists, for the engines that need them."""
    return [] if engine in OWN else clause_lists(formula.flat)


def open_solver(engine: str, formula: Formula, lists: Lists) -> Solver:
    """An engine that has loaded the formula, or its clauses as lists."""
    if engine in OWN:
        return open_own(engine, formula.flat, formula.var_count)
    return LibrarySolver(engine, formula.var_count, lists)


class LibrarySolver:
    """An engine of PySAT, or PicoSAT.

    An engine that is not incremental is given everything again for each call; PicoSAT loads and solves in one
    call.
    """

    def __init__(self, engine: str, variables: int, lists: Lists) -> None:
        if engine not in LIBRARIES:
            raise NoSuchName("engine", engine, [*OWN, *LIBRARIES])
        self._engine, self._variables, self._lists = engine, variables, lists
        self._library: Any = None if engine == PICOSAT else open_pysat(engine, lists)
        self._solved = False

    def add(self, clause: Clause) -> None:
        """Add one clause."""
        if LIBRARIES[self._engine].incremental:
            self._library.add_clause(list(clause))
        else:
            self._lists.append(list(clause))
            self._discard()

    def solve(self, assuming: Sequence[Lit] = (), limit: Limit = UNLIMITED) -> Answer:
        """Decide the clauses under the assumptions; there are no limits."""
        literals = self.literals(assuming)
        if literals is None:
            return Unsat()
        if len(literals) == self._variables:
            return Sat(Model.of_ordered(np.array(literals, np.int32)))
        return Sat(complete(literals, self._variables))

    def literals(self, assuming: Sequence[Lit] = ()) -> list[int] | None:
        """The true literals of a model in the order of the variables, up to the last that occurs; or None."""
        if LIBRARIES[self._engine].incremental:
            return self._model(self._library.solve(assumptions=list(assuming)))
        lists = [*self._lists, *([lit] for lit in assuming)] if assuming else self._lists
        if self._engine == PICOSAT:
            import pycosat

            found: Any = pycosat.solve(lists)
            return None if found == "UNSAT" else found
        if assuming or self._solved:
            self._discard()
        self._solved = True
        self._library = self._library or open_pysat(self._engine, lists)
        return self._model(self._library.solve())

    def statistics(self) -> Mapping[str, int | float]:
        """The counters of the library; empty if it has none."""
        try:
            return dict(self._library.accum_stats() or {}) if self._library is not None else {}
        except NotImplementedError:  # of PySAT, for a solver without counters
            return {}

    def _model(self, satisfiable: bool | None) -> list[int] | None:
        if satisfiable is None:
            raise RuntimeError("no answer without a limit")
        return (self._library.get_model() or []) if satisfiable else None

    def _discard(self) -> None:
        if self._library is not None:
            self._library.delete()
        self._library = None
