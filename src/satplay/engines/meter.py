"""Meter: enforces the limits of one call to an engine."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from satplay.contracts.engine import Limit, Stopped

Clock = Callable[[], float]


class LimitReached(Exception):
    """Raised inside an engine when a limit is reached; becomes ``Unknown``."""

    def __init__(self, stopped: Stopped) -> None:
        super().__init__(stopped.value)
        self.stopped = stopped


class Meter:
    """Counts the resources a call uses; raises ``LimitReached`` if a limit is exceeded."""

    check_interval = 64  # pulses between two looks at the clock, which is slower than a pulse

    def __init__(self, limit: Limit, interrupted: Callable[[], bool], clock: Clock = time.monotonic) -> None:
        self._limit = limit
        self._interrupted = interrupted
        self._clock = clock
        self._deadline = None if limit.seconds is None else clock() + limit.seconds
        self._pulses = 0
        self.conflicts = 0
        self.propagations = 0
        self.check()

    def pulse(self) -> None:
        """Call this often; every ``check_interval`` calls it checks all limits."""
        self._pulses += 1
        if self._pulses >= self.check_interval:
            self.check()

    def count_conflict(self) -> None:
        """Count one conflict."""
        self.conflicts += 1
        if self._limit.conflicts is not None and self.conflicts > self._limit.conflicts:
            raise LimitReached(Stopped.CONFLICTS)

    def count_propagations(self, count: int) -> None:
        """Count propagated literals."""
        self.propagations += count
        if self._limit.propagations is not None and self.propagations > self._limit.propagations:
            raise LimitReached(Stopped.PROPAGATIONS)

    def check(self) -> None:
        """Check the time, the memory and whether the call was interrupted."""
        self._pulses = 0
        if self._interrupted():
            raise LimitReached(Stopped.INTERRUPTED)
        if self._deadline is not None and self._clock() >= self._deadline:
            raise LimitReached(Stopped.TIME)
        if self._limit.memory_mib is not None and resident_mib() > self._limit.memory_mib:
            raise LimitReached(Stopped.MEMORY)


def resident_mib() -> float:
    """Memory used by this process in MiB: now, or at its peak on systems without /proc."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak / 2**20 if sys.platform == "darwin" else peak / 2**10
    import resource

    return pages * resource.getpagesize() / 2**20
