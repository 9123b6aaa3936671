"""Verdicts on moves of Chopsticks: every claim, and every sentence, compared with plain search."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any

import pytest

from satplay.contracts.verdict import GameValue, Verdict
from satplay.games.chopsticks import GAME
from satplay.games.chopsticks.analysis.retrograde import PositionValue
from satplay.games.chopsticks.formats import read_move, read_state
from satplay.games.chopsticks.judge import CYCLES, decided_values
from satplay.games.chopsticks.rules import lose, step
from satplay.games.chopsticks.state import State
from satplay.games.chopsticks.variant import read_variant
from satplay.playing.verdicts import line_text
from tests.exams.oracle import ExamOracle
from tests.games.chopsticks.oracles.retrograde import positions
from tests.games.exact_values import ExactValues, judged

ORACLE = ExamOracle()
VARIANTS = ("", "fingers=4", "fingers=3 hands=3", "rollover=yes", "transfers=halving", "emptying=no")
MOVE = r"(?:tap [LMR] [LMR]|transfer [LMR] \d(?: [LMR])?)"
SEAT = r"(?:first|second)"
REASONS = {
    "end": rf"(?P<out>{SEAT}) has no finger left",
    "answer": rf"{SEAT} answers (?P<answer>{MOVE})(?P<only>, the only good answer,)? "
    rf"(?:and (?P<out>{SEAT}) has no finger left|and wins against every defence)",
    "draw": rf"neither player can force a win; {SEAT} (?P<only>has to answer|answers) (?P<answer>{MOVE}), "
    r"and with best play positions repeat",
    "one": rf"{SEAT} has only one answer, (?P<answer>{MOVE}), and then {SEAT} plays (?P<then>{MOVE})",
    "tap": rf"after every answer of {SEAT} a tap puts {SEAT}'s last hand out",
    "threat": rf"it threatens (?P<threat>{MOVE}) at once, and "
    rf"{SEAT} holds out longest with (?P<answer>{MOVE})",
    "longest": rf"every answer of {SEAT} loses, and (?P<answer>{MOVE}) holds out longest",
}


@cache
def exact(options: str) -> ExactValues:
    variant = read_variant(dict(word.split("=") for word in options.split()))
    return ExactValues(GAME, [State(position, variant) for position in positions(variant)])


def sample(options: str) -> list[State]:
    """Some of the positions in which the game goes on."""
    live = [state for state, after in exact(options).after.items() if after]
    return live[::2] if not options else live[:: len(live) // 60 + 1]


@pytest.mark.parametrize("options", VARIANTS)
def test_every_claim_of_every_verdict_holds(options: str) -> None:
    for state, move, verdict in judged(exact(options), ORACLE, sample(options)[::2]):
        exact(options).verify(state, move, verdict)


@pytest.mark.parametrize("options", VARIANTS)
def test_every_sentence_is_true(options: str) -> None:
    found = set()
    for state, move, verdict in judged(exact(options), ORACLE, sample(options)[1::2]):
        matches = {name: re.fullmatch(pattern, verdict.because) for name, pattern in REASONS.items()}
        kinds = [name for name, match in matches.items() if match is not None]
        assert len(kinds) == 1, verdict.because
        match = matches[kinds[0]]
        assert match is not None
        verify_reason(exact(options), state, move, verdict, kinds[0], match.groupdict())
        found.add(kinds[0])
    if not options:
        assert found == set(REASONS), "a reason was never given"


def verify_reason(
    values: ExactValues, state: State, move: Any, verdict: Verdict, kind: str, said: dict[str, str | None]
) -> None:
    after = values.after[state][move]
    answers = values.after[after]
    if kind == "end":
        assert not answers and lose(after.position) and said["out"] == after.turn
        return
    assert answers
    if (text := said.get("answer")) is not None:
        assert read_move(text) in values.best_moves(after)
    value = {"answer": GameValue.LOSS, "draw": GameValue.DRAW}.get(kind, GameValue.WIN)
    assert verdict.value is value
    good = [
        one
        for one in answers
        if values.of_move(after, one)[0] is values.of_move(after, values.best_moves(after)[0])[0]
    ]
    if kind in ("answer", "draw"):
        assert (said["only"] in (", the only good answer,", "has to answer")) == (
            len(good) == 1 < len(answers)
        )
    if kind == "answer":
        then = answers[read_move(str(said["answer"]))]
        assert (said["out"] is not None) == lose(then.position)
    if kind == "one":
        assert len(answers) == 1
        (then,) = answers.values()
        assert read_move(str(said["then"])) in values.best_moves(then)
    if kind == "tap":
        assert verdict.moves == 2
        for then in answers.values():
            assert any(lose(end.position) for end in values.after[then].values())
    if kind in ("threat", "longest"):
        again = State(after.position.opponent_view, state.variant, state.turn)
        wins = [one for one in GAME.legal(again) if lose(step(again.position, one, state.variant))]
        assert (kind == "threat") == bool(wins)
        assert said.get("threat") is None or read_move(str(said["threat"])) in wins


# -- texts -------------------------------------------------------------------------------------------


def sentence(position: str, move: str) -> str:
    assert GAME.judge is not None
    verdict = GAME.judge(read_state(position), read_move(move), Random(1), ORACLE)
    return ("mistake: " if verdict.mistake else "") + verdict.sentence(GAME.moves.write, read_move(move))


@pytest.mark.parametrize(
    ("position", "move", "text"),
    [
        ("0,4|0,2", "tap R R", "tap R R wins at once: second has no finger left."),
        (
            "0,4|0,2",
            "transfer R 2",
            "transfer R 2 wins in 13 moves: every answer of second loses, "
            "and transfer R 1 holds out longest; tap R R wins in 1 move.",
        ),
        (
            "0,4|0,2",
            "transfer R 1",
            "mistake: transfer R 1 loses in 9 moves: second answers tap R R, the only good answer, and wins "
            "against every defence; tap R R wins in 1 move.",
        ),
        (
            "2,2|2,2",
            "transfer L 2",
            "mistake: transfer L 2 loses in 1 move: second answers tap L R and first has no finger left; "
            "tap L L, tap L R, tap R L or another move draws.",
        ),
        (
            "2,2|2,2",
            "tap L L",
            "tap L L draws: neither player can force a win; second answers tap R L, "
            "and with best play positions repeat.",
        ),
        (
            "0,1|0,1",
            "tap R R",
            "tap R R loses in 3 moves: second answers transfer R 1, the only good answer, "
            "and wins against every defence.",
        ),
    ],
)
def test_the_sentence_about_a_move(position: str, move: str, text: str) -> None:
    assert sentence(position, move) == text


def test_a_line_that_repeats_a_position_names_it() -> None:
    assert GAME.judge is not None
    state, move = read_state("2,2|2,2"), read_move("tap L L")
    assert line_text(GAME, state, GAME.judge(state, move, Random(1), ORACLE)) == (
        "Best play: first tap L L, second tap R L, tap L R, transfer L 2, tap R L, tap L R, transfer L 2; "
        "then the position after 1 move comes again."
    )


# -- the rule against cycles -------------------------------------------------------------------------


def test_under_the_rule_against_cycles_only_what_is_certain_is_claimed() -> None:
    assert GAME.judge is not None
    drawn = read_state("2,2|2,2 cycles=no")
    open_move = GAME.judge(drawn, read_move("tap L L"), Random(1), ORACLE)
    assert (open_move.value, open_move.because) == (GameValue.UNKNOWN, CYCLES)
    losing = GAME.judge(drawn, read_move("transfer L 2"), Random(1), ORACLE)
    assert losing.value is GameValue.LOSS and losing.position is GameValue.UNKNOWN and not losing.better
    new = GAME.judge(read_state("1,1|1,1 cycles=no"), read_move("tap L L"), Random(1), ORACLE)
    assert (new.value, new.moves) == (GameValue.LOSS, None), "the rule may end the game sooner"
    at_once = GAME.judge(read_state("0,4|0,2 cycles=no"), read_move("tap R R"), Random(1), ORACLE)
    assert (at_once.value, at_once.moves) == (GameValue.WIN, 1)


def test_a_position_that_has_occurred_before_is_not_judged_under_that_rule() -> None:
    """Fingers go back and forth: the moves that led here may be forbidden the next time."""
    assert GAME.judge is not None
    state = read_state("1,3|1,3 cycles=no")
    for text in ("transfer L 1", "transfer L 1", "transfer R 1"):
        state = GAME.apply(state, read_move(text))
    assert GAME.judge(state, read_move("transfer R 1"), Random(1), ORACLE).value is GameValue.UNKNOWN


def test_claims_under_the_rule_against_cycles_hold_in_whole_games() -> None:
    """Where a verdict is given, every play of both sides from there ends as it says."""
    rng = Random(5)
    checked = 0
    for _ in range(60):
        state = read_state("1,1|1,1 fingers=3 cycles=no")
        while GAME.outcome(state) is None and len(state.history) < 12:
            for move, worth in decided_values(state).items():
                if worth is not None and worth.plies is not None and worth.plies <= 5:
                    ended = search(GAME.apply(state, move), worth.plies - 1)
                    assert ended is not None and ended[0] is (worth.value is PositionValue.LOSS)
                    checked += 1
            state = GAME.apply(state, rng.choice(GAME.legal(state)))
    assert checked > 200


def search(state: State, most: int) -> tuple[bool, int] | None:
    """Whether the player to move wins, and in how many plies; None if that takes more than ``most``.

    Plain search through states with their history.
    """
    ended = GAME.outcome(state)
    if ended is not None:
        return ended.winner == state.turn, 0
    if most == 0:
        return None
    found = [search(GAME.apply(state, move), most - 1) for move in GAME.legal(state)]
    wins = [one[1] + 1 for one in found if one is not None and not one[0]]
    if wins:
        return True, min(wins)
    losses = [one[1] + 1 for one in found if one is not None]
    return (False, max(losses)) if len(losses) == len(found) else None
