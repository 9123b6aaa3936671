"""Texts about a game: hints, verdicts, questions and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

import satplay
from satplay.drawing.scene import Text
from satplay.drawing.terminal import to_text
from satplay.errors import BadInput
from satplay.games.sat_game import GAME
from satplay.games.sat_game.state import State
from satplay.reasoning.oracle import EngineOracle

ORACLE = EngineOracle()


def position(phase: str, *clauses: str, mode: str = "strict") -> State:
    body = "".join(f"c{number}: {lits}\n" for number, lits in enumerate(clauses, 1))
    return GAME.states[0].read(f"sat-game {mode}\nP is affirmative\nnext: {phase}\n{body}")


def hint_lines(state: State) -> Sequence[str]:
    seat = GAME.to_move(state)
    assert seat is not None and GAME.hint is not None
    return GAME.hint(state, seat, 1, Random(1), ORACLE).lines


def story_lines(state: State, move: str) -> Sequence[str]:
    assert GAME.tell is not None
    return GAME.tell(state, GAME.apply(state, GAME.moves.read(move)))


# -- hints -------------------------------------------------------------------------------------------

MINIMAL = ("-1", "1 -2", "1 2")
REDUNDANT = (*MINIMAL, "2 3")


def test_a_hint_counts_the_models_that_a_move_keeps() -> None:
    assert hint_lines(position("affirmative", "1 2", "1 3", "-2 -3")) == [
        "The formula is satisfiable: it has 3 models.",
        "set 1 true: this keeps 3 of 3.",
        "Not set 1 false: that keeps none.",
    ]


def test_a_hint_to_negative_names_a_core() -> None:
    assert hint_lines(position("negative", *REDUNDANT)) == [
        "The formula is unsatisfiable because of c1, c2 and c3 alone.",
        "Remove any other: c4.",
    ]


def test_a_hint_to_pass_states_that_every_clause_is_needed() -> None:
    assert hint_lines(position("negative", *MINIMAL))[1].startswith("Pass: whatever you remove")


def test_an_offer_has_a_hint() -> None:
    assert hint_lines(position("answer", "1 2"))[1].startswith("Decline")
    assert hint_lines(position("answer", *REDUNDANT))[1].startswith("Accept")
    assert "this is lost" in hint_lines(position("answer", *MINIMAL))[1]


def test_a_hint_in_a_lost_game_is_a_trap() -> None:
    assert hint_lines(position("negative", "1 2", "-1 2", "1 -2")) == [
        "The formula is satisfiable: it has 1 model.",
        "Against perfect play this is lost. The best trap is pass: it leaves P 1 winning reply.",
    ]
    assert hint_lines(position("affirmative", "1", "-1"))[1].endswith("every move ends the game.")


def test_a_hint_about_a_large_formula_counts_nothing() -> None:
    wide = [f"{variable} -{variable + 1}" for variable in range(1, 20)]
    assert hint_lines(position("affirmative", *wide))[0].startswith(
        "The formula is satisfiable; a model sets 1 "
    )
    assert hint_lines(position("negative", *wide))[1].endswith("The best trap is pass.")


# -- stories -----------------------------------------------------------------------------------------


def test_the_effect_of_a_move_is_described() -> None:
    assert story_lines(position("negative", "1 2", "2"), "remove c1") == ["c1 is gone; 1 clause left."]
    assert story_lines(position("negative", "1"), "pass") == [
        "Q offers to switch roles; P accepts or declines."
    ]
    assert story_lines(position("answer", "1"), "decline") == ["The roles stay: P is Affirmative."]
    assert story_lines(position("answer", "1"), "accept") == [
        "P is Negative now and must remove a clause at once."
    ]
    drawn = position("draw", "1", mode="random even")
    assert story_lines(drawn, "negative") == ["The turn is Negative's: Q. (Its odds were 50%.)"]


def test_the_picture_shows_an_empty_clause_and_the_winner() -> None:
    state = GAME.apply(position("affirmative", "1", "-1 2"), GAME.moves.read("set 1 false"))
    assert GAME.sketch is not None
    assert to_text(GAME.sketch(state, True)) == ["c1  empty", "P is Affirmative, Q is Negative."]
    scene = GAME.draw(state)
    assert scene.title == "SAT game: c1 is empty: Q, who is Negative, wins"
    assert "empty" in [shape.text for shape in scene.shapes if isinstance(shape, Text)]


# -- verdicts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "move", "mistake", "because"),
    [
        (
            position("affirmative", "1 2", "1 -2"),
            "set 1 false",
            True,
            "set 1 true, set 2 true or set 2 false",
        ),
        (position("affirmative", "1 2", "1 -2"), "set 1 true", False, "keeps the win"),
        (position("affirmative", "1", "-1"), "set 1 true", False, "the game was lost anyway"),
        (position("negative", *MINIMAL), "remove c1", True, "gives the win away; pass would have kept it"),
        (position("negative", *REDUNDANT), "remove c4", False, "the only move that keeps the win"),
        (position("answer", *REDUNDANT), "decline", True, "gives the win away; accept would have kept it"),
    ],
)
def test_the_verdict_names_the_move_that_lost_the_win(
    state: State, move: str, mistake: bool, because: str
) -> None:
    assert GAME.judge is not None
    verdict = GAME.judge(state, GAME.moves.read(move), Random(1), ORACLE)
    assert verdict.mistake is mistake and because in verdict.because


def test_passes_and_switches_are_counted() -> None:
    states = [position("negative", *REDUNDANT)]
    for move in ("pass", "accept", "remove c4"):
        states.append(GAME.apply(states[-1], GAME.moves.read(move)))
    assert GAME.statistics is not None
    assert GAME.statistics(states) == {"passes": 1, "switches": 1}


# -- questions ---------------------------------------------------------------------------------------


def ask_json(question: str, text: str) -> Any:
    return satplay.ask("sat-game", question, text).as_json()


@pytest.mark.parametrize(
    ("formula", "winner"),
    [
        ("p cnf 0 0\n", "affirmative"),
        ("{}", "negative"),
        ("{1}{-1}", "negative"),
        ("{-1}{1,-2}{1,2}", "negative"),
        ("{-1,2}{1,-2}", "affirmative"),
    ],
)
def test_edge_cases_have_their_value(formula: str, winner: str) -> None:
    assert ask_json("value", formula)["winner"] == winner


def test_the_moves_of_a_position_are_listed_with_their_effect_on_the_win() -> None:
    found = ask_json("moves", GAME.states[0].write(position("negative", *MINIMAL)))
    assert found["to_move"] == found["winner"] == "Q"
    assert {one["move"]: one["keeps_win"] for one in found["moves"]} == {
        "remove c1": False,
        "remove c2": False,
        "remove c3": False,
        "pass": True,
    }


def test_an_offer_in_a_minimal_core_is_lost_for_the_answering_player() -> None:
    assert ask_json("value", GAME.states[0].write(position("answer", *MINIMAL))) == {
        "winner": "negative",
        "person": "Q",
    }
    with pytest.raises(BadInput):
        ask_json("value", "{1")
