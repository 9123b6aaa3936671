"""The encodings of Chopsticks agree with the rules: model counts, and meanings of variables."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.contracts.encoding import Encoding
from satplay.games.chopsticks.analysis.goal import Goal, GoalTask
from satplay.games.chopsticks.encodings.choices import Hit, choices
from satplay.games.chopsticks.encodings.factored import factored_moves
from satplay.games.chopsticks.encodings.milestones import (
    extend_sequences,
    find_shortest_win,
    one_move,
    winning_move,
)
from satplay.games.chopsticks.encodings.obligations import obligations, quantified_obligations
from satplay.games.chopsticks.encodings.unrolled import loop_free_line, unrolled_line
from satplay.games.chopsticks.formats import read_position
from satplay.games.chopsticks.rules import moves, options, win
from satplay.games.chopsticks.state import Position
from satplay.games.chopsticks.variant import SOURCE, Variant
from satplay.logic.formula import Formula
from satplay.logic.quantified import Quantifier
from satplay.reasoning.oracle import EngineOracle
from tests.games.chopsticks.oracles.retrograde import positions as every_position
from tests.games.chopsticks.tasks import VARIANTS, positions, tasks

ORACLE = EngineOracle()
START = read_position("1,1|1,1")


# -- one move ----------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(st.data())
def test_the_models_of_one_move_are_the_legal_moves(data: st.DataObject) -> None:
    variant = data.draw(st.sampled_from(VARIANTS))
    position = data.draw(positions(variant))
    found = [move.text for move in ORACLE.solutions(one_move(position, variant))]
    assert sorted(found) == sorted(move.text for move in moves(position, variant))


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.text or "source")
def test_the_models_of_one_move_are_the_legal_moves_of_every_position(variant: Variant) -> None:
    for position in every_position(variant):
        found = {move.text for move in ORACLE.solutions(one_move(position, variant))}
        assert found == {move.text for move in moves(position, variant)}


def test_a_winning_move_is_found_if_it_exists() -> None:
    move = winning_move(read_position("4,1|0,1"), ORACLE)
    assert move is not None and move.text == "tap L R"
    assert winning_move(START, ORACLE) is None


# -- lines -------------------------------------------------------------------------------------------


def lines(task: GoalTask, plies: int) -> int:
    """Count the move sequences that reach the goal within a number of plies; each one ends at the goal."""

    def ending(position: Position, ply: int) -> int:
        here = int(task.goal.is_reached(position, ply))
        if ply == plies:
            return here
        return here + sum(ending(after, ply + 1) for _, after in options(position, task.variant))

    return ending(task.start, 0)


@settings(max_examples=15)
@given(tasks(), st.integers(0, 2))
def test_the_models_of_an_unrolling_are_the_lines_to_the_goal(task: GoalTask, plies: int) -> None:
    assert sum(1 for _ in ORACLE.solutions(unrolled_line(task, plies))) == lines(task, plies)


def test_lines_may_repeat_positions_but_shortest_lines_do_not() -> None:
    task = GoalTask(read_position("2,0|2,0"), Goal(), helped=True)
    for plies in (1, 4):
        wound = ORACLE.solution(loop_free_line(task, plies, backwards=False))
        assert wound is not None
        seen = [(ply % 2, position) for ply, position in enumerate(wound.positions())]
        assert len(seen) == plies + 1 == len(set(seen))


def test_milestones_accumulate_all_next_moves_and_find_the_shortest_win() -> None:
    after = dict(extend_sequences({START: ()}, ORACLE))
    assert set(after) == {position for _, position in options(START)}
    won = find_shortest_win(GoalTask(START, Goal(), helped=True), ORACLE)
    assert won is not None and len(won.moves) == 5
    assert find_shortest_win(GoalTask(START, Goal(), helped=True), ORACLE, within=4) is None


# -- against every defence ---------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.text or "source")
@pytest.mark.parametrize("ignore_order", [True, False])
def test_numbers_of_the_opponent_correspond_to_legal_moves(variant: Variant, ignore_order: bool) -> None:
    known = choices(variant, ignore_order)

    def named(position: Position) -> Position:
        return position.sorted_hands if ignore_order else position

    for theirs in known.known:
        for ours in known.known:
            positions_reached = set()
            for number in range(1 << known.digits):
                option = known.options[theirs][number % len(known.options[theirs])]
                if isinstance(option, Hit):
                    positions_reached.add(Position(known.tap(option.fingers, option.side, ours), theirs))
                else:
                    positions_reached.add(Position(ours, option))
            assert positions_reached == {
                named(after) for _, after in options(Position(theirs, ours), variant)
            }


def test_quantifier_blocks_follow_the_order_of_plies() -> None:
    """Blocks alternate, and each ply of the opponent has one block."""
    task = GoalTask(read_position("1,3|1,1"))
    for write in (factored_moves, quantified_obligations):
        kinds = [block.quantifier for block in write(task, 7).formula.prefix]
        assert kinds.count(Quantifier.FORALL) == 3
        assert kinds[0] is kinds[-1] is Quantifier.EXISTS


def test_without_plies_only_the_current_position_counts() -> None:
    for start in ("1,1|0,0", "0,0|1,1", "1,1|1,1"):
        task = GoalTask(read_position(start))
        assert (ORACLE.solution(obligations(task, 0)) is not None) == win(task.start)


def formulas(task: GoalTask) -> list[Formula]:
    against = [write(task, 3).formula.matrix for write in (factored_moves, quantified_obligations)]
    alone: list[Encoding[object]] = [unrolled_line(task, 3), obligations(task, 3)]
    return [*against, *(one.formula for one in alone)]


@pytest.mark.parametrize("goal", [Goal(), Goal(START), Goal(START, mirror=True)])
def test_every_variable_has_a_sentence(goal: Goal) -> None:
    for formula in formulas(GoalTask(read_position("1,2|0,3"), goal, variant=SOURCE)):
        named = dict(formula.atoms())
        assert len({str(atom) for atom in named.values()}) == len(named)
        for atom in named.values():
            assert atom.sentence != atom.negation
        assert (
            len(named) >= 0.6 * formula.var_count
        )  # the rest are auxiliary variables of cardinality constraints
