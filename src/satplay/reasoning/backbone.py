"""Backbone: the literals that are true in every model; under assumptions, those that the assumptions force.

A first model gives the candidates.  Then one of them is denied: a model of that strikes every candidate that
is false in it, and a refutation proves it (Janota, Lynce & Marques-Silva, "Algorithms for computing backbones
of propositional formulae", 2015).  After a refutation more of them are denied together, by a clause that says
that one is false (chunks, ibid.).  With the native engine all of that is one call (``native/backbone/``,
which also says what was tried); with any other it is done here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from satplay.contracts.encoding import Connectivity
from satplay.contracts.engine import UNLIMITED, Answer, Limit, Sat, Stopped, Unknown, Unsat
from satplay.engines.native import NativeEngine
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit, Var
from satplay.logic.model import Model
from satplay.solving.session import (
    Asked,
    Budget,
    Missing,
    Session,
    assumable,
    formula_of,
    given,
    session_of,
    variables,
)

GROWTH = 10
"""After a refutation so many times as many candidates are denied together."""


@dataclass(frozen=True, slots=True)
class Backbone:
    """``literals`` are true in every model, ``undecided`` may be: a limit came first.

    All others of the variables asked about were seen true and false.  ``model`` is one of the models.
    """

    literals: tuple[Lit, ...]
    undecided: tuple[Lit, ...]
    stopped: Stopped | None
    model: Model

    @property
    def exact(self) -> bool:
        """Whether everything is known."""
        return self.stopped is None


BackboneAnswer: TypeAlias = Backbone | Unsat | Unknown
"""Without a model there is nothing to strike and everything follows; unknown is whether there is one."""


def backbone(
    asked: Asked,
    over: Sequence[Var] | None = None,
    *,
    assuming: Sequence[Lit] = (),
    limit: Limit = UNLIMITED,
    missing: Missing | None = None,
    connected: Connectivity | None = None,
    chunk: int | None = None,
    engine: str | None = None,
    seed: int = 0,
) -> BackboneAnswer:
    """Which literals of the variables ``over`` (None: all) are true in every model under the assumptions.

    ``missing`` states further clauses as models break them, ``connected`` is one of these rules for an engine
    that can take part in it.  ``chunk`` is how many candidates are denied together; None leaves it to the
    answers.

    >>> backbone(Formula([[1, 2], [1, -2], [3, 4]])).literals
    (1,)
    >>> backbone(Formula([[1, 2], [1, -2], [3, 4]]), assuming=[-3]).literals
    (1, -3, 4)
    >>> backbone(Formula([[1], [-1]]))
    Unsat(core=())
    """
    formula = formula_of(asked)
    chosen = variables(over, formula, "ask about")
    assumed = assumable(assuming, formula)
    with session_of(asked, engine, seed) as session:
        lazy = missing is not None
        if session.connect(connected) and connected is not None and connected.alone:
            missing = None
        asking = _Asking(session, session.budget(limit), missing, lazy)
        answer = asking.solve(assumed)
        if not isinstance(answer, Sat):
            return answer
        return _Search(asking, chosen, assumed, answer.model).run(chunk)


def denying(formula: Formula, literals: Sequence[Lit], assuming: Sequence[Lit] = ()) -> Formula:
    """The formula, the assumptions as facts, and one of the literals false: unsatisfiable if all are forced.

    >>> list(denying(Formula([[1, 2], [1, -2]]), [1]))
    [(1, 2), (1, -2), (-1,)]
    """
    larger = given(formula, assuming)
    larger.add(*(-lit for lit in literals))
    return larger


class _Asking:
    """A session whose models keep also the rules that are stated only when one breaks them."""

    def __init__(self, session: Session, budget: Budget, missing: Missing | None, lazy: bool) -> None:
        self.session = session
        self.budget = budget
        self.missing = missing
        self.lazy = lazy  # rules may speak of variables that no clause mentions yet

    def solve(self, assuming: Sequence[Lit]) -> Answer:
        while True:
            answer = self.session.ask(assuming, self.budget)
            if self.missing is None or not isinstance(answer, Sat):
                return answer
            clauses = list(self.missing(answer.model))
            if not clauses:
                return answer
            for clause in clauses:
                self.session.add(clause)


class _Search:
    """Strikes and proves until no candidate is left."""

    def __init__(self, asking: _Asking, over: list[Var] | None, assuming: list[Lit], model: Model) -> None:
        session = asking.session
        self._asking = asking
        self._session = session
        self._assuming = assuming
        self._budget = asking.budget
        self._model = model
        known = session.occurring
        if asking.lazy:
            known = np.arange(1, session.formula.var_count + 1, dtype=np.int32)
        asked = known if over is None else np.intersect1d(np.array(over, np.int32), known)
        # An assumption needs no proof, and what no clause mentions is free.
        self._proven = [lit for lit in dict.fromkeys(assuming) if over is None or abs(lit) in over]
        if assuming:
            asked = np.setdiff1d(asked, np.abs(np.array(assuming, np.int32)))
        self._candidates: list[Lit] = model.literals[np.isin(np.abs(model.literals), asked)].tolist()

    def run(self, chunk: int | None) -> Backbone:
        """The answer, from whoever can give it faster."""
        engine = self._session.engine
        if chunk is None and isinstance(engine, NativeEngine) and self._asking.missing is None:
            stopped = self._in_one_call(engine)
        else:
            stopped = self._one_by_one(chunk)
        proven = tuple(sorted(self._proven, key=abs))
        return Backbone(proven, tuple(sorted(self._candidates, key=abs)), stopped, self._model)

    def _in_one_call(self, engine: NativeEngine) -> Stopped | None:
        if self._budget.interrupted:
            return Stopped.INTERRUPTED
        session = self._session
        with session.fresh(len(self._candidates)) as fresh:
            found = engine.backbone(
                self._candidates,
                self._assuming,
                self._budget.left(),
                clauses=session.formula.flat,
                fresh=fresh.variables,
            )
            fresh.used = found.used
        self._proven += found.forced
        self._candidates = found.undecided
        return found.stopped

    def _one_by_one(self, chunk: int | None) -> Stopped | None:
        together = chunk or 1
        while self._candidates:
            asked = self._candidates[:together]
            match self._one_is_false(asked):
                case Sat(model=model):
                    self._candidates = [lit for lit in self._candidates if model.value(lit)]
                    together = chunk or 1
                case Unsat():
                    self._prove(asked)
                    together = chunk or GROWTH * together
                case Unknown(stopped=why):
                    return why
        return None

    def _one_is_false(self, literals: list[Lit]) -> Answer:
        if len(literals) == 1:
            return self._asking.solve([*self._assuming, -literals[0]])
        with self._session.selector() as chosen:
            self._session.add([-chosen, *(-lit for lit in literals)])
            return self._asking.solve([*self._assuming, chosen])

    def _prove(self, literals: list[Lit]) -> None:
        """Proven literals are facts from now on, unless they depend on assumptions."""
        self._proven += literals
        self._candidates = self._candidates[len(literals) :]
        for lit in literals if not self._assuming and self._candidates else ():
            self._session.add([lit])
