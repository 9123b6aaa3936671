"""Session: one engine, its clauses, and many questions; every model is evaluated before it leaves.

What a question adds for itself stands behind a *selector*, a new variable that is assumed while the question
lasts and denied for ever afterwards (Eén & Sörensson, "Temporal induction by incremental SAT solving", 2003).
So questions leave nothing behind but what was learned.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.encoding import Connectivity, Encoding, no_lazy_clauses
from satplay.contracts.engine import UNLIMITED, Answer, Engine, Limit, Sat, Stopped, Unknown
from satplay.engines.catalogue import open_engine
from satplay.engines.native import NativeEngine
from satplay.engines.verify import first_false_clause
from satplay.errors import BadInput, EngineError
from satplay.logic.formula import Formula
from satplay.logic.literal import MAX_VAR, Clause, Lit, Var
from satplay.logic.model import Model


class Session:
    """One engine that knows the clauses of ``formula``.

    >>> with Session(Formula([[1, 2], [-1]])) as session:
    ...     print(session.solve(), session.solve([-2]))
    Sat(model=Model(-1 2)) Unsat(core=(-2,))
    """

    def __init__(self, formula: Formula, engine: str | None = None, *, seed: int = 0) -> None:
        self.formula = formula
        self.engine: Engine = open_engine(engine, seed=seed)
        self.engine.declare(formula.var_count)
        self.engine.add_flat(formula.flat)
        self._var_count = formula.var_count
        self._budget: Budget | None = None

    @cached_property
    def occurring(self) -> NDArray[np.int32]:
        """The variables that occur in the formula, ascending."""
        return self.formula.occurring()

    @property
    def has_selectors(self) -> bool:
        """Whether there are variables that are not the formula's."""
        return self._var_count > self.formula.var_count

    def solve(self, assuming: Sequence[Lit] = (), limit: Limit = UNLIMITED) -> Answer:
        """As the engine answers; a model assigns the formula's variables and has been evaluated."""
        try:
            answer = self.engine.solve(assuming, limit)
        except MemoryError:
            return Unknown(Stopped.MEMORY)
        if not isinstance(answer, Sat):
            return answer
        model = answer.model
        wrong = first_false_clause(self.formula.flat, model)
        if wrong is not None:
            clause = self.formula.clause(wrong)
            raise EngineError(f"the engine's model makes clause {wrong + 1} {clause} false")
        denied = [lit for lit in assuming if model.value(lit) is not True]
        if denied:
            raise EngineError(f"the engine's model denies the assumption {denied[0]}")
        return Sat(self._own(model)) if self.has_selectors else answer

    def _own(self, model: Model) -> Model:
        end = int(np.searchsorted(np.abs(model.literals), self.formula.var_count, "right"))
        return Model.of_ordered(model.literals[:end])

    def add(self, clause: Clause) -> None:
        """A clause for good: one that follows, or that a selector can switch off."""
        self.engine.add(clause)

    def connect(self, rule: Connectivity | None) -> bool:
        """Let the engine take part in the rule, if it can; whether it does."""
        return connect(self.engine, rule)

    @contextmanager
    def selector(self) -> Iterator[Lit]:
        """A new variable; clauses that deny it hold while it is assumed, and are forgotten afterwards."""
        if self._var_count >= MAX_VAR:
            raise BadInput("formula", found=f"{MAX_VAR} variables", expected="one variable less, to ask with")
        self._var_count += 1
        chosen = self._var_count
        self.engine.declare(chosen)
        try:
            yield chosen
        finally:
            self.engine.add([-chosen])

    @contextmanager
    def fresh(self, most: int) -> Iterator[Fresh]:
        """New variables for somebody who asks many times and says afterwards how many were used."""
        first = self._var_count + 1
        fresh = Fresh(range(first, min(first + most, MAX_VAR + 1)))
        try:
            yield fresh
        finally:
            self._var_count += fresh.used

    def budget(self, limit: Limit) -> Budget:
        """Begin a question that takes several calls; ``interrupt`` ends it, whether one is running or not."""
        self._budget = Budget(limit, self.engine)
        return self._budget

    def ask(self, assuming: Sequence[Lit], budget: Budget) -> Answer:
        """One of the calls of such a question."""
        if budget.interrupted:
            return Unknown(Stopped.INTERRUPTED)
        return self.solve(assuming, budget.left())

    def interrupt(self) -> None:
        """Make a running question end soon; from another thread."""
        if self._budget is not None:
            self._budget.interrupted = True
        self.engine.interrupt()

    def close(self) -> None:
        """Give back what the engine holds."""
        self.engine.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def connect(engine: Engine, rule: Connectivity | None) -> bool:
    """Let an engine take part in a rule about a graph, if it can; whether it does."""
    if rule is None or not isinstance(engine, NativeEngine):
        return False
    engine.attach_connected(rule.nodes, rule.edges)
    return True


