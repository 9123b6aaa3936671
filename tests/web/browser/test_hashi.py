"""Hashi on its page: by mouse, by finger, by taps, and by the keyboard alone; marks, refusals, hints."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.board_hand import Hand, choose_checking, moves, position, press_tool
from tests.web.browser.conftest import SCREENS, Screen

OpenPage = Callable[..., Page]

FIRST_BRIDGES = {
    "A1-C1": 2,
    "A1-A4": 1,
    "C1-F1": 2,
    "C1-C3": 1,
    "F1-F3": 1,
    "A4-E4": 2,
    "A4-A6": 2,
    "A6-C6": 2,
}
"""The solution of the board of a first visit."""

CROSS = "..1..\n.....\n2...2\n.....\n..1..\n"
"""C1-C5 crosses A3-E3; no solution."""

ROW = "2.3.1\n.....\n2.3.1\n"
"""One solution: the ring of A1, C1, C3 and A3, and a bridge from it to E1 and to E3."""


def play(open_page: OpenPage, screen: Screen | None = None, board: str | None = None) -> tuple[Page, Hand]:
    """Opens a board by its link, or the page alone; returns the page, and a hand on the board."""
    shown = screen or {}
    page = open_page("/hashi" if board is None else f"/hashi#b={quote(board)}", **shown)
    expect(page.locator("#board .island")).not_to_have_count(0)
    return page, Hand(page, touch=shown.get("touch", False))


def made(page: Page) -> list[str]:
    return moves(page, "hashi")


def expect_solved(page: Page, steps: int) -> None:
    expect(page.locator("#panel-title")).to_have_text("Solved!")
    assert position(page, "hashi")["bridges"] == FIRST_BRIDGES
    assert len(made(page)) == steps  # each gesture is one step


def label(page: Page, element: str) -> Any:
    return expect(page.locator(f"#part-{element}"))


@pytest.fixture(params=["light", "phone"])
def pointer(request: pytest.FixtureRequest) -> Screen:
    """A mouse and a finger."""
    return SCREENS[request.param]


# -- a board is solved -----------------------------------------------------------------------------------


def test_a_board_is_solved_by_dragging(open_page: OpenPage, screen: Screen) -> None:
    page, hand = play(open_page, screen)
    for way, count in FIRST_BRIDGES.items():
        first, second = way.split("-")
        for _ in range(count):
            hand.drag(second, first) if "F" in way else hand.drag(first, second)
    expect_solved(page, sum(FIRST_BRIDGES.values()))


def test_a_link_that_is_followed_while_the_page_begins(open_page: OpenPage) -> None:
    page = open_page("/hashi")
    page.goto(f"/hashi#b={quote(CROSS)}")
    expect(page.locator("#about")).to_have_text("5x5")
    expect(page.locator("#board .island")).to_have_count(4)


def test_the_direction_of_a_drag_is_enough(open_page: OpenPage, pointer: Screen) -> None:
    page, hand = play(open_page, pointer)
    cell = hand.box("A1")["width"]
    x, y = hand.at("A1")
    hand.drag("A1", (x + 0.6 * cell, y + 0.2 * cell))
    assert made(page) == ["A1 C1 1"]
    hand.drag("A1", (x + 0.2 * cell, y + 0.2 * cell))  # less than 0.45 of a cell
    hand.drag("A1", (x, y - 0.7 * cell))  # there is no island above
    expect(page.locator("#message")).to_have_text("There is no island above A1.")
    assert made(page) == ["A1 C1 1"]


def test_a_board_is_solved_by_taps_on_both_islands(open_page: OpenPage, screen: Screen) -> None:
    page, hand = play(open_page, screen)
    for way, count in FIRST_BRIDGES.items():
        for _ in range(count):
            for island in way.split("-"):
                hand.tap(island)
    expect_solved(page, sum(FIRST_BRIDGES.values()))


def test_a_tap_on_a_way_goes_through_one_two_none(open_page: OpenPage, pointer: Screen) -> None:
    page, hand = play(open_page, pointer)
    for _ in range(3):
        hand.tap(hand.between("A1", "C1"))
    assert made(page) == ["A1 C1 1", "A1 C1 2", "A1 C1 0"]


def test_a_board_is_solved_by_the_keyboard_alone(open_page: OpenPage, screen: Screen) -> None:
    page, _ = play(open_page, screen)
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.locator("#board").evaluate("board => board === document.activeElement"):
            break
    keys = (
        "Shift+ArrowRight Shift+ArrowRight Shift+ArrowDown ArrowRight "  # A1, to C1
        "Shift+ArrowRight Enter ArrowRight Enter Shift+ArrowDown ArrowRight "  # C1, also by Enter, to F1
        "Shift+ArrowDown ArrowLeft ArrowLeft ArrowDown "  # F1, over C1 and A1 to A4
        "Shift+ArrowRight Shift+ArrowRight Shift+ArrowDown Shift+ArrowDown ArrowDown "  # A4, to A6
        "Shift+ArrowRight Shift+ArrowRight"
    )
    for key in keys.split():
        page.keyboard.press(key)
    expect_solved(page, sum(FIRST_BRIDGES.values()))


def test_a_screen_reader_hears_islands_and_their_ways(open_page: OpenPage) -> None:
    page, _ = play(open_page)
    board = page.locator("#board")
    board.focus()
    expect(board).to_have_attribute("aria-activedescendant", "part-A1")
    label(page, "A1").to_have_attribute(
        "aria-label", "A1, island 3, has 0; right C1: no bridge yet; down A4: no bridge yet"
    )
    for key in ("Shift+ArrowRight", "Shift+ArrowRight", "x", "ArrowDown", "Space"):
        page.keyboard.press(key)
    label(page, "A1").to_have_attribute(
        "aria-label",
        "A1, island 3, has 2, marked as done; right C1: 2 bridges; down A4: marked “no bridge”",
    )
    page.keyboard.press("ArrowRight")
    expect(board).to_have_attribute("aria-activedescendant", "part-C1")
    label(page, "C1").to_have_attribute(
        "aria-label", re.compile(r"^C1, island 5, has 2; .*left A1: 2 bridges$")
    )


# -- drawing ---------------------------------------------------------------------------------------------


def test_what_is_drawn_takes_effect_on_release(open_page: OpenPage, pointer: Screen) -> None:
    page, hand = play(open_page, pointer)
    hand.press("A1", "C1")
    expect(page.locator("#board .bridge.preview")).to_have_count(1)
    assert page.locator("[data-tool=undo]").get_attribute("aria-disabled") == "true"
    hand.press(hand.at("A1"), "A4") if not hand.touch else None
    hand.release()
    expect(page.locator("#board .bridge.preview")).to_have_count(0)
    expect(page.locator("#board .bridge")).to_have_count(1)
    assert len(made(page)) == 1


def test_escape_ends_a_drag_without_effect(open_page: OpenPage) -> None:
    page, hand = play(open_page)
    hand.press("A1", "C1")
    page.keyboard.press("Escape")
    expect(page.locator("#board .preview")).to_have_count(0)
    hand.release()
    expect(page.locator("#board .bridge")).to_have_count(0)


def test_a_crossing_is_refused_in_words(open_page: OpenPage, screen: Screen) -> None:
    page, hand = play(open_page, screen, CROSS)
    hand.drag("C1", "C5")
    message, blocker = page.locator("#message"), page.locator("#board .bridge.blocker")

    def try_by_drag() -> None:
        hand.drag("A3", "E3")

    def try_by_taps() -> None:
        hand.tap("A3")
        hand.tap("E3")

    def try_by_keys() -> None:
        for key in ("ArrowUp", "ArrowLeft", "Shift+ArrowRight"):  # from E3 by C1 to A3
            page.keyboard.press(key)

    for attempt in (try_by_drag, try_by_taps, try_by_keys):
        attempt()
        expect(message).to_have_text("Bridges do not cross: C1-C5 is in the way of A3-E3.")
        expect(page.locator("#live")).to_contain_text("C1-C5 is in the way")
        expect(blocker).to_have_count(1)
        page.keyboard.press("x")  # something else
        expect(blocker).to_have_count(0)
        page.keyboard.press("Escape")
    page.fill("#move-text", "A3 E3")
    page.press("#move-text", "Enter")
    expect(page.locator("#move-answer")).to_contain_text("C1-C5")
    expect(page.locator("#live")).to_contain_text("C1-C5")
    assert made(page) == ["C1 C5 1"]
    press_tool(page, "undo")
    hand.drag("A3", "E3")
    assert made(page) == ["A3 E3 1"]


def test_finished_and_overfull_islands_differ_by_shape_and_weight(
    open_page: OpenPage, screen: Screen
) -> None:
    page, hand = play(open_page, screen)
    complete, overfull = page.locator("#board .island.complete"), page.locator("#board .island.overfull")
    weight = "island => getComputedStyle(island.querySelector('.number')).fontWeight"
    hand.drag("C1", "C3")  # 1 of 1
    expect(complete).to_have_count(1)
    assert complete.evaluate(weight) == "400"
    for end in ("A1", "F1", "C3"):
        hand.drag("C1", end)
        hand.drag("C1", end) if end != "C3" else None
    expect(overfull).to_have_count(2)  # C1 has 6 of 5, C3 has 2 of 1
    expect(overfull.first.locator(".second")).to_be_visible()  # a second ring
    assert overfull.first.evaluate(weight) == "900"
    choose_checking(page, "off")
    expect(overfull).to_have_count(0)


def test_connected_islands_are_tinted_on_request(open_page: OpenPage, pointer: Screen) -> None:
    page, hand = play(open_page, pointer)
    hand.drag("A1", "C1")
    hand.drag("A6", "C6")
    expect(page.locator("#board .group")).to_have_count(0)
    press_tool(page, "settings")
    page.locator("input[data-option=groups]").check()
    page.keyboard.press("Escape")
    groups = page.locator("#board .group")
    expect(groups).to_have_count(2)
    looks = [groups.nth(at).get_attribute("class") for at in range(2)]
    assert looks[0] != looks[1]
    hand.drag("A1", "A4")
    hand.drag("A4", "A6")
    expect(groups).to_have_count(1)


# -- marks -----------------------------------------------------------------------------------------------


def test_marks_by_the_mouse(open_page: OpenPage) -> None:
    page, hand = play(open_page)
    hand.drag("A1", "C1", right=True)
    hand.tap(hand.between("A1", "A4"), right=True)
    hand.tap("F1", right=True)
    assert position(page, "hashi") == {"bridges": {}, "absent": ["A1-C1", "A1-A4"], "done": ["F1"]}
    expect(page.locator("#board .cross")).to_have_count(2)
    expect(page.locator("#board .island.done")).to_have_count(1)
    hand.drag("C1", "A1", right=True)
    hand.tap("F1", right=True)
    assert position(page, "hashi") == {"bridges": {}, "absent": ["A1-A4"], "done": []}


def test_marks_by_a_finger(open_page: OpenPage) -> None:
    page, hand = play(open_page, SCREENS["phone"])
    hand.long_press(hand.between("A1", "C1"))
    hand.long_press("F1")
    assert position(page, "hashi") == {"bridges": {}, "absent": ["A1-C1"], "done": ["F1"]}
    page.locator("[data-puzzle-tool=mark]").tap()
    expect(page.locator("[data-puzzle-tool=mark]")).to_have_attribute("aria-pressed", "true")
    hand.drag("A1", "A4")
    hand.tap(hand.between("C1", "F1"))
    press_tool(page, "undo")
    hand.tap(hand.between("C1", "C3"))  # the button stays pressed
    assert position(page, "hashi")["absent"] == ["A1-C1", "A1-A4", "C1-C3"]
    page.locator("[data-puzzle-tool=mark]").tap()
    hand.drag("A1", "A4")  # a bridge takes the place of the mark
    found = position(page, "hashi")
    assert (found["bridges"], found["absent"]) == ({"A1-A4": 1}, ["A1-C1", "C1-C3"])


def test_marks_by_keys_and_clear_marks(open_page: OpenPage, pointer: Screen) -> None:
    page, hand = play(open_page, pointer)
    hand.drag("A1", "C1")
    page.locator("#board").focus()
    for key in ("x", "ArrowDown", "Space", "ArrowRight", "x", "ArrowRight"):
        page.keyboard.press(key)
    marked = {"bridges": {"A1-C1": 1}, "absent": ["A1-A4", "C1-F1"], "done": ["A1"]}
    assert position(page, "hashi") == marked
    press_tool(page, "clear-marks")
    assert position(page, "hashi") == {"bridges": {"A1-C1": 1}, "absent": [], "done": []}
    press_tool(page, "undo")  # one step brings all of them back
    assert position(page, "hashi") == marked
    page.reload()
    expect(page.locator("#board .island.done")).to_have_count(1)
    expect(page.locator("#board .cross")).to_have_count(2)


def test_a_wrong_mark_is_named_by_check(open_page: OpenPage) -> None:
    page, hand = play(open_page)
    hand.drag("A1", "C1", right=True)
    press_tool(page, "check")
    expect(page.locator("#message")).to_contain_text(re.compile("A1.*C1"))
    hand.drag("C1", "F1")
    expect(page.locator("#message")).to_have_text("")  # that was about another position


# -- undo, redo, Try -------------------------------------------------------------------------------------


def test_undo_and_redo_go_by_gestures(open_page: OpenPage, screen: Screen) -> None:
    page, hand = play(open_page, screen)
    hand.drag("A1", "C1")
    hand.drag("A1", "C1")
    hand.drag("A1", "A4")
    bridges = page.locator("#board .bridge")
    expect(bridges).to_have_count(3)
    for left in (2, 1, 0):
        press_tool(page, "undo")
        expect(bridges).to_have_count(left)
    press_tool(page, "redo")
    press_tool(page, "redo")
    expect(bridges).to_have_count(2)
    hand.drag("C1", "F1")  # what was taken back is gone
    expect(page.locator("[data-tool=redo]")).to_have_attribute("aria-disabled", "true")
    assert made(page) == ["A1 C1 1", "A1 C1 2", "C1 F1 1"]


def test_entries_of_nested_tries_are_dashed_and_dropped_together(open_page: OpenPage, screen: Screen) -> None:
    page, hand = play(open_page, screen)
    hand.drag("A1", "C1")
    press_tool(page, "try")
    hand.drag("A1", "C1")
    hand.drag("A1", "A4")
    tried = page.locator("#board .bridge.tried")
    expect(tried).to_have_count(2)
    assert tried.first.evaluate("path => getComputedStyle(path).strokeDasharray") != "none"
    press_tool(page, "try")
    hand.drag("C1", "F1")
    expect(tried).to_have_count(3)
    page.locator("#try-bar button", has_text="Drop").click()
    expect(tried).to_have_count(2)
    page.locator("#try-bar button", has_text="Keep").click()
    expect(tried).to_have_count(0)
    expect(page.locator("#board .bridge")).to_have_count(3)
    assert made(page) == ["A1 C1 1", "A1 C1 2", "A1 A4 1"]


# -- hints and checks ------------------------------------------------------------------------------------


def test_a_hint_shows_the_place_then_the_step_and_first_a_mistake(
    open_page: OpenPage, screen: Screen
) -> None:
    page, hand = play(open_page, screen, ROW)
    title, frame = page.locator("#panel-title"), page.locator("#board .frame")
    press_tool(page, "hint")
    expect(page.locator("#panel .place")).to_be_visible()
    expect(page.locator("#board .ground.because")).not_to_have_count(0)
    expect(frame).to_have_count(0)
    page.locator("#panel button", has_text="Show the step").click()
    expect(frame).not_to_have_count(0)
    assert frame.last.evaluate("one => getComputedStyle(one).strokeDasharray") != "none"
    page.locator("#panel button", has_text="Do it").click()
    expect(frame).to_have_count(0)
    assert len(made(page)) == 1
    press_tool(page, "restart")
    hand.drag("C1", "E1")
    hand.drag("C1", "E1")
    press_tool(page, "hint")
    expect(title).to_have_text("There is a mistake")
    page.locator("#panel button", has_text="Show the mistake").click()
    expect(page.locator("#panel .reason").first).to_be_visible()
    expect(page.locator("#board .ground")).not_to_have_count(0)


def test_live_checks_mark_a_wrong_bridge_by_its_shape(open_page: OpenPage) -> None:
    page, hand = play(open_page, None, ROW)
    choose_checking(page, "all")
    hand.drag("A1", "C1")
    hand.drag("A1", "C1")  # one is right, two are not
    wrong = page.locator("#board .bridge.wrong")
    expect(wrong).to_have_count(2)
    path = wrong.first.get_attribute("d")
    assert path is not None and path.count("L") > 4  # a zigzag
    choose_checking(page, "contradictions")
    expect(wrong).to_have_count(0)


# -- a large board on a phone ----------------------------------------------------------------------------


def test_a_large_board_on_a_phone(open_page: OpenPage) -> None:
    """It opens zoomed; two fingers, buttons and keys zoom and pan; the page itself does not move."""
    row, free = "..".join("4" * 9), "." * 25
    page, hand = play(open_page, SCREENS["phone"], "\n".join([*[row, free, free] * 8, row]) + "\n")
    zoom_in, zoom_out = page.get_by_label("Zoom in"), page.get_by_label("Zoom out")
    frame = page.locator("#board svg.board").bounding_box()
    assert frame is not None

    def is_in_sight(name: str) -> bool:
        box = hand.box(name)
        return (
            frame["x"] - 0.5 <= box["x"]
            and box["x"] + box["width"] <= frame["x"] + frame["width"] + 0.5
            and frame["y"] - 0.5 <= box["y"]
            and box["y"] + box["height"] <= frame["y"] + frame["height"] + 0.5
        )

    assert hand.box("A1")["width"] >= 28 and is_in_sight("A1") and not is_in_sight("Y25")
    assert frame["x"] >= 16 and frame["x"] + frame["width"] <= 390 - 16
    hand.drag("A1", "D1")
    hand.tap("D1")
    hand.tap("D4")
    assert made(page) == ["A1 D1 1", "D1 D4 1"]

    (x, y), width = hand.at("D4"), hand.box("D4")["width"]
    hand.pinch("D4", 30, 60)
    assert hand.at("D4") == pytest.approx((x, y), abs=2)
    assert hand.box("D4")["width"] == pytest.approx(2 * width, rel=0.05)
    hand.pinch((195, y), 60, 60, pan=(-90, -60))
    assert hand.at("D4") == pytest.approx((x - 90, y - 60), abs=2)
    hand.pinch((195, y), 100, 10)
    assert is_in_sight("A1") and is_in_sight("Y25")
    expect(zoom_out).to_have_attribute("aria-disabled", "true")
    hand.drag("V25", "Y25")  # cells are small now, but the direction counts
    assert made(page) == ["A1 D1 1", "D1 D4 1", "V25 Y25 1"], "two fingers draw nothing"

    width = hand.box("Y25")["width"]
    zoom_in.click()
    expect(zoom_out).to_have_attribute("aria-disabled", "false")
    assert hand.box("Y25")["width"] == pytest.approx(1.25 * width, rel=0.02)
    assert is_in_sight("V25"), "the cursor stays in sight"
    zoom_out.click()
    expect(zoom_out).to_have_attribute("aria-disabled", "true")
    assert is_in_sight("A1") and is_in_sight("Y25")
    page.locator("#board").focus()
    for _ in range(6):
        page.keyboard.press("+")
    for key in ("ArrowUp", "ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)  # the cursor stays in sight
    expect(page.locator("#board")).to_have_attribute("aria-activedescendant", "part-M19")
    assert is_in_sight("M19")
    found = page.evaluate("[visualViewport.scale, scrollX, document.documentElement.scrollWidth]")
    assert found == [1, 0, 390]


def test_a_hint_on_a_zoomed_board_is_scrolled_into_view(open_page: OpenPage) -> None:
    row = ".".join(["1", *"2" * 11, "1"])
    page, hand = play(open_page, SCREENS["phone"], f"{row}\n")
    names = [f"{letter}1" for letter in "ACEGIKMOQSUW"]
    page.fill("#move-text", " ".join(names))  # all but the last bridge
    page.press("#move-text", "Enter")
    number = page.locator("#board .strip.left text")
    expect(page.locator("#message")).to_have_text("")
    assert hand.at("Y1")[0] > 390
    press_tool(page, "hint")
    expect(page.locator("#panel .place")).to_contain_text("1.")
    assert hand.at("W1")[0] > 16 and hand.at("Y1")[0] < 390 - 16
    expect(number).to_be_in_viewport()
    page.locator("#panel button", has_text="Show the step").click()
    assert page.locator("#panel").evaluate("panel => panel.scrollTop") == 0
    expect(page.locator("#panel button.primary")).to_be_in_viewport(ratio=1)
