"""The checker of strategies: passes all that win, refuses each kind of wrong one, and shows a lost game."""

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
from tests.qbf.brute_force import A, E, Trying, asked, questions, random_questions, satisfied, wins
from tests.reasoning.truth_table import all_models

QUESTION = asked("e1 a2 e3", [1, 2], [-2, 3], [2, -3])


def strategy(
    functions: dict[Var, Lit], gates: list[list[int]] | None = None, winner: Quantifier = E
) -> Strategy:
    flat = [number for row in gates or [] for number in (*row, 0)]
    return Strategy(winner, np.array(flat, np.int32), functions)


def beaten_by(question: Quantified, made: Strategy) -> list[list[int]]:
    formula = counterexample_formula(question, made)
    return [list(model) for model in all_models(formula.var_count, [list(one) for one in formula], [])]


@settings(max_examples=60, deadline=None)
@given(questions(max_var=4, max_clauses=5))
def test_a_winning_strategy_is_fair_and_nothing_beats_it(question: Quantified) -> None:
    made = Trying().decide(question).strategy
    assert made is not None and why_malformed(question, made) is None
    assert wins(question, made)
    if counterexample_formula(question, made).var_count <= 14:
        assert not beaten_by(question, made)


def test_the_opposite_has_a_model_exactly_if_some_game_is_lost() -> None:
    rng = Random(7)
    seen = set()
    for question in random_questions(rng, 60, variables=4):
        winner = rng.choice((E, A))
        mine = [var for block in question.prefix if block.quantifier is winner for var in block.variables]
        first = question.prefix[0]
        known = [1] if first.quantifier is not winner else []
        functions = {var: rng.choice([*known, *(-var for var in known), 5, -5]) for var in mine}
        made = strategy(functions, [[5]], winner)
        assert why_malformed(question, made) is None
        games = beaten_by(question, made) if counterexample_formula(question, made).var_count <= 14 else None
        if games is None:
            continue
        seen.add(bool(games))
        assert (not games) == wins(question, made)
        if games:
            lost = lost_game(question, made, games[0])
            assert lost is not None
            true = {*lost.chosen, *lost.replied}
            assert satisfied(question, true) == (winner is A)
            if lost.clause is not None:
                assert true.isdisjoint(question.matrix.clause(lost.clause))
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("made", "why"),
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
def test_what_is_no_strategy_at_all_is_refused_with_its_reason(made: Strategy, why: str) -> None:
    assert (why_malformed(QUESTION, made) or "").startswith(why)


def test_free_variables_are_chosen_before_all_others() -> None:
    question = asked("a1", [1, 2], [-1, -2])
    why = why_malformed(question, strategy({2: 1}))
    assert why == "the function of 2 depends on 1, which is chosen later"
    assert why_malformed(question, strategy({1: 2}, winner=A)) is None
    assert not beaten_by(question, strategy({1: 2}, winner=A))


def test_without_a_function_a_variable_may_have_either_value() -> None:
    assert beaten_by(QUESTION, strategy({3: 2}))  # 1 matters where 2 is false
    assert not beaten_by(asked("e1 a2 e3", [-2, 3], [2, -3]), strategy({3: 2}))


def test_a_game_that_is_won_is_no_counterexample() -> None:
    assert lost_game(QUESTION, strategy({1: 9, 3: 2}, [[9]]), [2]) is None


def test_each_clause_has_a_variable_that_says_it_is_false() -> None:
    made = strategy({1: 9, 3: -2}, [[9]])
    against = counterexample_formula(QUESTION, made)
    assert list(false_clause_variables(QUESTION, made, against)) == [10, 11, 12]
    for model in beaten_by(QUESTION, made):
        assert {lit for lit in model if abs(lit) > 9} == ({-10, 11, -12} if 2 in model else {-10, -11, 12})
    refuter = strategy({2: 9}, [[9]], A)
    assert not list(false_clause_variables(QUESTION, refuter, counterexample_formula(QUESTION, refuter)))


def test_nothing_wins_against_the_empty_clause_and_everything_without_clauses() -> None:
    assert beaten_by(asked("e1", []), strategy({1: 2}, [[2]]))
    assert not beaten_by(asked("e1"), strategy({1: 2}, [[2]]))
    assert not beaten_by(asked("a1", []), strategy({}, winner=A))
    assert beaten_by(asked("a1"), strategy({}, winner=A))
