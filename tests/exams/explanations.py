"""Check steps and contradictions with PySAT's MiniSat: they follow, and every part of a reason is needed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pysat.solvers import Solver

from satplay.logic.formula import Formula
from satplay.logic.literal import Lit
from satplay.logic.origin import DEFINITION
from satplay.reasoning.deduce import Contradiction, DeductionStep
from satplay.rule import RuleInstance


def holds_together(formula: Formula, instances: Iterable[RuleInstance], facts: Sequence[Lit]) -> bool:
    """Return whether the clauses of these rule instances, all definitions and the facts have a model."""
    there = {*instances, DEFINITION, None}
    clauses = [list(clause) for number, clause in enumerate(formula) if formula.origin(number) in there]
    with Solver("m22", bootstrap_with=clauses) as solver:
        return bool(solver.solve(assumptions=list(facts)))


def expect_step(formula: Formula, known: Sequence[Lit], step: DeductionStep) -> None:
    """Check that every fact follows, and that without any one part of the reason the first does not."""
    assert {*step.given_facts} <= {*known} and not {*step.facts} & {*known}
    for fact in step.facts:
        assert not holds_together(formula, step.because, [*step.given_facts, -fact]), "a fact does not follow"
    _expect_all_needed(formula, step.because, step.given_facts, [-step.facts[0]])


def expect_contradiction(formula: Formula, found: Contradiction) -> None:
    """Check that the reason is unsatisfiable, and satisfiable without any one of its parts."""
    assert not holds_together(formula, found.because, found.given_facts), "there is no contradiction"
    assert found.minimal
    _expect_all_needed(formula, found.because, found.given_facts, [])


def _expect_all_needed(
    formula: Formula, because: Sequence[RuleInstance], given: Sequence[Lit], denied: list[Lit]
) -> None:
    for instance in because:
        others = [other for other in because if other != instance]
        assert holds_together(formula, others, [*given, *denied]), f"not needed: {instance}"
    for fact in given:
        others_given = [other for other in given if other != fact]
        assert holds_together(formula, because, [*others_given, *denied]), f"not needed: {formula.fact(fact)}"


def single_instances(formula: Formula, known: Sequence[Lit], wanted: Sequence[Lit]) -> bool:
    """Return whether a single rule instance forces one of the wanted facts, by testing all pairs."""
    return any(
        not holds_together(formula, [instance], [*known, -lit])
        for instance in formula.instances()
        for lit in wanted
    )
