"""SolutionSearch: from an encoding to its solutions, in one engine.

Every query of a puzzle's encoding goes this way: load the clauses, attach the connectivity theory if the
engine has one, try the warm start, solve, add lazy clauses until none is violated, decode; for a second
solution add a blocking clause and solve again.  Each part can be switched off, so that a benchmark measures
this very code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Generic, Protocol, TypeVar

from satplay.contracts.budget import Budget
from satplay.contracts.encoding import Encoding
from satplay.contracts.engine import Answer, Limit, Stopped, Unknown, Unsat
from satplay.engines.catalogue import open_engine
from satplay.logic.literal import Clause, Lit, Var
from satplay.rule import RuleInstance
from satplay.solving.lazy_refinement import (
    Result,
    Solution,
    attach_connectivity,
    has_lazy_clauses,
    solve_lazily,
)
from satplay.solving.projection import build_blocking_clause, find_free_variable, set_literal
from satplay.solving.session import Session, load_formula

S = TypeVar("S")


class Solver(Protocol):
    """The operations of an engine that a search uses; a ``Session`` has them too."""

    def add(self, clause: Clause) -> None:
        """Add one clause."""

    def solve(self, assuming: Sequence[Lit], limit: Limit) -> Answer:
        """Decide the clauses under the assumptions."""

    def statistics(self) -> Mapping[str, int | float]:
        """Counters since the start."""


class ProofWatcher(Protocol):
    """Receives what a proof of the search is about: the clauses of the formula, and the lazy clauses."""

    def listen(self, engine: Any, clauses: Iterable[Clause]) -> None:
        """Make the engine log its proof; called before its first clause."""

    def add_given_clause(self, clause: Clause) -> None:
        """Notification: a lazy clause was added to the formula."""


class SolutionSearch(Generic[S]):
    """Solutions of one encoding, from a ``solver`` that has its clauses already.

    ``connectivity``  attach the connectivity theory if the solver has one
    ``warm_start``    try the encoding's warm start before each query without assumptions
    ``proof``         also receives the lazy clauses

    Lazy clauses become part of the encoding's formula, with the rule instance they come from.

    >>> from satplay.logic.formula import Formula
    >>> either = Encoding(Formula([[1, 2], [-1, -2]]), decode=tuple, answer=[1, 2])
    >>> with open_search(either) as search:
    ...     first = search.solve()
    ...     second = search.find_another(first, [1, 2])
    ...     print(sorted([first.value, second.value]), search.find_another(second, [1, 2]))
    [(-1, 2), (1, -2)] Unsat(core=())
    """

    def __init__(
        self,
        encoding: Encoding[S],
        solver: Solver,
        *,
        connectivity: bool = True,
        warm_start: bool = True,
        proof: ProofWatcher | None = None,
    ) -> None:
        self._encoding = encoding
        self._solver = solver
        self._warm_start = encoding.warm_start if warm_start else None
        self._proof = proof
        if connectivity:
            attach_connectivity(
                solver.engine if isinstance(solver, Session) else solver, encoding.connectivity
            )

    def budget(self, limit: Limit) -> Budget:
        """A budget for queries of this search."""
        return Budget(limit, self._solver.statistics)

    def statistics(self) -> Mapping[str, int | float]:
        """The counters of the solver."""
        return self._solver.statistics()

    def solve(self, assuming: Sequence[Lit] = (), budget: Budget | None = None) -> Result[S]:
        """A solution under the assumptions."""
        budget = Budget() if budget is None else budget
        try:
            if self._warm_start is not None and not assuming and (start := self._warm_start()):
                result = self._refine(start, budget)
                if not isinstance(result, Unsat):
                    return result
            return self._refine(assuming, budget)
        except MemoryError:
            return Unknown(Stopped.MEMORY)

    def find_another(
        self,
        first: Solution[S],
        project_onto: Sequence[Var] | None,
        assuming: Sequence[Lit] = (),
        budget: Budget | None = None,
        *,
        selector: Lit | None = None,
    ) -> Result[S]:
        """A solution that differs from a known one in the projection variables; None: in any variable.

        The blocking clause stays; with a ``selector`` it can be switched off.
        """
        formula = self._encoding.formula
        # A variable that no clause mentions can be flipped, unless a lazy clause may mention it.
        if not has_lazy_clauses(self._encoding):
            free = find_free_variable(formula, project_onto, assuming)
            if free is not None:
                other = set_literal(first.model, free if first.model.value(free) is False else -free)
                return Solution(other, self._encoding.decode(other))
        clause = build_blocking_clause(formula, first.model, project_onto, assuming)
        if selector is None:
            self._solver.add(clause)
            return self.solve(assuming, budget)
        self._solver.add([-selector, *clause])
        return self.solve([selector, *assuming], budget)

    def _refine(self, assuming: Sequence[Lit], budget: Budget) -> Result[S]:
        return solve_lazily(lambda: self._ask(assuming, budget), self._encoding, self._add)

    def _ask(self, assuming: Sequence[Lit], budget: Budget) -> Answer:
        if budget.interrupted:
            return Unknown(Stopped.INTERRUPTED)
        return self._solver.solve(assuming, budget.remaining())

    def _add(self, instance: RuleInstance, clause: Clause) -> None:
        formula = self._encoding.formula
        with formula.stating(instance):
            formula.add(*clause)
        if self._proof is not None:
            self._proof.add_given_clause(clause)
        self._solver.add(clause)


@contextmanager
def open_search(
    encoding: Encoding[S],
    engine: str | None = None,
    *,
    seed: int = 0,
    connectivity: bool = True,
    warm_start: bool = True,
    proof: ProofWatcher | None = None,
) -> Iterator[SolutionSearch[S]]:
    """A search in a new engine, closed at the end of the block.

    With a ``proof`` there is neither theory nor warm start: what a theory derives has no reason in a proof.
    """
    session = open_engine(engine, seed=seed)
    try:
        if proof is not None:
            proof.listen(session, encoding.formula)
        load_formula(session, encoding.formula)
        alone = proof is None
        yield SolutionSearch(
            encoding,
            session,
            connectivity=connectivity and alone,
            warm_start=warm_start and alone,
            proof=proof,
        )
    finally:
        session.close()
