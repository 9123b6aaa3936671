"""Unit propagation: the last unassigned literal of a unit clause becomes true; a false clause is a conflict.

``Scan`` works as on paper: it scans all clauses, conflicts before units, the lowest number first.

``Watches`` visits only clauses that may have changed (Moskewicz et al. 2001): each clause watches two
literals, and while neither is false it cannot be unit.  Backtracking costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from satplay.contracts.events import Event, UnitProp, Watch
from satplay.engines.reference.clauses import ClauseRecord
from satplay.engines.reference.trail import Trail
from satplay.logic.literal import Lit

Pulse = Callable[[], None]
"""Called often; raises when a limit is reached.  The state is consistent at every call."""


class Propagator(Protocol):
    """The interface of both propagation methods."""

    def attach(self, clause: ClauseRecord, log: list[Event]) -> None:
        """Start to propagate a clause."""

    def detach(self, clauses: Sequence[ClauseRecord]) -> None:
        """Stop propagating clauses."""

    def requeue(self, clause: ClauseRecord) -> None:
        """Visit a clause that may be unit although none of its literals has just become false."""

    def propagate(self, log: list[Event], pulse: Pulse) -> ClauseRecord | None:
        """Propagate to completion, append events to ``log`` and return the conflicting clause, if any."""

    def all_satisfied(self) -> bool:
        """Whether every clause is known to have a true literal."""


class Scan:
    """Scans all clauses again after every step."""

    def __init__(self, trail: Trail) -> None:
        self._trail = trail
        self._clauses: dict[int, ClauseRecord] = {}

    def attach(self, clause: ClauseRecord, log: list[Event]) -> None:
        self._clauses[clause.id] = clause

    def detach(self, clauses: Sequence[ClauseRecord]) -> None:
        for clause in clauses:
            del self._clauses[clause.id]

    def requeue(self, clause: ClauseRecord) -> None:
        """Nothing to do: all clauses are scanned."""

    def propagate(self, log: list[Event], pulse: Pulse) -> ClauseRecord | None:
        trail = self._trail
        while True:
            pulse()
            unit: tuple[Lit, ClauseRecord] | None = None
            for clause in self._clauses.values():
                unassigned = self._find_unassigned(clause)
                if unassigned == []:
                    return clause
                if unit is None and unassigned is not None and len(unassigned) == 1:
                    unit = (unassigned[0], clause)
            if unit is None:
                return None
            trail.imply(*unit)
            log.append(UnitProp(unit[0], trail.current_level, unit[1].id))

    def _find_unassigned(self, clause: ClauseRecord) -> list[Lit] | None:
        """At most two unassigned literals of a clause; None if it is satisfied."""
        value = self._trail.value
        found: list[Lit] = []
        for lit in clause.lits:
            if value[lit]:
                return None
            if value[lit] is None and len(found) < 2:
                found.append(lit)
        return found

    def all_satisfied(self) -> bool:
        value = self._trail.value
        return all(any(value[lit] for lit in clause.lits) for clause in self._clauses.values())


class Watches:
    """Two watched literals: the first two of each clause."""

    def __init__(self, trail: Trail, *, show: bool = False) -> None:
        self._trail = trail
        self._show = show
        self._watching: dict[Lit, list[ClauseRecord]] = {}
        self._queue: list[ClauseRecord] = []  # attached while unit or false: no watch will trigger them

    def attach(self, clause: ClauseRecord, log: list[Event]) -> None:
        value, level, lits = self._trail.value, self._trail.level, clause.lits

        # Literals that are not false come first, then false ones, the highest level first.
        lits.sort(key=lambda lit: -level[abs(lit)] if value[lit] is False else -float("inf"))
        if len(lits) > 1:
            for lit in lits[:2]:
                self._watching.setdefault(lit, []).append(clause)
        if self._show:
            log.append(Watch(clause.id, tuple(lits[:2])))
        if len(lits) < 2 or value[lits[1]] is False:
            self._queue.append(clause)

    def requeue(self, clause: ClauseRecord) -> None:
        self._queue.append(clause)

    def detach(self, clauses: Sequence[ClauseRecord]) -> None:
        gone = {clause.id for clause in clauses}
        touched = {lit for clause in clauses if len(clause.lits) > 1 for lit in clause.lits[:2]}
        for lit in touched:
            self._watching[lit] = [clause for clause in self._watching[lit] if clause.id not in gone]
        self._queue = [clause for clause in self._queue if clause.id not in gone]

    def propagate(self, log: list[Event], pulse: Pulse) -> ClauseRecord | None:
        trail, value = self._trail, self._trail.value
        while self._queue:
            clause = self._queue.pop(0)
            if not any(value[lit] for lit in clause.lits):
                unassigned = [lit for lit in clause.lits if value[lit] is None]
                if not unassigned:
                    return clause
                if len(unassigned) == 1:
                    self._imply(unassigned[0], clause, log)
        while trail.head < len(trail.lits):
            pulse()
            false_lit = -trail.lits[trail.head]
            trail.head += 1
            conflict = self._visit(false_lit, log)
            if conflict is not None:
                return conflict
        return None

    def _visit(self, false_lit: Lit, log: list[Event]) -> ClauseRecord | None:
        """Visit the clauses that watch a literal which has become false; returns a conflict, if any."""
        value = self._trail.value
        watching = self._watching.get(false_lit, [])
        remaining: list[ClauseRecord] = []
        for at, clause in enumerate(watching):
            lits = clause.lits
            if lits[0] == false_lit:
                lits[0], lits[1] = lits[1], false_lit
            other = lits[0]
            if value[other]:
                remaining.append(clause)
            elif self._find_new_watch(clause):
                if self._show:
                    log.append(Watch(clause.id, (lits[0], lits[1])))
            elif value[other] is None:
                remaining.append(clause)
                self._imply(other, clause, log)
            else:
                self._watching[false_lit] = remaining + watching[at:]
                return clause
        self._watching[false_lit] = remaining
        return None

    def _find_new_watch(self, clause: ClauseRecord) -> bool:
        """Replace the second watch, which has become false; returns whether there is a replacement."""
        value, lits = self._trail.value, clause.lits
        for at in range(2, len(lits)):
            if value[lits[at]] is not False:
                lits[1], lits[at] = lits[at], lits[1]
                self._watching.setdefault(lits[1], []).append(clause)
                return True
        return False

    def _imply(self, lit: Lit, clause: ClauseRecord, log: list[Event]) -> None:
        self._trail.imply(lit, clause)
        log.append(UnitProp(lit, self._trail.current_level, clause.id))

    def all_satisfied(self) -> bool:
        """Not known before every variable is assigned, which the search detects itself."""
        return False
