"""Engines called directly by the solving core, without the time of a host process.

Our own engines are given flat clauses, libraries lists of lists; a library engine that is not incremental is
given everything again for each call.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from satplay.contracts.engine import UNLIMITED, Answer, Limit, Sat, Unsat
from satplay.engines.catalogue import open_engine
from satplay.engines.library.backends import BACKENDS
from satplay.errors import NoSuchName
from satplay.logic.flat_clauses import clause_lists
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause, Lit
from satplay.logic.model import Model, complete
from satplay.solving.session import load_formula
from satplay.solving.solution_search import Solver

OWN = ("native", "reference")

Lists = list[list[int]]
Call = Callable[[Lists], list[int] | None]
"""From clauses to the true literals of a model, or None."""


def convert_clauses(formula: Formula, engine: str) -> Lists:
    """The clauses as lists, for the engines that need them."""
    return [] if engine in OWN else clause_lists(formula.flat)


def open_solver(engine: str, formula: Formula, lists: Lists) -> Solver:
    """An engine that has loaded the formula, or its clauses as lists."""
    if engine in OWN:
        own = open_engine(engine)
        load_formula(own, formula)
        return own
    backend = next((one for one in BACKENDS if one.name == engine), None)
    if backend is None:
        raise NoSuchName("engine", engine, [*OWN, *(one.name for one in BACKENDS)])
    if backend.incremental and engine != "pycosat":
        return _Incremental(engine, formula.var_count, lists)
    return _OneCall(_picosat if engine == "pycosat" else _pysat(engine), formula.var_count, lists)


class _Incremental:
    """An incremental engine of PySAT."""

    def __init__(self, engine: str, variables: int, lists: Lists) -> None:
        from pysat.solvers import Solver as Library

        self._variables = variables
        self._library = Library(name=engine, bootstrap_with=lists)

    def add(self, clause: Clause) -> None:
        self._library.add_clause(list(clause))

    def solve(self, assuming: Sequence[Lit] = (), limit: Limit = UNLIMITED) -> Answer:
        satisfiable = self._library.solve(assumptions=list(assuming))
        return _answer(self._library.get_model() or [] if satisfiable else None, self._variables)

    def statistics(self) -> Mapping[str, int | float]:
        return {}


class _OneCall:
    """An engine that solves once: every call loads all clauses."""

    def __init__(self, call: Call, variables: int, lists: Lists) -> None:
        self._call, self._variables, self._lists = call, variables, lists

    def add(self, clause: Clause) -> None:
        self._lists.append(list(clause))

    def solve(self, assuming: Sequence[Lit] = (), limit: Limit = UNLIMITED) -> Answer:
        lists = [*self._lists, *([lit] for lit in assuming)] if assuming else self._lists
        return _answer(self._call(lists), self._variables)

    def statistics(self) -> Mapping[str, int | float]:
        return {}


def _answer(literals: list[int] | None, variables: int) -> Answer:
    """Libraries return literals in the order of the variables, up to the last one that occurs."""
    if literals is None:
        return Unsat()
    if len(literals) == variables:
        return Sat(Model.of_ordered(np.array(literals, np.int32)))
    return Sat(complete(literals, variables))


def _picosat(lists: Lists) -> list[int] | None:
    import pycosat

    found: Any = pycosat.solve(lists)
    return None if found == "UNSAT" else found


def _pysat(engine: str) -> Call:
    from pysat.solvers import Solver as Library

    def call(lists: Lists) -> list[int] | None:
        with Library(name=engine, bootstrap_with=lists) as library:
            return (library.get_model() or []) if library.solve() else None

    return call
