"""Restart schedule: after 1, 1, 2, 1, 1, 2, 4, ... units of conflicts (Luby, Sinclair & Zuckerman 1993)."""

from __future__ import annotations


def luby(i: int) -> int:
    """The i-th element of Luby's sequence, from 1.

    >>> [luby(i) for i in range(1, 16)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    while True:
        power = i.bit_length()
        if i + 1 == 1 << power:
            return 1 << (power - 1)
        i -= (1 << (power - 1)) - 1


class LubyRestarts:
    """Schedules restarts; the intervals are unbounded, so the search is complete."""

    def __init__(self, unit: int) -> None:
        self._unit = unit
        self._round = 1
        self._conflicts = 0

    def count_conflict(self) -> None:
        """Count one conflict."""
        self._conflicts += 1

    def is_due(self) -> bool:
        """Whether to restart now."""
        return self._conflicts >= self._unit * luby(self._round)

    def reset(self) -> None:
        """Start the next interval."""
        self._round += 1
        self._conflicts = 0
