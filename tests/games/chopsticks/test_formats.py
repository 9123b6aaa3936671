"""Texts of positions and moves: reading, writing, and error messages."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.errors import BadInput
from satplay.games.chopsticks.formats import (
    MOVES,
    STATES,
    read_move,
    read_position,
    read_state,
    write_move,
    write_state,
)
from satplay.games.chopsticks.play import apply, legal
from satplay.games.chopsticks.rules import every_move
from satplay.games.chopsticks.start import start
from satplay.games.chopsticks.state import Position, State
from satplay.games.chopsticks.variant import SOURCE, Variant, read_variant
from tests.exams.broken_texts import complaint, survives_broken_texts
from tests.games.chopsticks.strategies import placed, variants


@pytest.mark.parametrize("text", ["1,2|0,4", "1,2/0,4", " 1 , 2 | 0 , 4 ", "1,2\n/\t0,4\n"])
def test_a_position_may_contain_a_slash_and_blanks(text: str) -> None:
    assert read_position(text) == Position((1, 2), (0, 4))
    assert read_state(text) == State(Position((1, 2), (0, 4)))


@settings(deadline=None)
@given(placed(), st.sampled_from(["first", "second"]))
def test_states_survive_writing_and_reading(it: tuple[Variant, Position], turn: str) -> None:
    state = State(it[1], it[0], turn)
    assert read_state(write_state(state)) == state
    assert STATES[0].recognises(write_state(state))


@given(variants)
def test_variants_survive_writing_and_reading(variant: Variant) -> None:
    assert read_variant(variant.options) == variant
    for move in every_move(variant):
        assert read_move(write_move(move)) == move and MOVES.recognises(write_move(move))


def test_the_past_is_written_if_cycles_are_forbidden() -> None:
    state = start({"cycles": "no"})
    for _ in range(12):
        state = apply(state, legal(state)[-1])
        assert read_state(write_state(state)) == state
    assert len(state.history) == 12
    assert write_state(start({"cycles": "no"})) == "1,1|1,1 cycles=no"
    survives_broken_texts(read_state, write_state, [write_state(state)], STATES[0].recognises)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5,1|1,1", "line 1, column 1: bad position: found '5', expected 0 to 4 fingers on a hand"),
        ("1,1|1,4 fingers=4", "line 1, column 7: bad position: found '4', expected 0 to 3 fingers"),
        ("0,0|0,0", "found both players out, expected at least one player with a finger left"),
        ("1|1,1", "found 1 hands, expected 2 of each player"),
        ("1,1,1|1,1,1", "found 3 hands"),
        ("1,1", "expected the hands of the player to move and of the other, as 1,1|1,1"),
        ("1,1|1,1 nonsense", "column 8: bad position: found 'nonsense'"),
        ("1,1|1,1 turn=third", "column 14: bad position: found 'third', expected first or second"),
        ("1,1|1,1 fingers=4 fingers=4", "at most once"),
        ("1,1|1,1 wings=2", "found 'wings'"),
        ("1,1|1,1 hands=5", "column 15: bad position: found '5', expected 2 or 3"),
        ("1,1|1,1 after=1,1|1,1", "none: it matters only with cycles=no"),
        ("1,1|1,1 cycles=no after=2,2|1,1", "a position from which a move leads to 1,1|1,1"),
        ("1,1|1,1 cycles=no after=", "expected the hands"),
        ("1\u0663,1|1,1", "expected the hands"),
    ],
)
def test_a_bad_position_is_refused_with_its_place(text: str, message: str) -> None:
    assert message in complaint(read_state, text)


def test_a_past_that_has_closed_a_cycle_is_refused() -> None:
    """Both players move back and forth: four moves restore the position, eight repeat the block."""
    line = ["2,2|2,2", "2,2|1,3", "1,3|1,3", "1,3|2,2"]
    once = f"2,2|2,2 cycles=no after={';'.join(line)}"
    assert len(read_state(once).history) == 4
    twice = f"1,3|2,2 cycles=no after={';'.join(line + line[:3])}"
    assert "no cycle" in complaint(read_state, twice)


@pytest.mark.parametrize("text", ["tap L R", "TAP l r", " tap  left right "])
def test_sides_may_be_words_and_lower_case(text: str) -> None:
    assert write_move(read_move(text)) == "tap L R"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tap X R", "column 5: bad move: found 'X', expected L or R"),
        ("tap L", "expected 'tap L R'"),
        ("transfer L two", "column 12: bad move: found 'two', expected how many fingers"),
        ("transfer L 2 up", "column 14: bad move: found 'up'"),
        ("transfer M 1", "column 13: bad move: found nothing more, expected where the fingers go"),
        ("kick L R", "expected 'tap L R'"),
        ("", "expected 'tap L R'"),
    ],
)
def test_a_bad_move_is_refused_with_its_place(text: str, message: str) -> None:
    assert message in complaint(read_move, text)


@pytest.mark.parametrize(
    "options",
    [
        {"position": "5,5|1,1"},
        {"position": "1,1|1,1", "hands": "3"},
        {"fingers": "0"},
        {"fingers": "-4"},
        {"rollover": "maybe"},
        {"transfers": "some"},
        {"turn": "third"},
        {"colour": "red"},
    ],
)
def test_invalid_options_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(BadInput):
        start(options)


def test_a_game_begins_with_one_finger_on_each_hand() -> None:
    assert start({}) == State(Position((1, 1), (1, 1)), SOURCE, "first")
    assert start({"hands": "3"}).position == Position((1, 1, 1), (1, 1, 1))
    assert start({"position": "1,2/3,4", "turn": "second"}).hands("first") == (3, 4)
