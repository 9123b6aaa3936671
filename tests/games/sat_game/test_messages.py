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
    """The lines of both hints; the second begins with the sentence about its move."""
    seat = GAME.to_move(state)
    assert seat is not None and GAME.hint is not None
    first, second = (GAME.hint(state, seat, asked, Random(1), ORACLE) for asked in range(2))
    assert first.more and first.move == second.move and second.verdict is not None
    return [*first.lines, second.verdict.sentence(GAME.moves.write, second.move), *second.lines]


def story_lines(state: State, move: str) -> Sequence[str]:
    assert GAME.tell is not None
    return GAME.tell(state, GAME.apply(state, GAME.moves.read(move)))


# -- hints -------------------------------------------------------------------------------------------

MINIMAL = ("-1", "1 -2", "1 2")
REDUNDANT = (*MINIMAL, "2 3")


def test_a_hint_counts_the_models_that_a_move_keeps() -> None:
    assert hint_lines(position("affirmative", "1 2", "1 3", "-2 -3")) == [
        "You can win: all clauses can be true together, in 3 ways. Look at variable 1.",
        "set 1 true wins in 3 moves: with 3 false every clause is true, and Q can only remove clauses.",
        "It keeps 3 of the 3 ways to make all clauses true.",
        "set 1 false gives the win away.",
    ]


def test_a_hint_to_negative_names_a_core() -> None:
    assert hint_lines(position("negative", *REDUNDANT)) == [
        "You can win: c1, c2 and c3 cannot all be true. Look for a clause that is not needed for that.",
        "remove c4 alone wins, in 3 moves: c1, c2 and c3 cannot all be true, whatever P sets.",
    ]


def test_a_hint_to_pass_states_that_every_clause_is_needed() -> None:
    assert hint_lines(position("negative", *MINIMAL)) == [
        "You can win: c1, c2 and c3 cannot all be true. Look at what each removal would change.",
        "pass alone wins, in 4 moves: the 3 clauses cannot all be true, but without any one of them the "
        "others can; P either accepts and has to remove one, or declines and cannot make them all true.",
    ]


def test_an_offer_has_a_hint() -> None:
    assert hint_lines(position("answer", "1 2")) == [
        "You can win: all clauses can be true together, in 3 ways. Think about which role you want.",
        "decline alone wins, in 2 moves: with 2 true every clause is true, and Q can only remove clauses.",
    ]
    assert hint_lines(position("answer", *REDUNDANT))[1] == (
        "accept alone wins, in 4 moves: P removes c4, since c1, c2 and c3 still cannot all be true."
    )
    assert hint_lines(position("answer", *MINIMAL))[0].startswith(
        "Q can win: the 3 clauses cannot all be true"
    )


def test_a_hint_in_a_lost_game_is_a_trap() -> None:
    assert hint_lines(position("negative", "1 2", "-1 2", "1 -2")) == [
        "P can win: all clauses can be true together, in 1 way. Look for a move that is hard to answer.",
        "pass loses in 4 moves: P declines, since with 1 true and 2 true every clause is true.",
        "Every move loses against perfect play.",
        "pass is the hardest to answer: it leaves P 1 winning answer.",
    ]
    assert hint_lines(position("affirmative", "1", "-1")) == [
        "Q can win: c1 and c2 cannot both be true. Look for a move that is hard to answer.",
        "set 1 true loses at once: c2 is empty.",
        "Every move loses against perfect play.",
    ]


def test_a_hint_about_a_large_formula_counts_nothing() -> None:
    wide = [f"{variable} -{variable + 1}" for variable in range(1, 20)]
    assert hint_lines(position("affirmative", *wide))[0].startswith(
        "You can win: all clauses can be true together. Look at variable"
    )
    assert hint_lines(position("negative", *wide))[1].startswith("pass loses: P declines, since ")


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
    ("state", "move", "mistake", "text"),
    [
        (
            position("affirmative", "1 2", "1 -2"),
            "set 1 false",
            True,
            "set 1 false loses in 2 moves: c1 and c2 cannot both be true, whatever P sets; "
            "set 1 true, set 2 true or set 2 false wins.",
        ),
        (
            position("affirmative", "1 2", "1 -2"),
            "set 1 true",
            False,
            "set 1 true wins at once: no clause is left.",
        ),
        (position("affirmative", "1", "-1"), "set 1 true", False, "set 1 true loses at once: c2 is empty."),
        (
            position("negative", *MINIMAL),
            "remove c1",
            True,
            "remove c1 loses in 1 move: with 1 true every clause is true, and Q can only remove clauses; "
            "pass wins.",
        ),
        (
            position("negative", *REDUNDANT),
            "remove c4",
            False,
            "remove c4 alone wins, in 3 moves: c1, c2 and c3 cannot all be true, whatever P sets.",
        ),
        (
            position("answer", *REDUNDANT),
            "decline",
            True,
            "decline loses in 4 moves: c1, c2 and c3 cannot all be true, whatever P sets; accept wins.",
        ),
    ],
)
def test_the_verdict_names_the_move_that_lost_the_win(
    state: State, move: str, mistake: bool, text: str
) -> None:
    assert GAME.judge is not None
    verdict = GAME.judge(state, GAME.moves.read(move), Random(1), ORACLE)
    assert verdict.mistake is mistake
    assert verdict.sentence(GAME.moves.write, GAME.moves.read(move)) == text


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
