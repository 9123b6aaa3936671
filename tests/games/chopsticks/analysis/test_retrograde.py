"""Retrograde analysis: known results, the kernel compared with the oracle, and the definitions."""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.errors import NativeCoreMissing
from satplay.games.chopsticks.analysis import retrograde
from satplay.games.chopsticks.analysis.retrograde import (
    NEVER,
    PositionValue,
    attractor,
    index,
    mark_positions,
    position_at,
    reach,
    values,
    won_positions,
)
from satplay.games.chopsticks.formats import read_position
from satplay.games.chopsticks.rules import lose, options, win
from satplay.games.chopsticks.state import start_position
from satplay.games.chopsticks.variant import SOURCE, Transfers, Variant
from tests.games.chopsticks.oracles import retrograde as oracle
from tests.games.chopsticks.oracles.retrograde import following
from tests.games.chopsticks.strategies import variants

ALL = oracle.positions(SOURCE)
START = start_position(SOURCE)
small = variants.filter(lambda variant: variant.size <= 1300)


def plies(text: str) -> int | None:
    return values().plies(read_position(text))


# -- known results -----------------------------------------------------------------------------------


def test_558_of_625_positions_are_reachable() -> None:
    assert SOURCE.size == len(values().wins) == 625
    reached = reach(SOURCE, START)
    assert np.count_nonzero(reached != NEVER) == 558
    assert reached.max() == 9


def test_191_of_225_positions_are_reachable_if_the_order_of_hands_is_ignored() -> None:
    every = {position_at(at).sorted_hands for at in range(625)}
    reached = {position_at(int(at)).sorted_hands for at in np.flatnonzero(reach(SOURCE, START) != NEVER)}
    assert (len(every), len(reached)) == (225, 191)


def test_the_start_is_lost_in_26_plies() -> None:
    assert values().value(START) is PositionValue.LOSS
    assert plies("1,1|1,1") == 26


def test_the_longest_forced_win_takes_33_plies() -> None:
    assert values().wins.max() == 33
    longest = {position_at(int(at)).sorted_hands.text for at in np.flatnonzero(values().wins == 33)}
    assert longest == {"1,3|1,1"}


@pytest.mark.parametrize(("text", "wanted"), [("2,2|2,2", 5), ("0,0|1,1", 6), ("4,4|1,1", 8)])
def test_reachable_positions_are_counted_by_ply(text: str, wanted: int) -> None:
    assert reach(SOURCE, START)[index(read_position(text))] == wanted


def test_the_shortest_possible_win_takes_5_plies() -> None:
    assert attractor(SOURCE, *won_positions(), helped=True).at(START) == 5


def test_rollover_is_a_draw_and_four_fingers_are_a_win_in_17_plies() -> None:
    rollover, four = Variant(rollover=True), Variant(fingers=4)
    assert values(rollover).value(START) is PositionValue.DRAW and values(rollover).plies(START) is None
    assert values(four).value(START) is PositionValue.WIN and values(four).plies(START) == 17


@pytest.mark.parametrize(
    ("variant", "longest"), [(Variant(fingers=9), 31), (Variant(hands=3), 39), (Variant(6, 3, True), 59)]
)
def test_larger_games_are_draws_with_long_wins_in_them(variant: Variant, longest: int) -> None:
    assert values(variant).value(start_position(variant)) is PositionValue.DRAW
    assert values(variant).wins.max() == longest


# -- the definitions ---------------------------------------------------------------------------------


@settings(deadline=None, max_examples=15)
@given(small)
def test_the_value_of_a_position_follows_from_the_next_positions(variant: Variant) -> None:
    """Won if a move leads to a lost position, one ply after the fastest; lost if all lead to won ones."""
    known = values(variant)
    for position in oracle.positions(variant):
        wins, losses = (int(table[index(position, variant)]) for table in (known.wins, known.losses))
        if win(position) or lose(position):
            assert (wins, losses) == ((0, NEVER) if win(position) else (NEVER, 0))
            continue
        after = [index(then, variant) for _, then in options(position, variant)]
        lost = [int(known.losses[at]) for at in after if known.losses[at] != NEVER]
        won_then = [int(known.wins[at]) for at in after]
        assert wins == (1 + min(lost) if lost else NEVER)
        assert losses == (1 + max(won_then) if NEVER not in won_then else NEVER)