Missing: TypeAlias = Callable[[Model], Iterable[Clause]]
"""Clauses that a model still breaks: rules that are stated only when they are needed."""


def missing_in(encoding: Encoding[Any]) -> Missing | None:
    """The rules that an encoding states lazily; None where it states all at once."""
    if encoding.lazy_clauses is no_lazy_clauses:
        return None
    return lambda model: (clause for _, clause in encoding.lazy_clauses(encoding.decode(model)))


Asked: TypeAlias = Formula | Session
"""Who is asked: a formula, for which a session is opened, or a session, which stays usable."""


def formula_of(asked: Asked) -> Formula:
    """The formula that is asked about."""
    return asked.formula if isinstance(asked, Session) else asked


@contextmanager
def session_of(asked: Asked, engine: str | None = None, seed: int = 0) -> Iterator[Session]:
    """The session that is asked; one opened here is closed here."""
    if isinstance(asked, Session):
        yield asked
    else:
        with Session(asked, engine, seed=seed) as session:
            yield session


@dataclass(slots=True)
class Fresh:
    """Variables that nobody uses, and how many of them were used after all, from the first on."""

    variables: range
    used: int = 0


class Budget:
    """One limit for several calls."""

    interrupted = False

    def __init__(self, limit: Limit, engine: Engine) -> None:
        self._limit = limit
        self._engine = engine
        self._deadline = None if limit.seconds is None else time.monotonic() + limit.seconds
        self._before = dict(engine.statistics()) if self._counts else {}

    @property
    def _counts(self) -> bool:
        return self._limit.conflicts is not None or self._limit.propagations is not None

    def left(self) -> Limit:
        """What the next call may spend."""
        left = self._limit
        if self._deadline is not None:
            left = replace(left, seconds=max(self._deadline - time.monotonic(), 0.0))
        if self._counts:
            left = replace(
                left,
                conflicts=self._less(left.conflicts, "conflicts"),
                propagations=self._less(left.propagations, "propagations"),
            )
        return left

    def _less(self, bound: int | None, what: str) -> int | None:
        spent = self._engine.statistics().get(what, 0) - self._before.get(what, 0)
        return None if bound is None else max(bound - int(spent), 0)


def variables(over: Sequence[Lit] | None, formula: Formula, what: str) -> list[Var] | None:
    """The variables of these literals, each once, in the order given; None where nobody chose."""
    if over is None:
        return None
    try:
        numbers = np.abs(np.array(over, np.int64))
    except OverflowError:
        numbers = np.array([0 if abs(lit) > MAX_VAR else abs(lit) for lit in over], np.int64)
    wrong = np.flatnonzero((numbers < 1) | (numbers > formula.var_count))
    if wrong.size:
        found = str(over[int(wrong[0])])
        raise BadInput(f"variable to {what}", found=found, expected=f"1 to {formula.var_count}")
    return list(dict.fromkeys(numbers.tolist()))


def assumable(assuming: Sequence[Lit], formula: Formula) -> list[Lit]:
    """The assumptions, if they are literals of the formula."""
    for lit in assuming:
        if not 1 <= abs(lit) <= formula.var_count:
            expected = f"a literal from {-formula.var_count} to {formula.var_count}, not 0"
            raise BadInput("assumption", found=str(lit), expected=expected)
    return list(assuming)


def given(formula: Formula, assuming: Sequence[Lit]) -> Formula:
    """The formula with the assumptions as facts: what a proof can be about.

    >>> list(given(Formula([[1, 2]]), [-1]))
    [(1, 2), (-1,)]
    """
    larger = Formula(var_count=formula.var_count)
    larger.add_flat(formula.flat)
    larger.add_all([[lit] for lit in assuming])
    return larger
