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


def bounds(limit: Limit) -> tuple[float | None, int, int, int]:
    """Seconds, conflicts, propagations and bytes as the core takes them: -1 is without bound."""
    memory = None if limit.memory_mib is None else limit.memory_mib << 20
    return limit.seconds, _bound(limit.conflicts), _bound(limit.propagations), _bound(memory)


def _bound(limit: int | None) -> int:
    return -1 if limit is None else limit
