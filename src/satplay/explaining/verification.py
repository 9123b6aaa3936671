"""Verifies steps with an engine that took no part in finding them.

Rule instances that are stated on demand are encoded from their meaning, with variables of their own: a used
edge leaves a set of nodes; a path does not enter a dead end; the edges of a cycle are not all used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import Generic, TypeVar

from satplay.contracts.engine import Engine, Unsat
from satplay.contracts.facts import Cuts, Cycles, Facts
from satplay.engines.reference import ReferenceEngine
from satplay.errors import EngineError
from satplay.explaining.on_demand import clauses_on_demand
from satplay.logic.flat_clauses import clause_lists
from satplay.logic.literal import Lit
from satplay.reasoning.deduce import DeductionStep
from satplay.reasoning.groups import rule_groups
from satplay.rule import RuleInstance

S = TypeVar("S")


class Verifier(Generic[S]):
    """Checks that steps follow from their reasons.

    ``facts`` are those to open a path with: their rules on demand record which set an instance is about.
    """

    def __init__(self, facts: Facts[S], open_engine: Callable[[], Engine] = ReferenceEngine) -> None:
        self._open_engine = open_engine
        self._sets: dict[RuleInstance, list[tuple[Cuts | Cycles, Sequence[int]]]] = {}
        self.facts = replace(facts, on_demand=tuple(map(self._recording, facts.on_demand)))
        groups = rule_groups(facts.encoding.formula)
        self.definitions: list[list[Lit]] = []
        self._clauses: dict[RuleInstance, list[list[Lit]]] = {name: [] for name in groups.names}
        every = clause_lists(facts.encoding.formula.flat)
        for clause, group in zip(every, groups.group_of.tolist(), strict=True):
            where = self.definitions if group < 0 else self._clauses[groups.names[group]]
            where.append(clause)
        self._defining: dict[int, list[int]] = {}  # by variable: definitions
        for number, clause in enumerate(self.definitions):
            for lit in clause:
                self._defining.setdefault(abs(lit), []).append(number)

    def _recording(self, rule: Cuts | Cycles) -> Cuts | Cycles:
        def instance(members: Sequence[int]) -> RuleInstance:
            made = rule.instance(members)
            self._sets.setdefault(made, []).append((rule, members))
            return made

        return replace(rule, instance=instance)

    def expect(self, step: DeductionStep) -> None:
        """Raise ``EngineError`` unless all facts of a step follow from its reason."""
        if not self.follow(step.because, step.given_facts, step.facts):
            reason = "; ".join(map(str, step.because))
            raise EngineError(f"a step does not follow from its reason: {reason}")

    def follow(self, instances: Iterable[RuleInstance], given: Sequence[Lit], facts: Iterable[Lit]) -> bool:
        """Whether all facts follow from these rule instances, the definitions, and the given facts."""
        facts = list(facts)
        engine = self.open(instances, facts)
        return all(isinstance(engine.solve([*given, -fact]), Unsat) for fact in facts)

    def open(self, instances: Iterable[RuleInstance], about: Iterable[Lit] = ()) -> Engine:
        """An engine with these rule instances and the definitions of what they and ``about`` mention."""
        fresh = count(self.facts.encoding.formula.var_count + 1)
        engine = self._open_engine()
        clauses = [clause for instance in instances for clause in self._meaning(instance, fresh)]
        for clause in [*clauses, *self._definitions_near([*clauses, list(about)])]:
            engine.add(clause)
        return engine

    def _meaning(self, instance: RuleInstance, fresh: Iterator[int]) -> Iterator[list[Lit]]:
        yield from self._clauses.get(instance, [])
        for rule, members in self._sets.get(instance, []):
            yield from clauses_on_demand(rule, members, fresh)

    def _definitions_near(self, clauses: Iterable[Sequence[Lit]]) -> Iterator[list[Lit]]:
        open_ = [abs(lit) for clause in clauses for lit in clause]
        seen, found = set(open_), set[int]()
        while open_:
            for number in self._defining.get(open_.pop(), []):
                if number not in found:
                    found.add(number)
                    new = {abs(lit) for lit in self.definitions[number]} - seen
                    seen |= new
                    open_ += new
        return (self.definitions[number] for number in sorted(found))

    @property
    def stated(self) -> list[RuleInstance]:
        """The instances that the formula states."""
        return list(self._clauses)

    def literals_of(self, instance: RuleInstance) -> set[Lit]:
        """The facts that an instance mentions, affirmed and denied."""
        most = self.facts.encoding.formula.var_count
        mentioned = {abs(lit) for clause in self._meaning(instance, count(most + 1)) for lit in clause}
        return {sign * var for var in mentioned if var <= most for sign in (1, -1)}

    def cost_nothing(self) -> list[RuleInstance]:
        """The instances whose consequences are plain to see."""
        return [instance for instance in self._clauses if self.facts.cost_of(instance).whole == 0]
