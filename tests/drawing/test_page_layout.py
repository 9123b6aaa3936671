"""Pages of boards: nothing overlaps, everything is inside the margins, in order, readable."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.drawing.booklet import BOARDS, BOTTOM, PAPERS, SIDE, SOLUTIONS, TITLE_ROOM, TOP
from satplay.drawing.page_layout import Area, LayoutStyle, Placement, Size, lay_out

BOARD_SIDES = st.integers(1, 60).map(lambda cells: 48.0 + 40.0 * cells)
SIZES = st.tuples(BOARD_SIDES, BOARD_SIDES)
STYLES = [BOARDS, SOLUTIONS]


def areas(paper: str) -> tuple[Area, Area]:
    width, height = PAPERS[paper]
    other = Area(SIDE, TOP, width - 2 * SIDE, height - TOP - BOTTOM)
    return other._replace(top=TOP + TITLE_ROOM, height=other.height - TITLE_ROOM), other


def box(placed: Placement, size: Size) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of a picture with its caption."""
    (x, y), scale = placed.corner, placed.scale
    return x, placed.caption[1], x + scale * size[0], y + scale * size[1]


def expect_good_pages(sizes: list[Size], paper: str, style: LayoutStyle) -> list[list[Placement]]:
    first, other = areas(paper)
    pages = lay_out(sizes, first, other, style)
    assert [placed.number for page in pages for placed in page] == list(range(len(sizes)))
    for number, page in enumerate(pages):
        area = other if number else first
        boxes = [box(placed, sizes[placed.number]) for placed in page]
        for left, top, right, bottom in boxes:
            assert area.left - 0.01 <= left and right <= area.left + area.width + 0.01
            assert area.top - 0.01 <= top and bottom <= area.top + area.height + 0.01
        for one, two in combinations(boxes, 2):
            beside = one[2] < two[0] or two[2] < one[0]
            above = one[3] < two[1] or two[3] < one[1]
            assert beside or above
        assert len({placed.scale for placed in page}) == 1 and 0 < page[0].scale <= style.largest
        if len(page) > 1:
            assert page[0].scale >= (style.smallest if len(page) == 2 else style.comfortable)
        for placed in page:
            assert placed.caption[0] + placed.caption_width <= area.left + area.width + 0.01
    return pages


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("style", STYLES, ids=["boards", "solutions"])
@pytest.mark.parametrize("side", [3, 5, 7, 9, 12, 15, 20, 30, 60])
def test_boards_of_one_size_for_every_count(paper: str, style: LayoutStyle, side: int) -> None:
    size = (48.0 + 40.0 * side, 48.0 + 40.0 * side)
    for count in range(1, 61):
        pages = expect_good_pages([size] * count, paper, style)
        assert len({len(page) for page in pages[:-1]}) <= 2, "the first page has less room"


@settings(max_examples=100, deadline=None)
@given(st.lists(SIZES, min_size=1, max_size=40), st.sampled_from(list(PAPERS)), st.sampled_from(STYLES))
def test_boards_of_different_sizes(sizes: list[Size], paper: str, style: LayoutStyle) -> None:
    expect_good_pages(sizes, paper, style)


@pytest.mark.parametrize(
    ("side", "on_a_page"), [(5, 12), (7, 12), (9, 6), (12, 4), (15, 2), (20, 2), (30, 1)]
)
def test_as_many_boards_on_a_page_as_are_readable(side: int, on_a_page: int) -> None:
    size = (48.0 + 40.0 * side, 48.0 + 40.0 * side)
    pages = expect_good_pages([size] * 48, "a4", BOARDS)
    assert {len(page) for page in pages} == {on_a_page}


def test_one_small_board_is_not_enlarged_to_the_whole_page() -> None:
    ((placed,),) = expect_good_pages([(208.0, 208.0)], "a4", BOARDS)
    assert placed.scale == BOARDS.largest


def test_boards_on_the_last_page_are_as_large_as_on_the_others() -> None:
    pages = expect_good_pages([(408.0, 408.0)] * 20, "a4", BOARDS)
    assert [len(page) for page in pages] == [6, 6, 6, 2]
    assert len({page[0].scale for page in pages}) == 1
