"""The next fact that follows, with a minimal reason: the rule instances and known facts that force it.

In a step, the known facts and some rule instances force new facts.  Single rule instances are tried first, so
that a step which needs only one is never skipped.  If there is none, every forced fact is negated in turn and
the smallest unsatisfiable cores are shrunk, with all known facts as hard clauses; the best results are
compared with a smallest MUS by hitting sets (after Bogaerts, Gamba, Claes & Guns, "Step-wise explanations of
constraint satisfaction problems", 2020).  Finally the known facts are shrunk, with the rule instances as hard
clauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, Self, TypeAlias, TypeVar

from satplay.contracts.engine import UNLIMITED, Limit, Unknown, Unsat
from satplay.contracts.facts import Facts
from satplay.fast_dataclass import dataclass
from satplay.logic.literal import Lit
from satplay.reasoning.reasons import Reason, Rules
from satplay.rule import RuleInstance
from satplay.solving.lazy_refinement import Result, Solution
from satplay.solving.session import Session
from satplay.solving.solution_search import SolutionSearch

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class DeductionStep:
    """The new ``facts`` follow from the rule instances ``because`` and the known ``given_facts``.

    Facts that another new fact implies by definition are left out.  Every rule instance and every known fact
    is needed for the first new fact.  ``smallest`` is true if no smaller set of rule instances forces that
    fact.
    """

    facts: tuple[Lit, ...]
    because: tuple[RuleInstance, ...]
    given_facts: tuple[Lit, ...]
    smallest: bool


@dataclass(frozen=True, slots=True)
class Contradiction:
    """The ``given_facts`` and the rule instances ``because`` are unsatisfiable; each of them is needed.

    ``minimal`` is false if a limit was reached before that was known.  Without ``given_facts``, the puzzle
    itself has no solution.
    """

    because: tuple[RuleInstance, ...]
    given_facts: tuple[Lit, ...]
    minimal: bool


@dataclass(frozen=True, slots=True)
class Done:
    """Every wanted fact is known."""


@dataclass(frozen=True, slots=True)
class Open:
    """Several solutions are left, and they have only the known facts in common."""


DeductionResult: TypeAlias = DeductionStep | Contradiction | Done | Open | Unknown


class Deduction(Generic[S]):
    """Finds steps in one instance; lazy clauses are added when they are needed."""

    def __init__(self, facts: Facts[S], limit: Limit = UNLIMITED, *, engine: str | None = None) -> None:
        self._facts = facts
        self._formula = facts.encoding.formula
        self._session = Session(self._formula, engine)
        # Reasons consist of clauses: a theory would replace some of them.
        self._search = SolutionSearch(facts.encoding, self._session, connectivity=False, warm_start=False)
        self._budget = self._session.budget(limit)

    def step(self, known_facts: Iterable[Lit] = (), *, gradual: bool = False) -> DeductionResult:
        """The step with the smallest reason found: all new facts that this reason forces.

        A ``gradual`` step states what is not the case before what is, and the facts that several rule
        instances force one by one.
        """
        facts = list(dict.fromkeys(known_facts))
        match self._ask(facts):
            case Unknown() as unknown:
                return unknown
            case Unsat():
                return self._contradiction(facts)
            case Solution(model=model):
                have = set(facts)
                open_ = [lit for lit in self._facts.target_literals if model.value(lit) and lit not in have]
        # A fact that one rule instance implies is forced: no query is needed.
        rules = Rules(self._formula)
        single = rules.single(facts, sorted(open_, key=_is_assertion) if gradual else open_)
        if single is not None:
            alike = [lit for lit in open_ if _is_assertion(lit) == _is_assertion(single.fact)]
            return self._step(rules, single, facts, alike if gradual else open_)
        forced = self._find_forced(facts, open_)
        if isinstance(forced, Unknown):
            return forced
        if not forced:
            return self._end_result(facts)
        rules = Rules(self._formula)  # lazy clauses may have been added
        if gradual:
            forced = [lit for lit in forced if not _is_assertion(lit)] or forced
        reason = rules.compare(facts, forced, self._budget.remaining())
        if isinstance(reason, Unknown):
            return reason
        return self._step(rules, reason, facts, [] if gradual else forced)

    def contradiction(self) -> Contradiction | Solution[S] | Unknown:
        """The reason why there is no solution; the solution if there is one."""
        match self._ask([]):
            case Unsat():
                return self._contradiction([])
            case answer:
                return answer

    def _ask(self, assuming: Sequence[Lit]) -> Result[S]:
        return self._search.solve(assuming, self._budget)

    def _find_forced(self, known_facts: list[Lit], open_: list[Lit]) -> list[Lit] | Unknown:
        """The open facts that are true in every solution.

        Each is negated in turn; a solution rules out all open facts that are false in it.
        """
        forced: list[Lit] = []
        while open_:
            lit, *open_ = open_
            match self._ask([*known_facts, -lit]):
                case Unsat():
                    forced.append(lit)
                case Solution(model=model):
                    open_ = [other for other in open_ if model.value(other)]
                case Unknown() as unknown:
                    return unknown
        return forced

    def _end_result(self, known_facts: list[Lit]) -> Done | Open | Unknown:
        """The result if no fact is forced: every fact is known, or solutions differ."""
        have = set(known_facts)
        with self._session.selector() as selector:
            self._session.add([-selector, *(lit for lit in self._facts.target_literals if lit not in have)])
            match self._ask([*known_facts, selector]):
                case Unsat():
                    return Done()
                case Solution():
                    return Open()
                case unknown:
                    return unknown

    def _step(self, rules: Rules, reason: Reason, known_facts: list[Lit], open_: list[Lit]) -> DeductionStep:
        given = rules.facts_needed(reason, known_facts)
        others = [lit for lit in open_ if lit != reason.fact]
        facts = rules.strongest([reason.fact, *rules.also_given(reason, given, others)])
        return DeductionStep(facts, rules.rule_instances(reason.instances), given, reason.smallest)

    def _contradiction(self, known_facts: list[Lit]) -> Contradiction | Unknown:
        rules = Rules(self._formula)
        found = rules.contradiction(known_facts, self._budget.remaining())
        if isinstance(found, Unknown):
            return found
        instances, given, minimal = found
        return Contradiction(rules.rule_instances(instances), given, minimal)

    def interrupt(self) -> None:
        """Make a running query end soon; callable from another thread."""
        self._session.interrupt()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._session.close()


def _is_assertion(lit: Lit) -> bool:
    return lit > 0
