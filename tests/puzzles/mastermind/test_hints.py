"""Hints of Mastermind: forced facts one at a time, and never the code."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import satplay
from satplay.cli import main
from satplay.playing.match import Match
from satplay.playing.resume import read_match
from satplay.playing.start import start_again
from satplay.puzzles.mastermind.board import Board, Guess, Row
from satplay.puzzles.mastermind.codebreaking.forced_facts import forced_facts
from satplay.puzzles.mastermind.enumeration.code_search import list_codes
from satplay.puzzles.mastermind.game.formats import write_state
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


def facts_of_all_hints(match: Match) -> tuple[list[str], Match]:
    """The facts that hints tell in this position, up to the first hint that tells none."""
    facts = []
    for _ in range(40):
        turn = match.take("hint")
        match = turn.match
        if turn.lines[0].startswith("Nothing"):
            return facts, match
        facts.append(turn.lines[0])
    raise AssertionError("hints do not end")


def match_after(*guesses: str) -> Match:
    match = play("mastermind", seed=3, players={"setter": "random"}).run_others().match
    for guess in guesses:
        match = match.respond(guess).match
    return match


def test_a_fact_is_told_once_in_a_game() -> None:
    first, match = facts_of_all_hints(match_after("0011"))
    second, match = facts_of_all_hints(match.respond("2345").match)
    assert first and second and not set(first) & set(second)
    assert match.hints == 2
    together, _ = facts_of_all_hints(match_after("0011", "2345"))
    assert set(together) <= {*first, *second}


def test_told_facts_survive_undo_redo_and_a_record() -> None:
    first, match = facts_of_all_hints(match_after("0011"))
    match = match.respond("2345").match
    told = match.take("hint")
    match = told.match.respond("undo").match
    assert facts_of_all_hints(match)[0] == []  # all facts of guess 1 have been told
    match = match.respond("redo").match
    left, _ = facts_of_all_hints(match)
    assert told.lines[0] not in left and not set(first) & set(left)
    resumed = read_match(match.to_text())
    assert resumed == match and facts_of_all_hints(resumed)[0] == left


def test_a_fact_whose_guess_was_taken_back_is_told_again_for_another_reason() -> None:
    first, match = facts_of_all_hints(match_after("0011"))
    again, _ = facts_of_all_hints(match.respond("undo").match.respond("1010").match)
    alone, _ = facts_of_all_hints(match_after("1010"))
    assert again == alone and set(first) & set(again)


def test_a_new_game_tells_all_facts_again() -> None:
    _, match = facts_of_all_hints(match_after("0011"))
    assert match.told and start_again(match).told == ()
    position = play("mastermind", write_state(match.state), players={"setter": "random"})
    _, told = facts_of_all_hints(position)
    assert told.told and start_again(told).told == ()


def test_without_a_fact_one_line_names_the_ways_to_a_guess() -> None:
    match = match_after()
    turn = match.take("hint")
    assert turn.lines == ("Nothing is certain yet: 1296 codes fit. The hint 'guess' suggests a guess.",)


def test_the_move_of_a_fact_does_not_exist_but_it_is_told() -> None:
    turn = match_after("0011").take("hint!")
    assert turn.lines[-1] == "No move follows from the hint. hint guess suggests one."
    assert turn.match.hints == 1 and turn.match.take("hint").lines[0] != turn.lines[0]


def test_the_verb_names_the_question_where_nothing_is_forced(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", "mastermind", "0123 1 1", "--symbols", "6"]) == 1
    remark = "--suggest suggests the next move, as 'satplay ask mastermind next' does"
    assert remark in capsys.readouterr().err


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
    assert "or 'keep' to keep it in your head" in match.greet().lines[-1]
    turn = match.respond("keep")
    assert turn.lines[-1].endswith("2 1 means 2 black, 1 white.")
    assert turn.match.respond("hint").lines[0].startswith("One black peg for each symbol of ")
    turn = turn.match.respond("0")
    assert turn.match.state.board.guesses[-1].white == 0
    refused = turn.match.respond("2 2")
    while "no code fits" not in refused.lines[0] and refused.match is not turn.match:
        turn, refused = refused, refused.match.respond("0 0")
    assert "no code fits: " in refused.lines[0] and "right" in refused.lines[0]
