"""The same again, as often as it is worth its while: samples of which a median is taken."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from satplay.lab.child_process import cpu_seconds

T = TypeVar("T")

LONG = 0.2
"""CPU seconds after which a first time is as good as any other."""

ENOUGH = 2.0
"""CPU seconds of all samples after which no more are taken."""


def repeated(
    take: Callable[[], T],
    count: int,
    *,
    limit: Callable[[], None] = lambda: None,
    last: Callable[[T], bool] = lambda sample: False,
) -> list[T]:
    """So many samples, or fewer that took long; at least one.

    The first warms up and does not count, unless it took long.  ``limit`` is called before each; after one
    that is the ``last`` no more are taken.

    >>> numbers = iter(range(10))
    >>> repeated(lambda: next(numbers), 3)
    [1, 2, 3]
    >>> repeated(lambda: next(numbers), 3, last=lambda number: number == 4)
    [4]
    """
    found: list[T] = []
    started = cpu_seconds()
    for number in range(count + 1):
        before = cpu_seconds()
        limit()
        found.append(take())
        if last(found[-1]):
            break
        if number == 0 and cpu_seconds() - before < LONG:
            found.clear()
        elif len(found) == count or cpu_seconds() - started > ENOUGH:
            break
    return found
