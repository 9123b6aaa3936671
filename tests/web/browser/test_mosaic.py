"""Mosaic on its page: by mouse, by finger and by the keyboard alone; drags over several cells, Try, hints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.board_hand import Hand, moves, position, press_tool
from tests.web.browser.conftest import SCREENS, Screen

OpenPage = Callable[..., Page]

GIVEN = "mosaic\n..3\n-.#\n..1\n"
"""A3 is free; A2 is given as not shaded, C2 as shaded."""


def play(open_page: OpenPage, screen: Screen | None = None, board: str | None = None) -> tuple[Page, Hand]:
    """Opens a board by its link, or the board of a first visit; returns the page, and a hand on the board."""
    shown = screen or {}
    page = open_page("/mosaic" if board is None else f"/mosaic#b={quote(board)}", **shown)
    expect(page.locator("#board .cell")).not_to_have_count(0)
    return page, Hand(page, touch=shown.get("touch", False))


@pytest.fixture(params=["light", "phone"])
def pointer(request: pytest.FixtureRequest) -> Screen:
    """A mouse and a finger."""
    return SCREENS[request.param]


def made(page: Page) -> list[str]:
    return moves(page, "mosaic")


def shaded(page: Page) -> list[str]:
    """The shaded cells, in reading order."""
    cells: list[str] = position(page, "mosaic")["shaded"]
    return cells


def cells(page: Page, look: str) -> Any:
    return expect(page.locator(f"#board .cell.{look}"))


def test_a_board_is_solved_by_taps_and_drags(open_page: OpenPage, screen: Screen) -> None:
    page, hand = play(open_page, screen)
    hand.drag("A3", "E3")
    hand.drag("C1", "C5")
    hand.drag("D2", "E2")
    hand.drag("E4", "D4")
    hand.tap("A2")
    hand.tap("A4")
    expect(page.locator("#panel-title")).to_have_text("Solved!")
    lines = ["A3 B3 C3 D3 E3", "C1 C2 C4 C5", "D2 E2", "E4 D4", "A2", "A4"]
    assert made(page) == lines, "each gesture is one step, with the cells that change"


def test_a_board_is_solved_by_the_keyboard_alone(open_page: OpenPage) -> None:
    page, _ = play(open_page)
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.locator("#board").evaluate("board => board === document.activeElement"):
            break
    rows = ("--#--", "#-###", "#####", "#-###", "--#--")
    for number, row in enumerate(rows):
        for column, cell in enumerate(row if number % 2 == 0 else row[::-1]):
            if column:
                page.keyboard.press("ArrowLeft" if number % 2 else "ArrowRight")
            if cell == "#":
                page.keyboard.press("Enter" if number % 2 else "Space")
        page.keyboard.press("ArrowDown")
    expect(page.locator("#panel-title")).to_have_text("Solved!")
    assert len(made(page)) == 15


def test_a_gesture_paints_with_the_value_of_its_first_cell(open_page: OpenPage, pointer: Screen) -> None:
    page, hand = play(open_page, pointer)
    hand.drag("A1", "C1", "C3")
    assert shaded(page) == ["A1", "B1", "C1", "C2", "C3"]
    hand.drag("B1", "B2", "C2")  # clears from a shaded cell on
    assert shaded(page) == ["A1", "C1", "C3"]
    hand.drag("E5", "A5", steps=1)  # a fast one skips no cell
    assert made(page) == ["A1 B1 C1 C2 C3", "erase B1 C2", "E5 D5 C5 B5 A5"]
    for left in (3, 5, 0):  # one step of undo for each gesture
        press_tool(page, "undo")
        cells(page, "shaded").to_have_count(left)
    press_tool(page, "redo")
    press_tool(page, "redo")
    cells(page, "shaded").to_have_count(3)
    page.reload()
    cells(page, "shaded").to_have_count(3)


def test_what_is_painted_takes_effect_on_release(open_page: OpenPage, pointer: Screen) -> None:
    page, hand = play(open_page, pointer)
    hand.press("B2", "D2")
    cells(page, "painted").to_have_count(3)
    cells(page, "painted.shaded").to_have_count(3)
    expect(page.locator("[data-tool=undo]")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Escape")  # lets go without effect
    cells(page, "painted").to_have_count(0)
    hand.release()
    cells(page, "shaded").to_have_count(0)
    hand.drag("B2", "B2")  # the pointer has not moved: a tap
    hand.long_press("B2") if hand.touch else hand.tap("B2", right=True)
    hand.long_press("B3") if hand.touch else hand.tap("B3", right=True)  # is clear already
    assert made(page) == ["B2", "erase B2"]


def test_given_cells_stay_as_they_are(open_page: OpenPage) -> None:
    page, hand = play(open_page, SCREENS["phone"], GIVEN)
    hand.drag("A2", "C2")
    assert made(page) == ["B2"]
    hand.tap("C2")
    expect(page.locator("#message")).to_have_text("C2 is given.")
    page.locator("#board").focus()
    page.keyboard.press("Backspace")
    expect(page.locator("#live")).to_contain_text("C2 is given.")
    assert shaded(page) == ["B2", "C2"]
    expect(page.locator("#part-C2")).to_have_attribute("aria-label", "C2, shaded, given")
    expect(page.locator("#part-C1")).to_have_attribute(
        "aria-label", "C1, not shaded, clue 3: 2 shaded around it"
    )


def test_entries_of_a_try_are_dashed_and_dropped_together(open_page: OpenPage) -> None:
    page, hand = play(open_page, SCREENS["dark"])
    hand.drag("A1", "C1")
    press_tool(page, "try")
    hand.drag("A2", "C2")
    hand.tap("A1")  # a cell that is cleared is dashed, too
    cells(page, "tried").to_have_count(4)
    shade = page.locator("#board .cell.tried .shade").first
    assert shade.evaluate("rect => getComputedStyle(rect).strokeDasharray") != "none"
    page.locator("#try-bar button", has_text="Drop").click()
    cells(page, "tried").to_have_count(0)
    assert shaded(page) == ["A1", "B1", "C1"]


def test_a_hint_shows_the_place_then_the_step_and_first_a_mistake(
    open_page: OpenPage, screen: Screen
) -> None:
    page, hand = play(open_page, screen)
    title, show = page.locator("#panel-title"), page.locator("#panel button", has_text="Show the")
    press_tool(page, "hint")
    cells(page, "because").not_to_have_count(0)
    cells(page, "counted").not_to_have_count(0)
    cells(page, "new").to_have_count(0)
    show.click()
    cells(page, "new").not_to_have_count(0)
    page.locator("#panel button", has_text="Do it").click()
    cells(page, "new").to_have_count(0)
    assert len(made(page)) == 1
    hand.tap("A1")  # no rule is broken by it yet
    cells(page, "wrong").to_have_count(0)
    press_tool(page, "hint")
    expect(title).to_have_text("There is a mistake")
    show.click()
    expect(page.locator("#panel .reason").first).to_be_visible()
    cells(page, "because").not_to_have_count(0)


def test_too_many_shaded_cells_are_marked_by_shape(open_page: OpenPage, pointer: Screen) -> None:
    page, hand = play(open_page, pointer)
    hand.drag("A1", "C1")
    cells(page, "finished").to_have_count(1)  # B1 has its three
    hand.tap("B2")
    cells(page, "wrong").to_have_count(1)  # four around B1
    expect(page.locator("#board .cell.wrong > .error")).to_be_visible()  # a double ring
    press_tool(page, "check")
    expect(page.locator("#message")).to_contain_text("B1")
    cells(page, "because").not_to_have_count(0)
    press_tool(page, "undo")
    cells(page, "wrong").to_have_count(0)


def test_a_large_board_opens_zoomed_on_a_phone(open_page: OpenPage) -> None:
    page, hand = play(open_page, SCREENS["phone"], "mosaic\n9" + "." * 24 + ("\n" + "." * 25) * 24)
    assert hand.box("A1")["width"] >= 28
    hand.drag("A1", "D1")
    assert shaded(page) == ["A1", "B1", "C1", "D1"]
    hand.pinch("D4", 30, 60)
    assert hand.box("A1")["width"] >= 56
    frame = page.locator("#board svg.board").bounding_box()
    assert frame is not None
    hand.press("D4", (frame["x"] + frame["width"] - 6, hand.at("D4")[1]))  # near the edge it scrolls
    page.wait_for_function("() => document.querySelectorAll('#board .painted').length > 10")
    hand.release()
    row = [f"{column}4" for column in "DEFGHIJKLMNOPQRSTUVWXY"]
    painted = shaded(page)[4:]
    assert painted == row[: len(painted)] and len(painted) > 10
    assert page.evaluate("document.documentElement.scrollWidth") == 390
