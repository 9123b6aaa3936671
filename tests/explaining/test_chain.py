"""Steps of several rule instances as chains of sentences, and sentences without words of a puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

import pytest
from pysat.solvers import Solver

import satplay
from satplay import puzzles
from satplay.explaining.chain import tell_chain
from satplay.explaining.path import Path
from satplay.explaining.wording import Wording
from satplay.logic.formula import Formula
from satplay.logic.literal import Named
from satplay.logic.origin import DEFINITION
from satplay.reasoning.deduce import DeductionStep, Inference
from satplay.rule import RuleInstance


class Rule(Enum):
    """The rules of these tests."""

    ONE = "The first rule."
    TWO = "The second rule."


A, B = RuleInstance(Rule.ONE, "if it rains, it is wet"), RuleInstance(Rule.TWO, "if it is wet, it is cold")
RAIN, WET, COLD, AUXILIARY = 1, 2, 3, 4


@pytest.fixture
def wording() -> Wording:
    formula = Formula(var_count=4)
    for variable, name in ((RAIN, "it rains"), (WET, "it is wet"), (COLD, "it is cold")):
        formula.name(variable, Named(name))
    return Wording(formula, None)


def step(*chain: Inference, because: tuple[RuleInstance, ...] = (A, B)) -> DeductionStep:
    return DeductionStep((-RAIN,), because, (-COLD,), False, cost=3, chain=chain)


def sentences(told: DeductionStep, wording: Wording) -> list[str]:
    return [link.sentence for link in tell_chain(told, wording)]


def test_a_chain_supposes_the_opposite_and_ends_with_what_would_be_wrong(wording: Wording) -> None:
    assert sentences(step(Inference(A, WET), Inference(B, None)), wording) == [
        "Suppose it rains.",
        "Then it is wet (ONE: if it rains, it is wet).",
        "But that contradicts TWO: if it is wet, it is cold.",
    ]


def test_inferences_of_one_rule_in_a_row_are_one_sentence(wording: Wording) -> None:
    told = step(Inference(A, WET), Inference(A, COLD), Inference(B, None))
    assert sentences(told, wording)[1:-1] == ["Then it is wet and it is cold (ONE: if it rains, it is wet)."]


def test_auxiliary_variables_and_definitions_of_the_supposition_have_no_sentence(wording: Wording) -> None:
    told = step(Inference(None, COLD), Inference(A, AUXILIARY), Inference(A, WET), Inference(B, None))
    assert sentences(told, wording)[1:-1] == ["Then it is wet (ONE: if it rains, it is wet)."]


def test_facts_that_exclude_each_other_by_their_meaning(wording: Wording) -> None:
    assert sentences(step(Inference(A, WET), Inference(None, None)), wording)[-1] == (
        "But these exclude each other."
    )


def test_cases_are_told_one_after_the_other(wording: Wording) -> None:
    told = step(
        Inference(A, AUXILIARY),
        Inference(B, WET, (COLD,)),
        Inference(A, None, (COLD,)),
        Inference(B, None, (-COLD, WET)),
        Inference(A, COLD, (-COLD, -WET)),
        Inference(None, None, (-COLD, -WET)),
    )
    assert [link.line for link in tell_chain(told, wording)] == [
        "Suppose it rains.",
        "If it is cold:",
        "  Then it is wet (TWO: if it is wet, it is cold).",
        "  But that contradicts ONE: if it rains, it is wet.",
        "So not it is cold.",
        "Either it is wet:",
        "  But that contradicts TWO: if it is wet, it is cold.",
        "Or not it is wet:",
        "  Then it is cold (ONE: if it rains, it is wet).",
        "  But these exclude each other.",
    ]
    assert [link.as_json().get("depth", 0) for link in tell_chain(told, wording)] == [
        *(0, 0, 1, 1, 0, 0, 1, 0, 1, 1),
    ]


def test_one_rule_instance_and_an_unknown_chain_are_no_chain(wording: Wording) -> None:
    assert tell_chain(step(because=(A,)), wording) == ()
    assert tell_chain(step(), wording) == ()


def test_without_words_of_the_puzzle_the_place_is_the_sentence_of_a_rule(wording: Wording) -> None:
    assert wording.where([A]) == "Look at the rule ONE: if it rains, it is wet."
    assert wording.where([A, B]).endswith(" Something follows from it together with 1 other rule.")
    assert wording.reason(A, [WET], []) == wording.label(A) == "ONE: if it rains, it is wet"


# -- boards ----------------------------------------------------------------------------------------------


def chain_steps() -> Iterator[tuple[Formula, Wording, DeductionStep]]:
    """The steps of several rule instances on boards of two puzzles."""
    boards = [("hashi", "7x7", seed) for seed in (5, 8, 11, 18, 20)] + [("mosaic", "6x6", 1)]
    for name, size, seed in boards:
        puzzle = puzzles.find(name)
        board = satplay.generate(name, size=size, seed=seed).instance
        assert puzzle.facts is not None
        facts = puzzle.facts(board)
        with Path(facts) as path:
            for found in path.steps():
                if isinstance(found, DeductionStep) and len(found.because) > 1:
                    yield (
                        facts.encoding.formula,
                        Wording(facts.encoding.formula, board, puzzle.phrases),
                        found,
                    )


def test_chains_use_exactly_the_reason() -> None:
    told = 0
    for _, wording, found in chain_steps():
        chain = tell_chain(found, wording)
        if chain:
            told += 1
            assert chain[0].sentence.startswith("Suppose ") and chain[-1].sentence.startswith("But ")
            assert chain[0].facts == (-found.facts[0],) and not chain[-1].facts
            assert {link.instance for link in chain[1:]} - {None} <= {*found.because}
            assert all(link.sentence.isprintable() for link in chain)
            assert all(link.sentence.endswith(":" if link.opens_case else ".") for link in chain)
    assert told > 4


def test_every_link_follows_from_its_rule_and_the_links_before_it() -> None:
    checked = 0
    for formula, wording, found in chain_steps():
        known = [[*found.given_facts]]  # by depth of cases
        for link in tell_chain(found, wording):
            before = known[link.depth]
            clauses = clauses_of(formula, link.instance)
            if link.instance is not None and not clauses:
                break  # stated on demand: its clauses are not in the formula
            with Solver("m22", bootstrap_with=[*clauses, *clauses_of(formula, None)]) as solver:
                for fact in link.facts if link.instance is not None else ():
                    assert not solver.solve(assumptions=[*before, -fact]), link.sentence
                    checked += 1
            known[link.depth + link.opens_case :] = [[*before, *link.facts]]
    assert checked > 10


def clauses_of(formula: Formula, instance: RuleInstance | None) -> list[list[int]]:
    """The clauses that state a rule instance; the definitions for None."""
    wanted = {None, DEFINITION} if instance is None else {instance}
    return [list(clause) for number, clause in enumerate(formula) if formula.origin(number) in wanted]
