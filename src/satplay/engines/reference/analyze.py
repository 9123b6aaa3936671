"""Conflict analysis: derives the learned clause by resolution steps that can be checked.

The falsified clause is resolved with the reasons of its literals, the latest on the trail first.  The
schemes differ only in when they stop (Zhang, Madigan, Moskewicz & Malik 2001):

``first-uip``  one literal of the conflict level is left (Marques-Silva & Sakallah 1996)
``last-uip``   the only literal of the conflict level that is left is its decision
``decisions``  only decisions are left, of any level, as in the worked example of the source

Literals of level 0, which are false forever, are resolved away in every scheme.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator

from satplay.contracts.events import Resolution
from satplay.engines.reference.clauses import ClauseRecord
from satplay.engines.reference.options import Scheme
from satplay.engines.reference.trail import Trail
from satplay.logic.literal import Lit


class Resolvent:
    """A clause of false literals that is derived from a conflict by resolution."""

    def __init__(self, start: Iterable[Lit], trail: Trail) -> None:
        self.clause: set[Lit] = set()
        self.steps: list[Resolution] = []
        self.reasons: list[ClauseRecord] = []
        self._trail = trail
        self._at_level: dict[int, int] = {}
        self._latest: list[tuple[int, Lit]] = []
        for lit in start:
            self._insert(lit)

    def _insert(self, lit: Lit) -> None:
        if lit not in self.clause:
            self.clause.add(lit)
            level = self._trail.level[abs(lit)]
            self._at_level[level] = self._at_level.get(level, 0) + 1
            heapq.heappush(self._latest, (-self._trail.position[abs(lit)], -lit))

    def at_level(self, level: int) -> int:
        """The number of literals of this level in the clause."""
        return self._at_level.get(level, 0)

    def highest_level(self) -> int:
        """The highest level of a literal in the clause; 0 if it is empty."""
        return max((level for level, count in self._at_level.items() if count), default=0)

    def resolve(self, pivot: Lit) -> None:
        """Resolve with the reason of ``pivot``, whose negation is in the clause."""
        reason = self._trail.reason[abs(pivot)]
        assert reason is not None, "a decision has no reason to resolve with"
        self.clause.remove(-pivot)
        self._at_level[self._trail.level[abs(pivot)]] -= 1
        self.steps.append(Resolution(pivot, reason.id))
        self.reasons.append(reason)
        for lit in reason.lits:
            if lit != pivot:
                self._insert(lit)

    def resolve_where(self, wanted: Callable[[Lit], bool]) -> None:
        """Resolve every implied literal for which ``wanted`` is true, the latest on the trail first."""
        for pivot in self._latest_first():
            if self._trail.reason[abs(pivot)] is not None and wanted(pivot):
                self.resolve(pivot)

    def _latest_first(self) -> Iterator[Lit]:
        """The negations of the literals in the clause, including those inserted during the iteration."""
        passed = []
        while self._latest:
            entry = heapq.heappop(self._latest)
            if -entry[1] in self.clause:
                passed.append(entry)
                yield entry[1]
        self._latest = passed  # sorted, and therefore a heap


def analyze(conflict: ClauseRecord, trail: Trail, scheme: Scheme) -> Resolvent:
    """Derive the learned clause of the scheme from a conflict above level 0.

    The clause is empty if the conflict does not depend on decisions, and otherwise unit at some level below
    its highest one.  Without backjumping a literal may be implied later than possible, so that nothing of the
    conflict level is left: then the highest level that is left is the conflict level.
    """
    derivation = Resolvent(conflict.lits, trail)
    continue_analysis(derivation, trail, scheme)
    return derivation


def continue_analysis(derivation: Resolvent, trail: Trail, scheme: Scheme) -> None:
    """Resolve until one literal of the highest level is left, as the scheme says; or none of any level."""
    while True:
        level = derivation.highest_level()

        def must_resolve(pivot: Lit, level: int = level) -> bool:
            pivot_level = trail.level[abs(pivot)]
            if pivot_level == 0 or scheme == "decisions":
                return True
            if pivot_level < level:
                return False
            return scheme == "last-uip" or derivation.at_level(level) > 1

        derivation.resolve_where(must_resolve)
        if derivation.highest_level() == level or not derivation.clause:
            return


def resolve_to_decisions(start: Iterable[Lit], trail: Trail) -> Resolvent:
    """Resolve false literals until only decisions are left."""
    derivation = Resolvent(start, trail)
    derivation.resolve_where(lambda _: True)
    return derivation
