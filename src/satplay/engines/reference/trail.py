"""The trail: the true literals in order, with their levels and reasons."""

from __future__ import annotations

from collections.abc import Iterable

from satplay.engines.reference.clauses import ClauseRecord
from satplay.logic.literal import Lit, Var


class Trail:
    """The partial assignment, an ordered list of literals, some of which are decisions.

    All data is stored in dictionaries by literal or variable, so that memory does not depend on the largest
    variable.
    """

    def __init__(self) -> None:
        self.lits: list[Lit] = []
        self.head = 0  # literals before this position have been propagated
        self.value: dict[Lit, bool | None] = {0: None}
        self.level: dict[Var, int] = {}
        self.reason: dict[Var, ClauseRecord | None] = {}
        self.position: dict[Var, int] = {}
        self._starts: list[int] = []  # start of each decision level on the trail

    def register(self, lits: Iterable[Lit]) -> list[Var]:
        """Register the variables of ``lits``; returns the new ones."""
        new = list(dict.fromkeys(abs(lit) for lit in lits if lit not in self.value))
        for var in new:
            self.value[var] = self.value[-var] = None
        return new

    @property
    def current_level(self) -> int:
        """The number of decisions on the trail."""
        return len(self._starts)

    def decide(self, lit: Lit) -> None:
        """Start a new level with a decision."""
        self._starts.append(len(self.lits))
        self._push(lit, None)

    def imply(self, lit: Lit, reason: ClauseRecord) -> None:
        """Append a literal that is implied by ``reason``."""
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
        """Remove all literals above ``level`` and return them, oldest first."""
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
        """Remove all literals, including level 0."""
        self.undo_to(0)
        for lit in self.lits:
            self.value[lit] = self.value[-lit] = None
        self.lits.clear()
        self.head = 0

    def is_reason(self, record: ClauseRecord) -> bool:
        """Whether this clause is the reason of a literal on the trail."""
        return any(self.value[lit] and self.reason[abs(lit)] is record for lit in record.lits)

    def highest_level(self, lits: Iterable[Lit]) -> int:
        """The highest level of assigned literals; 0 if there are none."""
        return max((self.level[abs(lit)] for lit in lits), default=0)
