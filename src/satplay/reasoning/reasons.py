"""Reasons: which rule instances of a formula, and which facts, are needed for something to follow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from satplay.contracts.engine import UNLIMITED, Engine, Limit, Sat, Unknown, Unsat
from satplay.engines.catalogue import open_engine
from satplay.engines.native import NativeEngine
from satplay.errors import EngineError
from satplay.logic.flat import clause_lists
from satplay.logic.formula import Formula
from satplay.logic.literal import FlatClauses, Lit
from satplay.logic.propagation import propagated
from satplay.reasoning.groups import HARD, Groups, GroupSession, Refuted, rule_groups
from satplay.reasoning.mus import Mus, mus
from satplay.reasoning.smus import Smus, smus
from satplay.rule import RuleInstance
from satplay.solving.session import Session

SHRUNK = 16
"""So many facts, those of the smallest contradictions, have their reasons shrunk."""

COMPARED = 4
"""So many of the smallest reasons are compared with a smallest one."""

COMPARING = 2000
"""Conflicts after which no smaller reason is looked for: a number, so that the same hint comes again."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Rule instances, by number, that force a fact; ``smallest`` where no fewer do."""

    fact: Lit
    instances: tuple[int, ...]
    smallest: bool


class Rules:
    """The rule instances of a formula, numbered, and what is always there: definitions."""

    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        self._groups = rule_groups(formula)
        self._lengths = np.diff(formula.ends, prepend=-1)

    def named(self, instances: Iterable[int]) -> tuple[RuleInstance, ...]:
        """The rule instances of these numbers."""
        return self._groups.named(instances)

    # -- one rule instance ---------------------------------------------------------------------------

    def single(self, known: Sequence[Lit], forced: Sequence[Lit]) -> Reason | None:
        """A rule instance that by itself forces one of the facts by unit propagation.

        The one that fewest known facts have to do with; among equals, the one that forces the most welcome.
        """
        stated = self._stated
        true = {*known, *self._meant(known)}
        rank = {lit: place for place, lit in enumerate(forced)}
        touched = {abs(lit) for lit in known}
        best: tuple[int, int, int] | None = None
        for number, clauses in enumerate(stated):
            found = [rank[lit] for lit in propagated(clauses, true) if lit in rank]
            if found:
                facts = len({abs(lit) for clause in clauses for lit in clause} & touched)
                best = min(best or (facts, min(found), number), (facts, min(found), number))
        return None if best is None else Reason(forced[best[1]], (best[2],), smallest=True)

    @cached_property
    def _stated(self) -> list[list[list[Lit]]]:
        """The clauses of every rule instance."""
        stated: list[list[list[Lit]]] = [[] for _ in range(len(self._groups))]
        group_of = self._groups.group_of
        soft = group_of != HARD
        clauses = clause_lists(self._formula.flat[np.repeat(soft, self._lengths)])
        for group, clause in zip(group_of[soft].tolist(), clauses, strict=True):
            stated[group].append(clause)
        return stated

    def _meant(self, facts: Sequence[Lit]) -> set[Lit]:
        """What else is true by definitions alone where these facts are."""
        if isinstance(self._defining, NativeEngine):
            return {*self._defining.propagate(facts)[1]}
        return propagated(clause_lists(self._definitions), set(facts))

    @cached_property
    def _definitions(self) -> FlatClauses:
        clauses: FlatClauses = self._formula.flat[np.repeat(self._groups.group_of == HARD, self._lengths)]
        return clauses

    @cached_property
    def _defining(self) -> Engine:
        engine = open_engine()
        engine.declare(self._formula.var_count)
        engine.add_flat(self._definitions)
        return engine

    # -- several -------------------------------------------------------------------------------------

    def compared(self, known: Sequence[Lit], forced: Sequence[Lit], limit: Limit) -> Reason | Unknown:
        """The smallest reason found for one of the facts, which all follow from the known ones."""
        count = len(self._groups)
        session = GroupSession(self._grouped(hard=known, soft=[-lit for lit in forced]), limit)
        contradictions: list[tuple[int, int, tuple[int, ...]]] = []
        for place in range(len(forced)):
            match session.decide([*range(count), count + place]):
                case Refuted(groups=core):
                    contradictions.append((len(core), place, core))
                case Unknown() as unknown:
                    return unknown
                case _:
                    raise EngineError("a fact was forced, and then it was not")
        reasons: list[Reason] = []
        for _, place, core in sorted(contradictions)[:SHRUNK]:
            match session.shrink(core):
                case Refuted(groups=groups):
                    instances = tuple(group for group in groups if group < count)
                    reasons.append(Reason(forced[place], instances, smallest=False))
                case Unknown() as unknown:
                    return unknown
        reasons.sort(key=lambda reason: len(reason.instances))
        best = reasons[0]
        for reason in reasons[:COMPARED]:
            other = self._smallest(reason, known, limit)
            if len(other.instances) < len(best.instances) or best.fact == other.fact:
                best = other
        return best

    def _smallest(self, reason: Reason, known: Sequence[Lit], limit: Limit) -> Reason:
        """The same fact with fewer rule instances, if that is found soon."""
        groups = self._grouped(hard=[*known, -reason.fact])
        found = smus(groups, limit=replace(limit, conflicts=_at_most(limit.conflicts, COMPARING)))
        if isinstance(found, Smus) and found.minimal and len(found.members) <= len(reason.instances):
            return Reason(reason.fact, found.members, found.smallest)
        return reason

    # -- facts ---------------------------------------------------------------------------------------

    def facts_needed(self, reason: Reason, known: Sequence[Lit]) -> tuple[Lit, ...]:
        """The known facts without any one of which the fact no longer follows."""
        groups = self._grouped(reason.instances, hard=[-reason.fact], soft=known)
        found = mus(groups, UNLIMITED)
        if not isinstance(found, Mus):
            raise EngineError("a reason was found, and then it was none")
        return tuple(known[number] for number in found.members)

    def also_given(self, reason: Reason, given: Sequence[Lit], others: Sequence[Lit]) -> list[Lit]:
        """Those of the other facts that follow by the same reason, as far as it speaks of them."""
        spoken = {
            abs(lit) for number in reason.instances for clause in self._stated[number] for lit in clause
        }
        formula = self._grouped(reason.instances, hard=given).formula
        with Session(formula) as session:
            asked = (lit for lit in others if abs(lit) in spoken)
            return [lit for lit in asked if isinstance(session.solve([-lit]), Unsat)]

    def strongest(self, facts: Sequence[Lit]) -> tuple[Lit, ...]:
        """The facts without those that another of them means: at least two are at least one."""
        meant = {fact: self._meant([fact]) for fact in facts}
        return tuple(
            fact
            for place, fact in enumerate(facts)
            # Of two that mean each other the first is kept.
            if not any(
                fact in meant[other] and (other not in meant[fact] or facts.index(other) < place)
                for other in facts
                if other != fact
            )
        )

    def contradiction(
        self, known: Sequence[Lit], limit: Limit
    ) -> tuple[tuple[int, ...], tuple[Lit, ...], bool] | Unknown:
        """Rule instances and known facts that cannot hold together, and whether all of them are needed."""
        groups = self._grouped(soft=known)
        count = len(self._groups)
        found: Smus[int] | Mus[int] | Sat | Unknown
        found = smus(groups, limit=replace(limit, conflicts=_at_most(limit.conflicts, COMPARING)))
        if isinstance(found, Unknown) or (isinstance(found, Smus) and not found.minimal):
            found = mus(groups, limit)
        if isinstance(found, Unknown):
            return found
        if isinstance(found, Sat):
            raise EngineError("what was contradictory has a model")
        members = found.members
        facts = tuple(known[number - count] for number in members if number >= count)
        return tuple(number for number in members if number < count), facts, found.minimal

    def _grouped(
        self,
        held: Sequence[int] | None = None,
        *,
        hard: Sequence[Lit] = (),
        soft: Sequence[Lit] = (),
    ) -> Groups[int]:
        """Every rule instance a group, and then every soft fact; or, with some held, they alone, and hard."""
        group_of = self._groups.group_of
        count = len(self._groups) if held is None else 0
        there = np.ones(group_of.size, np.bool_)
        if held is not None:
            there = (group_of == HARD) | np.isin(group_of, np.array(held, np.int32))
            group_of = np.full(group_of.size, HARD, np.int32)
        formula = Formula(var_count=self._formula.var_count)
        formula.add_flat(self._formula.flat[np.repeat(there, self._lengths)])
        units = np.array([*hard, *soft], np.int32)
        formula.add_rows(units[:, None])
        extra = [np.full(len(hard), HARD, np.int32), np.arange(count, count + len(soft), dtype=np.int32)]
        return Groups(formula, range(count + len(soft)), np.concatenate([group_of[there], *extra]))


def _at_most(bound: int | None, most: int) -> int:
    return most if bound is None else min(bound, most)
