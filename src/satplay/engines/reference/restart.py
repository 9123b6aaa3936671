"""When to restart: after 1, 1, 2, 1, 1, 2, 4, ... units of conflicts (Luby, Sinclair & Zuckerman 1993)."""

from __future__ import annotations


def luby(i: int) -> int:
    """The i-th member, from 1, of Luby's sequence.

    >>> [luby(i) for i in range(1, 16)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    while True:
        power = i.bit_length()
        if i + 1 == 1 << power:
            return 1 << (power - 1)
        i -= (1 << (power - 1)) - 1


class LubyRestarts:
    """Says when enough conflicts have passed; the intervals grow without bound, so search stays complete."""

    def __init__(self, unit: int) -> None:
        self._unit = unit
        self._round = 1
        self._conflicts = 0

    def conflict(self) -> None:
        """A conflict has happened."""
        self._conflicts += 1

    def due(self) -> bool:
        """Whether to restart now."""
        return self._conflicts >= self._unit * luby(self._round)

    def restarted(self) -> None:
        """A restart has happened."""
        self._round += 1
        self._conflicts = 0
