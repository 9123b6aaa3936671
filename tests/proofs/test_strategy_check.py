"""The strategy checker accepts winning strategies, refuses each kind of error and shows a lost game."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings

from satplay.logic.literal import Lit, Var
from satplay.logic.quantified import Quantified, Quantifier
from satplay.logic.strategy import Strategy
from satplay.proofs.strategy_check import (
    counterexample_formula,
    false_clause_variables,
    lost_game,
    why_malformed,
)
from tests.qbf.brute_force import (
    A,
    BruteForceEngine,
    E,
    make_question,
    questions,
    random_questions,
    satisfied,
    wins,
)
from tests.reasoning.truth_table import all_models

QUESTION = make_question("e1 a2 e3", [1, 2], [-2, 3], [2, -3])


def strategy(
    functions: dict[Var, Lit], gates: list[list[int]] | None = None, winner: Quantifier = E
) -> Strategy:
    flat = [number for row in gates or [] for number in (*row, 0)]
    return Strategy(winner, np.array(flat, np.int32), functions)


def counterexample_models(question: Quantified, candidate: Strategy) -> list[list[int]]:
    formula = counterexample_formula(question, candidate)
    return [list(model) for model in all_models(formula.var_count, [list(one) for one in formula], [])]


@settings(max_examples=60, deadline=None)
@given(questions(max_var=4, max_clauses=5))
def test_a_winning_strategy_is_well_formed_and_has_no_counterexample(question: Quantified) -> None:
    candidate = BruteForceEngine().decide(question).strategy
    assert candidate is not None and why_malformed(question, candidate) is None
    assert wins(question, candidate)
    if counterexample_formula(question, candidate).var_count <= 14:
        assert not counterexample_models(question, candidate)


def test_the_counterexample_formula_has_a_model_exactly_if_some_game_is_lost() -> None:
    rng = Random(7)
    seen = set()
    for question in random_questions(rng, 60, variables=4):
        winner = rng.choice((E, A))
        mine = [var for block in question.prefix if block.quantifier is winner for var in block.variables]
        first = question.prefix[0]
        known = [1] if first.quantifier is not winner else []
        functions = {var: rng.choice([*known, *(-var for var in known), 5, -5]) for var in mine}
        candidate = strategy(functions, [[5]], winner)
        assert why_malformed(question, candidate) is None
        games = (
            counterexample_models(question, candidate)
            if counterexample_formula(question, candidate).var_count <= 14
            else None
        )
        if games is None:
            continue
        seen.add(bool(games))
        assert (not games) == wins(question, candidate)
        if games:
            lost = lost_game(question, candidate, games[0])
            assert lost is not None
            true = {*lost.choices, *lost.replies}
            assert satisfied(question, true) == (winner is A)
            if lost.clause is not None:
                assert true.isdisjoint(question.matrix.clause(lost.clause))
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("candidate", "why"),
    [
        (strategy({1: 2, 3: 2}), "the function of 1 depends on 2, which is chosen later"),
        (strategy({1: -9, 3: 2}, [[8, 2], [9, -8]]), "the function of 1 depends on 2, which is chosen later"),
        (strategy({1: 9, 2: 9}, [[9]]), "there is a function of 2, which is no existential variable"),
        (strategy({7: 9}, [[9]]), "there is a function of 7, which is no existential variable"),
        (strategy({3: 1}), "the function of 3 uses 1, which the winner chooses itself"),
        (strategy({3: 9}, [[9, 1]]), "gate 9 uses 1, which the winner chooses itself"),
        (strategy({3: 9}), "the function of 3 uses 9, which is neither a variable nor a gate before it"),
        (strategy({3: 8}, [[8, 9], [9]]), "gate 8 uses 9, which is neither a variable nor a gate before it"),
        (strategy({3: 8}, [[8, 8]]), "gate 8 uses 8, which is neither"),
        (strategy({3: 8}, [[8], [8]]), "gate 8 is defined a second time"),
        (strategy({3: 2}, [[3, 2]]), "gate 3 is defined where numbers above 3 are expected"),
        (strategy({3: 2}, [[-8, 2]]), "gate -8 is defined where"),
        (strategy({3: 2}, [[]]), "gate 0 is defined where"),
        (Strategy(E, np.array([8, 2], np.int32), {}), "the last gate is not closed by a 0"),
    ],
)
def test_a_malformed_strategy_is_refused_with_a_reason(candidate: Strategy, why: str) -> None:
    assert (why_malformed(QUESTION, candidate) or "").startswith(why)


def test_free_variables_are_outermost() -> None:
    question = make_question("a1", [1, 2], [-1, -2])
    why = why_malformed(question, strategy({2: 1}))
    assert why == "the function of 2 depends on 1, which is chosen later"
    assert why_malformed(question, strategy({1: 2}, winner=A)) is None
    assert not counterexample_models(question, strategy({1: 2}, winner=A))


def test_without_a_function_a_variable_may_have_either_value() -> None:
    assert counterexample_models(QUESTION, strategy({3: 2}))  # 1 matters if 2 is false
    assert not counterexample_models(make_question("e1 a2 e3", [-2, 3], [2, -3]), strategy({3: 2}))


def test_a_won_game_is_not_a_counterexample() -> None:
    assert lost_game(QUESTION, strategy({1: 9, 3: 2}, [[9]]), [2]) is None


def test_each_clause_has_a_variable_for_its_negation() -> None:
    candidate = strategy({1: 9, 3: -2}, [[9]])
    against = counterexample_formula(QUESTION, candidate)
    assert list(false_clause_variables(QUESTION, candidate, against)) == [10, 11, 12]
    for model in counterexample_models(QUESTION, candidate):
        assert {lit for lit in model if abs(lit) > 9} == ({-10, 11, -12} if 2 in model else {-10, -11, 12})
    refuter = strategy({2: 9}, [[9]], A)
    assert not list(false_clause_variables(QUESTION, refuter, counterexample_formula(QUESTION, refuter)))


def test_the_empty_clause_is_always_lost_and_no_clauses_are_always_won() -> None:
    assert counterexample_models(make_question("e1", []), strategy({1: 2}, [[2]]))
    assert not counterexample_models(make_question("e1"), strategy({1: 2}, [[2]]))
    assert not counterexample_models(make_question("a1", []), strategy({}, winner=A))
    assert counterexample_models(make_question("a1"), strategy({}, winner=A))
