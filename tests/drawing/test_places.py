"""Names of cells, written and read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satplay.drawing.places import cell_called, cell_name, put_headings, room_above, room_before
from satplay.drawing.terminal import Canvas, to_text
from satplay.errors import BadInput

PLACES = st.tuples(st.integers(0, 1999), st.integers(0, 1999))


@given(PLACES, st.booleans())
def test_a_cell_is_found_by_its_name_in_upper_or_lower_case(place: tuple[int, int], small: bool) -> None:
    name = cell_name(*place)
    assert cell_called(name.lower() if small else name, 2000, 2000) == place


@given(PLACES, PLACES)
def test_different_cells_have_different_names(one: tuple[int, int], other: tuple[int, int]) -> None:
    assert (cell_name(*one) == cell_name(*other)) == (one == other)


@pytest.mark.parametrize(
    "word", ["", "A", "1", "1A", "A1B", "A-1", "Å1", "A١", "ABCD1", "A12345", " A1", "A1\n"]
)
def test_other_words_are_not_names(word: str) -> None:
    assert cell_called(word, 2000, 2000) is None


@pytest.mark.parametrize("word", ["A0", "A4", "F1", "aa1", "ZZZ9999"])
def test_a_cell_outside_the_board_is_refused(word: str) -> None:
    with pytest.raises(BadInput, match=f"found '{word}', expected cells from A1 to E3"):
        cell_called(word, 3, 5)


def test_headings_with_two_letters_are_stacked() -> None:
    canvas = Canvas()
    columns = [room_before(10) + 2 * column for column in range(28)]
    lines = range(room_above(28), room_above(28) + 10)
    put_headings(canvas, columns, lines)
    first, second, *rest = to_text(canvas.lines())
    assert first.split() == ["A", "A"] and second.split()[-3:] == ["Z", "A", "B"]
    assert rest == [*(f" {row}" for row in range(1, 10)), "10"]
