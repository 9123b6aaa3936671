"""Steps: the next deduction, the rules that justify it, and the facts it uses."""

from __future__ import annotations

from enum import Enum
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.contracts.encoding import Encoding
from satplay.contracts.engine import Limit, Unknown
from satplay.contracts.facts import Facts
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit
from satplay.reasoning.deduce import Contradiction, Deduction, DeductionResult, DeductionStep, Done, Open
from satplay.rule import RuleInstance
from satplay.solving.lazy_refinement import Solution
from tests.exams.explanations import expect_contradiction, expect_step, single_instances


class Rule(Enum):
    STATED = "A statement."


def numbered_rule(number: int) -> RuleInstance:
    return RuleInstance(Rule.STATED, f"number {number}", (number,))


def facts_of(rules: list[list[list[Lit]]], wanted: list[Lit], var_count: int = 0) -> Facts[frozenset[Lit]]:
    """Facts in which each rule has some clauses."""
    formula = Formula(var_count=var_count)
    for number, clauses in enumerate(rules):
        with formula.stating(numbered_rule(number)):
            formula.add_all(clauses)
    encoding: Encoding[frozenset[Lit]] = Encoding(formula, frozenset, answer=wanted)
    return Facts(encoding, wanted, sorted, frozenset(), lambda position, lits: position.union(lits))


def next_step(facts: Facts[frozenset[Lit]], *known: Lit) -> DeductionResult:
    with Deduction(facts) as deducing:
        return deducing.step(known)


def test_one_rule_is_preferred_to_two_even_for_a_preferred_fact() -> None:
    facts = facts_of([[[-1, 2]], [[-2, 3]], [[-1, 4]]], wanted=[3, 2, 4])
    step = next_step(facts, 1)
    assert isinstance(step, DeductionStep)
    assert step == DeductionStep((2,), (numbered_rule(0),), (1,), smallest=True, cost=1)


def test_a_step_contains_all_consequences_of_its_reason() -> None:
    facts = facts_of([[[-1, 2], [-1, 3]], [[4]]], wanted=[2, 3])
    step = next_step(facts, 1)
    assert isinstance(step, DeductionStep) and step.facts == (2, 3) and step.given_facts == (1,)


def test_two_rules_are_combined_if_one_is_not_enough() -> None:
    facts = facts_of([[[1, 2]], [[-1, 2]], [[3, 4], [-3, 4, 2]]], wanted=[2])
    step = next_step(facts)
    assert step == DeductionStep((2,), (numbered_rule(0), numbered_rule(1)), (), smallest=True, cost=2)


def test_a_finished_instance_has_no_step() -> None:
    assert next_step(facts_of([[[1]]], wanted=[1]), 1) == Done()


def test_an_impossible_wanted_fact_needs_no_step() -> None:
    assert next_step(facts_of([[[-1, 2]], [[-1, -2]]], wanted=[1])) == Done()


def test_without_a_forced_fact_there_is_no_step() -> None:
    assert next_step(facts_of([[[3, 4]]], wanted=[1, 2], var_count=4)) == Open()
    assert next_step(facts_of([[[1, 2]]], wanted=[1, 2])) == Open()


def test_a_mistake_is_reported_with_the_rules_it_breaks() -> None:
    facts = facts_of([[[-1, 2]], [[-2, -3]], [[4, 5]]], wanted=[2])
    found = next_step(facts, 1, 3, 4)
    assert found == Contradiction((numbered_rule(0), numbered_rule(1)), (1, 3), minimal=True)


def test_unsatisfiable_rules_are_a_contradiction() -> None:
    facts = facts_of([[[1, 2]], [[-1]], [[3]], [[-2]]], wanted=[1])
    assert next_step(facts) == Contradiction(
        (numbered_rule(0), numbered_rule(1), numbered_rule(3)), (), minimal=True
    )
    with Deduction(facts) as deducing:
        assert deducing.contradiction() == next_step(facts)


def test_a_satisfiable_instance_has_no_contradiction() -> None:
    with Deduction(facts_of([[[1]]], wanted=[1])) as deducing:
        assert isinstance(deducing.contradiction(), Solution)


def test_a_limit_stops_it() -> None:
    hard = [[[a, b, c]] for a in (1, -1) for b in (2, -2) for c in (3, -3)]
    with Deduction(facts_of(hard, wanted=[1]), Limit(seconds=0.0)) as deducing:
        assert isinstance(deducing.step(), Unknown)


def test_lazy_clauses_are_reasons_too() -> None:
    """Not both 1 and 2: a lazy clause, added after a solution violates it."""
    facts = facts_of([[[1]], [[2, 3]]], wanted=[3])
    both = numbered_rule(9)

    def refine(solution: frozenset[Lit]) -> list[tuple[RuleInstance, list[Lit]]]:
        return [(both, [-1, -2])] if {1, 2} <= solution else []

    lazy = Facts(
        Encoding(facts.encoding.formula, facts.encoding.decode, answer=[3], lazy_clauses=refine),
        facts.target_literals,
        facts.known_literals,
        facts.nothing,
        facts.apply_facts,
    )
    step = next_step(lazy)
    assert isinstance(step, DeductionStep) and set(step.because) == {numbered_rule(0), numbered_rule(1), both}


@st.composite
def stories(draw: st.DrawFn) -> tuple[list[list[list[Lit]]], list[Lit]]:
    """A few rules over six variables, and facts that may be true."""
    lit = st.integers(1, 6).flatmap(lambda var: st.sampled_from([var, -var]))
    clause = st.lists(lit, min_size=1, max_size=3, unique_by=abs)
    rules = draw(st.lists(st.lists(clause, min_size=1, max_size=3), min_size=1, max_size=9))
    return rules, draw(st.lists(lit, max_size=2, unique_by=abs))


@given(stories())
@settings(max_examples=300)
def test_every_step_follows_and_every_part_of_its_reason_is_needed(
    story: tuple[list[list[list[Lit]]], list[Lit]],
) -> None:
    rules, known = story
    wanted = [lit for var in range(1, 7) for lit in (var, -var)]
    facts = facts_of(rules, wanted, var_count=6)
    formula = facts.encoding.formula
    match next_step(facts, *known):
        case DeductionStep() as step:
            expect_step(formula, known, step)
            if len(step.because) > 1 and step.smallest:
                assert not single_instances(formula, known, [step.facts[0]])
        case Contradiction() as found:
            expect_contradiction(formula, found)
        case found:
            assert isinstance(found, Done | Open)


@pytest.mark.parametrize("seed", range(3))
def test_the_same_question_has_the_same_answer(seed: int) -> None:
    rng = Random(seed)
    rules = [[[rng.choice((1, -1)) * var for var in rng.sample(range(1, 9), 3)]] for _ in range(34)]
    facts = facts_of(rules, wanted=[*range(1, 9)], var_count=8)
    assert next_step(facts) == next_step(facts)
