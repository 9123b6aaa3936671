"""Lines of spans as plain text and with colours."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.drawing.terminal import (
    Canvas,
    Depth,
    Line,
    Look,
    Span,
    channels,
    palette_index,
    to_ansi,
    to_text,
)

COLOURS = st.integers(0, 0xFFFFFF).map("#{:06x}".format)
LOOKS = st.builds(Look, st.none() | COLOURS, st.none() | COLOURS, st.booleans())
SKETCHES = st.lists(st.lists(st.builds(Span, st.text(max_size=5), LOOKS), max_size=4), max_size=3)
SEQUENCE = re.compile("\x1b\\[[0-9;]*m")


@settings(deadline=None)
@given(SKETCHES, st.sampled_from([Depth.INDEXED, Depth.FULL]))
def test_colours_do_not_change_the_text(sketch: list[Line], depth: Depth) -> None:
    plain = [SEQUENCE.sub("", line).rstrip() for line in to_ansi(sketch, depth)]
    assert plain == to_text(sketch)


@settings(deadline=None)
@given(SKETCHES)
def test_nothing_in_a_sketch_moves_the_cursor(sketch: list[Line]) -> None:
    assert all(line.isprintable() for line in to_text(sketch))
    assert all(SEQUENCE.sub("", line).isprintable() for line in to_ansi(sketch, Depth.FULL))


@settings(deadline=None)
@given(SKETCHES)
def test_without_colours_there_is_no_escape_sequence(sketch: list[Line]) -> None:
    assert to_ansi(sketch, Depth.NONE) == to_text(sketch)


@settings(deadline=None)
@given(SKETCHES)
def test_every_line_resets_its_colours(sketch: list[Line]) -> None:
    for line in to_ansi(sketch, Depth.FULL):
        assert not SEQUENCE.findall(line) or SEQUENCE.findall(line)[-1] == "\x1b[0m"


def test_adjacent_spans_with_equal_looks_are_merged() -> None:
    canvas, bold = Canvas(), Look(bold=True)
    canvas.put(0, 0, "a", bold)
    canvas.put(0, 1, "b", bold)
    canvas.put(0, 3, "c")
    assert canvas.lines() == ((Span("ab", bold), Span(" c")),)


def test_the_last_span_at_a_place_wins() -> None:
    canvas = Canvas()
    canvas.put(0, 0, "xxxx")
    canvas.put(0, 1, "yy")
    assert to_text(canvas.lines()) == ["xyyx"]


@pytest.mark.parametrize("step", [0, 95, 135, 175, 215, 255])
def test_a_colour_of_the_256_is_unchanged(step: int) -> None:
    assert 16 <= palette_index(f"#{step:02x}0000") <= 231


@given(COLOURS)
def test_the_nearest_colour_is_one_of_the_fixed_colours(colour: str) -> None:
    assert 16 <= palette_index(colour) <= 255
    assert all(0 <= part <= 255 for part in channels(colour))
