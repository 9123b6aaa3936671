"""Satisfiability by testing every assignment: the reference of the engine exam, slow but simple."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from satplay.contracts.engine import UNLIMITED, Answer, Limit, Sat, Stopped, Unknown, Unsat
from satplay.logic.flat_clauses import clause_lists
from satplay.logic.literal import Clause, FlatClauses, Lit
from satplay.logic.model import Model


def satisfies(lits: Iterable[Lit], clauses: Iterable[Clause]) -> bool:
    """Return whether each clause contains one of the literals."""
    true = set(lits)
    return all(any(lit in true for lit in clause) for clause in clauses)


def satisfiable(var_count: int, clauses: Sequence[Clause], assuming: Iterable[Lit] = ()) -> bool:
    """Return whether some assignment satisfies all clauses and every assumed literal."""
    everything = [*clauses, *([lit] for lit in assuming)]
    return any(satisfies(lits, everything) for lits in product(*((v, -v) for v in range(1, var_count + 1))))


class BruteForce:
    """An engine that obeys the contract exactly; each assignment that fails counts as a conflict."""

    def __init__(self) -> None:
        self.var_count = 0
        self.clauses: list[list[Lit]] = []
        self.interrupted = False
        self.conflicts = 0

    def declare(self, var_count: int) -> None:
        self.var_count = max(self.var_count, var_count)

    def add(self, clause: Clause) -> None:
        self.clauses.append(list(clause))
        self.declare(max(map(abs, clause), default=0))

    def add_flat(self, clauses: FlatClauses) -> None:
        for clause in clause_lists(clauses):
            self.add(clause)

    def solve(self, assuming: Sequence[Lit] = (), limit: Limit = UNLIMITED) -> Answer:
        deadline = None if limit.seconds is None else time.monotonic() + limit.seconds
        failed = 0
        self.interrupted = False
        try:
            for lits in product(*((v, -v) for v in range(1, self.var_count + 1))):
                if self.interrupted:
                    return Unknown(Stopped.INTERRUPTED)
                if limit.conflicts is not None and failed >= limit.conflicts:
                    return Unknown(Stopped.CONFLICTS)
                if deadline is not None and time.monotonic() >= deadline:
                    return Unknown(Stopped.TIME)
                if satisfies(lits, [*self.clauses, *([lit] for lit in assuming)]):
                    return Sat(Model(lits))
                failed += 1
        finally:
            self.conflicts += failed
        return Unsat(self._core(tuple(dict.fromkeys(assuming))))

    def _core(self, assuming: tuple[Lit, ...]) -> tuple[Lit, ...]:
        """A minimal subset of the assumptions that is unsatisfiable with the clauses."""
        core = assuming
        for lit in assuming:
            smaller = tuple(other for other in core if other != lit)
            if not satisfiable(self.var_count, self.clauses, smaller):
                core = smaller
        return core

    def interrupt(self) -> None:
        self.interrupted = True

    def statistics(self) -> Mapping[str, int | float]:
        return {"conflicts": self.conflicts}

    def close(self) -> None:
        self.clauses = []
