"""The trail: which literals are true, in which order, at which level, and why."""

from __future__ import annotations

from collections.abc import Iterable

from satplay.engines.reference.clauses import ClauseRecord
from satplay.logic.literal import Lit, Var


class Trail:
    """The partial valuation, an ordered list of literals some of which are decisions.

    Everything is kept in dictionaries by literal or variable, so that a formula may use variable
    2 000 000 000 without paying for the others.
    """

    def __init__(self) -> None:
        self.lits: list[Lit] = []
        self.head = 0  # literals before this position have been propagated
        self.value: dict[Lit, bool | None] = {0: None}
        self.level: dict[Var, int] = {}
        self.reason: dict[Var, ClauseRecord | None] = {}
        self.position: dict[Var, int] = {}
        self._starts: list[int] = []  # where on the trail each decision level begins

    def know(self, lits: Iterable[Lit]) -> list[Var]:
        """Make room for the variables of ``lits``; returns those that are new."""
        new = list(dict.fromkeys(abs(lit) for lit in lits if lit not in self.value))
        for var in new:
            self.value[var] = self.value[-var] = None
        return new

    @property
    def current_level(self) -> int:
        """How many decisions are on the trail."""
        return len(self._starts)

    def decide(self, lit: Lit) -> None:
        """Begin a new level with a decision."""
        self._starts.append(len(self.lits))
        self._push(lit, None)

    def imply(self, lit: Lit, reason: ClauseRecord) -> None:
        """Put a literal on the trail because ``reason`` has no other literal left."""
        self._push(lit, reason)

    def _push(self, lit: Lit, reason: ClauseRecord | None) -> None:
        var = abs(lit)
        self.value[lit] = True
        self.value[-lit] = False
        self.level[var] = len(self._starts)
        self.reason[var] = reason
        self.position[var] = len(self.lits)
        self.lits.append(lit)

    def undo_to(self, level: int) -> list[Lit]:
        """Delete everything above ``level``; returns what was deleted, oldest first."""
        if level >= len(self._starts):
            return []
        cut = self._starts[level]
        undone = self.lits[cut:]
        for lit in undone:
            self.value[lit] = self.value[-lit] = None
        del self.lits[cut:]
        del self._starts[level:]
        self.head = min(self.head, cut)
        return undone

    def clear(self) -> None:
        """Delete everything, level 0 included."""
        self.undo_to(0)
        for lit in self.lits:
            self.value[lit] = self.value[-lit] = None
        self.lits.clear()
        self.head = 0

    def is_reason(self, record: ClauseRecord) -> bool:
        """Whether some literal on the trail is there because of this clause."""
        return any(self.value[lit] and self.reason[abs(lit)] is record for lit in record.lits)

    def highest_level(self, lits: Iterable[Lit]) -> int:
        """The greatest level among assigned literals; 0 for none."""
        return max((self.level[abs(lit)] for lit in lits), default=0)
