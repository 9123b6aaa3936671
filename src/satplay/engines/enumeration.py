"""Enumeration of the models of a native session."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NoReturn, Self

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.budget import Budget
from satplay.contracts.engine import UNLIMITED, Limit, Stopped
from satplay.contracts.pickling import refuse_pickling
from satplay.engines.native_codes import SATISFIABLE, STOPPED, UNSATISFIABLE, bounds
from satplay.errors import EngineError

if TYPE_CHECKING:
    from satplay import _native


class Enumeration:
    """An iterator over models; each is an array of literals.

    It ends after the last model, or when a limit of the whole run is reached; ``stopped`` is then the reason,
    and ``resume`` continues.  The time limit includes the time between two models: printing a model may take
    a hundred times as long as finding it.
    """

    largest_batch = 1024
    """Models are fetched in batches that grow from one, so that the first model arrives at once."""

    largest_block = 1 << 20
    """Maximum number of literals in a batch: long models come in small batches, to limit memory."""

    def __init__(
        self,
        engine: _native.Engine,
        width: int,
        limit: Limit,
        after: Callable[[], None],
    ) -> None:
        """Rows have ``width`` literals."""
        self._engine = engine
        self._width = width
        self._after = after
        self._batch: Iterator[NDArray[np.int32]] = iter(())
        self._batch_size = 1
        self.complete = False
        self.resume(limit)

    def __reduce__(self) -> NoReturn:
        raise refuse_pickling("an enumeration", "use its models, as in list(...)")

    def resume(self, limit: Limit = UNLIMITED) -> None:
        """Continue after a limit, with a new limit."""
        self.stopped: Stopped | None = None
        self._budget = Budget(limit, self._engine.statistics)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> NDArray[np.int32]:
        while True:
            for model in self._batch:
                return model
            if self.complete or self.stopped is not None:
                raise StopIteration
            self._batch = iter(self.batch(self._batch_size))
            self._batch_size = min(2 * self._batch_size, self.largest_batch)

    def batch(self, most: int) -> NDArray[np.int32]:
        """The next models, one per row: at most ``most``, fewer if they are slow to find, none at the end."""
        most = max(1, min(most, self.largest_block // max(self._width, 1)))
        count, literals = self._fetch(most)
        return literals.reshape(count, self._width)

    def _fetch(self, most: int) -> tuple[int, NDArray[np.int32]]:
        if self.complete or self.stopped is not None:
            return 0, np.empty(0, np.int32)
        try:
            status, stopped, count, literals = self._engine.next_models(
                most, *bounds(self._budget.remaining())
            )
        except MemoryError:
            self.stopped = Stopped.MEMORY
            return 0, np.empty(0, np.int32)
        except ValueError:
            raise EngineError("another question to the engine has ended the enumeration") from None
        self._after()
        if status == UNSATISFIABLE:
            self.complete = True
        elif status != SATISFIABLE:
            self.stopped = STOPPED[stopped] or Stopped.INTERRUPTED
        return count, literals
