"""Unit propagation: a clause with one literal left makes it true; one with none left is a conflict.

``Scan`` does it as on paper: look at every clause, a conflict before a unit, the lowest number first.

``Watches`` looks only where something may have happened (Moskewicz et al. 2001): each clause watches
two literals, and as long as neither becomes false it cannot be unit.  Undoing costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from satplay.contracts.engine import Event, UnitProp, Watch
from satplay.engines.reference.clauses import ClauseRecord
from satplay.engines.reference.trail import Trail
from satplay.logic.literal import Lit

Pulse = Callable[[], None]
"""Called often; raises when a limit is reached.  Everything is consistent whenever it is called."""


class Propagator(Protocol):
    """Both ways of propagating."""

    def attach(self, clause: ClauseRecord, log: list[Event]) -> None:
        """Take a clause into account from now on."""

    def detach(self, clauses: Sequence[ClauseRecord]) -> None:
        """Take clauses into account no more."""

    def wake(self, clause: ClauseRecord) -> None:
        """Look at a clause that may be unit although none of its literals has just become false."""

    def propagate(self, log: list[Event], pulse: Pulse) -> ClauseRecord | None:
        """Propagate to the end; the steps go to ``log``; the answer is the conflicting clause, if any."""

    def satisfied(self) -> bool:
        """Whether every clause is known to have a true literal."""


class Scan:
    """Look at all clauses again after every step."""

    def __init__(self, trail: Trail) -> None:
        self._trail = trail
        self._clauses: dict[int, ClauseRecord] = {}

    def attach(self, clause: ClauseRecord, log: list[Event]) -> None:
        self._clauses[clause.id] = clause

    def detach(self, clauses: Sequence[ClauseRecord]) -> None:
        for clause in clauses:
            del self._clauses[clause.id]

    def wake(self, clause: ClauseRecord) -> None:
        """All clauses are looked at anyway."""

    def propagate(self, log: list[Event], pulse: Pulse) -> ClauseRecord | None:
        trail = self._trail
        while True:
            pulse()
            unit: tuple[Lit, ClauseRecord] | None = None
            for clause in self._clauses.values():
                open_lits = self._open(clause)
                if open_lits == []:
                    return clause
                if unit is None and open_lits is not None and len(open_lits) == 1:
                    unit = (open_lits[0], clause)
            if unit is None:
                return None
            trail.imply(*unit)
            log.append(UnitProp(unit[0], trail.current_level, unit[1].id))

    def _open(self, clause: ClauseRecord) -> list[Lit] | None:
        """The unassigned literals of a clause, two at most; None when it is satisfied."""
        value = self._trail.value
        found: list[Lit] = []
        for lit in clause.lits:
            if value[lit]:
                return None
            if value[lit] is None and len(found) < 2:
                found.append(lit)
        return found

    def satisfied(self) -> bool:
        value = self._trail.value
        return all(any(value[lit] for lit in clause.lits) for clause in self._clauses.values())


class Watches:
    """Two watched literals: the first two of each clause."""

    def __init__(self, trail: Trail, *, show: bool = False) -> None:
        self._trail = trail
        self._show = show
        self._watching: dict[Lit, list[ClauseRecord]] = {}
        self._waiting: list[ClauseRecord] = []  # attached while unit or false: nobody will wake them

    def attach(self, clause: ClauseRecord, log: list[Event]) -> None:
        value, level, lits = self._trail.value, self._trail.level, clause.lits

        # Literals that are not false come first, then the false ones that will be undone soonest.
        lits.sort(key=lambda lit: -level[abs(lit)] if value[lit] is False else -float("inf"))
        if len(lits) > 1:
            for lit in lits[:2]:
                self._watching.setdefault(lit, []).append(clause)
        if self._show:
            log.append(Watch(clause.id, tuple(lits[:2])))
        if len(lits) < 2 or value[lits[1]] is False:
            self._waiting.append(clause)

    def wake(self, clause: ClauseRecord) -> None:
        self._waiting.append(clause)

    def detach(self, clauses: Sequence[ClauseRecord]) -> None:
        gone = {clause.id for clause in clauses}
        touched = {lit for clause in clauses if len(clause.lits) > 1 for lit in clause.lits[:2]}
        for lit in touched:
            self._watching[lit] = [clause for clause in self._watching[lit] if clause.id not in gone]
        self._waiting = [clause for clause in self._waiting if clause.id not in gone]

    def propagate(self, log: list[Event], pulse: Pulse) -> ClauseRecord | None:
        trail, value = self._trail, self._trail.value
        while self._waiting:
            clause = self._waiting.pop(0)
            if not any(value[lit] for lit in clause.lits):
                open_lits = [lit for lit in clause.lits if value[lit] is None]
                if not open_lits:
                    return clause
                if len(open_lits) == 1:
                    self._imply(open_lits[0], clause, log)
        while trail.head < len(trail.lits):
            pulse()
            false_lit = -trail.lits[trail.head]
            trail.head += 1
            conflict = self._visit(false_lit, log)
            if conflict is not None:
                return conflict
        return None

    def _visit(self, false_lit: Lit, log: list[Event]) -> ClauseRecord | None:
        """Every clause that watches a literal which just became false finds another, or is unit, or false."""
        value = self._trail.value
        watching = self._watching.get(false_lit, [])
        staying: list[ClauseRecord] = []
        for at, clause in enumerate(watching):
            lits = clause.lits
            if lits[0] == false_lit:
                lits[0], lits[1] = lits[1], false_lit
            other = lits[0]
            if value[other]:
                staying.append(clause)
            elif self._rewatch(clause):
                if self._show:
                    log.append(Watch(clause.id, (lits[0], lits[1])))
            elif value[other] is None:
                staying.append(clause)
                self._imply(other, clause, log)
            else:
                self._watching[false_lit] = staying + watching[at:]
                return clause
        self._watching[false_lit] = staying
        return None

    def _rewatch(self, clause: ClauseRecord) -> bool:
        """Watch another literal in place of the second, which has become false; whether there is one."""
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

    def satisfied(self) -> bool:
        """Watches know it only when every variable is assigned, which the search sees by itself."""
        return False
