"""The referee of verdicts rejects every false claim; verdicts as text."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from satplay.contracts.game import Game
from satplay.contracts.verdict import GameValue, Verdict
from satplay.errors import EncodingError, GaveUp
from satplay.playing.analysis import analyse
from satplay.playing.hint_commands import hint
from satplay.playing.start import start_match
from satplay.playing.subjects import game_called
from satplay.playing.verdicts import OUT_OF_TIME, check_verdict, judge_move, line_text
from tests.exams.oracle import ExamOracle

NIM = game_called("nim")
CHOPSTICKS = game_called("chopsticks")
SAT_GAME = game_called("sat-game")
ORACLE = ExamOracle()


def verdict_on(game: Game[Any, Any], position: str, move: str) -> tuple[Any, Any, Verdict]:
    state, made = game.states[0].read(position), game.moves.read(move)
    assert game.judge is not None
    return state, made, game.judge(state, made, Random(1), ORACLE)


def moves(game: Game[Any, Any], *texts: str) -> tuple[Any, ...]:
    return tuple(map(game.moves.read, texts))


WON = (NIM, "first: 1 2", "B1")  # B1, A1, B1
LOST = (NIM, "first: 1 1", "A1")  # A1, B1
DRAWN = (CHOPSTICKS, "2,2|2,2", "tap L L")


@pytest.mark.parametrize("which", [WON, LOST, DRAWN])
def test_a_true_verdict_is_confirmed(which: tuple[Game[Any, Any], str, str]) -> None:
    check_verdict(which[0], *verdict_on(*which), ORACLE)


@pytest.mark.parametrize(
    ("which", "false_claim"),
    [
        (WON, {"line": ()}),
        (WON, {"line": moves(NIM, "A1", "B2")}),
        (WON, {"line": moves(NIM, "B1", "B2")}),
        (WON, {"line": moves(NIM, "B1", "A1"), "moves": 2}),
        (WON, {"moves": 3}),
        (WON, {"value": GameValue.LOSS}),
        (WON, {"value": GameValue.DRAW}),
        (LOST, {"value": GameValue.WIN}),
        (LOST, {"moves": 2}),
        (LOST, {"line": moves(NIM, "A1")}),
        (DRAWN, {"value": GameValue.WIN}),
        (DRAWN, {"line": moves(CHOPSTICKS, "tap L L", "tap R L")}),
        (DRAWN, {"line": moves(CHOPSTICKS, "tap L L", "tap L R")}),
    ],
)
def test_a_false_claim_is_rejected(
    which: tuple[Game[Any, Any], str, str], false_claim: dict[str, Any]
) -> None:
    state, move, verdict = verdict_on(*which)
    with pytest.raises(EncodingError):
        check_verdict(which[0], state, move, replace(verdict, **false_claim), ORACLE)


def test_a_line_through_a_position_that_the_other_seat_wins_is_rejected() -> None:
    """Both sides err, and the right seat wins in the end: the end alone proves nothing."""
    state, move = NIM.states[0].read("first: 1 2 3"), NIM.moves.read("C3")
    lucky = moves(NIM, "C3", "A1", "B2")
    assert NIM.outcome(NIM.apply(NIM.apply(NIM.apply(state, lucky[0]), lucky[1]), lucky[2])) is not None
    with pytest.raises(EncodingError, match="a position that second wins"):
        check_verdict(NIM, state, move, Verdict(GameValue.WIN, "luck", lucky, 2), ORACLE)


def test_seats_are_named_where_they_do_not_take_turns() -> None:
    state, _, verdict = verdict_on(NIM, "first: 1 2", "B1")
    assert line_text(NIM, state, verdict).startswith("Best play: first B1, second A1, B1; then second has")
    assert line_text(NIM, state, verdict, 2).startswith(
        "Best play: first B1, second A1, and 1 more move; then"
    )
    offer = "sat-game strict\nP is affirmative\nnext: negative\nc1: -1\nc2: 1 -2\nc3: 1 2\n"
    state, _, verdict = verdict_on(SAT_GAME, offer, "pass")
    assert line_text(SAT_GAME, state, verdict).startswith(
        "Best play: Q pass, P accept, P remove c2, Q set 1 "
    )


def test_a_line_that_was_written_is_not_repeated_while_the_game_follows_it() -> None:
    start = NIM.states[0].read("first: 1 2")
    followed = start_match(NIM, start).after(NIM.moves.read("B1")).after(NIM.moves.read("A1"))
    assert [line.count("Best play") for line in analyse(followed).lines()] == [0, 1, 0, 0, 0, 0]
    left = start_match(NIM, start).after(NIM.moves.read("B1")).after(NIM.moves.read("B1"))
    assert sum(line.count("Best play") for line in analyse(left).lines()) == 2


class Late(ExamOracle):
    def solution(self, encoding: object) -> None:
        raise GaveUp("answer", "time limit reached")

    def core(self, encoding: object) -> None:
        raise GaveUp("answer", "time limit reached")


def test_out_of_time_is_one_line() -> None:
    match = start_match(SAT_GAME, options={"formula": "{1,2}{-1}"}, oracle=Late(), seat="P", against="random")
    assert hint(match, "").lines == (f"There is no hint: {OUT_OF_TIME}.",)
    played = replace(match.after(SAT_GAME.moves.read("set 1 false")), oracle=Late())
    analysis = analyse(played)
    assert analysis.exit_status == 3 and analysis.mistakes("P") == 0
    lines = list(analysis.lines())
    assert lines[0] == f"  1. P: set 1 false is not decided: {OUT_OF_TIME}."
    assert lines[-2:] == ["P (person): no mistakes; 1 move not decided", "Q (random): no mistakes"]
    assert analysis.as_json()["moves"][0]["value"] == "unknown"


def test_a_judge_that_errs_is_an_error_of_the_program() -> None:
    wrong = replace(NIM, judge=lambda *given: Verdict(GameValue.WIN, "I say so", (given[1],), 1))
    with pytest.raises(EncodingError):
        judge_move(wrong, NIM.states[0].read("first: 1 1"), NIM.moves.read("A1"), Random(1), ORACLE)
