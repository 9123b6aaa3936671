"""Backbone: the literals that are true in every model, or in every model under some assumptions.

The literals of a first model are the candidates.  Then one of them is negated: a model removes every
candidate that is false in it, a refutation proves the candidate (Janota, Lynce & Marques-Silva, "Algorithms
for computing backbones of propositional formulae", 2015).  After a refutation several candidates are tested
together, by the clause of their negations (chunks, ibid.).  The native engine does all of this in one call
(``native/backbone/``, which also documents the variants that were tried); for other engines it is done here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from satplay.contracts.budget import Budget
from satplay.contracts.encoding import Encoding
from satplay.contracts.engine import UNLIMITED, Answer, Limit, Stopped, Unknown, Unsat
from satplay.engines.native import NativeEngine
from satplay.fast_dataclass import dataclass
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause, Lit, Var
from satplay.logic.model import Model
from satplay.rule import RuleInstance
from satplay.solving.lazy_refinement import (
    Result,
    Solution,
    encode_formula,
    has_lazy_clauses,
    replace_by_theory,
    solve_lazily,
)
from satplay.solving.projection import check_assumptions, check_projection, conjoin_literals
from satplay.solving.session import FormulaOrSession, Session, get_formula, use_session

GROWTH = 10
"""Factor by which the chunk of candidates grows after a refutation."""


@dataclass(frozen=True, slots=True)
class Backbone:
    """``literals`` are true in every model; ``undecided`` ones may be, because a limit was reached.

    Every other projection variable is true in one model and false in another.  ``model`` is one of the
    models.
    """

    literals: tuple[Lit, ...]
    undecided: tuple[Lit, ...]
    stopped: Stopped | None
    model: Model

    @property
    def exact(self) -> bool:
        """Whether every literal is decided: no limit was reached."""
        return self.stopped is None


BackboneAnswer: TypeAlias = Backbone | Unsat | Unknown
"""``Unsat``: there is no model; ``Unknown``: a limit was reached before the first model."""


def backbone(
    target: FormulaOrSession,
    over: Sequence[Var] | None = None,
    *,
    assuming: Sequence[Lit] = (),
    limit: Limit = UNLIMITED,
    encoding: Encoding[Any] | None = None,
    chunk: int | None = None,
    engine: str | None = None,
    seed: int = 0,
) -> BackboneAnswer:
    """The literals of the variables ``over`` (None: all) that are true in every model under the assumptions.

    ``encoding``  the encoding that the formula comes from, if it has lazy clauses
    ``chunk``     how many candidates are tested together; None adapts it to the answers

    >>> backbone(Formula([[1, 2], [1, -2], [3, 4]])).literals
    (1,)
    >>> backbone(Formula([[1, 2], [1, -2], [3, 4]]), assuming=[-3]).literals
    (1, -3, 4)
    >>> backbone(Formula([[1], [-1]]))
    Unsat(core=())
    """
    formula = get_formula(target)
    projection = check_projection(over, formula, "ask about")
    assumed = check_assumptions(assuming, formula)
    encoding = encode_formula(formula) if encoding is None else encoding
    with use_session(target, engine, seed) as session:
        solver = _LazySolver(session, session.budget(limit), encoding)
        first = solver.solve(assumed)
        if not isinstance(first, Solution):
            return first
        return _Search(solver, projection, assumed, first.model).run(chunk)


def deny_backbone(formula: Formula, literals: Sequence[Lit], assuming: Sequence[Lit] = ()) -> Formula:
    """The formula, the assumptions as facts, and one of the literals false: unsatisfiable if all are forced.

    >>> list(deny_backbone(Formula([[1, 2], [1, -2]]), [1]))
    [(1, 2), (1, -2), (-1,)]
    """
    larger = conjoin_literals(formula, assuming)
    larger.add(*(-lit for lit in literals))
    return larger


class _LazySolver:
    """A session whose models violate no lazy clause of an encoding."""

    def __init__(self, session: Session, budget: Budget, encoding: Encoding[Any]) -> None:
        self.session = session
        self.budget = budget
        self.is_lazy = has_lazy_clauses(encoding)  # clauses may come to mention further variables
        self.needs_no_clauses = replace_by_theory(session.engine, encoding)
        self._encoding = encode_formula(session.formula) if self.needs_no_clauses else encoding

    def solve(self, assuming: Sequence[Lit]) -> Result[Any]:
        def ask() -> Answer:
            return self.session.ask(assuming, self.budget)

        return solve_lazily(ask, self._encoding, self._add)

    def _add(self, instance: RuleInstance, clause: Clause) -> None:
        self.session.add(clause)


class _Search:
    """Removes or proves candidates until none is left."""

    def __init__(
        self, solver: _LazySolver, project_onto: list[Var] | None, assuming: list[Lit], model: Model
    ) -> None:
        session = solver.session
        self._solver = solver
        self._session = session
        self._assuming = assuming
        self._budget = solver.budget
        self._model = model
        known = session.occurring
        if solver.is_lazy:
            known = np.arange(1, session.formula.var_count + 1, dtype=np.int32)
        queried = known if project_onto is None else np.intersect1d(np.array(project_onto, np.int32), known)
        # An assumption needs no proof; a variable that no clause mentions is free.
        self._proven = [
            lit for lit in dict.fromkeys(assuming) if project_onto is None or abs(lit) in project_onto
        ]
        if assuming:
            queried = np.setdiff1d(queried, np.abs(np.array(assuming, np.int32)))
        self._candidates: list[Lit] = model.literals[np.isin(np.abs(model.literals), queried)].tolist()

    def run(self, chunk: int | None) -> Backbone:
        """The backbone: by one native call if possible, otherwise by a query for each chunk of candidates."""
        engine = self._session.engine
        if chunk is None and isinstance(engine, NativeEngine) and self._solver.needs_no_clauses:
            stopped = self._in_one_call(engine)
        else:
            stopped = self._by_chunks(chunk)
        proven = tuple(sorted(self._proven, key=abs))
        return Backbone(proven, tuple(sorted(self._candidates, key=abs)), stopped, self._model)

    def _in_one_call(self, engine: NativeEngine) -> Stopped | None:
        if self._budget.interrupted:
            return Stopped.INTERRUPTED
        session = self._session
        with session.unused_variables(len(self._candidates)) as unused:
            found = engine.backbone(
                self._candidates,
                self._assuming,
                self._budget.remaining(),
                clauses=session.formula.flat,
                fresh=unused.variables,
            )
            unused.used = found.used
        self._proven += found.forced
        self._candidates = found.undecided
        return found.stopped

    def _by_chunks(self, chunk: int | None) -> Stopped | None:
        chunk_size = chunk or 1
        while self._candidates:
            tested = self._candidates[:chunk_size]
            match self._one_is_false(tested):
                case Solution(model=model):
                    self._candidates = [lit for lit in self._candidates if model.value(lit)]
                    chunk_size = chunk or 1
                case Unsat():
                    self._prove(tested)
                    chunk_size = chunk or GROWTH * chunk_size
                case Unknown(stopped=why):
                    return why
        return None

    def _one_is_false(self, literals: list[Lit]) -> Result[Any]:
        if len(literals) == 1:
            return self._solver.solve([*self._assuming, -literals[0]])
        with self._session.selector() as selector:
            self._session.add([-selector, *(-lit for lit in literals)])
            return self._solver.solve([*self._assuming, selector])

    def _prove(self, literals: list[Lit]) -> None:
        """Record proven literals; add them as unit clauses unless they depend on assumptions."""
        self._proven += literals
        self._candidates = self._candidates[len(literals) :]
        for lit in literals if not self._assuming and self._candidates else ():
            self._session.add([lit])
