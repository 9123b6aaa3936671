"""All solutions of a puzzle that can find them without clauses, under the limits that any verb has."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from satplay.contracts.engine import UNLIMITED, Limit, Stopped
from satplay.contracts.puzzle import DirectEnumeration


class _Left(Exception):
    """A limit was reached in the middle of a census."""

    def __init__(self, stopped: Stopped) -> None:
        super().__init__(stopped.value)
        self.stopped = stopped


class Survey:
    """The solutions of one board, one after the other, as ``reasoning.models.Models`` hands out models."""

    def __init__(
        self, census: DirectEnumeration[Any, Any], board: Any, limit: Limit, most: int | None
    ) -> None:
        self._census = census
        self._board = board
        self._solutions: Iterator[Any] = iter(())
        self._interrupted = False
        self._most: int | None = None
        self.found = 0
        self.complete = False
        self.stopped: Stopped | None = None
        self._allow(limit, most)

    @classmethod
    def of(
        cls, census: DirectEnumeration[Any, Any], board: Any, limit: Limit, most: int | None
    ) -> Survey | None:
        """A survey of the board, unless clauses will do better."""
        survey = cls(census, board, limit, most)
        try:
            solutions = census.solutions(board, survey._tick)
        except _Left as left:
            survey.stopped = left.stopped
            return survey
        if solutions is None:
            return None
        survey._solutions = solutions
        return survey

    def __next__(self) -> Any:
        if self.stopped is not None or self._most == 0:
            raise StopIteration
        try:
            solution = next(self._solutions)
        except _Left as left:
            self.stopped = left.stopped
            raise StopIteration from None
        except StopIteration:
            self.complete = True
            raise
        self.found += 1
        self._most = None if self._most is None else self._most - 1
        return solution

    def resume(self, limit: Limit = UNLIMITED, most: int | None = None) -> None:
        """Go on.  What a limit cut off begins anew: the order is the same, what was shown is passed over."""
        cut, self.stopped = self.stopped, None
        self._allow(limit, most)
        if cut is not None:
            solutions = self._census.solutions(self._board, self._tick)
            self._solutions = islice(solutions or iter(()), self.found, None)

    def interrupt(self) -> None:
        """Stop soon; from another thread."""
        self._interrupted = True

    def close(self) -> None:
        """No more are wanted."""
        self._solutions = iter(())

    def _allow(self, limit: Limit, most: int | None) -> None:
        self._most = most
        self._interrupted = False
        self._tick = ticking(limit, lambda: self._interrupted)


def ticking(limit: Limit, interrupted: Callable[[], bool] = lambda: False) -> Callable[[], None]:
    """What a census calls now and then: it is left when the time is over or somebody has interrupted."""
    deadline = None if limit.seconds is None else time.monotonic() + limit.seconds

    def tick() -> None:
        if interrupted():
            raise _Left(Stopped.INTERRUPTED)
        if deadline is not None and time.monotonic() >= deadline:
            raise _Left(Stopped.TIME)

    return tick


def counted(census: DirectEnumeration[Any, Any], board: Any, limit: Limit) -> int | Stopped | None:
    """How many solutions there are, or which limit came first; None where clauses will do better."""
    try:
        return census.count(board, ticking(limit))
    except _Left as left:
        return left.stopped
