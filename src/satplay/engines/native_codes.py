"""Status codes and limits in the representation of the native core (``solver.hpp``)."""

from __future__ import annotations

from satplay.contracts.engine import Limit, Stopped, expect_limit

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
"""Larger limits do not fit into 64 bits in C++ and have no effect anyway."""


def bounds(limit: Limit) -> tuple[float | None, int, int, int]:
    """Seconds, conflicts, propagations and bytes for the core; -1 means unlimited."""
    expect_limit(limit)
    memory = None if limit.memory_mib is None else limit.memory_mib << 20
    return limit.seconds, _bound(limit.conflicts), _bound(limit.propagations), _bound(memory)


def limit_of(seconds: float | None, conflicts: int, propagations: int, memory: int) -> Limit:
    """The inverse of ``bounds``, for Python code that replaces the core.

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
