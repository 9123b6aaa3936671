"""Models from any engine: solve, add a blocking clause, solve again.

The blocking clauses carry a selector, so that the session stays usable.  There is one for each model: this is
for engines that cannot enumerate inside one search, and for encodings with lazy clauses.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.encoding import Encoding
from satplay.contracts.engine import Answer, Limit, Sat, Stopped, Unknown
from satplay.errors import BadInput
from satplay.logic.literal import Clause, Lit, Var
from satplay.logic.model import LISTED_UNUSED, Model
from satplay.rule import RuleInstance
from satplay.solving.lazy_refinement import Result, Solution, solve_lazily
from satplay.solving.session import Session


class BlockingEnumeration:
    """The models of a session, projected onto some variables, one at a time.

    ``encoding`` is the one that the session's formula comes from: its lazy clauses are added when a model
    violates them.
    """

    def __init__(
        self,
        session: Session,
        project_onto: list[Var] | None,
        assuming: list[Lit],
        in_order: bool,
        whole: bool,
        limit: Limit,
        encoding: Encoding[Any],
    ) -> None:
        count = session.formula.var_count
        if project_onto is None and count - session.formula.occurring().size > LISTED_UNUSED:
            raise BadInput("enumeration", found=f"{count} variables", expected="variables to enumerate over")
        self._session = session
        self._projection = list(range(1, count + 1)) if project_onto is None else project_onto
        self._in_order = in_order
        self._whole = whole
        self._encoding = encoding
        self._open_contexts = ExitStack()
        self._selector = self._open_contexts.enter_context(session.selector())
        self._assuming = [self._selector, *assuming]
        self.complete = False
        self.stopped: Stopped | None = None
        self.resume(limit)

    def resume(self, limit: Limit) -> None:
        """Continue after a limit was reached."""
        self._budget = self._session.budget(limit)
        self.stopped = None

    def batch(self, most: int) -> NDArray[np.int32]:
        """The next model, evaluated."""
        if self.complete or self.stopped is not None:
            return np.empty((0, 0), np.int32)
        match self._next():
            case Solution(model=model):
                self._block(model)
                return self._project(model)
            case Unknown(stopped=why):
                self.stopped = why
            case _:
                self.complete = True
        return np.empty((0, 0), np.int32)

    def _next(self) -> Result[Any]:
        """A model that violates no lazy clause; with ``in_order`` the smallest one."""
        return solve_lazily(
            self._smallest if self._in_order else lambda: self._ask(self._assuming),
            self._encoding,
            self._add_lazy_clause,
        )

    def _add_lazy_clause(self, instance: RuleInstance, clause: Clause) -> None:
        self._session.add([-self._selector, *clause])

    def _ask(self, assuming: list[Lit]) -> Answer:
        return self._session.ask(assuming, self._budget)

    def _smallest(self) -> Answer:
        """The smallest model: each projection variable is false if it can be, given the values before it."""
        fixed = list(self._assuming)
        best = answer = self._ask(fixed)
        for var in self._projection:
            if not isinstance(best, Sat):
                return best
            if best.model.value(var):
                answer = self._ask([*fixed, -var])
                if isinstance(answer, Unknown):
                    return answer
                best = answer if isinstance(answer, Sat) else best
            fixed.append(var if best.model.value(var) else -var)
        return best

    def _block(self, model: Model) -> None:
        blocking = [-var if model.value(var) else var for var in self._projection]
        self._session.add([-self._selector, *blocking])

    def _project(self, model: Model) -> NDArray[np.int32]:
        if self._whole:
            return model.literals[np.newaxis, :]
        values = [var if model.value(var) else -var for var in sorted(self._projection)]
        return np.array([values], np.int32)

    def close(self) -> None:
        """Disable the blocking clauses."""
        self.complete = True
        self._open_contexts.close()
