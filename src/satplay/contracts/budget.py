"""Budget: one limit for a piece of work that takes several calls."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from satplay.contracts.engine import UNLIMITED, Limit, expect_limit

Statistics = Callable[[], Mapping[str, int | float]]


class Budget:
    """What remains of a limit, from the moment the budget is made.

    The time runs for all calls together.  With the ``statistics`` of an engine, so do conflicts and
    propagations; without them these bounds apply to each call, as does memory.

    >>> seconds = iter([0.0, 1.5, 4.0])
    >>> budget = Budget(Limit(seconds=2.0), clock=lambda: next(seconds))
    >>> budget.remaining().seconds, budget.remaining().seconds
    (0.5, 0.0)
    """

    def __init__(
        self,
        limit: Limit = UNLIMITED,
        statistics: Statistics | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        expect_limit(limit)
        self.limit = limit
        self.interrupted = False
        self._clock = clock
        self._started = clock()
        counts = limit.conflicts is not None or limit.propagations is not None
        self._statistics = statistics if counts else None
        self._before = dict(self._statistics()) if self._statistics is not None else {}

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_started": self.elapsed_seconds}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """The clock of another process may start elsewhere: the elapsed time is what was pickled."""
        self.__dict__.update(state)
        self._started = self._clock() - state["_started"]

    @property
    def elapsed_seconds(self) -> float:
        """Seconds since the budget was made."""
        return self._clock() - self._started

    @property
    def expired(self) -> bool:
        """Whether the time is up."""
        return self.limit.seconds is not None and self.elapsed_seconds >= self.limit.seconds

    def remaining_time(self) -> Limit:
        """The limit with the remaining time; its other bounds are those for the start of a new engine."""
        if self.limit.seconds is None:
            return self.limit
        return replace(self.limit, seconds=max(0.0, self.limit.seconds - self.elapsed_seconds))

    def remaining(self) -> Limit:
        """The limit for the next call."""
        limit = self.remaining_time()
        if self._statistics is not None:
            now = self._statistics()
            limit = replace(
                limit,
                conflicts=self._subtract(limit.conflicts, now, "conflicts"),
                propagations=self._subtract(limit.propagations, now, "propagations"),
            )
        return limit

    def _subtract(self, bound: int | None, now: Mapping[str, int | float], name: str) -> int | None:
        return None if bound is None else max(0, bound - int(now.get(name, 0) - self._before.get(name, 0)))

    def interrupt(self) -> None:
        """Start no further call; a running call must be interrupted at its engine."""
        self.interrupted = True
