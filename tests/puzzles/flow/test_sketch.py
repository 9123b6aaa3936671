"""Terminal drawings of boards of every kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.drawing.terminal import Line, to_text
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.colours import colour
from satplay.puzzles.flow.paths import Flow, flow_of
from satplay.puzzles.flow.sketch import sketch
from satplay.puzzles.flow.sketch.marks import names
from tests.puzzles.flow.formats.boards import boards_with_links


def drawn(board: Board, *walked: Sequence[int], ascii: bool = False) -> str:
    return "\n".join(to_text(sketch(board, flow_of(board, walked), ascii)))


def bold_texts(lines: Sequence[Line]) -> Counter[tuple[str, str | None]]:
    """Return the texts on dots: the only bold ones."""
    return Counter((span.text, span.look.ground) for line in lines for span in line if span.look.bold)


@settings(max_examples=100, deadline=None)
@given(boards_with_links(), st.booleans())
def test_every_dot_has_its_letter_on_its_colour(position: tuple[Board, Flow], ascii: bool) -> None:
    board, flow = position
    lines = sketch(board, flow, ascii)
    expected = {(name, colour(number)): 2 for number, name in enumerate(names(board, plain=ascii))}
    assert bold_texts(lines) == expected
    assert all(line.isprintable() and (line.isascii() or not ascii) for line in to_text(lines))


@settings(max_examples=100, deadline=None)
@given(boards_with_links(), st.data())
def test_one_link_more_or_less_is_visible(position: tuple[Board, Flow], data: st.DataObject) -> None:
    board, flow = position
    if not flow.links:
        return
    fewer = Flow(flow.links - {data.draw(st.sampled_from(sorted(flow.links)))})
    for ascii in (False, True):
        assert to_text(sketch(board, flow, ascii)) != to_text(sketch(board, fewer, ascii))


def test_a_path_has_its_background_colour_and_a_loose_end_has_none() -> None:
    board = Board(2, 3, ((0, 2),), fill=False)
    grounds = {
        span.text: span.look.ground
        for line in sketch(board, flow_of(board, [(0, 1), (4, 5)]), False)
        for span in line
    }
    assert grounds["─╴"] == colour(0)
    assert all(ground is None for text, ground in grounds.items() if "╶" in text)


def test_a_wall_is_a_bar_and_a_hole_is_not_a_cell() -> None:
    board = Board(2, 3, (), holes=frozenset({5}), walls=frozenset({(0, 1), (1, 4)}), fill=False)
    assert drawn(board) == (
        "   A B C\n"
        "  ┏━━━━━┓\n"
        "1 ┃·┃· ·┃\n"
        "  ┃  ━  ┃\n"
        "2 ┃· · ▒┃\n"
        "  ┗━━━━━┛"
    )  # fmt: skip


def test_free_directions_of_a_bridge_are_double_lines() -> None:
    board = Board(3, 3, ((1, 7), (3, 5)), bridges=frozenset({4}), fill=False)
    assert "┃B ╬ B┃" in drawn(board)
    assert "┃B─╫─B┃" in drawn(board, (3, 4, 5))
    assert "┃B ╪ B┃" in drawn(board, (1, 4, 7))
    assert "┃B─┼─B┃" in drawn(board, (1, 4, 7), (3, 4, 5))


def test_the_frame_is_open_at_joined_borders() -> None:
    board = Board(3, 3, ((0, 2), (3, 6)), warp=True, walls=frozenset({(6, 8)}), fill=False)
    assert drawn(board, (0, 2)) == (
        "   A B C\n"
        "  ┏ ━ ━ ┓\n"
        "1 ─A · A─\n"
        "2  B · ·\n"
        "3 ┃B · ·┃\n"
        "  ┗ ━ ━ ┛"
    )  # fmt: skip


def test_a_link_between_vertically_adjacent_dots_is_visible() -> None:
    board = Board(2, 1, ((0, 1),))
    assert drawn(board) != drawn(board, (0, 1))
    assert "┃│┃" in drawn(board, (0, 1))


def test_hexagons_of_even_columns_are_lower_and_walls_are_listed() -> None:
    board = Board(2, 3, ((0, 2),), hexagonal=True, walls=frozenset({(0, 3)}), fill=False)
    assert drawn(board, (0, 1, 2)) == (
        "  A   B   C\n"
        "    ┌───┐\n"
        "1 A─┘   └─A\n"
        "      ·\n"
        "2 ·       ·\n"
        "\n"
        "walls A1|A2"
    )  # fmt: skip


def test_headings_of_columns_after_z_are_stacked() -> None:
    lines = drawn(Board(1, 28, ())).split("\n")
    assert lines[0].split() == ["A", "A"] and lines[1].split()[-3:] == ["Z", "A", "B"]


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (("a", "B"), ["a", "B"]),
        (("12", "7"), ["12", "7"]),
        (("│", "+"), ["1", "2"]),
        (("1", "."), ["1", "2"]),
        (("é", "A"), ["1", "A"]),
        (("\u4e2d", "e\u0301"), ["1", "2"]),
        (("", "toolong"), ["1", "2"]),
    ],
)
def test_labels_that_do_not_fit_become_numbers(labels: tuple[str, ...], expected: list[str]) -> None:
    board = Board(1, 4, ((0, 1), (2, 3)), labels=labels)
    assert names(board, plain=True) == expected
    assert {text for text, _ in bold_texts(sketch(board, None, True))} == set(expected)


def test_wide_labels_make_wide_cells() -> None:
    board = Board(1, 6, ((0, 2), (3, 5)), labels=("12", "3"))
    assert "┃12────12 3─────3 ┃" in drawn(board, (0, 1, 2), (3, 4, 5))
