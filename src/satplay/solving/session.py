"""Session: one engine, the clauses of one formula, and many queries; every model is evaluated.

Clauses of a single query carry a *selector*: a new variable that is assumed during the query and set to false
for good afterwards (Eén & Sörensson, "Temporal induction by incremental SAT solving", 2003).  So a query
leaves nothing behind but learned clauses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import NoReturn, TypeAlias

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.budget import Budget
from satplay.contracts.engine import UNLIMITED, Answer, Engine, Limit, Sat, Stopped, Unknown
from satplay.contracts.pickling import refuse_pickling
from satplay.engines.catalogue import open_engine
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.logic.formula import Formula
from satplay.logic.literal import MAX_VAR, Clause, Lit
from satplay.logic.model import Model
from satplay.solving.evaluation import check_model


class Session:
    """One engine with the clauses of ``formula``.

    >>> with Session(Formula([[1, 2], [-1]])) as session:
    ...     print(session.solve(), session.solve([-2]))
    Sat(model=Model(-1 2)) Unsat(core=(-2,))
    """

    def __init__(self, formula: Formula, engine: str | None = None, *, seed: int = 0) -> None:
        self.formula = formula
        self.engine: Engine = open_engine(engine, seed=seed)
        load_formula(self.engine, formula)
        self._var_count = formula.var_count
        self._budget: Budget | None = None

    def __reduce__(self) -> NoReturn:
        raise refuse_pickling("a session of an engine", "pickle the formula or the answer")

    @cached_property
    def occurring(self) -> NDArray[np.int32]:
        """The variables that occur in the formula, ascending."""
        return self.formula.occurring()

    @property
    def has_selectors(self) -> bool:
        """Whether the engine has variables besides the formula's."""
        return self._var_count > self.formula.var_count

    def solve(self, assuming: Sequence[Lit] = (), limit: Limit = UNLIMITED) -> Answer:
        """The engine's answer; a model is evaluated and assigns the variables of the formula only."""
        try:
            answer = self.engine.solve(assuming, limit)
        except MemoryError:
            return Unknown(Stopped.MEMORY)
        if not isinstance(answer, Sat):
            return answer
        check_model(self.formula, answer.model, assuming)
        return Sat(self._without_selectors(answer.model)) if self.has_selectors else answer

    def _without_selectors(self, model: Model) -> Model:
        end = int(np.searchsorted(np.abs(model.literals), self.formula.var_count, "right"))
        return Model.of_ordered(model.literals[:end])

    def add(self, *clause: Lit | Clause) -> None:
        """Add a clause for good: one that follows from the formula, or that a selector can switch off."""
        self.engine.add(*clause)

    def statistics(self) -> Mapping[str, int | float]:
        """The counters of the engine."""
        return self.engine.statistics()

    @contextmanager
    def selector(self) -> Iterator[Lit]:
        """A new variable; clauses with its negation hold while it is assumed, and are true afterwards."""
        if self._var_count >= MAX_VAR:
            found, expected = f"{MAX_VAR} variables", "at least one unused variable, for a selector"
            raise BadInput("formula", found=found, expected=expected)
        self._var_count += 1
        selector = self._var_count
        self.engine.declare(selector)
        try:
            yield selector
        finally:
            self.engine.add([-selector])

    @contextmanager
    def unused_variables(self, most: int) -> Iterator[UnusedVariables]:
        """Up to ``most`` new variables for the engine's own selectors; the block sets how many it used."""
        first = self._var_count + 1
        unused = UnusedVariables(range(first, min(first + most, MAX_VAR + 1)))
        try:
            yield unused
        finally:
            self._var_count += unused.used

    def budget(self, limit: Limit) -> Budget:
        """Start a query of several calls; ``interrupt`` ends it, also between two calls."""
        self._budget = Budget(limit, self.engine.statistics)
        return self._budget

    def ask(self, assuming: Sequence[Lit], budget: Budget) -> Answer:
        """One call of such a query."""
        if budget.interrupted:
            return Unknown(Stopped.INTERRUPTED)
        return self.solve(assuming, budget.remaining())

    def interrupt(self) -> None:
        """Make a running query end soon; from another thread."""
        if self._budget is not None:
            self._budget.interrupt()
        self.engine.interrupt()

    def close(self) -> None:
        """Release the engine."""
        self.engine.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


@dataclass(slots=True)
class UnusedVariables:
    """Variables that occur nowhere, and how many of them, from the first, were used in the end."""

    variables: range
    used: int = 0


def load_formula(engine: Engine, formula: Formula) -> None:
    """Declare the variables of a formula and add its clauses."""
    engine.declare(formula.var_count)
    engine.add_flat(formula.flat)


FormulaOrSession: TypeAlias = Formula | Session
"""A formula, for which a session is opened, or an open session, which stays usable."""


def get_formula(target: FormulaOrSession) -> Formula:
    """The formula of the target."""
    return target.formula if isinstance(target, Session) else target


@contextmanager
def use_session(target: FormulaOrSession, engine: str | None = None, seed: int = 0) -> Iterator[Session]:
    """The session of the target; one that is opened here is closed at the end of the block."""
    if isinstance(target, Session):
        yield target
    else:
        with Session(target, engine, seed=seed) as session:
            yield session
