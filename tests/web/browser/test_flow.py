"""Flow in the browser: lines by mouse, touch, taps and keys; marks, hints, and boards of every shape."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.formats import FORMATS
from tests.web.browser.board_hand import Hand, Point, moves, press_tool
from tests.web.browser.conftest import SCREENS, Screen

OpenPage = Callable[..., Page]

LIGHT, DARK, PHONE = SCREENS["light"], SCREENS["dark"], SCREENS["phone"]

mouse_and_touch = pytest.mark.parametrize("screen", [LIGHT, PHONE], ids=["mouse", "touch"])

SMALL = "A..A\nB..B\nC..C\n"
"""One solution: three straight lines."""

LARGE = "".join(f"{chr(65 + row)}{'.' * 23}{chr(65 + row)}\n" for row in range(25))
"""25 by 25 cells, with five colours more than there are hues."""

HUES = (
    *("ed4276", "0053ff", "fff83d", "22e5ff", "8b5b08", "ff8d5b", "a76ec3", "ffffff", "e663ff", "9dffb9"),
    *("748c0a", "ffb6ce", "6258b2", "9fe114", "b7a2d9", "a4435f", "4d908a", "8daf9e", "d6c98b", "1ebd03"),
)
"""The colours of the dots; the letters on the 2nd, 5th, 13th and 16th are white, all others black."""


def open_flow(open_page: OpenPage, screen: Screen, board: str | Board = SMALL) -> Hand:
    """A hand on a board, on a page of its own."""
    if isinstance(board, Board):
        board = next(form for form in FORMATS if form.name == "level-pack").write(board)
    page = open_page(f"/flow#b={quote(board)}", **screen)
    expect(page.locator("#board [role=img]")).not_to_have_count(0)
    return Hand(page, touch=screen["touch"])


def near(hand: Hand, cell: str, other: str) -> Point:
    """A point of a cell near its border to another one."""
    (x, y), (there_x, there_y) = hand.at(cell), hand.at(other)
    return x + 0.4 * (there_x - x), y + 0.4 * (there_y - y)


def drag(hand: Hand, *places: str | Point, right: bool = False) -> None:
    """A fast drag: from place to place in one jump."""
    hand.drag(*places, right=right, steps=1)


def expect_moves(page: Page, *expected: str) -> None:
    """The moves of the record; each is one step of undo."""
    assert moves(page, "flow") == [*expected]


def expect_word(page: Page, cell: str, words: str | re.Pattern[str]) -> None:
    """What a screen reader says of a cell."""
    expect(page.locator(f"#part-{cell}")).to_have_attribute("aria-label", words)


def expect_drawn(page: Page, name: str, *, is_drawn: bool = True) -> None:
    """Whether the path of that class, the topmost one, has any points."""
    path = page.locator(f"#board {name}").last
    (expect(path).not_to_have_attribute if is_drawn else expect(path).to_have_attribute)("d", "")


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


# -- drawing ---------------------------------------------------------------------------------------------


def test_one_fast_drag_draws_a_line_another_cuts_it_and_going_back_shortens(
    open_page: OpenPage, screen: Screen
) -> None:
    hand = open_flow(open_page, screen, "A...A\nB....\n.....\n....B\n")
    page, finished = hand.page, hand.page.locator("#board .line.finished")
    drag(hand, "A1", "E1")
    expect_word(page, "C1", "C1, path A, from A1; goes on to D1; joined")
    expect(finished).to_have_count(1)
    drag(hand, "A2", "C2", "C1", "D1", "D2")
    expect_word(page, "B1", "B1, path A, from A1; ends here")
    expect_word(page, "E1", "E1, dot A, no line yet")
    expect(finished).to_have_count(0)
    expect_moves(page, "A1 B1 C1 D1 E1", "A2 B2 C2 C1 D1 D2")
    drag(hand, "D2", "D1", "C1", "C2")
    expect_word(page, "C2", "C2, path B, from A2; ends here")
    expect_word(page, "D1", "D1, empty")
    ground = page.locator("#board .frame-ground").evaluate("node => getComputedStyle(node).fill")
    assert ground == "rgb(20, 23, 28)"


def test_a_line_takes_effect_on_release_and_is_one_step_of_undo(open_page: OpenPage) -> None:
    hand = open_flow(open_page, PHONE)
    page, grip = hand.page, hand.page.locator("#board .grip")
    hand.press("A1", "C1", steps=1)
    expect(page.locator("#board .line .solid").first).not_to_have_attribute("d", "")
    expect(grip).not_to_have_attribute("visibility", "hidden")
    expect_word(page, "B1", "B1, empty")
    hand.release()
    expect_moves(page, "A1 B1 C1")
    expect(grip).to_have_attribute("visibility", "hidden")
    press_tool(page, "undo")
    expect_word(page, "B1", "B1, empty")
    press_tool(page, "redo")
    expect_word(page, "B1", "B1, path A, from A1; goes on to C1")


def test_escape_ends_a_drag_without_effect(open_page: OpenPage) -> None:
    hand = open_flow(open_page, LIGHT)
    hand.press("A1", "C1", steps=1)
    hand.page.keyboard.press("Escape")
    hand.page.mouse.move(*hand.at("D1"))
    hand.release()
    expect_word(hand.page, "B1", "B1, empty")
    expect_moves(hand.page)


def test_the_rest_of_a_line_that_is_cut_disappears(open_page: OpenPage) -> None:
    hand = open_flow(open_page, DARK, "A....\n.....\nB...B\n....A\n")
    drag(hand, "A1", "A2", "E2")
    hand.press("A3", "C3", "C1", steps=1)
    expect_drawn(hand.page, ".lost")
    hand.page.mouse.move(*hand.at("C3"))
    expect_drawn(hand.page, ".lost", is_drawn=False)
    hand.page.mouse.move(*hand.at("C1"))
    hand.release()
    expect_word(hand.page, "B2", "B2, path A, from A1; ends here")
    expect_moves(hand.page, "A1 A2 B2 C2 D2 E2", "A3 B3 C3 C2 C1; erase D2 E2")


def test_a_drag_leads_around_a_dot_and_stops_at_a_wall(open_page: OpenPage) -> None:
    walled = Board(3, 5, ((0, 4), (2, 14)), walls=frozenset({(5, 10)}))
    hand = open_flow(open_page, LIGHT, walled)
    drag(hand, "A1", "E1")
    expect_word(hand.page, "A2", "A2, empty; walls to A3")
    drag(hand, "A2", "A3")
    expect_moves(hand.page, "A1 B1 B2 C2 D2 D1 E1")


@mouse_and_touch
def test_taps_draw_from_a_dot_to_cells(open_page: OpenPage, screen: Screen) -> None:
    hand = open_flow(open_page, screen, "A...\n....\nB..A\n...B\n")
    page, message = hand.page, hand.page.locator("#message")
    hand.tap("A1")
    expect(message).to_have_text("A at A1 is held.")
    hand.tap("B1")
    hand.tap("B3")  # two steps on
    hand.tap("B2")  # back
    hand.tap("D3")  # around the corner to the other dot
    expect(message).to_have_text("A is joined.")
    expect_word(page, "B2", "B2, path A, from A1; goes on to C2; joined")
    expect(page.locator("#board .grip")).to_have_attribute("visibility", "hidden")
    hand.tap("A3")
    hand.tap("A3")
    expect(message).to_have_text("A3 is let go.")


# -- keys ------------------------------------------------------------------------------------------------

FIRST_LINES = {
    "A1": "right right right",
    "E1": "down left left left left down down right",
    "B3": "right down down left left",
    "E3": "left down",
    "E4": "down left",
}
"""The solution of the first board, from the first dot of each letter."""


def test_the_first_board_is_solved_by_keys_alone(open_page: OpenPage) -> None:
    page = open_page("/flow", **DARK)
    board = page.locator("#board")
    expect(page.locator("#part-E5")).to_be_attached()
    board.focus()
    at = "A1"
    for letter, (start, ways) in zip("ABCDE", FIRST_LINES.items(), strict=True):
        press(page, *steps(at, start), "Enter")
        expect(page.locator("#message")).to_have_text(f"{letter} at {start} is held.")
        press(page, *(f"Arrow{way.title()}" for way in ways.split()))
        at = (board.get_attribute("aria-activedescendant") or "").removeprefix("part-")
        expect_word(page, at, re.compile(f"^{at}, dot {letter}; .*joined$"))
    expect(page.locator("#panel-title")).to_have_text("Solved!")
    expect(page.locator("#board .line.finished")).to_have_count(5)


def steps(start: str, end: str) -> Sequence[str]:
    """The arrows from one cell to another."""
    across, down = ord(end[0]) - ord(start[0]), int(end[1]) - int(start[1])
    sideways = ["ArrowRight" if across > 0 else "ArrowLeft"] * abs(across)
    return [*sideways, *["ArrowDown" if down > 0 else "ArrowUp"] * abs(down)]


def test_keys_pick_up_shorten_put_down_and_let_go(open_page: OpenPage) -> None:
    page = open_flow(open_page, LIGHT).page
    message = page.locator("#message")
    page.locator("#board").focus()
    press(page, "Enter", "ArrowRight", "ArrowRight", "Backspace", "Enter")
    expect_moves(page, "A1 B1")
    press(page, "Enter", "ArrowDown")
    expect_drawn(page, ".line.loose .solid", is_drawn=False)
    press(page, "Escape")
    expect_word(page, "B1", "B1, path A, from A1; ends here")
    press(page, "Enter", "ArrowUp")
    expect(message).to_have_text("The board ends at B1.")
    press(page, "Escape", "Backspace")
    expect_moves(page, "A1 B1", "erase B1")
    press(page, "Backspace")
    expect(message).to_have_text("There is no line in A1.")
    press(page, "Enter", "ArrowDown")
    expect(message).to_have_text("A2 is a dot of another letter: B.")


# -- marks -----------------------------------------------------------------------------------------------


@mouse_and_touch
def test_borders_are_marked_by_press_drag_key_and_tool_and_cleared(
    open_page: OpenPage, screen: Screen
) -> None:
    hand = open_flow(open_page, screen)
    page = hand.page
    if hand.touch:
        hand.long_press(near(hand, "B1", "C1"))
    else:
        hand.tap(near(hand, "B1", "C1"), right=True)
    expect_word(page, "B1", "B1, empty; marked as not joined to C1")
    expect(page.locator("#board .cross").first).not_to_have_attribute("d", "")
    mark = page.locator("[data-puzzle-tool=mark]")
    mark.click()
    expect(mark).to_have_attribute("aria-pressed", "true")
    drag(hand, "A3", "B3", "B2")
    expect_moves(page, "no B1 C1", "no A3 B3; no B2 B3")
    mark.click()
    page.locator("#board").focus()
    press(page, "x", "ArrowRight")
    expect_word(page, "B2", "B2, empty; marked as not joined to C2 or B3")
    press_tool(page, "clear-marks")
    expect_word(page, "B2", "B2, empty")
    expect(page.locator("#board .cross").first).to_have_attribute("d", "")
    press_tool(page, "undo")
    expect_word(page, "B2", "B2, empty; marked as not joined to C2 or B3")


def test_a_drag_with_the_right_button_marks_and_shortening_keeps_other_marks(open_page: OpenPage) -> None:
    hand = open_flow(open_page, LIGHT)
    drag(hand, "B1", "B2", right=True)
    expect_moves(hand.page, "no B1 B2")
    drag(hand, "A1", "C1")
    drag(hand, "C1", "A1")
    expect_word(hand.page, "B1", "B1, empty; marked as not joined to B2")


# -- Try, hints, checks ----------------------------------------------------------------------------------


def test_lines_of_a_try_are_dashed(open_page: OpenPage) -> None:
    hand = open_flow(open_page, DARK)
    page, dashed = hand.page, hand.page.locator("#board .line .tried")
    drag(hand, "A1", "D1")
    press_tool(page, "try")
    drag(hand, "A2", "D2")
    expect(dashed.nth(0)).to_have_attribute("d", "")
    expect(dashed.nth(1)).not_to_have_attribute("d", "")
    page.locator("#try-bar button", has_text="Drop").click()
    expect(dashed.nth(1)).to_have_attribute("d", "")
    expect_word(page, "B2", "B2, empty")


def test_a_hint_is_shown_on_the_board(open_page: OpenPage, screen: Screen) -> None:
    page = open_flow(open_page, screen).page
    press_tool(page, "hint")
    page.locator("#panel button", has_text="Show the step").click()
    expect(page.locator("#panel .facts")).to_be_visible()
    expect_drawn(page, ".because")
    expect_drawn(page, ".new")
    page.locator("#panel button", has_text="Do it").click()
    expect_drawn(page, ".new", is_drawn=False)
    expect(page.locator("[data-tool=undo]")).to_have_attribute("aria-disabled", "false")


@mouse_and_touch
def test_a_mistake_is_marked_checked_and_explained(open_page: OpenPage, screen: Screen) -> None:
    hand = open_flow(open_page, screen)
    page, message = hand.page, hand.page.locator("#message")
    drag(hand, "A1", "B1", "B2", "B3")
    press_tool(page, "check")
    expect(message).to_have_class(re.compile("bad"))
    press_tool(page, "hint")
    expect(page.locator("#panel-title")).to_have_text("There is a mistake")
    expect_drawn(page, ".because")
    press_tool(page, "undo")
    drag(hand, "A1", "C1", "C2", "B2")
    expect_drawn(page, ".wrong")
    press_tool(page, "check")
    expect(message).to_contain_text("B1 and B2 are joined or of two colours")


# -- boards of all shapes --------------------------------------------------------------------------------


def test_a_large_board_opens_zoomed_on_a_phone_and_can_be_played(open_page: OpenPage) -> None:
    hand = open_flow(open_page, PHONE, LARGE)
    page, board = hand.page, hand.page.locator("#board")
    opened = width(hand)
    assert 28 <= opened <= 48
    drag(hand, "A1", "F1", "F3", "E3")
    hand.tap("A4")
    hand.tap("D4")
    expect_word(page, "D4", "D4, path D, from A4; ends here")
    hand.tap("D4")
    drawn = ["A1 B1 C1 D1 E1 F1 F2 F3 E3", "A4 B4 C4 D4"]
    expect_moves(page, *drawn)

    zoom_in, zoom_out = (page.get_by_role("button", name=f"Zoom {name}") for name in ("in (+)", "out (-)"))
    zoom_in.click()
    assert width(hand) == pytest.approx(1.25 * opened, rel=0.01)
    while zoom_out.get_attribute("aria-disabled") == "false":
        zoom_out.click()
    expect(board).not_to_have_class(ZOOMED)
    assert hand.box("Y25")["right"] <= PHONE["size"][0] - 16
    board.focus()
    press(page, "+", "+")
    expect(board).to_have_class(ZOOMED)
    press(page, "-", "-")
    expect(board).not_to_have_class(ZOOMED)

    whole, (x, y) = width(hand), hand.at("M13")
    hand.pinch("M13", 30, 60)
    assert width(hand) == pytest.approx(2 * whole, rel=0.01)
    assert hand.at("M13") == pytest.approx((x, y), abs=2)  # the board is not higher than its place at first
    hand.pinch("M13", 40, 40, pan=(170, 60))
    assert hand.at("M13") == pytest.approx((x + 170, y + 60), abs=2)
    expect_moves(page, *drawn)

    picture = board.locator("svg.board")
    before = picture.get_attribute("viewBox") or ""
    (_, row), box = hand.at("A8"), picture.bounding_box()
    assert box is not None
    hand.press("A8", (box["x"] + box["width"] - 10, row))
    expect(picture).not_to_have_attribute("viewBox", before)  # the board scrolls towards the finger
    hand.release()
    expect_word(page, "A8", "A8, dot H; goes on to B8")


ZOOMED = re.compile("is-zoomed")


def width(hand: Hand) -> float:
    """The width of a cell on the screen, in pixels."""
    return hand.box("A1")["width"]


def test_colours_and_letters_of_the_dots(open_page: OpenPage) -> None:
    board = open_flow(open_page, DARK, LARGE).page.locator("#board")
    expect(board.locator(".disc")).to_have_count(50)
    colours, letters = (
        board.locator(f".{name}").evaluate_all("dots => dots.map((dot) => dot.getAttribute('fill'))")[::2]
        for name in ("disc", "letter")
    )
    assert colours == [f"#{hue}" for hue in (*HUES, *HUES[:5])]
    white = [number + 1 for number, ink in enumerate(letters[:20]) if ink == "#ffffff"]
    assert white == [2, 5, 13, 16]
    assert set(letters) == {"#ffffff", "#000000"}
    expect(board.locator(".dot .band")).to_have_count(10)  # stripes of the five colours that are there again


def test_a_line_leaves_over_a_joined_border_and_comes_back_on_the_other_side(open_page: OpenPage) -> None:
    hand = open_flow(open_page, LIGHT, Board(4, 4, ((0, 3), (5, 15)), warp=True))
    page = hand.page
    (x, y), (next_x, _) = hand.at("A1"), hand.at("B1")
    drag(hand, (x, y), (x - 0.9 * (next_x - x), y))
    expect(page.locator("#message")).to_have_text("A is joined.")
    expect_moves(page, "A1 D1")
    page.locator("#board").focus()
    press(page, "ArrowUp", "Enter", "ArrowUp")
    expect_word(page, "D1", "D1, dot A; goes on to A1; joined")


@mouse_and_touch
def test_two_lines_cross_on_a_bridge(open_page: OpenPage, screen: Screen) -> None:
    hand = open_flow(open_page, screen, Board(3, 3, ((1, 7), (3, 5)), bridges=frozenset({4})))
    page = hand.page
    drag(hand, "B1", "B3")
    drag(hand, "A2", "C2")
    expect_moves(page, "B1 B2 B3", "A2 B2 C2")
    expect(page.locator("#board .line.finished:not(.over)")).to_have_count(2)
    expect(page.locator("#board .line.over")).to_have_count(1)
    words = "B2, bridge; across: path B, from A2; goes on to C2; joined; "
    expect_word(page, "B2", f"{words}up and down: path A, from B1; goes on to B3; joined")


@mouse_and_touch
def test_hexagons_have_six_directions(open_page: OpenPage, screen: Screen) -> None:
    hand = open_flow(open_page, screen, Board(4, 4, ((0, 9), (3, 12)), hexagonal=True))
    page = hand.page
    drag(hand, "A1", "B2", "B3")
    expect_moves(page, "A1 B2 B3")
    page.locator("#board").focus()
    press(page, "End")
    expect(page.locator("#board")).to_have_attribute("aria-activedescendant", "part-A3")


def test_letters_can_be_shown_in_all_cells(open_page: OpenPage) -> None:
    hand = open_flow(open_page, DARK)
    drag(hand, "A1", "D1")
    press_tool(hand.page, "settings")
    hand.page.locator("[data-option=letters]").check()
    hand.page.keyboard.press("Escape")
    expect(hand.page.locator("#board .letter.small")).to_have_count(2)
