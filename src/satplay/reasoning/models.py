"""All models, one after the other, projected onto chosen variables; each is evaluated before it is returned.

The native engine goes from model to model inside one search (``native/enumerate.cpp``); many models are then
evaluated together.  Any other engine solves again after each model, with a blocking clause against it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NoReturn, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.encoding import Encoding
from satplay.contracts.engine import UNLIMITED, Limit, Stopped
from satplay.contracts.pickling import refuse_pickling
from satplay.engines.native import NativeEngine
from satplay.engines.verify_many import Evaluator, evaluator
from satplay.errors import EngineError
from satplay.logic.literal import Lit, Var
from satplay.logic.model import Model
from satplay.reasoning.blocking import BlockingEnumeration
from satplay.solving.lazy_refinement import encode_formula, replace_by_theory
from satplay.solving.projection import check_assumptions, check_projection
from satplay.solving.session import FormulaOrSession, Session, get_formula

LARGEST_BATCH = 1024


class ModelSource(Protocol):
    """Evaluated models in batches, one model a row, until it is complete or stopped by a limit."""

    @property
    def complete(self) -> bool:
        """Whether there are no more models."""

    @property
    def stopped(self) -> Stopped | None:
        """The limit that was reached."""

    def batch(self, most: int) -> NDArray[np.int32]:
        """The next models, at most ``most``; none only if complete or stopped."""

    def resume(self, limit: Limit) -> None:
        """Continue after a limit was reached."""

    def close(self) -> None:
        """Leave the session ready for other queries."""


class Models:
    """An iterator over models.

    ``complete`` is true once all models were returned; ``stopped`` is the limit that was reached, if any.
    ``resume`` continues from there.  Memory does not grow with the number of models.
    """

    def __init__(self, session: Session, source: ModelSource, most: int | None, owned: bool) -> None:
        self._session = session
        self._source = source
        self._most = most
        self._owned = owned
        self._rows: Iterator[Model] = iter(())
        self._waiting = 0  # models left in _rows
        self._size = 1
        self._interrupted = False
        self.found_count = 0

    def __reduce__(self) -> NoReturn:
        raise refuse_pickling("an enumeration", "use its models, as in list(...)")

    @property
    def complete(self) -> bool:
        """Whether there is no further model."""
        return self._source.complete and not self._waiting

    @property
    def stopped(self) -> Stopped | None:
        """The limit that was reached; the maximum number of models is not one."""
        return Stopped.INTERRUPTED if self._interrupted else self._source.stopped

    def resume(self, limit: Limit = UNLIMITED, most: int | None = None) -> None:
        """Continue with new limits: at most ``most`` further models."""
        self._interrupted = False
        self._source.resume(limit)
        self._most = None if most is None else self.found_count + most

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Model:
        if self._interrupted or (self._most is not None and self.found_count >= self._most):
            raise StopIteration
        if not self._waiting:
            batch = self._next_batch()
            self._waiting = len(batch)
            self._rows = Model.of_rows(batch)
        model = next(self._rows)  # StopIteration if the batch is empty
        self._waiting -= 1
        self.found_count += 1
        return model

    def _next_batch(self) -> NDArray[np.int32]:
        size = self._size if self._most is None else min(self._size, self._most - self.found_count)
        self._size = min(2 * self._size, LARGEST_BATCH)  # small at first: the first model is not delayed
        return self._source.batch(size)

    def interrupt(self) -> None:
        """Stop soon, also between two models; callable from another thread.  No model is lost."""
        self._interrupted = True
        self._session.interrupt()

    def close(self) -> None:
        """End the enumeration; a session that the caller opened is ready for other queries."""
        self._source.close()
        if self._owned:
            self._session.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def models(
    target: FormulaOrSession,
    over: Sequence[Var] | None = None,
    *,
    assuming: Sequence[Lit] = (),
    in_order: bool = False,
    whole: bool = False,
    most: int | None = None,
    limit: Limit = UNLIMITED,
    encoding: Encoding[Any] | None = None,
    engine: str | None = None,
    seed: int = 0,
) -> Models:
    """The models of a formula, each once, found on demand.

    ``over``      projection variables; None stands for all declared variables
    ``whole``     return values of all variables, not only of the projection variables
    ``in_order``  sort models as binary numbers, the first variable of ``over`` first, false before true
    ``most``      maximum number of models
    ``encoding``  the encoding that the formula comes from, if it has lazy clauses

    A session must not be used for other queries until the enumeration is closed.

    >>> from satplay.logic.formula import Formula
    >>> list(models(Formula([[1, 2], [-2, 3]]), over=[1, 2], in_order=True))
    [Model(-1 2), Model(1 -2), Model(1 2)]
    >>> list(models(Formula([[1, 2], [-2, 3]]), assuming=[-1]))
    [Model(-1 2 3)]
    """
    formula = get_formula(target)
    projection = check_projection(over, formula, "enumerate over")
    assumed = check_assumptions(assuming, formula)
    encoding = encode_formula(formula) if encoding is None else encoding
    session = target if isinstance(target, Session) else Session(target, engine, seed=seed)
    try:
        source: ModelSource
        needs_no_clauses = replace_by_theory(session.engine, encoding)
        if isinstance(session.engine, NativeEngine) and needs_no_clauses:
            source = InSearchEnumeration(session, projection, assumed, in_order, whole, limit)
        else:
            if needs_no_clauses:
                encoding = encode_formula(formula)
            source = BlockingEnumeration(session, projection, assumed, in_order, whole, limit, encoding)
    except BaseException:  # Ctrl-C, too: it is raised again
        if session is not target:
            session.close()
        raise
    return Models(session, source, most, owned=session is not target)


class InSearchEnumeration:
    """Models from inside the native engine's search, evaluated many at a time."""

    def __init__(
        self,
        session: Session,
        project_onto: list[Var] | None,
        assuming: list[Lit],
        in_order: bool,
        whole: bool,
        limit: Limit,
    ) -> None:
        engine = session.engine
        assert isinstance(engine, NativeEngine)
        if project_onto is None and session.has_selectors:
            project_onto = list(range(1, session.formula.var_count + 1))
        self._clauses = session.formula.flat
        self._var_count = session.formula.var_count
        self._projection = project_onto
        self._whole = whole
        self._assumed = np.array(assuming, np.int32)
        self._models = engine.enumerate(project_onto, assuming, in_order, limit, whole=True)
        self._evaluator: Evaluator | None = None

    @property
    def complete(self) -> bool:
        return self._models.complete

    @property
    def stopped(self) -> Stopped | None:
        return self._models.stopped

    def batch(self, most: int) -> NDArray[np.int32]:
        """The next models, evaluated."""
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
        except ValueError as error:
            raise EngineError(f"the engine's models cannot be evaluated: {error}") from None
        if wrong is not None:
            raise EngineError(
                f"the engine's model {rows[wrong[0]].tolist()} makes clause {wrong[1] + 1} false"
            )
        if (rows[:, self._assumed_columns] != self._assumed).any():
            raise EngineError("the engine's model denies an assumption")
        return rows if self._columns is None else rows[:, self._columns]

    def _prepare(self, mentioned: NDArray[np.int32]) -> None:
        """Set up evaluation and the columns to return, from the variables of the first model."""
        self._evaluator = evaluator(self._clauses, mentioned)
        self._assumed_columns = np.searchsorted(mentioned, np.abs(self._assumed))
        self._columns: NDArray[np.intp] | None = None
        if self._whole or self._projection is None:
            if mentioned.size and mentioned[-1] > self._var_count:  # selectors are internal
                self._columns = np.flatnonzero(mentioned <= self._var_count)
        else:
            self._columns = np.searchsorted(mentioned, np.array(sorted(self._projection), np.int32))

    def resume(self, limit: Limit) -> None:
        """Continue after a limit was reached."""
        self._models.resume(limit)

    def close(self) -> None:
        """Nothing to undo: no clause was added."""
