"""Hints of Mastermind: forced facts one at a time, and never the code."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import satplay
from satplay.puzzles.mastermind.board import Board, Guess, Row
from satplay.puzzles.mastermind.codebreaking.forced_facts import forced_facts
from satplay.puzzles.mastermind.enumeration.code_search import list_codes
from satplay.puzzles.mastermind.rules import feedback
from satplay.reasoning.oracle import EngineOracle
from satplay.verbs.play import play

ROWS = st.tuples(*[st.integers(0, 3)] * 3)


def holds(board: Board, sentence: str, row: Row) -> bool:
    """Judge a sentence by its words, without the search that found it."""
    words = sentence.rstrip(".").split()
    code = board.text(row)
    if words[:3] == ["The", "code", "has"]:
        return words[-1] not in code
    if words[:2] == ["The", "symbol"]:
        return words[2] in code
    if words[0] == "Exactly":
        return (words[3] in code) != (words[5] in code)
    at = int(words[1]) - 1
    return (code[at] != words[-1]) if "not" in words else (code[at] == words[-1])


@settings(max_examples=40, deadline=None)
@given(secret=ROWS, guesses=st.lists(ROWS, min_size=1, max_size=4))
def test_every_fact_holds_for_all_codes_left_and_each_of_its_guesses_is_needed(
    secret: Row, guesses: list[Row]
) -> None:
    board = Board(3, "0123", tuple(Guess(row, *feedback(row, secret)) for row in guesses))
    facts = list(forced_facts(board, EngineOracle()))
    for fact in facts:
        for left_out in (None, *fact.guesses):
            some = tuple(board.guesses[at] for at in fact.guesses if at != left_out)
            codes = list_codes(Board(3, "0123", some), 1000, 1 << 16)
            assert codes is not None
            all_hold = all(holds(board, fact.sentence, tuple(map(int, row))) for row in codes)
            assert all_hold == (left_out is None), fact.sentence


def test_hints_name_one_fact_at_a_time_and_not_the_code() -> None:
    match = play("mastermind", seed=3, players={"setter": "random"}).run_others().match
    secret = match.game.moves.write(match.moves[0]).removeprefix("set ")
    for guess in ("0011", "2233", "4455", "0123", "2345"):
        match = match.respond(guess).match
    seen = []
    for _ in range(30):
        turn = match.take("hint")
        assert secret not in " ".join(turn.lines) and len(turn.lines) <= 3
        seen.append(turn.lines[0])
        match = turn.match
    assert (
        seen[-1].startswith("Nothing more is certain")
        and len(set(seen)) == len(seen[: seen.index(seen[-1])]) + 1
    )
    assert match.take("hint guess").lines[0].startswith("guess ")


def test_the_verb_gives_one_fact_of_a_board_that_determines_the_code() -> None:
    board = satplay.generate("mastermind", size="4x6", seed=5).text
    hint = satplay.hint(board, subject="mastermind")
    assert hint.kind == "step" and (len(hint.facts) == 1 or len(hint.because) == 1)
    assert "not" in hint.facts[0] and hint.advice is None
    assert satplay.hint(board, subject="mastermind", suggest=True).advice is not None


@pytest.mark.parametrize(
    "answer", ["2 1", "2,1", "bbw", "2A1B", "2b1w", "2 black 1 white", "2 black, 1 white"]
)
def test_the_setter_answers_as_people_do(answer: str) -> None:
    match = play("mastermind", seed=1, seat="setter", strength="perfect").respond("keep").match
    before = match.to_move
    after = match.take(answer).match
    assert before == "setter" and after.state.board.guesses[-1].black == 2
    assert after.state.board.guesses[-1].white == 1


def test_the_setter_is_told_how_to_answer_and_which_answers_contradict() -> None:
    match = play("mastermind", seed=1, seat="setter", strength="perfect")
    assert "or keep to keep it in your head" in match.greet().lines[-1]
    turn = match.respond("keep")
    assert turn.lines[-1].endswith("2 1 means 2 black, 1 white.")
    turn = turn.match.respond("0")
    assert turn.match.state.board.guesses[-1].white == 0
    refused = turn.match.respond("2 2")
    while "no code fits" not in refused.lines[0] and refused.match is not turn.match:
        turn, refused = refused, refused.match.respond("0 0")
    assert "no code fits: " in refused.lines[0] and "right" in refused.lines[0]
