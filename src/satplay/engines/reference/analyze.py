"""Conflict analysis: what to learn, as a chain of resolution steps that anybody can check.

The falsified clause is resolved with the reasons of its literals, the latest on the trail first.  The
schemes differ only in when they stop (Zhang, Madigan, Moskewicz & Malik 2001):

``first-uip``  one literal of the conflict's level is left (Marques-Silva & Sakallah 1996)
``last-uip``   the only literal of the conflict's level that is left is its decision
``decisions``  only decisions are left, of whatever level: as the seed's worked example does it

Literals of level 0 are resolved away under every scheme: they are false for good.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator

from satplay.contracts.engine import Resolution
from satplay.engines.reference.clauses import ClauseRecord
from satplay.engines.reference.options import Scheme
from satplay.engines.reference.trail import Trail
from satplay.logic.literal import Lit


class Derivation:
    """A clause of false literals on its way from a conflict to what is learned."""

    def __init__(self, start: Iterable[Lit], trail: Trail) -> None:
        self.clause: set[Lit] = set()
        self.steps: list[Resolution] = []
        self.reasons: list[ClauseRecord] = []
        self._trail = trail
        self._at_level: dict[int, int] = {}
        self._latest: list[tuple[int, Lit]] = []
        for lit in start:
            self._enter(lit)

    def _enter(self, lit: Lit) -> None:
        if lit not in self.clause:
            self.clause.add(lit)
            level = self._trail.level[abs(lit)]
            self._at_level[level] = self._at_level.get(level, 0) + 1
            heapq.heappush(self._latest, (-self._trail.position[abs(lit)], -lit))

    def at_level(self, level: int) -> int:
        """How many literals of the clause are of this level."""
        return self._at_level.get(level, 0)

    def resolve(self, pivot: Lit) -> None:
        """Replace the negation of ``pivot`` by the other literals of the clause that implied it."""
        reason = self._trail.reason[abs(pivot)]
        assert reason is not None, "a decision has no reason to resolve with"
        self.clause.remove(-pivot)
        self._at_level[self._trail.level[abs(pivot)]] -= 1
        self.steps.append(Resolution(pivot, reason.id))
        self.reasons.append(reason)
        for lit in reason.lits:
            if lit != pivot:
                self._enter(lit)

    def resolve_where(self, wanted: Callable[[Lit], bool]) -> None:
        """Resolve every implied literal that is wanted, the latest on the trail first."""
        for pivot in self._latest_first():
            if self._trail.reason[abs(pivot)] is not None and wanted(pivot):
                self.resolve(pivot)

    def _latest_first(self) -> Iterator[Lit]:
        """The true literals whose negations are in the clause; those entering meanwhile included."""
        passed = []
        while self._latest:
            entry = heapq.heappop(self._latest)
            if -entry[1] in self.clause:
                passed.append(entry)
                yield entry[1]
        self._latest = passed  # ascending positions of what is left, negated: already a heap


def analyze(conflict: ClauseRecord, trail: Trail, scheme: Scheme) -> Derivation:
    """Derive the clause that the scheme learns from a conflict above level 0."""
    derivation = Derivation(conflict.lits, trail)
    level = trail.highest_level(conflict.lits)

    def wanted(pivot: Lit) -> bool:
        pivot_level = trail.level[abs(pivot)]
        if pivot_level == 0 or scheme == "decisions":
            return True
        if pivot_level < level:
            return False
        return scheme == "last-uip" or derivation.at_level(level) > 1

    derivation.resolve_where(wanted)
    return derivation


def blame_decisions(start: Iterable[Lit], trail: Trail) -> Derivation:
    """Resolve false literals down to the decisions behind them: why something failed."""
    derivation = Derivation(start, trail)
    derivation.resolve_where(lambda _: True)
    return derivation
