"""CPU time of a call, and the same measurement several times, for a median."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from typing import TypeVar

from satplay.workers.limits import cpu_seconds, restart_time_limit

T = TypeVar("T")

LONG = 0.2
"""CPU seconds after which a first sample needs no warm-up."""

ENOUGH = 2.0
"""CPU seconds of all samples after which no more are taken."""


def timed(task: Callable[[], T]) -> tuple[T, float]:
    """The result of a call and its CPU seconds in this process."""
    started = cpu_seconds()
    found = task()
    return found, cpu_seconds() - started


def repeat(take: Callable[[], T], count: int, *, last: Callable[[T], bool] = lambda sample: False) -> list[T]:
    """``count`` samples, or fewer if they take long; at least one.

    The first sample is a warm-up and does not count, unless it took long.  In a child process each sample
    has the full time limit.  After a sample that is ``last`` no more are taken.

    >>> numbers = iter(range(10))
    >>> repeat(lambda: next(numbers), 3)
    [1, 2, 3]
    >>> repeat(lambda: next(numbers), 3, last=lambda number: number == 4)
    [4]
    """
    found: list[T] = []
    started = cpu_seconds()
    for number in range(count + 1):
        before = cpu_seconds()
        restart_time_limit()
        found.append(take())
        if last(found[-1]):
            break
        if number == 0 and cpu_seconds() - before < LONG:
            found.clear()
        elif len(found) == count or cpu_seconds() - started > ENOUGH:
            break
    return found


def complete_median(times: Sequence[float | None]) -> float | None:
    """The median of the times; None if one of the samples did not finish.

    >>> complete_median([1.0, 2.0, 6.0]), complete_median([1.0, None])
    (2.0, None)
    """
    known = [time for time in times if time is not None]
    return median(known) if len(known) == len(times) else None
