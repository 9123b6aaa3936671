"""The next fact that follows, with a minimal reason: the rule instances and known facts that force it.

In a step, the known facts and some rule instances force new facts.  Single rule instances are tried first, so
that a step which needs only one is never skipped.  If there is none, every forced fact is negated in turn and
the smallest unsatisfiable cores are shrunk, with all known facts as hard clauses; the best results are
compared with a smallest MUS by hitting sets (after Bogaerts, Gamba, Claes & Guns, "Step-wise explanations of
constraint satisfaction problems", 2020).  Finally the known facts are shrunk, with the rule instances as hard
clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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
class Inference:
    """A rule instance (None: a definition) implies a fact (None: a contradiction).

    ``cases``  what the case that it belongs to supposes besides, outermost first.  Of each distinction both
               cases follow one after the other, and each ends in a contradiction.
    """

    instance: RuleInstance | None
    fact: Lit | None
    cases: tuple[Lit, ...] = ()


@dataclass(frozen=True, slots=True)
class DeductionStep:
    """The new ``facts`` follow from the rule instances ``because`` and the known ``given_facts``.

    Facts that another new fact implies by definition are left out.  Every rule instance and every known fact
    is needed.  ``smallest`` is true if no smaller set of rule instances forces the facts.

    ``cost``       the sum of the costs of the rule instances
    ``chain``      for several rule instances: the inferences from the negation of the first fact to a
                   contradiction, or to one in each of several cases; empty if none is known
    ``available``  the number of different steps that were possible at this moment
    ``plain_facts``  facts that are plain to see before the step and used by it or later: they follow by rule
                   instances that cost nothing, such as the colour of a line
    """

    facts: tuple[Lit, ...]
    because: tuple[RuleInstance, ...]
    given_facts: tuple[Lit, ...]
    smallest: bool
    cost: int = 0
    chain: tuple[Inference, ...] = ()
    available: int = 1
    plain_facts: tuple[Lit, ...] = ()


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


def _one(instance: RuleInstance) -> int:
    return 1


DeductionResult: TypeAlias = DeductionStep | Contradiction | Done | Open | Unknown


class Deduction(Generic[S]):
    """Finds steps in one instance; lazy clauses are added when they are needed."""

    def __init__(self, facts: Facts[S], limit: Limit = UNLIMITED, *, engine: str | None = None) -> None:
        self._facts = facts
        self._formula = facts.encoding.formula
        self._session = Session(self._formula, engine)
        # Reasons consist of clauses: a theory would replace some of them.
        self._search = SolutionSearch(facts.encoding, self._session, connectivity=False, warm_start=False)
        self.budget = self._session.budget(limit)

    def step(
        self, known_facts: Iterable[Lit] = (), cost_of: Callable[[RuleInstance], int] = _one
    ) -> DeductionResult:
        """The step with the cheapest reason found: all new facts that this reason forces."""
        facts = list(dict.fromkeys(known_facts))
        match self._ask(facts):
            case Unknown() as unknown:
                return unknown
            case Unsat():
                return self.explain_contradiction(facts)
            case Solution(model=model):
                have = set(facts)
                open_ = [lit for lit in self._facts.target_literals if model.value(lit) and lit not in have]
        # A fact that one rule instance implies is forced: no query is needed.
        rules = Rules(self._formula, cost_of)
        single = rules.single(facts, open_)
        if single is not None:
            return self._step(rules, single, facts, open_)
        forced = self._find_forced(facts, open_)
        if isinstance(forced, Unknown):
            return forced
        if not forced:
            return self._end_result(facts)
        rules = Rules(self._formula, cost_of)  # lazy clauses may have been added
        reason = rules.compare(facts, forced, self.budget.remaining())
        if isinstance(reason, Unknown):
            return reason
        return self._step(rules, reason, facts, forced)

    def contradiction(self) -> Contradiction | Solution[S] | Unknown:
        """The reason why there is no solution; the solution if there is one."""
        match self._ask([]):
            case Unsat():
                return self.explain_contradiction([])
            case answer:
                return answer

    def find_mistake(self, known_facts: Iterable[Lit]) -> Contradiction | Unknown | None:
        """The reason why no solution has these facts; None if one has them."""
        facts = list(dict.fromkeys(known_facts))
        match self._ask(facts):
            case Unsat():
                return self.explain_contradiction(facts)
            case Unknown() as unknown:
                return unknown
            case _:
                return None

    def is_possible(self, known_facts: Iterable[Lit]) -> bool | Unknown:
        """Whether some solution has these facts."""
        match self._ask(list(dict.fromkeys(known_facts))):
            case Unsat():
                return False
            case Unknown() as unknown:
                return unknown
            case _:
                return True

    def clauses_of(self, instance: RuleInstance) -> Sequence[Sequence[Lit]]:
        """The clauses that state a rule instance; lazy clauses included."""
        return Rules(self._formula).clauses_of(instance)

    def _ask(self, assuming: Sequence[Lit]) -> Result[S]:
        return self._search.solve(assuming, self.budget)

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
        because = rules.rule_instances(reason.instances)
        return DeductionStep(facts, because, given, reason.smallest, rules.cost(reason.instances))

    def explain_contradiction(self, known_facts: list[Lit]) -> Contradiction | Unknown:
        """A minimal reason why no solution has these facts."""
        rules = Rules(self._formula)
        found = rules.contradiction(known_facts, self.budget.remaining())
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
