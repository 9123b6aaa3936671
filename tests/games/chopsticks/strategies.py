"""Variants and positions for Hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from satplay.games.chopsticks.state import Position
from satplay.games.chopsticks.variant import FINGERS, HANDS, Transfers, Variant

variants = st.builds(
    Variant,
    fingers=st.sampled_from(FINGERS),
    hands=st.sampled_from(HANDS),
    rollover=st.booleans(),
    transfers=st.sampled_from(Transfers),
    reviving=st.booleans(),
    emptying=st.booleans(),
    mirror=st.booleans(),
)


@st.composite
def placed(draw: st.DrawFn) -> tuple[Variant, Position]:
    variant = draw(variants)
    hands = st.tuples(*[st.integers(0, variant.fingers - 1)] * variant.hands).filter(any)
    return variant, Position(draw(hands), draw(hands))
