"""All methods agree, and each gives a witness that can be verified."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.errors import EncodingError
from satplay.games.chopsticks.analysis.goal import Goal, GoalTask
from satplay.games.chopsticks.analysis.referee import check_witness
from satplay.games.chopsticks.analysis.witness import LineOfPlay, WinningStrategy
from satplay.games.chopsticks.formats import read_move, read_position
from satplay.games.chopsticks.questions.methods import (
    ADVERSARIAL,
    COOPERATIVE,
    LeastPlies,
    solve_by_formulas,
    solve_by_milestones,
    solve_by_retrograde,
)
from satplay.games.chopsticks.rules import lose, options, win
from satplay.games.chopsticks.state import Position
from satplay.games.chopsticks.variant import SOURCE, Transfers, Variant
from satplay.reasoning.oracle import EngineOracle
from tests.games.chopsticks.oracles.retrograde import positions as every_position
from tests.games.chopsticks.tasks import tasks

ORACLE = EngineOracle()
START = read_position("1,1|1,1")


def answers(task: GoalTask, within: int | None, *, slow: bool = True) -> Iterator[tuple[str, LeastPlies]]:
    yield "retrograde", solve_by_retrograde(task, within)
    for method, encodings in (COOPERATIVE if task.helped else ADVERSARIAL).items():
        for encoding in encodings:
            if slow or encoding != "factored":
                yield f"{method} {encoding}", solve_by_formulas(task, method, encoding, within, ORACLE)


def common_answer(task: GoalTask, within: int | None = None, *, slow: bool = True) -> int | None:
    """Return the number of plies on which all methods agree."""
    plies_by_method = {
        name: None if found is None else found[0] for name, found in answers(task, within, slow=slow)
    }
    assert len(set(plies_by_method.values())) == 1, (task, within, plies_by_method)
    return plies_by_method["retrograde"]


def brute_force(task: GoalTask, plies: int) -> bool:
    """Decide by exhaustive search whether this number of plies is enough."""

    def enough(position: Position, ply: int) -> bool:
        if task.goal.is_reached(position, ply):
            return True
        after = [] if ply == plies else [then for _, then in options(position, task.variant)]
        if not after:
            return False
        some = task.helped or ply % 2 == 0
        return (any if some else all)(enough(then, ply + 1) for then in after)

    return enough(task.start, 0)


@settings(max_examples=40, deadline=None)
@given(tasks(), st.integers(0, 3))
def test_all_methods_agree_with_exhaustive_search(task: GoalTask, plies: int) -> None:
    found = common_answer(task, plies)
    assert (found is not None) == brute_force(task, plies)


@settings(max_examples=15, deadline=None)
@given(tasks(), st.integers(4, 9))
def test_all_methods_agree_for_longer_games(task: GoalTask, plies: int) -> None:
    common_answer(task, plies if task.variant.hands == 2 else 4)


def test_known_results_about_the_start_are_found() -> None:
    assert common_answer(GoalTask(START, Goal(), helped=True)) == 5
    assert common_answer(GoalTask(START, Goal(read_position("2,2|2,2")), helped=True)) == 5
    assert common_answer(GoalTask(START, Goal(read_position("0,0|1,1")), helped=True)) == 6
    assert common_answer(GoalTask(START, Goal(read_position("4,4|1,1")), helped=True)) == 8


def test_the_longest_forced_win_takes_33_plies() -> None:
    task = GoalTask(read_position("1,3|1,1"))
    assert common_answer(task, 33) == 33
    assert common_answer(task, 32) is None


def test_no_win_can_be_forced_from_the_start() -> None:
    assert common_answer(GoalTask(START), slow=False) is None


def test_the_start_is_lost_in_exactly_26_plies() -> None:
    """After each of our moves the opponent forces a win, at the latest after 25 more."""
    lost = [solve_by_retrograde(GoalTask(after), None) for _, after in options(START)]
    assert max(0 if found is None else found[0] for found in lost) == 25
    assert all(found is not None for found in lost)


def test_with_four_fingers_the_first_player_wins_in_17_plies() -> None:
    assert common_answer(GoalTask(START, variant=Variant(fingers=4)), slow=False) == 17


def test_five_fingers_with_rollover_are_a_draw() -> None:
    """The first player cannot force a win, and has a move after which the second cannot either."""
    variant = Variant(rollover=True)
    assert common_answer(GoalTask(START, variant=variant), slow=False) is None
    assert any(
        solve_by_retrograde(GoalTask(after, variant=variant), None) is None
        for _, after in options(START, variant)
    )


@pytest.mark.parametrize("goal", ["0,1|0,0", "1,1|4,4", "4,3|4,0"])
def test_an_unreachable_position_is_never_reached(goal: str) -> None:
    assert common_answer(GoalTask(START, Goal(read_position(goal)), helped=True)) is None


def test_a_player_who_has_lost_never_wins() -> None:
    task = GoalTask(read_position("0,0|1,1"), Goal(), helped=True)
    assert common_answer(task) is None and solve_by_milestones(task, None, ORACLE) is None


VARIANTS = (SOURCE, Variant(fingers=4), Variant(rollover=True), Variant(transfers=Transfers.HALVING))


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.text or "source")
@pytest.mark.parametrize("helped", [True, False])
def test_all_methods_agree_about_wins_from_every_live_position_up_to_9_plies(
    variant: Variant, helped: bool
) -> None:
    for position in every_position(variant):
        if position != position.sorted_hands or win(position) or lose(position):
            continue
        task = GoalTask(position, Goal(), helped, variant)
        least = solve_by_retrograde(task, None)
        for plies in range(10):
            found = common_answer(task, plies)
            assert found == (None if least is None or least[0] > plies else least[0])


# -- verification of witnesses -----------------------------------------------------------------------


def test_a_line_with_another_end_is_not_a_witness() -> None:
    task = GoalTask(START, Goal(read_position("2,1|1,1")), helped=True)
    assert check_witness(LineOfPlay(task, [read_move("tap L L")]), 1) == 1
    for moves in (["tap R R"], ["tap L L", "tap L L"], [], ["transfer L 1"], ["transfer L 4"]):
        with pytest.raises(EncodingError):
            check_witness(LineOfPlay(task, [read_move(move) for move in moves]), 1)


def test_a_strategy_that_loses_to_one_defence_is_not_a_witness() -> None:
    task = GoalTask(read_position("4,4|1,4"))
    found = solve_by_retrograde(task, None)
    assert found is not None
    plies, strategy = found
    assert isinstance(strategy, WinningStrategy) and check_witness(strategy, plies) == plies == 3
    for turn in strategy.moves:
        without = {one: move for one, move in strategy.moves.items() if one != turn}
        with pytest.raises(EncodingError):
            check_witness(WinningStrategy(task, without), plies)
    with pytest.raises(EncodingError):
        check_witness(strategy, plies - 1)
    with pytest.raises(EncodingError):
        check_witness(LineOfPlay(task, [read_move("tap L R")]), plies)