@settings(deadline=None, max_examples=15)
@given(small, st.data())
def test_the_kernel_agrees_with_the_oracle(variant: Variant, data: st.DataObject) -> None:
    pytest.importorskip("satplay.games.chopsticks._kernel", reason="not compiled")
    every = oracle.positions(variant)
    some = st.lists(st.sampled_from(every), max_size=3, unique=True)
    ours, theirs, helped = data.draw(some), data.draw(some), data.draw(st.booleans())
    found = attractor(variant, mark_positions(variant, ours), mark_positions(variant, theirs), helped=helped)
    plain = oracle.attractor(following(variant), ours, theirs, helped=helped)
    for position in every:
        assert found.at(position) == plain[0].get(position)
        assert found.at(position, we_move=False) == plain[1].get(position)
    start = data.draw(st.sampled_from(every))
    reached, plainly = reach(variant, start), oracle.reach(variant, start)
    assert all(reached[index(position, variant)] == plainly.get(position, NEVER) for position in every)


def test_values_agree_with_the_oracle() -> None:
    known, after = values(), following(SOURCE)
    ended = ([one for one in after if win(one)], [one for one in after if lose(one)])
    wins, losses = oracle.attractor(after, *ended)
    for position in ALL:
        at = index(position)
        assert (known.wins[at], known.losses[at]) == (wins.get(position, NEVER), losses.get(position, NEVER))
    ordered = attractor(SOURCE, *won_positions())
    assert np.array_equal(ordered.ours, known.wins) and np.array_equal(ordered.theirs, known.losses)


def test_without_the_kernel_the_error_names_the_feature(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "satplay.games.chopsticks._kernel", None)
    retrograde._moves.cache_clear()
    with pytest.raises(NativeCoreMissing, match=r"analysis of Chopsticks positions needs .* native core"):
        attractor(SOURCE, *won_positions())


@pytest.mark.parametrize(
    "variant",
    [Variant(hands=3, fingers=4), Variant(fingers=7, mirror=True), Variant(transfers=Transfers.HALVING)],
)
def test_results_without_the_order_of_hands_hold_with_it(variant: Variant) -> None:
    ordered = attractor(variant, *won_positions(variant))
    assert np.array_equal(values(variant).wins, ordered.ours)
    assert np.array_equal(values(variant).losses, ordered.theirs)


def test_an_unreachable_position_cannot_be_forced() -> None:
    goal = read_position("2,2|2,2")
    forced = attractor(SOURCE, mark_positions(SOURCE, [goal]), mark_positions(SOURCE, [goal]))
    helped = attractor(SOURCE, mark_positions(SOURCE, [goal]), mark_positions(SOURCE, [goal]), helped=True)
    for position in ALL:
        forced_in, helped_in = forced.at(position), helped.at(position)
        assert forced_in is None or (helped_in is not None and helped_in <= forced_in)
    assert helped.at(START) == 5


def test_the_rule_against_cycles_changes_no_value_at_the_start() -> None:
    strict = values(replace(SOURCE, cycles=False))
    assert strict.plies(START) == 26 and not strict.variant.cycles


def test_the_kernel_refuses_invalid_arrays() -> None:
    kernel = pytest.importorskip("satplay.games.chopsticks._kernel", reason="not compiled")
    none, one = np.zeros(3, np.int32), np.zeros(1, np.int32)
    moves = kernel.Moves(none, one[:0], np.zeros(5, np.int32), one[:0], np.zeros(2, np.int32), 2)
    marks = np.zeros(4, np.uint8)
    assert [list(plies) for plies in moves.attractor(marks, marks, False)] == [[-1] * 4] * 2
    with pytest.raises(ValueError, match="one goal mark per position"):
        moves.attractor(marks[:3], marks, False)
    with pytest.raises(ValueError, match="no such position"):
        moves.reach(4)
    with pytest.raises(ValueError, match="do not match the items"):
        kernel.Moves(one, one[:0], np.zeros(5, np.int32), one[:0], np.zeros(2, np.int32), 2)
    with pytest.raises(ValueError, match="no such hands"):
        kernel.Moves(np.array([0, 1, 1], np.int32), one + 2, np.zeros(5, np.int32), one[:0], none[:2], 2)
    with pytest.raises(TypeError):
        moves.attractor(marks.astype(np.int64), marks, False)


@given(st.integers(0, 10**6 - 1))
def test_positions_are_numbered(number: int) -> None:
    variant = Variant(fingers=10, hands=3)
    position = position_at(number, variant)
    if not (win(position) and lose(position)):
        assert index(position, variant) == number
