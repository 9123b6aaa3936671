"""Reasons: the rule instances of a formula and the known facts that a conclusion needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from satplay.contracts.engine import UNLIMITED, Engine, Limit, Sat, Unknown, Unsat
from satplay.engines.catalogue import open_engine
from satplay.engines.native import NativeEngine
from satplay.errors import EngineError
from satplay.fast_dataclass import dataclass
from satplay.logic.flat_clauses import clause_lists
from satplay.logic.formula import Formula
from satplay.logic.literal import FlatClauses, Lit
from satplay.logic.propagation import propagate
from satplay.reasoning.groups import HARD, Groups, GroupSession, UnsatisfiableSubset, rule_groups
from satplay.reasoning.mus import Mus, mus
from satplay.reasoning.smus import Smus, smus
from satplay.rule import RuleInstance
from satplay.solving.session import Session

SHRUNK = 16
"""Number of forced facts whose cores are shrunk: the facts with the smallest cores."""

COMPARED = 4
"""Number of reasons, smallest first, for which a smallest MUS is searched."""

COMPARING = 2000
"""Conflict limit of the search for a smallest reason; not a time, so that hints are reproducible."""


def _one(instance: RuleInstance) -> int:
    return 1


@dataclass(frozen=True, slots=True)
class Reason:
    """Rule instances, by number, that force a fact; ``smallest`` if no smaller set does."""

    fact: Lit
    instances: tuple[int, ...]
    smallest: bool


class Rules:
    """The numbered rule instances of a formula, and its definitions, which always hold."""

    def __init__(self, formula: Formula, cost_of: Callable[[RuleInstance], int] = _one) -> None:
        self._formula = formula
        self._cost_of = cost_of
        self._groups = rule_groups(formula)
        self._lengths = np.diff(formula.ends, prepend=-1)

    def rule_instances(self, numbers: Iterable[int]) -> tuple[RuleInstance, ...]:
        """The rule instances with these numbers."""
        return self._groups.names_of(numbers)

    def cost(self, numbers: Iterable[int]) -> int:
        """The sum of the costs of rule instances."""
        return sum(map(self._cost_of, self.rule_instances(numbers)))

    def clauses_of(self, instance: RuleInstance) -> list[list[Lit]]:
        """The clauses that state a rule instance."""
        return self._instance_clauses[self._groups.names.index(instance)]

    # -- one rule instance ---------------------------------------------------------------------------

    def single(self, known_facts: Sequence[Lit], forced: Sequence[Lit]) -> Reason | None:
        """A single rule instance that forces one of the facts by unit propagation; None if there is none.

        Prefers the instance that mentions the fewest known facts, then the one that forces the fact that
        comes first in ``forced``.
        """
        true = {*known_facts, *self._implied_by_definitions(known_facts)}
        rank = {lit: place for place, lit in enumerate(forced)}
        touched = {abs(lit) for lit in known_facts}
        best: tuple[int, int, int] | None = None
        for number, clauses in enumerate(self._instance_clauses):
            found = [rank[lit] for lit in propagate(clauses, true) if lit in rank]
            if found:
                facts = len({abs(lit) for clause in clauses for lit in clause} & touched)
                best = min(best or (facts, min(found), number), (facts, min(found), number))
        return None if best is None else Reason(forced[best[1]], (best[2],), smallest=True)

    @cached_property
    def _instance_clauses(self) -> list[list[list[Lit]]]:
        """The clauses of every rule instance."""
        instances: list[list[list[Lit]]] = [[] for _ in range(len(self._groups))]
        group_of = self._groups.group_of
        soft = group_of != HARD
        clauses = clause_lists(self._formula.flat[np.repeat(soft, self._lengths)])
        for group, clause in zip(group_of[soft].tolist(), clauses, strict=True):
            instances[group].append(clause)
        return instances

    def _implied_by_definitions(self, facts: Sequence[Lit]) -> set[Lit]:
        """The literals that the definitions imply from these facts, by unit propagation."""
        if isinstance(self._definition_engine, NativeEngine):
            return {*self._definition_engine.propagate(facts)[1]}
        return propagate(clause_lists(self._definitions), set(facts))

    @cached_property
    def _definitions(self) -> FlatClauses:
        clauses: FlatClauses = self._formula.flat[np.repeat(self._groups.group_of == HARD, self._lengths)]
        return clauses

    @cached_property
    def _definition_engine(self) -> Engine:
        engine = open_engine()
        engine.declare(self._formula.var_count)
        engine.add_flat(self._definitions)
        return engine

    # -- several rule instances -----------------------------------------------------------------------

    def compare(self, known_facts: Sequence[Lit], forced: Sequence[Lit], limit: Limit) -> Reason | Unknown:
        """The smallest reason found for any of the facts, all of which follow from the known ones."""
        count = len(self._groups)
        session = GroupSession(self._make_groups(hard=known_facts, soft=[-lit for lit in forced]), limit)
        contradictions: list[tuple[int, int, tuple[int, ...]]] = []
        for place in range(len(forced)):
            match session.decide([*range(count), count + place]):
                case UnsatisfiableSubset(groups=core):
                    contradictions.append((len(core), place, core))
                case Unknown() as unknown:
                    return unknown
                case _:
                    raise EngineError("the engine contradicts itself: a forced fact is not forced")
        reasons: list[Reason] = []
        for _, place, core in sorted(contradictions)[:SHRUNK]:
            match session.shrink(core):
                case UnsatisfiableSubset(groups=groups):
                    instances = tuple(group for group in groups if group < count)
                    reasons.append(Reason(forced[place], instances, smallest=False))
                case Unknown() as unknown:
                    return unknown
        reasons.sort(key=lambda reason: self.cost(reason.instances))
        best = reasons[0]
        for reason in reasons[:COMPARED]:
            other = self._smallest(reason, known_facts, limit)
            if self._rank(other) < self._rank(best):
                best = other
        return best

    def _rank(self, reason: Reason) -> tuple[int, bool]:
        """The cheapest reasons come first, and of equal ones those that are known to be smallest."""
        return self.cost(reason.instances), not reason.smallest

    def _smallest(self, reason: Reason, known_facts: Sequence[Lit], limit: Limit) -> Reason:
        """A reason for the same fact with fewer rule instances, if one is found within the conflict limit."""
        groups = self._make_groups(hard=[*known_facts, -reason.fact])
        found = smus(groups, limit=replace(limit, conflicts=_at_most(limit.conflicts, COMPARING)))
        if (
            isinstance(found, Smus)
            and found.minimal
            and self.cost(found.members) <= self.cost(reason.instances)
        ):
            return Reason(reason.fact, found.members, found.smallest)
        return reason

    # -- facts ---------------------------------------------------------------------------------------

    def facts_needed(self, reason: Reason, known_facts: Sequence[Lit]) -> tuple[Lit, ...]:
        """A minimal set of known facts from which the reason's fact follows."""
        groups = self._make_groups(reason.instances, hard=[-reason.fact], soft=known_facts)
        found = mus(groups, UNLIMITED)
        if not isinstance(found, Mus):
            raise EngineError("the engine contradicts itself: a reason does not force its fact")
        return tuple(known_facts[number] for number in found.members)

    def also_given(self, reason: Reason, given_facts: Sequence[Lit], others: Sequence[Lit]) -> list[Lit]:
        """The other facts that follow from the same reason and are mentioned by its clauses."""
        clauses = (clause for number in reason.instances for clause in self._instance_clauses[number])
        mentioned = {abs(lit) for clause in clauses for lit in clause}
        formula = self._make_groups(reason.instances, hard=given_facts).formula
        with Session(formula) as session:
            candidates = (lit for lit in others if abs(lit) in mentioned)
            return [lit for lit in candidates if isinstance(session.solve([-lit]), Unsat)]

    def strongest(self, facts: Sequence[Lit]) -> tuple[Lit, ...]:
        """The facts that no other fact implies by definition: "at least two" implies "at least one"."""
        implied = {fact: self._implied_by_definitions([fact]) for fact in facts}
        return tuple(
            fact
            for place, fact in enumerate(facts)
            # Of two equivalent facts the first stays.
            if not any(
                fact in implied[other] and (other not in implied[fact] or facts.index(other) < place)
                for other in facts
                if other != fact
            )
        )

    def contradiction(
        self, known_facts: Sequence[Lit], limit: Limit
    ) -> tuple[tuple[int, ...], tuple[Lit, ...], bool] | Unknown:
        """Rule instances and known facts that are unsatisfiable, and whether they are a minimal set."""
        groups = self._make_groups(soft=known_facts)
        count = len(self._groups)
        found: Smus[int] | Mus[int] | Sat | Unknown
        found = smus(groups, limit=replace(limit, conflicts=_at_most(limit.conflicts, COMPARING)))
        if isinstance(found, Unknown) or (isinstance(found, Smus) and not found.minimal):
            found = mus(groups, limit)
        if isinstance(found, Unknown):
            return found
        if isinstance(found, Sat):
            raise EngineError(
                "the engine contradicts itself: an unsatisfiable set of facts and rules has a model"
            )
        members = found.members
        facts = tuple(known_facts[number - count] for number in members if number >= count)
        return tuple(number for number in members if number < count), facts, found.minimal

    def _make_groups(
        self,
        instances: Sequence[int] | None = None,
        *,
        hard: Sequence[Lit] = (),
        soft: Sequence[Lit] = (),
    ) -> Groups[int]:
        """The formula in groups: every rule instance, then every soft fact.

        If ``instances`` is given, only these rule instances are included, as hard clauses.
        """
        group_of = self._groups.group_of
        count = len(self._groups) if instances is None else 0
        included = np.ones(group_of.size, np.bool_)
        if instances is not None:
            included = (group_of == HARD) | np.isin(group_of, np.array(instances, np.int32))
            group_of = np.full(group_of.size, HARD, np.int32)
        formula = Formula(var_count=self._formula.var_count)
        formula.add_flat(self._formula.flat[np.repeat(included, self._lengths)])
        units = np.array([*hard, *soft], np.int32)
        formula.add_rows(units[:, None])
        extra = [np.full(len(hard), HARD, np.int32), np.arange(count, count + len(soft), dtype=np.int32)]
        return Groups(formula, range(count + len(soft)), np.concatenate([group_of[included], *extra]))


def _at_most(bound: int | None, most: int) -> int:
    return most if bound is None else min(bound, most)
