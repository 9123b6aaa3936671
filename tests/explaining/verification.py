"""Verifies the steps of a path with an engine that took no part in finding them.

A rule instance that is stated on demand is encoded from its meaning, with its own variables: some edge leaves
a set of nodes; a path does not enter a dead end; the edges of a cycle are not all used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from pysat.solvers import Minisat22

from satplay.contracts.facts import Cuts, Cycles, Facts
from satplay.logic.flat_clauses import clause_lists
from satplay.logic.literal import Lit
from satplay.logic.propagation import propagate
from satplay.reasoning.deduce import DeductionStep
from satplay.reasoning.groups import rule_groups
from satplay.rule import RuleInstance


class Recorded:
    """Facts whose rules on demand remember which instance belongs to which nodes or edges."""

    def __init__(self, facts: Facts[Any]) -> None:
        self._members: dict[RuleInstance, list[tuple[Cuts | Cycles, tuple[int, ...]]]] = {}
        self.facts = replace(facts, on_demand=tuple(map(self._recording, facts.on_demand)))
        groups = rule_groups(facts.encoding.formula)
        self.definitions: list[list[Lit]] = []
        self._clauses: dict[RuleInstance, list[list[Lit]]] = {}
        clauses = clause_lists(facts.encoding.formula.flat)
        for clause, group in zip(clauses, groups.group_of.tolist(), strict=True):
            if group < 0:
                self.definitions.append(clause)
            else:
                self._clauses.setdefault(groups.names[group], []).append(clause)
        self.stated = list(self._clauses)

    def _recording(self, rule: Cuts | Cycles) -> Cuts | Cycles:
        def instance(members: Sequence[int]) -> RuleInstance:
            made = rule.instance(members)
            self._members.setdefault(made, []).append((rule, tuple(members)))
            return made

        return replace(rule, instance=instance)

    def clauses_of(self, instance: RuleInstance, fresh: Iterator[int]) -> Iterator[list[Lit]]:
        """The meaning of an instance; ``fresh`` gives new variables."""
        yield from self._clauses.get(instance, [])
        for rule, members in self._members.get(instance, []):
            yield from (
                _cycle_clauses(rule, members)
                if isinstance(rule, Cycles)
                else _cut_clauses(rule, members, fresh)
            )

    def solver(self, instances: Iterable[RuleInstance]) -> Minisat22:
        """An engine with the definitions and these rule instances."""
        fresh = iter(range(self.facts.encoding.formula.var_count + 1, 2**30))
        solver = Minisat22(bootstrap_with=self.definitions)
        for instance in instances:
            for clause in self.clauses_of(instance, fresh):
                solver.add_clause(clause)
        return solver

    def follow(self, instances: Iterable[RuleInstance], known: Sequence[Lit], facts: Iterable[Lit]) -> bool:
        """Whether all facts follow from these rule instances and known facts."""
        with self.solver(instances) as solver:
            return all(not solver.solve(assumptions=[*known, -fact]) for fact in facts)

    def closed(self, known: Iterable[Lit]) -> set[Lit]:
        """The known facts with all that follow by definitions."""
        return set(propagate([*self.definitions, *([lit] for lit in known)]))

    def free(self) -> list[RuleInstance]:
        """The instances that are plain to see."""
        return [instance for instance in self.stated if self.facts.cost_of(instance).whole == 0]


def _cut_clauses(rule: Cuts, members: tuple[int, ...], fresh: Iterator[int]) -> Iterator[list[Lit]]:
    entry = -1 - members[0] if members[0] < 0 else None
    inside = {node for node in members if node >= 0}
    leaving: list[Lit] = []
    for (first, second), lits in zip(rule.edges.tolist(), rule.literals.tolist(), strict=True):
        if (first in inside) == (second in inside) or entry in (first, second):
            continue
        used = next(fresh)
        leaving.append(used)
        for lit in lits:
            if lit:
                yield [-used, lit]
    if entry is None and inside & {*rule.terminals}:
        yield leaving
    for node in inside - {*rule.terminals}:
        if rule.node_literals and rule.node_literals[node]:
            yield [-rule.node_literals[node], *leaving]


def _cycle_clauses(rule: Cycles, members: tuple[int, ...]) -> Iterator[list[Lit]]:
    lits = [-int(rule.literals.reshape(len(rule.edges), -1)[edge, 0]) for edge in members]
    yield lits
    if rule.chordless:
        for left_out in range(len(lits)):
            yield lits[:left_out] + lits[left_out + 1 :]


def verify_step(recorded: Recorded, step: DeductionStep, known: set[Lit]) -> None:
    """The step follows from its reason, each member of which is needed, and from what is known."""
    if step.plain_facts:
        everything = sorted(known, key=abs)
        assert recorded.follow(recorded.free(), everything, step.plain_facts), "a fact is not plain to see"
        known = recorded.closed(known | {*step.plain_facts})
    assert {*step.given_facts} <= known, "a given fact is not known"
    assert step.facts and not {*step.facts} & known, "a fact is not new"
    assert recorded.follow(step.because, step.given_facts, step.facts), "a fact does not follow"
    for left_out in range(len(step.because)):
        others = step.because[:left_out] + step.because[left_out + 1 :]
        assert not recorded.follow(others, step.given_facts, step.facts), (
            f"not needed: {step.because[left_out]}"
        )
    for left_out in range(len(step.given_facts)):
        others_given = step.given_facts[:left_out] + step.given_facts[left_out + 1 :]
        assert not recorded.follow(step.because, others_given, step.facts), "a given fact is not needed"


def verify_chain(recorded: Recorded, step: DeductionStep) -> None:
    """Each inference follows from its instance and what came before; the last one is a contradiction."""
    if not step.chain:
        return
    before = [*step.given_facts, -step.facts[0]]
    for inference in step.chain:
        instances = [] if inference.instance is None else [inference.instance]
        with recorded.solver(instances) as solver:
            if inference.fact is None:
                assert not solver.solve(assumptions=before), "the chain does not end in a contradiction"
            else:
                assert not solver.solve(assumptions=[*before, -inference.fact]), (
                    "an inference does not follow"
                )
                before.append(inference.fact)
    assert step.chain[-1].fact is None
    assert {inference.instance for inference in step.chain} - {None} == {*step.because}
