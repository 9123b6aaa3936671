"""The models of a native session, one after the other."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.engine import UNLIMITED, Limit, Stopped
from satplay.engines.codes import SATISFIABLE, STOPPED, UNSATISFIABLE, bounds
from satplay.errors import EngineError

if TYPE_CHECKING:
    from satplay import _native


class Enumeration:
    """An iterator over models; each is the array of its literals.

    It ends after the last model, or when the limit of the whole run is reached: then ``stopped`` says which,
    and after ``resume`` the iteration goes on where it was.
    """

    largest_batch = 1024
    """Models are fetched from the core in batches that grow from one: the first comes at once."""

    def __init__(self, engine: _native.Engine, width: int, limit: Limit, after: Callable[[], None]) -> None:
        self._engine = engine
        self._width = width
        self._after = after
        self._batch: Iterator[NDArray[np.int32]] = iter(())
        self._batch_size = 1
        self._left = limit
        self.stopped: Stopped | None = None
        self.complete = False

    def resume(self, limit: Limit = UNLIMITED) -> None:
        """Go on after a limit, with this one from now on."""
        self.stopped = None
        self._left = limit

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> NDArray[np.int32]:
        while True:
            for model in self._batch:
                return model
            if self.complete or self.stopped is not None:
                raise StopIteration
            self._fetch()

    def _fetch(self) -> None:
        left = self._left
        before, begun = self._engine.statistics(), time.monotonic()
        try:
            status, stopped, count, literals = self._engine.next_models(self._batch_size, *bounds(left))
        except MemoryError:
            self.stopped = Stopped.MEMORY
            return
        except ValueError:
            raise EngineError("another question to the engine has ended the enumeration") from None
        self._after()
        after = self._engine.statistics()
        self._left = replace(
            left,
            seconds=None if left.seconds is None else max(left.seconds - (time.monotonic() - begun), 0.0),
            conflicts=_less(left.conflicts, after["conflicts"] - before["conflicts"]),
            propagations=_less(left.propagations, after["propagations"] - before["propagations"]),
        )
        self._batch = iter(literals.reshape(count, self._width))
        self._batch_size = min(2 * self._batch_size, self.largest_batch)
        if status == UNSATISFIABLE:
            self.complete = True
        elif status != SATISFIABLE:
            self.stopped = STOPPED[stopped] or Stopped.INTERRUPTED


def _less(limit: int | None, spent: int) -> int | None:
    return None if limit is None else max(limit - spent, 0)
