"""Models from any engine: ask, forbid what was answered by a clause, ask again.

The clauses stand behind a selector, so that the session survives.  They grow with the models: for engines
that cannot enumerate by themselves, and for rules that are stated only when a model breaks them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.engine import Answer, Limit, Sat, Stopped, Unknown
from satplay.errors import BadInput, EngineError
from satplay.logic.literal import Clause, Lit, Var
from satplay.logic.model import LISTED_UNUSED, Model
from satplay.solving.session import Session


class Blocking:
    """The models of a session over some variables, one at a time."""

    def __init__(
        self,
        session: Session,
        over: list[Var] | None,
        assuming: list[Lit],
        in_order: bool,
        whole: bool,
        limit: Limit,
        missing: Callable[[Model], Iterable[Clause]] | None = None,
    ) -> None:
        count = session.formula.var_count
        if over is None and count - session.formula.occurring().size > LISTED_UNUSED:
            raise BadInput("enumeration", found=f"{count} variables", expected="variables to enumerate over")
        self._session = session
        self._over = list(range(1, count + 1)) if over is None else over
        self._in_order = in_order
        self._whole = whole
        self._missing = missing
        self._left = ExitStack()
        self._selector = self._left.enter_context(session.selector())
        self._assuming = [self._selector, *assuming]
        self.complete = False
        self.stopped: Stopped | None = None
        self.resume(limit)

    def resume(self, limit: Limit) -> None:
        """Go on after a limit."""
        self._budget = self._session.budget(limit)
        self.stopped = None

    def batch(self, most: int) -> NDArray[np.int32]:
        """The next model, evaluated."""
        if self.complete or self.stopped is not None:
            return np.empty((0, 0), np.int32)
        match self._next():
            case Sat(model=model):
                self._forbid(model)
                return self._shown(model)
            case Unknown(stopped=why):
                self.stopped = why
            case _:
                self.complete = True
        return np.empty((0, 0), np.int32)

    def _next(self) -> Answer:
        """A model that breaks nothing that is stated lazily; the smallest one in order."""
        while True:
            answer = self._smallest() if self._in_order else self._ask(self._assuming)
            if not isinstance(answer, Sat) or self._missing is None:
                return answer
            broken = [tuple(clause) for clause in self._missing(answer.model)]
            if not broken:
                return answer
            for clause in broken:
                if any(answer.model.value(lit) for lit in clause):
                    raise EngineError(f"{clause} is said to be missing, but holds already")
                self._session.add([-self._selector, *clause])

    def _ask(self, assuming: list[Lit]) -> Answer:
        return self._session.ask(assuming, self._budget)

    def _smallest(self) -> Answer:
        """The first model in order: each variable false if it can be, given those before it."""
        fixed = list(self._assuming)
        best = answer = self._ask(fixed)
        for var in self._over:
            if not isinstance(best, Sat):
                return best
            if best.model.value(var):
                answer = self._ask([*fixed, -var])
                if isinstance(answer, Unknown):
                    return answer
                best = answer if isinstance(answer, Sat) else best
            fixed.append(var if best.model.value(var) else -var)
        return best

    def _forbid(self, model: Model) -> None:
        against = [-var if model.value(var) else var for var in self._over]
        self._session.add([-self._selector, *against])

    def _shown(self, model: Model) -> NDArray[np.int32]:
        if self._whole:
            return model.literals[np.newaxis, :]
        return np.array([[var if model.value(var) else -var for var in sorted(self._over)]], np.int32)

    def close(self) -> None:
        """What was forbidden is allowed again."""
        self.complete = True
        self._left.close()
