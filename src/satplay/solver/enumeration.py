"""Models of a session one by one, while the session may be used and extended.

The models are enumerated by a clone of the session, so the session keeps its clauses.  As long as no clause
is added, the native enumeration finds them in one search, without blocking clauses.  When a clause is added
to the session, the clone gets it, too, and continues with one blocking clause per model.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.engine import Sat
from satplay.engines.native import NativeEngine
from satplay.logic.literal import FlatClauses, Lit


class ModelEnumeration:
    """The models of ``engine``, which belongs to this enumeration; ``variables`` is their projection."""

    def __init__(self, engine: NativeEngine, assumptions: Sequence[Lit], variables: range) -> None:
        self._engine = engine
        self._assumptions = assumptions
        self._variables = variables
        self._reported: list[NDArray[np.uint8]] = []  # the signs of each model, a bit each
        self._blocking = False
        self.stopped = False
        self.statistics = engine.statistics

    def add(self, clauses: FlatClauses) -> None:
        """Clauses, each terminated by 0, that the remaining models satisfy."""
        if not self._blocking:
            self._blocking = True
            for signs in self._reported:
                self._block(signs)
            self._reported.clear()
        self._engine.add_flat(clauses)

    def interrupt(self) -> None:
        """End the enumeration; may be called from another thread."""
        self.stopped = True
        self._engine.interrupt()

    def __iter__(self) -> Iterator[list[Lit]]:
        every = self._engine.enumerate(over=self._variables, assuming=self._assumptions)
        while not self._blocking and not self.stopped:
            model = next(every, None)
            if model is None:
                return
            self._reported.append(np.packbits(model > 0))
            yield model.tolist()
        while not self.stopped:
            answer = self._engine.solve(self._assumptions)
            if not isinstance(answer, Sat):
                return
            literals = answer.model.literals
            self._engine.add((-literals[: len(self._variables)]).tolist())
            yield literals.tolist()

    def _block(self, signs: NDArray[np.uint8]) -> None:
        positive = np.unpackbits(signs, count=len(self._variables)).astype(np.bool_)
        variables = np.asarray(self._variables, np.int32)
        self._engine.add(np.where(positive, -variables, variables).tolist())
