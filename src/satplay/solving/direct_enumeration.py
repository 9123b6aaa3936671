"""Direct enumeration: solutions of a puzzle that finds them without clauses, within a limit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from satplay.contracts.budget import Budget
from satplay.contracts.engine import UNLIMITED, Limit, Stopped
from satplay.contracts.puzzle import DirectEnumeration


class _LimitReached(Exception):
    """Raised out of a direct enumeration."""

    def __init__(self, stopped: Stopped) -> None:
        super().__init__(stopped.value)
        self.stopped = stopped


class DirectSolutions:
    """An iterator over the solutions of one board; ``found``, ``complete`` and ``stopped`` as for models."""

    def __init__(
        self, enumeration: DirectEnumeration[Any, Any], board: Any, limit: Limit, most: int | None
    ) -> None:
        self._enumeration = enumeration
        self._board = board
        self._solutions: Iterator[Any] = iter(())
        self._most: int | None = None
        self.found_count = 0
        self.complete = False
        self.stopped: Stopped | None = None
        self._set_limits(limit, most)

    @classmethod
    def start(
        cls, enumeration: DirectEnumeration[Any, Any], board: Any, limit: Limit, most: int | None
    ) -> DirectSolutions | None:
        """The solutions of the board; None if the SAT encoding is expected to be faster."""
        started = cls(enumeration, board, limit, most)
        try:
            solutions = enumeration.solutions(board, started._tick)
        except _LimitReached as reached:
            started.stopped = reached.stopped
            return started
        if solutions is None:
            return None
        started._solutions = solutions
        return started

    def __next__(self) -> Any:
        if self.stopped is not None or self._most == 0:
            raise StopIteration
        try:
            solution = next(self._solutions)
        except _LimitReached as reached:
            self.stopped = reached.stopped
            raise StopIteration from None
        except StopIteration:
            self.complete = True
            raise
        self.found_count += 1
        self._most = None if self._most is None else self._most - 1
        return solution

    def resume(self, limit: Limit = UNLIMITED, most: int | None = None) -> None:
        """Continue with new limits.

        An enumeration that a limit ended starts over in the same order; known solutions are skipped.
        """
        ended, self.stopped = self.stopped, None
        self._set_limits(limit, most)
        if ended is not None:
            solutions = self._enumeration.solutions(self._board, self._tick)
            self._solutions = islice(solutions or iter(()), self.found_count, None)

    def interrupt(self) -> None:
        """Stop soon; from another thread."""
        self._budget.interrupt()

    def close(self) -> None:
        """End the enumeration."""
        self._solutions = iter(())

    def _set_limits(self, limit: Limit, most: int | None) -> None:
        self._most = most
        self._budget = Budget(limit)
        self._tick = raise_at_limit(self._budget)


def raise_at_limit(budget: Budget) -> Callable[[], None]:
    """The function that a direct enumeration calls often: it raises once a limit is reached."""

    def tick() -> None:
        if budget.interrupted:
            raise _LimitReached(Stopped.INTERRUPTED)
        if budget.expired:
            raise _LimitReached(Stopped.TIME)

    return tick


def count_directly(
    enumeration: DirectEnumeration[Any, Any], board: Any, limit: Limit
) -> int | Stopped | None:
    """The number of solutions, or the limit that was reached; None if the SAT encoding should be faster."""
    try:
        return enumeration.count(board, raise_at_limit(Budget(limit)))
    except _LimitReached as reached:
        return reached.stopped
