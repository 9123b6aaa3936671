"""All models, one after the other, over chosen variables; each is evaluated before it is handed out.

The native engine goes from model to model inside one search (``native/enumerate.cpp``); many models are then
evaluated at once.  Any other engine is asked again and again, with a clause against each model it has given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.encoding import Connectivity
from satplay.contracts.engine import UNLIMITED, Limit, Stopped
from satplay.engines.verify_many import Evaluator, evaluator
from satplay.errors import EngineError
from satplay.logic.literal import Lit, Var
from satplay.logic.model import Model
from satplay.reasoning.blocking import Blocking
from satplay.solving.session import Asked, Missing, Session, assumable, formula_of, variables

LARGEST_BATCH = 1024


class Source(Protocol):
    """Where models come from: evaluated, one a row, until it is complete or stopped by a limit."""

    @property
    def complete(self) -> bool:
        """Whether there are no more."""

    @property
    def stopped(self) -> Stopped | None:
        """The limit that was reached."""

    def batch(self, most: int) -> NDArray[np.int32]:
        """Some of the next models, at most so many; none only when complete or stopped."""

    def resume(self, limit: Limit) -> None:
        """Go on after a limit."""

    def close(self) -> None:
        """Leave the session as it was."""


class Models:
    """An iterator over models.

    ``complete`` says that all have been seen; ``stopped`` which limit came first, if one did.  After
    ``resume`` it goes on where it was.  Memory does not grow with the models that were handed out.
    """

    def __init__(self, session: Session, source: Source, most: int | None, owned: bool) -> None:
        self._session = session
        self._source = source
        self._most = most
        self._owned = owned
        self._rows: Iterator[Model] = iter(())
        self._waiting = 0  # of them
        self._size = 1
        self._interrupted = False
        self.found = 0

    @property
    def complete(self) -> bool:
        """Whether there is no further model."""
        return self._source.complete and not self._waiting

    @property
    def stopped(self) -> Stopped | None:
        """The limit that was reached, apart from the number of models that was asked for."""
        return Stopped.INTERRUPTED if self._interrupted else self._source.stopped

    def resume(self, limit: Limit = UNLIMITED, most: int | None = None) -> None:
        """Go on, with these limits from now on: ``most`` further models."""
        self._interrupted = False
        self._source.resume(limit)
        self._most = None if most is None else self.found + most

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Model:
        if self._interrupted or (self._most is not None and self.found >= self._most):
            raise StopIteration
        if not self._waiting:
            batch = self._next_batch()
            self._waiting = len(batch)
            self._rows = Model.of_rows(batch)
        model = next(self._rows)  # none: that is the end, too
        self._waiting -= 1
        self.found += 1
        return model

    def _next_batch(self) -> NDArray[np.int32]:
        size = self._size if self._most is None else min(self._size, self._most - self.found)
        self._size = min(2 * self._size, LARGEST_BATCH)  # the first comes at once
        return self._source.batch(size)

    def interrupt(self) -> None:
        """Stop soon, also between two models; from another thread.  What was found already is kept."""
        self._interrupted = True
        self._session.interrupt()

    def close(self) -> None:
        """No more models are wanted; a session that was handed in can be asked other questions."""
        self._source.close()
        if self._owned:
            self._session.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def models(
    asked: Asked,
    over: Sequence[Var] | None = None,
    *,
    assuming: Sequence[Lit] = (),
    in_order: bool = False,
    whole: bool = False,
    most: int | None = None,
    limit: Limit = UNLIMITED,
    missing: Missing | None = None,
    connected: Connectivity | None = None,
    engine: str | None = None,
    seed: int = 0,
) -> Models:
    """The models of a formula, each once, as they are asked for.

    ``over`` are the variables that tell models apart and are shown; None are all declared variables.
    ``whole`` shows all variables none the less.  ``in_order`` gives them as binary numbers, the first
    variable of ``over`` first, false before true.  ``most`` bounds how many.  ``missing`` states further
    clauses as models break them, and ``connected`` is one of these rules, for an engine that can take part
    in it.  A session that is handed in must not be asked anything else meanwhile.

    >>> from satplay.logic.formula import Formula
    >>> list(models(Formula([[1, 2], [-2, 3]]), over=[1, 2], in_order=True))
    [Model(-1 2), Model(1 -2), Model(1 2)]
    >>> list(models(Formula([[1, 2], [-2, 3]]), assuming=[-1]))
    [Model(-1 2 3)]
    """
    formula = formula_of(asked)
    chosen = variables(over, formula, "enumerate over")
    assumed = assumable(assuming, formula)
    session = asked if isinstance(asked, Session) else Session(asked, engine, seed=seed)
    try:
        source: Source
        if session.connect(connected) and connected is not None and connected.alone:
            missing = None
        if hasattr(session.engine, "enumerate") and missing is None:
            source = InSearch(session, chosen, assumed, in_order, whole, limit)
        else:
            source = Blocking(session, chosen, assumed, in_order, whole, limit, missing)
    except BaseException:
        if session is not asked:
            session.close()
        raise
    return Models(session, source, most, owned=session is not asked)


class InSearch:
    """Models from inside the native engine's search, evaluated many at a time."""

    def __init__(
        self,
        session: Session,
        over: list[Var] | None,
        assuming: list[Lit],
        in_order: bool,
        whole: bool,
        limit: Limit,
    ) -> None:
        from satplay.engines.native import NativeEngine

        engine = session.engine
        assert isinstance(engine, NativeEngine)
        if over is None and session.has_selectors:
            over = list(range(1, session.formula.var_count + 1))
        self._clauses = session.formula.flat
        self._var_count = session.formula.var_count
        self._over = over
        self._whole = whole
        self._assumed = np.array(assuming, np.int32)
        self._models = engine.enumerate(over, assuming, in_order, limit, whole=True)
        self._evaluator: Evaluator | None = None

    @property
    def complete(self) -> bool:
        return self._models.complete

    @property
    def stopped(self) -> Stopped | None:
        return self._models.stopped

    def batch(self, most: int) -> NDArray[np.int32]:
        """Some of the next models, evaluated."""
        rows = self._models.batch(most)
        while not len(rows) and not self.complete and self.stopped is None:
            rows = self._models.batch(most)
        if not len(rows):
            return rows
        try:
            if self._evaluator is None:
                self._prepare(np.abs(rows[0]))
            assert self._evaluator is not None
            wrong = self._evaluator.first_false(rows)
        except ValueError as strange:
            raise EngineError(f"the engine's models cannot be evaluated: {strange}") from None
        if wrong is not None:
            raise EngineError(
                f"the engine's model {rows[wrong[0]].tolist()} makes clause {wrong[1] + 1} false"
            )
        if (rows[:, self._assumed_columns] != self._assumed).any():
            raise EngineError("the engine's model denies an assumption")
        return rows if self._columns is None else rows[:, self._columns]

    def _prepare(self, mentioned: NDArray[np.int32]) -> None:
        """Which columns of a whole model are shown, once it is known what a whole model is."""
        self._evaluator = evaluator(self._clauses, mentioned)
        self._assumed_columns = np.searchsorted(mentioned, np.abs(self._assumed))
        self._columns: NDArray[np.intp] | None = None
        if self._whole or self._over is None:
            if mentioned.size and mentioned[-1] > self._var_count:  # selectors are nobody's business
                self._columns = np.flatnonzero(mentioned <= self._var_count)
        else:
            self._columns = np.searchsorted(mentioned, np.array(sorted(self._over), np.int32))

    def resume(self, limit: Limit) -> None:
        """Go on after a limit."""
        self._models.resume(limit)

    def close(self) -> None:
        """Nothing was added: the next question ends it."""
