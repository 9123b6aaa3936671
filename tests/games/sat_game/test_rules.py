"""Edge cases of the rules of the SAT game, and a comparison with the exact solver."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from math import exp
from random import Random

import pytest

from satplay.contracts.game import CHANCE
from satplay.errors import BadInput, IllegalMove
from satplay.games.sat_game import GAME
from satplay.games.sat_game.role_odds import negative_odds
from satplay.games.sat_game.state import Bias, Phase, State
from tests.exams.game_exam import PLAY, Candidate, candidate
from tests.exams.match_exam import MATCH
from tests.exams.oracle import ExamOracle
from tests.games.sat_game.exact import Node, Rules, after, canonical, mover, winner

SETTLED = {"mode": "random", "after-decline": "affirmative"}


def new(formula: str, **options: str) -> State:
    named = {name.replace("_", "-"): value for name, value in options.items()}
    return GAME.start({"formula": formula, **named})


def play(state: State, *moves: str) -> State:
    for move in moves:
        state = GAME.apply(state, GAME.moves.read(move))
    return state


def clauses(state: State) -> list[tuple[int, ...]]:
    return [clause.lits for clause in state.clauses]


def won_by(state: State) -> str | None:
    ended = GAME.outcome(state)
    return None if ended is None else ended.winner


# -- the end -----------------------------------------------------------------------------------------


def test_without_clauses_affirmative_wins_immediately() -> None:
    assert won_by(new("p cnf 0 0\n")) == "P"


def test_with_an_empty_clause_negative_wins_immediately() -> None:
    assert won_by(new("{}{1}")) == "Q"
    assert GAME.legal(new("{}")) == []


def test_removing_the_last_clause_is_legal_and_loses() -> None:
    assert won_by(play(new("{1,2}{2}"), "set 1 true", "remove c2")) == "P"


def test_the_role_at_the_end_decides_the_winner() -> None:
    position = "sat-game strict\nP is affirmative\nnext: negative\nc1: 1\nc2: -1\n"
    ended = play(GAME.states[0].read(position), "pass", "accept", "remove c1", "set 1 false")
    assert won_by(ended) == "Q"
    assert "Q, who is Affirmative, wins" in str(GAME.outcome(ended))


# -- turns -------------------------------------------------------------------------------------------


def test_true_clauses_and_false_literals_are_removed() -> None:
    state = play(new("{1,2}{-1,2}{1,-1}{3,-1,-3}"), "set 1 true")
    assert clauses(state) == [(2,), (3, -3)]
    assert [clause.name for clause in state.clauses] == ["c2", "c4"]


def test_equal_clauses_stay_distinct() -> None:
    state = play(new("{1,2}{2,1}{3}{3}"), "set 3 true", "remove c1")
    assert [clause.name for clause in state.clauses] == ["c2"]


def test_strict_mode_alternates_and_a_declined_pass_leaves_affirmative_the_turn() -> None:
    state = new("{1,2}{2,3}{3,4}{-4,5}{5,6}")
    assert GAME.to_move(state) == "P"
    state = play(state, "set 1 false")
    assert GAME.to_move(state) == "Q"
    state = play(state, "pass")
    assert GAME.to_move(state) == "P"
    assert GAME.to_move(play(state, "decline")) == "P"
    switched = play(state, "accept")
    assert (GAME.to_move(switched), switched.affirmative) == ("P", "Q")
    assert GAME.to_move(play(switched, "remove c1")) == "Q"
    assert play(switched, "remove c1").phase is Phase.AFFIRMATIVE


def test_random_mode_draws_before_every_turn_but_not_before_the_forced_removal() -> None:
    state = new("{1,2}{2,3}{3,4}", mode="random")
    assert GAME.to_move(state) == CHANCE
    state = play(state, "negative", "pass")
    assert GAME.to_move(play(state, "decline")) == CHANCE
    assert GAME.to_move(play(state, "accept")) == "P"
    assert GAME.to_move(play(state, "accept", "remove c1")) == CHANCE


def test_after_a_decline_affirmative_may_have_the_turn() -> None:
    state = new("{1,2}", mode="random", after_decline="affirmative")
    assert play(state, "negative", "pass", "decline").phase is Phase.AFFIRMATIVE


@pytest.mark.parametrize(
    ("moves", "wrong", "reason"),
    [
        ([], "set 9 true", "variable 9 does not occur"),
        ([], "pass", "must set a variable"),
        ([], "remove c1", "P is Affirmative"),
        ([], "accept", "no switch was offered"),
        ([], "negative", "in strict mode nothing is drawn"),
        (["set 1 false"], "remove c9", "there is no clause c9"),
        (["set 1 true"], "remove c1", "there is no clause c1"),
        (["set 1 false"], "set 2 true", "Q is Negative"),
        (["set 1 false", "pass"], "remove c1", "must answer the offer"),
        (["set 1 false", "pass", "accept"], "pass", "must remove a clause at once"),
        (["set 1 false", "pass", "accept"], "set 2 true", "P is Negative"),
        (["set 2 true", "remove c3"], "pass", "the game is over"),
    ],
)
def test_an_illegal_move_is_refused_with_its_reason(moves: list[str], wrong: str, reason: str) -> None:
    state = play(new("{1,2}{2,3}{-1,3}"), *moves)
    before = GAME.states[0].write(state)
    with pytest.raises(IllegalMove) as refused:
        play(state, wrong)
    assert reason in refused.value.reason
    assert refused.value.state == before == GAME.states[0].write(state)


# -- chance ------------------------------------------------------------------------------------------


def test_the_odds_follow_the_lengths_of_the_clauses() -> None:
    state = new("{1}{1,2}{1,2,3}{-2,3}", mode="random")
    tightness = (1.65 + 2 * 0.52 + 0.20) / 3
    assert negative_odds(state) == pytest.approx(1 / (1 + exp(-5.5 * (tightness - 1))))
    assert sum(GAME.odds(state).values()) == pytest.approx(1)


def test_the_other_biases_have_their_odds() -> None:
    formula = "{1,2}{2,3}{3,1}{-1,2}{-2,3}{-3,1}{1,2,3}{-1,-2}{-3,-1}{1,-2}{2,-3}{-2,-3}"
    assert negative_odds(new(formula, mode="random", bias="even")) == 0.5
    ratio = negative_odds(new(formula, mode="random", bias="ratio"))
    assert ratio == pytest.approx(1 / (1 + exp(-5.5 * (4 / 4.27 - 1))))
    assert negative_odds(new("{1}{-1}{1}{-1}" * 50, mode="random")) == 0.9
    assert negative_odds(new("{1,2,3,4,5,6,7}", mode="random")) == 0.1


# -- options and texts -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"mode": "loose"},
        {"bias": "even"},
        {"after-decline": "drawn"},
        {"mode": "random", "bias": "odd"},
        {"mode": "random", "after-decline": "never"},
        {"formula": ""},
        {"formula": "{1"},
        {"formula": "{0}"},
        {"formula": "1 2"},
        {"formula": "{1} 2"},
        {"vars": "3"},
    ],
)
def test_invalid_options_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(BadInput):
        GAME.start(options)


def test_a_random_formula_is_near_the_threshold() -> None:
    assert GAME.deal is not None
    state = GAME.start(GAME.deal({"mode": "random", "bias": "even"}, Random(3), ExamOracle()))
    assert state.bias is Bias.EVEN
    assert {len(lits) for lits in clauses(state)} == {2} and len(state.variables()) == 5
    small = GAME.start(GAME.deal({"vars": "4", "k": "2", "ratio": "2.5"}, Random(3), ExamOracle()))
    assert len(small.clauses) == 10 and {len(lits) for lits in clauses(small)} == {2}
    with pytest.raises(BadInput):
        GAME.deal({"vars": "4", "formula": "{1}"}, Random(3), ExamOracle())


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("sat-game loose\n", 1, 1),
        ("sat-game strict\nR is affirmative\n", 2, 1),
        ("sat-game strict\nP is affirmative\nnext: draw\n", 3, 1),
        ("sat-game strict\nP is affirmative\nnext: negative\nc2: 1 x\n", 4, 7),
        ("sat-game strict\nP is affirmative\nnext: negative\nc2: 1\n\nc2: 2\n", 6, 1),
        ("{1,\n 2 x}", 2, 4),
    ],
)
def test_an_invalid_position_is_refused_with_its_place(text: str, line: int, column: int) -> None:
    with pytest.raises(BadInput) as refused:
        GAME.states[0].read(text)
    assert (refused.value.line, refused.value.column) == (line, column)


# -- comparison with the exact solver ----------------------------------------------------------------


def node(state: State) -> Node:
    return (canonical(clauses(state)), state.phase.value, state.affirmative == "P")


@pytest.mark.parametrize(
    ("options", "rules"),
    [
        ({}, Rules()),
        (SETTLED, Rules(strict=False)),
        ({"mode": "random"}, Rules(strict=False, drawn_after_decline=True)),
    ],
    ids=["strict", "random", "drawn after a decline"],
)
def test_the_rules_agree_with_the_exact_solver(options: dict[str, str], rules: Rules) -> None:
    for seed in range(20):
        rng = Random(seed)
        state = GAME.start({"formula": "{1,2,-3}{-1,3}{-2,3,-3}{1,-3}{-1,-2}{1,-3}{2,4}", **options})
        while won_by(state) is None:
            assert winner(node(state)) is None and mover(node(state)) == GAME.to_move(state)
            moves = GAME.legal(state)
            assert {node(GAME.apply(state, move)) for move in moves} == set(after(node(state), rules))
            state = GAME.apply(state, rng.choice(moves))
        assert winner(node(state)) == won_by(state)


# -- the exam in random mode -------------------------------------------------------------------------


@cache
def at_random() -> Candidate:
    # Games that the exam starts without options get random mode; a record has its own options.
    game = replace(GAME, start=lambda options: GAME.start({"mode": "random", **options}))
    return candidate("satplay.games.sat_game", game)


@pytest.mark.parametrize("item", (*PLAY, *MATCH), ids=lambda item: item.__name__)
def test_random_mode_passes_the_exam(item: Callable[[Candidate], None]) -> None:
    item(at_random())
