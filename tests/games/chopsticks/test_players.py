"""Players, hints and verdicts compared with the values of all positions; the rule against cycles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from satplay.errors import IllegalMove
from satplay.games.chopsticks import GAME
from satplay.games.chopsticks.analysis.move_values import OPPOSITE, state_value
from satplay.games.chopsticks.analysis.retrograde import PositionValue, values
from satplay.games.chopsticks.formats import read_move, read_state
from satplay.games.chopsticks.hints import hint
from satplay.games.chopsticks.judge import judge, statistics
from satplay.games.chopsticks.messages import tell
from satplay.games.chopsticks.play import apply, legal, outcome, to_move
from satplay.games.chopsticks.players import best_moves
from satplay.games.chopsticks.rules import repeats
from satplay.games.chopsticks.start import deal, start
from satplay.games.chopsticks.state import State, Transfer
from satplay.games.chopsticks.variant import SOURCE
from tests.exams.game_exam import PLAY, Candidate, candidate
from tests.exams.oracle import ExamOracle
from tests.games.chopsticks.oracles.retrograde import positions

ORACLE = ExamOracle()
GOING_ON = [state for state in map(State, positions(SOURCE)) if to_move(state) is not None]


def hints(text: str) -> list[str]:
    """The lines of both hints; the second begins with the value of its move."""
    state = read_state(text)
    first, second = (hint(state, state.turn, asked, Random(1), ORACLE) for asked in range(2))
    assert second.verdict is not None
    return [*first.lines, f"{second.move.text} {second.verdict.summary()}", *second.lines]


def verdict(text: str, move: str) -> str:
    judgement = judge(read_state(text), read_move(move), Random(1), ORACLE)
    better = [one.text for one in judgement.better]
    return " ".join([*(["mistake:"] if judgement.mistake else []), judgement.summary(), *better])


# -- players -----------------------------------------------------------------------------------------


def test_perfect_makes_no_mistake_in_any_position() -> None:
    """Every move brings a win one ply nearer, keeps a draw, or delays a loss as long as possible."""
    known = values()
    for state in GOING_ON:
        for move in best_moves(state):
            after = apply(state, move)
            assert known.value(after.position) is OPPOSITE[known.value(state.position)]
            plies = known.plies(state.position)
            assert plies is None or known.plies(after.position) == plies - 1


def test_perfect_wins_from_every_won_position_in_time() -> None:
    """Against itself, with the longest defence, a game takes exactly the number of plies in the table."""
    for begun in GOING_ON[::7]:
        left, value = values().plies(begun.position), values().value(begun.position)
        state = begun
        for _ in range(left or 0):
            state = apply(state, Random(1).choice(best_moves(state)))
        ended = outcome(state)
        assert (ended is not None) == (left is not None)
        assert ended is None or (ended.winner == begun.turn) == (value is PositionValue.WIN)


def test_the_second_player_wins_without_mistakes() -> None:
    state = start({})
    for _ in range(26):
        assert outcome(state) is None
        state = apply(state, GAME.players["perfect"](state, state.turn, Random(1), ORACLE))
    ended = outcome(state)
    assert ended is not None and ended.winner == "second"


def test_in_a_draw_perfect_minimises_the_number_of_good_replies() -> None:
    state = read_state("2,2|2,2")
    assert state_value(state).value is PositionValue.DRAW

    def good(move: str) -> int:
        after = apply(state, read_move(move))
        return sum(state_value(apply(after, reply)).value is not PositionValue.WIN for reply in legal(after))

    drawing = [
        move.text for move in legal(state) if state_value(apply(state, move)).value is PositionValue.DRAW
    ]
    fewest = min(map(good, drawing))
    assert {move.text for move in best_moves(state)} == {move for move in drawing if good(move) == fewest}


@pytest.mark.parametrize(
    ("position", "move"),
    [
        ("0,4|0,2", "tap R R"),  # wins immediately
        ("1,3|2,1", "tap R L"),  # eliminates a hand
    ],
)
def test_greedy_prefers_immediate_gains(position: str, move: str) -> None:
    state = read_state(position)
    assert GAME.players["greedy"](state, state.turn, Random(1), ORACLE).text == move


# -- texts -------------------------------------------------------------------------------------------


def test_hints_list_the_values_of_all_moves_best_first() -> None:
    assert hints("1,1|1,1") == [
        "Every move loses: second can win in 13 moves. Look at a tap with your left hand.",
        "tap L L loses in 13 moves",
        "Other moves: tap L R, tap R L and tap R R lose in 13 moves; "
        "transfer L 1 and transfer R 1 lose in 8 moves.",
    ]
    assert hints("0,4|0,2") == [
        "You can win at once. Look at a tap with your right hand.",
        "tap R R wins at once",
        "Other moves: transfer R 2 wins in 13 moves; transfer R 1 and transfer R 3 lose in 9 moves.",
    ]
    assert hints("2,2|2,2")[:2] == [
        "Neither player can force a win here. Look at a tap with your left hand.",
        "tap L L draws",
    ]
    assert hints("2,2|2,2 cycles=no")[:2] == [
        "Who wins here depends on the rule against cycles, which is not analysed. "
        "Look at a tap with your left hand.",
        "tap L L is not decided",
    ]


def test_a_seat_that_is_not_to_move_gets_no_hint() -> None:
    assert hint(read_state("1,1|1,1"), "second", 0, Random(1), ORACLE).lines == []
    assert hint(read_state("0,0|1,1"), "first", 0, Random(1), ORACLE).lines == []


def test_verdicts_distinguish_mistakes_from_detours() -> None:
    assert verdict("0,4|0,2", "tap R R") == "wins at once"
    assert verdict("0,4|0,2", "transfer R 2") == "wins in 13 moves tap R R"
    assert verdict("0,4|0,2", "transfer R 1") == "mistake: loses in 9 moves tap R R"
    assert verdict("0,1|0,1", "tap R R") == "loses in 3 moves"


def test_moves_with_three_hands_are_described() -> None:
    state = read_state("3,0,1|1,1,4 hands=3 turn=second")
    assert tell(state, apply(state, read_move("transfer L 2 M"))) == [
        "second transfers 2 fingers from left to middle: 3,0,1 becomes 1,2,1."
    ]
    assert tell(state, apply(state, read_move("tap R R"))) == ["second taps first's right hand: it is out."]


def test_statistics_of_a_game_are_counted() -> None:
    states = [read_state("4,1|4,0")]
    for move in ("tap L L",):
        states.append(apply(states[-1], read_move(move)))
    assert statistics(states) == {"taps": 1, "transfers": 0, "hands put out": 1}


def test_a_random_position_is_live_and_depends_on_the_seed() -> None:
    for seed in range(30):
        dealt = deal({"position": "random", "hands": "3"}, Random(seed), ORACLE)
        assert dealt == deal({"position": "random", "hands": "3"}, Random(seed), ORACLE)
        assert to_move(start(dealt)) == "first"


# -- variants in the exam ------------------------------------------------------------------------------

VARIANTS = (
    {"cycles": "no"},
    {"hands": "3", "fingers": "4", "rollover": "yes"},
    {"transfers": "halving", "mirror": "yes", "turn": "second"},
)


@pytest.mark.parametrize("options", VARIANTS, ids=" ".join)
def test_variants_pass_the_exam(options: dict[str, str]) -> None:
    def begun(more: Mapping[str, str]) -> State:
        return start({**options, **more})

    base = candidate("satplay.games.chopsticks", GAME)
    it = Candidate(replace(GAME, start=begun), base.folder)
    for item in PLAY:
        item(it)


# -- cycles --------------------------------------------------------------------------------------------


def test_a_move_that_closes_a_cycle_is_refused() -> None:
    state = read_state("2,2|2,2 cycles=no")
    line = ["transfer L 1", "transfer L 1", "transfer R 1", "transfer R 1"]
    for move in [*line, *line[:-2]]:
        state = apply(state, read_move(move))
    with pytest.raises(IllegalMove, match="two equal adjacent blocks"):
        apply(state, read_move("transfer R 1"))
    assert read_move("transfer R 1") not in legal(state)
    free = read_state("2,2|2,2")
    for move in [*line, *line, *line]:
        free = apply(free, read_move(move))
    assert free == read_state("2,2|2,2")


def test_a_player_without_a_move_loses() -> None:
    """The past is artificial: no real game with this position is known."""
    state = read_state("0,1|0,1 cycles=no")
    (only,) = legal(state)
    after = apply(state, only).position
    stuck = State(state.position, state.variant, "first", (state.position, after))
    assert repeats((*stuck.history, stuck.position, after))
    assert legal(stuck) == [] and to_move(stuck) is None
    ended = outcome(stuck)
    assert ended is not None and ended.winner == "second" and "close a cycle" in ended.because


def test_no_game_without_cycles_repeats_a_block_of_moves() -> None:
    state = start({"cycles": "no", "rollover": "yes"})
    rng = Random(5)
    while to_move(state) is not None and len(state.history) < 150:
        transfers = [move for move in legal(state) if isinstance(move, Transfer)]
        state = apply(state, rng.choice(transfers or legal(state)))
        assert not repeats((*state.history, state.position))
