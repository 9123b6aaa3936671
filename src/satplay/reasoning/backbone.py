"""Backbone: the literals that are true in every model; under assumptions, those that the assumptions force.

A first model gives the candidates.  Then a clause says that one of them is false: a model of that strikes
every candidate it denies, and a refutation proves all that are left at once (Janota, Lynce & Marques-Silva,
"Algorithms for computing backbones of propositional formulae", 2015: chunks, here as large as can be).
Models are made to strike much: the engine tries the negation of each candidate first, and what can be turned
round in a model without breaking a clause is struck as well (*rotatable* literals, ibid.).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.engine import UNLIMITED, Limit, Sat, Stopped, Unknown, Unsat
from satplay.logic.formula import Formula
from satplay.logic.literal import MAX_VAR, Lit, Var
from satplay.logic.model import Model
from satplay.reasoning.session import Asked, Budget, Session, assumable, given, session_of, variables


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
    chunk: int | None = None,
    engine: str | None = None,
    seed: int = 0,
) -> BackboneAnswer:
    """Which literals of the variables ``over`` (None: all) are true in every model under the assumptions.

    ``chunk`` bounds how many candidates are refuted together; None leaves it to the candidates.

    >>> backbone(Formula([[1, 2], [1, -2], [3, 4]])).literals
    (1,)
    >>> backbone(Formula([[1, 2], [1, -2], [3, 4]]), assuming=[-3]).literals
    (1, -3, 4)
    >>> backbone(Formula([[1], [-1]]))
    Unsat(core=())
    """
    formula = asked.formula if isinstance(asked, Session) else asked
    chosen = None if over is None else variables(over, formula, "ask about")
    assumed = assumable(assuming, formula)
    with session_of(asked, engine, seed) as session:
        budget = Budget(limit, session.engine)
        answer = session.solve(assumed, budget.left())
        if not isinstance(answer, Sat):
            return answer
        return _Search(session, chosen, assumed, budget, answer.model).run(chunk)


def denying(formula: Formula, literals: Sequence[Lit], assuming: Sequence[Lit] = ()) -> Formula:
    """The formula, the assumptions as facts, and one of the literals false: unsatisfiable if all are forced.

    >>> list(denying(Formula([[1, 2], [1, -2]]), [1]))
    [(1, 2), (1, -2), (-1,)]
    """
    larger = given(formula, assuming)
    larger.add(*(-lit for lit in literals))
    return larger


@runtime_checkable
class Propagating(Protocol):
    """An engine that tells what it knows without a search."""

    def propagate(self, assuming: Sequence[Lit] = ()) -> tuple[bool, list[Lit]]:
        """What follows by unit propagation alone."""


@runtime_checkable
class Preferring(Protocol):
    """An engine that can be told which value of a variable to try first."""

    def set_phase(self, lit: Lit) -> None:
        """Try this value first."""

    def clear_phase(self, var: int) -> None:
        """Try what you like first."""


class _Search:
    def __init__(
        self, session: Session, over: list[Var] | None, assuming: list[Lit], budget: Budget, model: Model
    ) -> None:
        self._session = session
        self._assuming = assuming
        self._budget = budget
        self._model = model
        self._rotation: Rotation | None = None
        self._rotating = True
        engine = session.engine
        self._propagating = engine if isinstance(engine, Propagating) else None
        self._preferring = engine if isinstance(engine, Preferring) else None
        self._known = 0
        self._preferred: list[Lit] = []
        occurring = session.formula.occurring()
        asked = occurring if over is None else np.intersect1d(np.array(over, np.int32), occurring)
        # An assumption needs no proof, and what no clause mentions is free.
        self._proven = [lit for lit in dict.fromkeys(assuming) if over is None or abs(lit) in over]
        if assuming:
            asked = np.setdiff1d(asked, np.abs(np.array(assuming, np.int32)))
        self._candidates = _values(model, asked)

    def run(self, chunk: int | None) -> Backbone:
        """Strike and prove until no candidate is left."""
        stopped: Stopped | None = None
        self._take_known()
        try:
            while self._candidates.size and stopped is None:
                together = self._candidates[:chunk]
                answer = self._one_is_false(together.tolist())
                if isinstance(answer, Sat):
                    self._strike(answer.model)
                    self._prefer_others()
                elif isinstance(answer, Unsat):
                    self._proven += together.tolist()
                    self._candidates = self._candidates[together.size :]
                    self._tell(together)
                else:
                    stopped = answer.stopped
                self._take_known()
        finally:
            self._prefer_nothing()
        proven = tuple(sorted(self._proven, key=abs))
        return Backbone(proven, tuple(self._candidates.tolist()), stopped, self._model)

    def _take_known(self) -> None:
        """What the engine has learned to be true for good, whatever it was looking for."""
        if not self._candidates.size or self._propagating is None:
            return
        _, known = self._propagating.propagate()
        if len(known) > self._known:
            self._known = len(known)
            of_them = np.isin(self._candidates, np.array(known, np.int32))
            self._proven += self._candidates[of_them].tolist()
            self._candidates = self._candidates[~of_them]

    def _one_is_false(self, literals: list[Lit]) -> Sat | Unsat | Unknown:
        if len(literals) == 1:
            return self._session.solve([*self._assuming, -literals[0]], self._budget.left())
        with self._session.selector() as chosen:
            self._session.add([-chosen, *(-lit for lit in literals)])
            return self._session.solve([*self._assuming, chosen], self._budget.left())

    def _strike(self, model: Model) -> None:
        """Candidates that this model, or one next to it, denies are none any more."""
        self._candidates = self._candidates[_values(model, np.abs(self._candidates)) == self._candidates]
        if self._candidates.size and self._rotating:
            asked = np.abs(self._candidates)
            self._rotation = self._rotation or Rotation(self._session.formula, asked)
            rotatable = self._rotation.rotatable(model, asked)
            self._candidates = self._candidates[~rotatable]
            # Where "exactly one of" is said everywhere nothing can be turned alone: it is not tried again.
            self._rotating = bool(rotatable.any())

    def _tell(self, literals: NDArray[np.int32]) -> None:
        """Proven literals are facts from now on, unless they depend on assumptions."""
        if self._candidates.size and not self._assuming:
            self._session.engine.add_flat(np.stack([literals, np.zeros_like(literals)], axis=1).ravel())

    def _prefer_others(self) -> None:
        """Let models deny as many candidates as they can."""
        if not self._preferred and self._preferring is not None:
            self._preferred = self._candidates.tolist()
            for lit in self._preferred:
                self._preferring.set_phase(-lit)

    def _prefer_nothing(self) -> None:
        if self._preferring is not None:
            for lit in self._preferred:
                self._preferring.clear_phase(abs(lit))


def _values(model: Model, asked: NDArray[np.int32]) -> NDArray[np.int32]:
    """The literals of these variables, all of which the model assigns."""
    if model.literals.size and abs(int(model.literals[-1])) == model.literals.size:  # simply 1 .. n
        return model.literals[asked - 1]
    return model.literals[np.searchsorted(np.abs(model.literals), asked)]


class Rotation:
    """Finds variables, of those that may be asked about, whose value alone can be turned round in a model.

    >>> asked = np.array([1, 2, 3], np.int32)
    >>> Rotation(Formula([[1, 2], [1, 3]]), asked).rotatable(Model([1, 2, -3]), asked).tolist()
    [False, True, True]
    """

    def __init__(self, formula: Formula, asked: NDArray[np.int32]) -> None:
        """Only clauses that mention a variable of ``asked`` (ascending) matter."""
        flat, ends = formula.flat, formula.ends
        at = np.minimum(np.searchsorted(asked, np.abs(flat)), asked.size - 1)
        matters = np.repeat(
            np.logical_or.reduceat(asked[at] == np.abs(flat), np.concatenate(([0], ends[:-1] + 1))),
            np.diff(ends, prepend=-1),
        )
        lits = flat[matters]
        self._vars = np.abs(lits)
        self._negated = lits < 0
        self._closing = np.flatnonzero(lits == 0)
        self._starts = np.concatenate(([0], self._closing[:-1] + 1))

    def rotatable(self, model: Model, asked: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Of these variables those that are in no clause the only reason to be true."""
        inside = np.where(self._vars == 0, np.abs(model.literals[0]), self._vars)
        holds = (_values(model, inside) > 0) != self._negated
        holds[self._closing] = False
        # One variable makes a clause true where the least and the greatest that do are the same: also where
        # it is written twice.
        greatest = np.maximum.reduceat(np.where(holds, self._vars, np.int32(-1)), self._starts)
        least = np.minimum.reduceat(np.where(holds, self._vars, np.int32(MAX_VAR)), self._starts)
        return ~np.isin(asked, least[least == greatest])
