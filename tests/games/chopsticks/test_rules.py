"""The rules of Chopsticks: an example for each, and properties for all variants."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.errors import BadInput, IllegalMove
from satplay.games.chopsticks.formats import read_move, read_position
from satplay.games.chopsticks.rules import (
    every_move,
    explain_illegal,
    lose,
    moves,
    options,
    repeats,
    require_valid,
    step,
    tap,
    transfer,
    win,
)
from satplay.games.chopsticks.state import Position, Side, Transfer
from satplay.games.chopsticks.variant import SOURCE, Transfers, Variant
from tests.games.chopsticks.strategies import placed

LEFT, MIDDLE, RIGHT = Side.LEFT, Side.MIDDLE, Side.RIGHT


def hands_after(position: str, move: str, **rules: object) -> str:
    """Return the hands after a move, independent of the player to move."""
    variant = Variant(**rules)
    return step(read_position(position, variant), read_move(move), variant).opponent_view.text


def refusal(position: str, move: str, **rules: object) -> str:
    with pytest.raises(IllegalMove) as raised:
        hands_after(position, move, **rules)
    assert raised.value.state == read_position(position, Variant(**rules)).text
    return raised.value.reason


def texts(position: str, **rules: object) -> list[str]:
    variant = Variant(**rules)
    return [move.text for move in moves(read_position(position, variant), variant)]


# -- taps --------------------------------------------------------------------------------------------


def test_a_tapped_hand_gains_the_fingers_of_the_tapping_hand() -> None:
    assert hands_after("2,1|1,1", "tap L R") == "2,1|1,3"


def test_five_fingers_close_the_hand() -> None:
    assert hands_after("4,1|1,1", "tap L R") == "4,1|1,0"


def test_more_than_five_close_it_too() -> None:
    assert hands_after("4,1|1,3", "tap L R") == "4,1|1,0"


def test_with_rollover_only_five_close_it_and_the_rest_stays() -> None:
    assert hands_after("4,1|1,3", "tap L R", rollover=True) == "4,1|1,2"
    assert hands_after("4,1|1,1", "tap L R", rollover=True) == "4,1|1,0"


def test_a_hand_that_is_out_neither_taps_nor_is_tapped() -> None:
    assert refusal("0,1|1,1", "tap L R") == "your left hand is out"
    assert refusal("1,1|1,0", "tap L R") == "their right hand is out: it cannot be tapped"


def test_with_four_fingers_four_close_the_hand() -> None:
    assert hands_after("3,1|1,1", "tap L R", fingers=4) == "3,1|1,0"


# -- transfers ---------------------------------------------------------------------------------------


def test_a_transfer_moves_fingers_between_own_hands() -> None:
    assert hands_after("2,2|1,1", "transfer L 1") == "1,3|1,1"


def test_a_transfer_may_revive_a_hand_and_may_empty_one() -> None:
    assert hands_after("0,4|1,1", "transfer R 2") == "2,2|1,1"
    assert hands_after("2,2|1,1", "transfer R 2") == "4,0|1,1"


def test_a_transfer_cannot_exceed_the_hand() -> None:
    assert refusal("2,1|1,1", "transfer L 3") == "the left hand holds 2, fewer than 3"


def test_a_transfer_of_zero_is_illegal() -> None:
    assert refusal("2,1|1,1", "transfer L 0") == "a transfer moves at least one finger"


def test_the_receiving_hand_stays_below_five() -> None:
    assert refusal("2,4|1,1", "transfer L 1") == "the right hand would hold 5, 5 or more"
    assert refusal("2,4|1,1", "transfer L 1", rollover=True) == "the right hand would hold 5, 5 or more"


def test_a_transfer_that_only_mirrors_the_hands_is_illegal() -> None:
    assert refusal("3,2|1,1", "transfer L 1") == "it would only mirror the hands"
    assert refusal("0,4|1,1", "transfer R 4") == "it would only mirror the hands"
    assert hands_after("3,2|1,1", "transfer L 1", mirror=True) == "2,3|1,1"


def test_variants_forbid_transfers_or_some_of_them() -> None:
    assert "nothing is transferred" in refusal("2,2|1,1", "transfer L 1", transfers=Transfers.NONE)
    assert "cannot be revived" in refusal("0,4|1,1", "transfer R 2", reviving=False)
    assert "would be empty" in refusal("2,2|1,1", "transfer R 2", emptying=False)


def test_halving_takes_half_of_an_even_hand_to_one_that_is_out() -> None:
    assert texts("0,4|1,0", transfers=Transfers.HALVING) == ["tap R L", "transfer R 2"]
    assert texts("0,3|1,0", transfers=Transfers.HALVING) == ["tap R L"]
    assert "only half of a hand" in refusal("1,3|1,1", "transfer R 1", transfers=Transfers.HALVING)
    assert texts("0,4|1,0", transfers=Transfers.HALVING, reviving=False) == ["tap R L"]


def test_with_three_hands_a_transfer_names_its_target() -> None:
    assert hands_after("1,1,3|1,1,1", "transfer R 1 M", hands=3) == "1,2,2|1,1,1"
    assert hands_after("1,1,3|1,1,1", "transfer L 1", hands=3) == "0,1,4|1,1,1"
    assert hands_after("1,2,3|1,1,1", "tap M R", hands=3) == "1,2,3|1,1,3"
    assert refusal("1,1,3|1,1,1", "transfer R 2 M", hands=3) == "it would only mirror the hands"


def test_an_unknown_hand_is_refused() -> None:
    assert refusal("1,1|1,1", "tap M L") == "there is no middle hand: there are left and right"
    assert refusal("2,1|1,1", "transfer L 1 M") == "there is no middle hand: there are left and right"
    assert refusal("2,1|1,1", "transfer L 1 L") == "a transfer goes to another hand"


# -- the functions of the source ---------------------------------------------------------------------


def test_the_examples_of_the_source_hold() -> None:
    for position, won, lost in (
        ("1,4|3,2", False, False),
        ("0,0|3,2", False, True),
        ("1,4|0,0", True, False),
    ):
        assert win(read_position(position)) == won
        assert lose(read_position(position)) == lost


def test_tap_and_transfer_keep_the_turn_and_step_passes_it() -> None:
    position = Position((2, 1), (1, 1))
    assert tap(position, LEFT, RIGHT) == Position((2, 1), (1, 3))
    assert transfer(position, LEFT, 2) == Position((0, 3), (1, 1))
    assert step(position, Transfer(LEFT, 2, RIGHT)) == Position((1, 1), (0, 3))
    three = Variant(hands=3)
    assert transfer(Position((3, 1, 0), (1, 1, 1)), LEFT, 1, MIDDLE, three).mine == (2, 2, 0)


def test_a_transfer_from_the_middle_must_name_its_target() -> None:
    with pytest.raises(BadInput, match="where the fingers go"):
        transfer(Position((1, 1, 1), (1, 1, 1)), MIDDLE, 1, variant=Variant(hands=3))


@pytest.mark.parametrize(
    ("position", "found"),
    [
        (Position((5, 1), (1, 1)), "5"),
        (Position((1, 1), (-1, 1)), "-1"),
        (Position((0, 0), (0, 0)), "both players out"),
        (Position((1, 1, 1), (1, 1)), "3 hands"),
    ],
)
def test_an_invalid_position_is_bad_input_everywhere(position: Position, found: str) -> None:
    with pytest.raises(BadInput) as raised:
        require_valid(position)
    assert raised.value.found == found
    with pytest.raises(BadInput):
        tap(position, LEFT, LEFT)
    with pytest.raises(BadInput):
        transfer(position, LEFT, 1)
    with pytest.raises(BadInput):
        moves(position)


def test_there_is_no_move_after_a_win() -> None:
    assert texts("0,0|1,1") == texts("1,1|0,0") == []
    assert refusal("1,1|0,0", "transfer L 1") == "the game is over"


@pytest.mark.parametrize("rules", [{"fingers": 1}, {"fingers": 11}, {"hands": 1}, {"hands": 4}])
def test_variants_have_their_limits(rules: dict[str, int]) -> None:
    with pytest.raises(BadInput):
        Variant(**rules)


# -- cycles ------------------------------------------------------------------------------------------


def test_two_equal_blocks_at_the_end_are_a_cycle_and_elsewhere_are_not() -> None:
    a, b, c = (Position((n, 1), (1, 1)) for n in (1, 2, 3))
    assert repeats([c, a, b, a, b])
    assert repeats([a, b, c, a, b, c])
    assert repeats([a, a])
    assert not repeats([a, b, a, b, c])
    assert not repeats([a, b, a])
    assert not repeats([a]) and not repeats([])


@given(st.lists(st.sampled_from([Position((n, 1), (1, 1)) for n in range(3)]), max_size=12))
def test_cycles_are_found_by_their_definition(line: list[Position]) -> None:
    count = len(line)
    ends_twice = any(line[count - 2 * n : count - n] == line[count - n :] for n in range(1, count // 2 + 1))
    assert repeats(line) == ends_twice


# -- all variants ------------------------------------------------------------------------------------


@settings(deadline=None)
@given(placed())
def test_a_live_position_has_a_tap_for_each_pair_of_live_hands(it: tuple[Variant, Position]) -> None:
    variant, position = it
    taps = sum(move.text.startswith("tap") for move in moves(position, variant))
    assert taps == sum(map(bool, position.mine)) * sum(map(bool, position.theirs)) > 0


@settings(deadline=None)
@given(placed())
def test_legal_moves_lead_to_positions_and_illegal_ones_have_a_reason(it: tuple[Variant, Position]) -> None:
    variant, position = it
    reached = dict(options(position, variant))
    for move in every_move(variant):
        if move in reached:
            after = step(position, move, variant)
            assert after == reached[move]
            require_valid(after, variant)
        else:
            assert explain_illegal(position, move, variant)
            with pytest.raises(IllegalMove):
                step(position, move, variant)


@settings(deadline=None)
@given(placed())
def test_taps_keep_the_own_hands_and_transfers_keep_the_others(it: tuple[Variant, Position]) -> None:
    variant, position = it
    for move, after in options(position, variant):
        if isinstance(move, Transfer):
            assert after.mine == position.theirs
            assert sum(after.theirs) == sum(position.mine) and after.theirs != position.mine
            assert variant.mirror or sorted(after.theirs) != sorted(position.mine)
            assert variant.emptying or after.theirs.count(0) <= position.mine.count(0)
            assert variant.reviving or after.theirs.count(0) >= position.mine.count(0)
        else:
            assert after.theirs == position.mine
            changed = [(old, new) for old, new in zip(position.theirs, after.mine, strict=True) if old != new]
            assert len(changed) == 1 and changed[0][0] > 0


@settings(deadline=None)
@given(placed())
def test_swapping_a_players_hands_swaps_the_reachable_positions(it: tuple[Variant, Position]) -> None:
    variant, position = it
    mirrored = Position(position.mine[::-1], position.theirs)
    reached = {after.sorted_hands for _, after in options(position, variant)}
    assert {after.sorted_hands for _, after in options(mirrored, variant)} == reached


def test_the_rules_of_the_source_are_the_default() -> None:
    assert Variant() == SOURCE and SOURCE.options == {} and SOURCE.size == 625
