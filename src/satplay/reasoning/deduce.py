"""The next thing that can be known, with a reason: rule instances and facts that force it, none for nothing.

A step is: given the facts so far, these rule instances force these new facts.  Single rule instances are
tried first, so that a step which needs only one is never skipped.  For what remains, every open fact that is
forced is denied in turn and the smallest contradictions are shrunk, with all known facts held; the best are
compared with a smallest one by hitting sets (after Bogaerts, Gamba, Claes & Guns, "Step-wise explanations of
constraint satisfaction problems", 2020).  Then the known facts are shrunk, with the rule instances held.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Self, TypeAlias, TypeVar

from satplay.contracts.engine import UNLIMITED, Limit, Unknown, Unsat
from satplay.contracts.facts import Facts
from satplay.logic.literal import Lit
from satplay.reasoning.reasons import Reason, Rules
from satplay.rule import RuleInstance
from satplay.solving.lazy_refinement import Result, Solution
from satplay.solving.session import Session
from satplay.solving.solution_search import SolutionSearch

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Step:
    """``because`` of these rule instances, and ``given`` these facts, the ``facts`` follow.

    What a fact means anyway is not another.  Drop any of the reasons and the first no longer follows.
    ``smallest`` says that no fewer rule instances force it, whatever is known.
    """

    facts: tuple[Lit, ...]
    because: tuple[RuleInstance, ...]
    given: tuple[Lit, ...]
    smallest: bool


@dataclass(frozen=True, slots=True)
class Contradiction:
    """The facts ``given`` and the rule instances cannot hold together; without any one of them they can.

    ``minimal`` is false where a limit came first.  Without facts the puzzle itself has no solution.
    """

    because: tuple[RuleInstance, ...]
    given: tuple[Lit, ...]
    minimal: bool


@dataclass(frozen=True, slots=True)
class Done:
    """Nothing that was wanted is open."""


@dataclass(frozen=True, slots=True)
class Open:
    """Several solutions are left, and nothing that is not known is common to all of them."""


DeductionResult: TypeAlias = Step | Contradiction | Done | Open | Unknown


class Deduction(Generic[S]):
    """Finds steps in one instance; rules that are stated lazily are stated as they are needed."""

    def __init__(self, facts: Facts[S], limit: Limit = UNLIMITED, *, engine: str | None = None) -> None:
        self._facts = facts
        self._formula = facts.encoding.formula
        self._session = Session(self._formula, engine)
        # The reasons are sought in clauses: a theory would leave them out.
        self._search = SolutionSearch(facts.encoding, self._session, connectivity=False, warm_start=False)
        self._budget = self._session.budget(limit)

    def step(self, known: Iterable[Lit] = ()) -> DeductionResult:
        """What follows from the known facts by the cheapest reason found, with all that this reason gives."""
        facts = list(dict.fromkeys(known))
        match self._ask(facts):
            case Unknown() as unknown:
                return unknown
            case Unsat():
                return self._contradiction(facts)
            case Solution(model=model):
                have = set(facts)
                open_ = [lit for lit in self._facts.wanted if model.value(lit) and lit not in have]
        # What one rule instance gives is forced: nobody need be asked.
        rules = Rules(self._formula)
        single = rules.single(facts, open_)
        if single is not None:
            return self._step(rules, single, facts, open_)
        forced = self._forced(facts, open_)
        if isinstance(forced, Unknown):
            return forced
        if not forced:
            return self._end(facts)
        rules = Rules(self._formula)  # rules may have been stated meanwhile
        reason = rules.compared(facts, forced, self._budget.remaining())
        return reason if isinstance(reason, Unknown) else self._step(rules, reason, facts, forced)

    def contradiction(self) -> Contradiction | Solution[S] | Unknown:
        """Why there is no solution; the solution if there is one."""
        match self._ask([]):
            case Unsat():
                return self._contradiction([])
            case answer:
                return answer

    def _ask(self, assuming: Sequence[Lit]) -> Result[S]:
        return self._search.solve(assuming, self._budget)

    def _forced(self, known: list[Lit], open_: list[Lit]) -> list[Lit] | Unknown:
        """The open facts that are true in every solution: each is denied, and solutions strike others."""
        forced: list[Lit] = []
        while open_:
            lit, *open_ = open_
            match self._ask([*known, -lit]):
                case Unsat():
                    forced.append(lit)
                case Solution(model=model):
                    open_ = [other for other in open_ if model.value(other)]
                case Unknown() as unknown:
                    return unknown
        return forced

    def _end(self, known: list[Lit]) -> Done | Open | Unknown:
        """Nothing is forced: because nothing is left, or because solutions differ."""
        have = set(known)
        with self._session.selector() as asked:
            self._session.add([-asked, *(lit for lit in self._facts.wanted if lit not in have)])
            match self._ask([*known, asked]):
                case Unsat():
                    return Done()
                case Solution():
                    return Open()
                case unknown:
                    return unknown

    def _step(self, rules: Rules, reason: Reason, known: list[Lit], open_: list[Lit]) -> Step:
        given = rules.facts_needed(reason, known)
        others = [lit for lit in open_ if lit != reason.fact]
        facts = rules.strongest([reason.fact, *rules.also_given(reason, given, others)])
        return Step(facts, rules.named(reason.instances), given, reason.smallest)

    def _contradiction(self, known: list[Lit]) -> Contradiction | Unknown:
        rules = Rules(self._formula)
        found = rules.contradiction(known, self._budget.remaining())
        if isinstance(found, Unknown):
            return found
        instances, given, minimal = found
        return Contradiction(rules.named(instances), given, minimal)

    def interrupt(self) -> None:
        """Make a running question end soon; from another thread."""
        self._session.interrupt()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._session.close()
