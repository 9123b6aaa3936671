"""Meter: watches over the limits of one call, whatever engine is running."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from satplay.contracts.engine import Limit, Stopped

Clock = Callable[[], float]


class OutOf(Exception):
    """Raised inside an engine when it has to stop; becomes ``Unknown``."""

    def __init__(self, stopped: Stopped) -> None:
        super().__init__(stopped.value)
        self.stopped = stopped


class Meter:
    """Counts what a call has spent and stops it when it is too much."""

    look_every = 64  # pulses between two looks at the clock, which costs more than a pulse

    def __init__(self, limit: Limit, interrupted: Callable[[], bool], clock: Clock = time.monotonic) -> None:
        self._limit = limit
        self._interrupted = interrupted
        self._clock = clock
        self._deadline = None if limit.seconds is None else clock() + limit.seconds
        self._pulses = 0
        self.conflicts = 0
        self.propagations = 0
        self.look()

    def pulse(self) -> None:
        """A small piece of work is done."""
        self._pulses += 1
        if self._pulses >= self.look_every:
            self.look()

    def conflict(self) -> None:
        """A conflict has happened."""
        self.conflicts += 1
        if self._limit.conflicts is not None and self.conflicts > self._limit.conflicts:
            raise OutOf(Stopped.CONFLICTS)

    def propagated(self, count: int) -> None:
        """So many literals were propagated."""
        self.propagations += count
        if self._limit.propagations is not None and self.propagations > self._limit.propagations:
            raise OutOf(Stopped.PROPAGATIONS)

    def look(self) -> None:
        """Look at the clock, the memory, and whether somebody said stop."""
        self._pulses = 0
        if self._interrupted():
            raise OutOf(Stopped.INTERRUPTED)
        if self._deadline is not None and self._clock() >= self._deadline:
            raise OutOf(Stopped.TIME)
        if self._limit.memory_mib is not None and resident_mib() > self._limit.memory_mib:
            raise OutOf(Stopped.MEMORY)


def resident_mib() -> float:
    """How much memory this process occupies now (on systems without /proc: at its peak), in MiB."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak / 2**20 if sys.platform == "darwin" else peak / 2**10
    import resource

    return pages * resource.getpagesize() / 2**20
