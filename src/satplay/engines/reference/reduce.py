"""Deletion of learned clauses with many levels that were not used recently (Audemard & Simon 2009)."""

from __future__ import annotations

from collections.abc import Iterable

from satplay.engines.reference.clauses import ClauseRecord
from satplay.engines.reference.trail import Trail
from satplay.logic.literal import Lit


def glue(lits: Iterable[Lit], trail: Trail) -> int:
    """The number of decision levels among the literals (LBD)."""
    return len({trail.level[abs(lit)] for lit in lits})


class Reduction:
    """Deletes half of the learned clauses at growing intervals of conflicts."""

    first = 300
    growth = 150

    def __init__(self) -> None:
        self._conflicts = 0
        self._interval = self.first

    def count_conflict(self) -> None:
        """Count one conflict."""
        self._conflicts += 1

    def is_due(self) -> bool:
        """Whether to reduce now."""
        return self._conflicts >= self._interval

    def choose(self, learned: Iterable[ClauseRecord], trail: Trail) -> list[ClauseRecord]:
        """The clauses to delete now: never a reason, never a clause of one or two levels."""
        self._conflicts = 0
        self._interval += self.growth
        candidates = [c for c in learned if c.glue > 2 and not trail.is_reason(c)]
        candidates.sort(key=lambda c: (c.glue, -c.used_at))
        return candidates[len(candidates) // 2 :]
