"""Minimum hitting sets: a cheapest set that has an element in common with every given set.

Branch and bound in the native core (``native/mus/``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from satplay.contracts.engine import Limit, Stopped, Unknown
from satplay.engines.native_codes import SATISFIABLE, STOPPED, bounds
from satplay.errors import BadInput, needs_native_core

if TYPE_CHECKING:
    from satplay import _native

MOST = 2**60
"""Upper bound (exclusive) for the sum of the weights."""


class HittingSets:
    """Sets to hit; elements are numbered from 0, and their ``weights`` are whole numbers from 1.

    >>> sets = HittingSets([1, 1, 1])
    >>> sets.hit([0, 1]); sets.hit([1, 2])
    >>> sets.minimum(lambda: Limit()), sets.cost
    ((1,), 1)
    """

    def __init__(self, weights: Sequence[int]) -> None:
        if any(weight < 1 for weight in weights) or sum(weights) >= MOST:
            expected = f"whole numbers from 1, less than {MOST} together"
            raise BadInput("weights", found=str([*weights])[:60], expected=expected)
        self._elements = range(len(weights))
        self._sets = _new_sets(list(weights))

    @property
    def cost(self) -> int:
        """A lower bound for the cost of a set that hits all sets so far."""
        return self._sets.cost

    def hit(self, elements: Iterable[int]) -> None:
        """Add a set to hit: the hitting set must contain one of these elements."""
        chosen = list(elements)
        if not chosen or any(element not in self._elements for element in chosen):
            expected = f"some of 0 to {len(self._elements) - 1}"
            raise BadInput("set to hit", found=str(chosen)[:60], expected=expected)
        self._sets.hit(chosen)

    @property
    def failures(self) -> int:
        """The number of backtracks so far; a conflict limit applies to it."""
        return self._sets.failures

    def minimum(
        self, left: Callable[[], Limit], pulse: Callable[[int], None] | None = None
    ) -> tuple[int, ...] | Unknown:
        """A cheapest set that hits all sets so far; ``left`` returns the remaining limit.

        The search resumes where it stopped, also after a limit; ``pulse`` is called with the current
        ``cost``.
        """
        try:
            status, stopped, found = self._sets.minimum(*bounds(left()), pulse)
        except MemoryError:
            return Unknown(Stopped.MEMORY)
        if status == SATISFIABLE:
            return tuple(found)
        return Unknown(STOPPED[stopped] or Stopped.INTERRUPTED)

    def interrupt(self) -> None:
        """Make a running ``minimum`` end soon; callable from another thread."""
        self._sets.interrupt()


def _new_sets(weights: list[int]) -> _native.HittingSets:
    with needs_native_core("finding smallest unsatisfiable subsets and cheapest explanations"):
        from satplay._native import HittingSets as NativeHittingSets
    return NativeHittingSets(weights)
