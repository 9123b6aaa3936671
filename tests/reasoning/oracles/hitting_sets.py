"""Minimum hitting sets with a SAT engine: the oracle for ``native/mus/hitting.hpp``.

Sets are added one at a time and the minimum cost never decreases, so one incremental engine is reused with
what it has learned.  The algorithm is OLL (Andres, Kaufmann, Matheis & Schaub 2012; Morgado, Dodaro &
Marques-Silva 2014): assume that no element is in the set.  A core of the assumptions shows that one of
them must be relaxed, which costs the least of their weights; a counter over the core then forbids a second
one, and its output becomes an assumption with that weight.  The first model is a minimum.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import TypeAlias

from satplay.contracts.budget import Budget
from satplay.contracts.engine import Sat, Stopped, Unknown, Unsat
from satplay.engines.catalogue import open_engine
from satplay.engines.native_codes import SATISFIABLE, STOPPED, limit_of
from satplay.logic.cardinality import totalizer
from satplay.logic.literal import Lit

Found: TypeAlias = tuple[int, int, list[int]]
"""Status, why it stopped, the elements of the set."""


class HittingSets:
    """The same interface and results as ``native/mus/hitting.hpp``."""

    def __init__(self, weights: Sequence[int]) -> None:
        self.cost = 0
        self._elements = len(weights)
        self._engine = open_engine()
        self._engine.declare(len(weights))
        self._fresh = count(len(weights) + 1).__next__
        self._weight: dict[Lit, int] = {-(element + 1): weight for element, weight in enumerate(weights)}
        self._next: dict[Lit, tuple[list[Lit], int]] = {}
        self._interrupted = False

    def hit(self, elements: list[int]) -> None:
        """Add a set: one of these elements must be in the hitting set."""
        self._engine.add([element + 1 for element in elements])

    @property
    def failures(self) -> int:
        """Return the number of conflicts of the engine."""
        return int(self._engine.statistics().get("conflicts", 0))

    def minimum(
        self,
        seconds: float | None,
        conflicts: int,
        propagations: int,
        memory: int,
        pulse: Callable[[int], None] | None = None,
    ) -> Found:
        """Return a cheapest set that hits all sets added so far."""
        self._interrupted = False
        limit = limit_of(seconds, conflicts, propagations, memory)
        budget = Budget(limit, self._engine.statistics)
        while not self._interrupted:
            match self._engine.solve(list(self._weight), budget.remaining()):
                case Sat(model=model):
                    return SATISFIABLE, 0, [lit - 1 for lit in model if 0 < lit <= self._elements]
                case Unsat(core=core):
                    self._relax(core)
                    if pulse is not None:
                        pulse(self.cost)
                case Unknown(stopped=why):
                    return 0, STOPPED.index(why), []
        return 0, STOPPED.index(Stopped.INTERRUPTED), []

    def interrupt(self) -> None:
        """Stop a running ``minimum`` soon; callable from another thread."""
        self._interrupted = True
        self._engine.interrupt()

    def _relax(self, core: Sequence[Lit]) -> None:
        least = min(self._weight[lit] for lit in core)
        self.cost += least
        for lit in core:
            self._weight[lit] -= least
            if self._weight[lit] == 0:
                del self._weight[lit]
            if lit in self._next:
                self._assume_next(*self._next[lit], least)
        if len(core) == 1:
            self._engine.add([-core[0]])
            return
        outputs, clauses = totalizer.unary([-lit for lit in core], len(core), self._fresh)
        for clause in clauses:
            self._engine.add(clause)
        self._assume_next(outputs, 0, least)

    def _assume_next(self, outputs: list[Lit], index: int, weight: int) -> None:
        """Assume that at most ``index + 1`` are relaxed, the number known to be necessary."""
        if index + 1 < len(outputs):
            lit = -outputs[index + 1]
            self._weight[lit] = self._weight.get(lit, 0) + weight
            self._next[lit] = (outputs, index + 1)
