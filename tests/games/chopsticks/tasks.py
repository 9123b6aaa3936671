"""Tasks for the tests of encodings and questions: variants, positions, goals."""

from __future__ import annotations

from hypothesis import strategies as st

from satplay.games.chopsticks.analysis.goal import Goal, GoalTask, ToMove
from satplay.games.chopsticks.state import Position
from satplay.games.chopsticks.variant import SOURCE, Transfers, Variant

VARIANTS = (
    SOURCE,
    Variant(fingers=4),
    Variant(rollover=True),
    Variant(fingers=3, hands=3),
    Variant(transfers=Transfers.HALVING),
    Variant(transfers=Transfers.NONE),
    Variant(mirror=True),
    Variant(reviving=False),
    Variant(fingers=6, emptying=False, rollover=True),
)


@st.composite
def positions(draw: st.DrawFn, variant: Variant) -> Position:
    hands = st.tuples(*[st.integers(0, variant.fingers - 1)] * variant.hands)
    mine = draw(hands)
    theirs = draw(hands if any(mine) else hands.filter(any))
    return Position(mine, theirs)


@st.composite
def tasks(draw: st.DrawFn) -> GoalTask:
    """Any of the four questions, about any variant."""
    variant = draw(st.sampled_from(VARIANTS))
    goal, helped = Goal(), draw(st.booleans())
    if draw(st.booleans()):
        to_move = ToMove.ANY if helped else draw(st.sampled_from(ToMove))
        goal = Goal(draw(positions(variant)), draw(st.booleans()), to_move)
    return GoalTask(draw(positions(variant)), goal, helped, variant)
