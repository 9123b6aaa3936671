"""What the numbers mean that the native core takes and gives (native/solver.hpp)."""

from __future__ import annotations

from satplay.contracts.engine import Limit, Stopped

SATISFIABLE, UNSATISFIABLE = 1, 2  # 0 is unknown
STOPPED = (
    None,
    Stopped.TIME,
    Stopped.CONFLICTS,
    Stopped.PROPAGATIONS,
    Stopped.MEMORY,
    Stopped.INTERRUPTED,
)
LARGEST = 2**62
"""Any larger limit is none, and would not fit."""


def bounds(limit: Limit) -> tuple[float | None, int, int, int]:
    """Seconds, conflicts, propagations and bytes as the core takes them: -1 is without bound."""
    memory = None if limit.memory_mib is None else limit.memory_mib << 20
    return limit.seconds, _bound(limit.conflicts), _bound(limit.propagations), _bound(memory)


def limit_of(seconds: float | None, conflicts: int, propagations: int, memory: int) -> Limit:
    """The other way round, for those who stand in for the core.

    >>> limit_of(*bounds(Limit(seconds=2.0, conflicts=0))) == Limit(seconds=2.0, conflicts=0)
    True
    """
    return Limit(
        seconds,
        None if conflicts < 0 else conflicts,
        None if propagations < 0 else propagations,
        None if memory < 0 else memory >> 20,
    )


def _bound(limit: int | None) -> int:
    return -1 if limit is None else min(limit, LARGEST)
