"""Verdicts on moves of Nim: every claim, and every sentence, compared with plain search."""

from __future__ import annotations

import re
from functools import reduce
from itertools import product
from operator import xor
from random import Random

import pytest

from satplay.contracts.verdict import GameValue
from satplay.games.nim import GAME
from satplay.games.nim.state import State, Take
from tests.exams.oracle import ExamOracle
from tests.games.exact_values import ExactValues, judged

ORACLE = ExamOracle()
STATES = [State(heaps, seat) for heaps in product(range(4), repeat=3) if any(heaps) for seat in GAME.seats]
MOVE = r"[A-C][1-9]"
REASON = re.compile(
    rf"it takes the last thing|it leaves (?P<left>.+), whose nim-sum is (?P<sum>\d+), and "
    rf"(?:no move of (?P<loser>first|second) can leave 0 again"
    rf"|(?P<winner>first|second) answers (?P<answer>{MOVE}), which leaves 0)"
)


@pytest.fixture(scope="module")
def exact() -> ExactValues:
    return ExactValues(GAME, STATES)


def test_every_claim_of_every_verdict_holds(exact: ExactValues) -> None:
    for state, move, verdict in judged(exact, ORACLE, STATES):
        exact.verify(state, move, verdict)


def test_every_sentence_is_true(exact: ExactValues) -> None:
    for state, move, verdict in judged(exact, ORACLE, STATES):
        reason = REASON.fullmatch(verdict.because)
        assert reason is not None, verdict.because
        after = exact.after[state][move]
        assert (reason["left"] is None) == (not any(after.heaps))
        if reason["left"] is None:
            continue
        assert re.findall(r"\d+", reason["left"]) == [str(held) for held in after.heaps if held]
        assert int(reason["sum"]) == reduce(xor, after.heaps)
        assert (reason["loser"] is None) == (verdict.value is GameValue.LOSS)
        assert (reason["loser"] or reason["winner"]) == after.turn
        if reason["answer"]:
            answer = GAME.moves.read(reason["answer"])
            assert reduce(xor, exact.after[after][answer].heaps) == 0
            assert answer in exact.best_moves(after)


def test_a_large_game_has_a_verdict_without_a_count() -> None:
    assert GAME.judge is not None
    state = State((30, 40, 50, 60))
    verdict = GAME.judge(state, Take(1, 24), Random(1), ORACLE)
    assert (verdict.value, verdict.moves, len(verdict.line)) == (GameValue.WIN, None, 12)
    wrong = GAME.judge(state, Take(1, 1), Random(1), ORACLE)
    assert wrong.mistake and [GAME.moves.write(move) for move in wrong.better] == ["B24", "C40", "D56"]


def test_hints_name_the_heap_then_the_move() -> None:
    assert GAME.hint is not None
    hints = [GAME.hint(State((3, 4, 5)), "first", asked, Random(1), ORACLE) for asked in range(2)]
    assert hints[0].lines == ["You can win. Look at heap A."] and hints[0].more
    assert hints[1].move == Take(0, 2) and hints[1].verdict is not None
    assert hints[1].verdict.sentence(GAME.moves.write, hints[1].move) == (
        "A2 alone wins, in 6 moves: it leaves 1, 4 and 5, whose nim-sum is 0, "
        "and no move of second can leave 0 again."
    )
    lost = GAME.hint(State((1, 1)), "first", 0, Random(1), ORACLE)
    assert lost.lines == ["Every move loses if second plays well. Look at heap A."]
