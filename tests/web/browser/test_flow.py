"""Flow in the browser: lines by mouse, touch, taps and keys; marks, hints, and boards of every shape."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.formats import FORMATS
from tests.web.browser.conftest import SCREENS, Screen

OpenPage = Callable[..., Page]

PHONE = SCREENS["phone"]

SMALL = "A..A\nB..B\nC..C\n"
"""One solution: three straight lines."""


def open_flow(open_page: OpenPage, screen: Screen, board: str | Board = SMALL) -> Page:
    """The page with a board of its own."""
    if isinstance(board, Board):
        board = next(form for form in FORMATS if form.name == "level-pack").write(board)
    page = open_page(f"/flow#b={quote(board)}", **screen)
    page.wait_for_selector("#part-A1", state="attached")
    return page


def place_of(page: Page, cell: str) -> tuple[float, float]:
    """The middle of a cell on the screen."""
    page.wait_for_selector(f"#part-{cell}", state="attached")
    x, y, width, height = page.evaluate(
        """name => {
          const { x, y, width, height } = document.getElementById(`part-${name}`).getBoundingClientRect();
          return [x, y, width, height];
        }""",
        cell,
    )
    return x + width / 2, y + height / 2


def near(page: Page, cell: str, other: str, part: float = 0.4) -> tuple[float, float]:
    """A point of a cell near its border to another one."""
    (x, y), (there_x, there_y) = place_of(page, cell), place_of(page, other)
    return x + part * (there_x - x), y + part * (there_y - y)


def touches(page: Page) -> bool:
    """Whether the screen is a touch screen."""
    found: bool = page.evaluate("navigator.maxTouchPoints > 0")
    return found


class Drag:
    """A drag by mouse, or by a finger on a touch screen; it goes from point to point in one jump."""

    def __init__(self, page: Page, x: float, y: float, button: Any = "left") -> None:
        self.page, self.button = page, button
        self.finger = page.context.new_cdp_session(page) if touches(page) else None
        if self.finger is None:
            page.mouse.move(x, y)
            page.mouse.down(button=button)
        else:
            self._touch("touchStart", {"x": x, "y": y})

    def to(self, x: float, y: float) -> Drag:
        if self.finger is None:
            self.page.mouse.move(x, y)
        else:
            self._touch("touchMove", {"x": x, "y": y})
        return self

    def end(self) -> None:
        if self.finger is None:
            self.page.mouse.up(button=self.button)
        else:
            self._touch("touchEnd")

    def _touch(self, kind: str, *points: dict[str, float]) -> None:
        assert self.finger is not None
        self.finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})


def begin_drag(page: Page, first: str, *others: str, button: Any = "left") -> Drag:
    under_way = Drag(page, *place_of(page, first), button)
    for cell in others:
        under_way.to(*place_of(page, cell))
    return under_way


def drag(page: Page, *cells: str, button: Any = "left") -> None:
    begin_drag(page, *cells, button=button).end()


def tap(page: Page, cell: str) -> None:
    (page.touchscreen.tap if touches(page) else page.mouse.click)(*place_of(page, cell))


def expect_moves(page: Page, *moves: str) -> None:
    """The moves of the record, once the server has them."""
    page.wait_for_function(
        """moves => {
          const stored = JSON.parse(localStorage.getItem("satplay:match:flow"));
          if (!stored || stored.lines.length) return false;
          const part = stored.document.record.split("=== moves ===\\n")[1] ?? "";
          const lines = part.split("===")[0].split("\\n").filter((line) => line.trim());
          return JSON.stringify(lines) === JSON.stringify(moves);
        }""",
        arg=list(moves),
    )


def expect_word(page: Page, cell: str, words: str) -> None:
    """What a screen reader says of a cell."""
    expect(page.locator(f"#part-{cell}")).to_have_attribute("aria-label", words)


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def tool(page: Page, name: str) -> None:
    button = page.locator(f"[data-tool={name}]")
    if not button.is_visible():
        page.locator("#tools .more").click()
    button.click()


# -- drawing ---------------------------------------------------------------------------------------------


def test_one_fast_drag_draws_a_line_another_cuts_it_and_going_back_shortens(
    open_page: OpenPage, screen: Screen
) -> None:
    page = open_flow(open_page, screen, "A...A\nB....\n.....\n....B\n")
    drag(page, "A1", "E1")
    expect_moves(page, "A1 B1 C1 D1 E1")
    expect(page.locator(".board-flow .line.finished")).to_have_count(1)
    expect_word(page, "C1", "C1, path A, from A1; goes on to D1; joined")
    drag(page, "A2", "C2", "C1", "D1", "D2")
    expect_moves(page, "A1 B1 C1 D1 E1", "A2 B2 C2 C1 D1 D2")
    expect(page.locator(".board-flow .line.finished")).to_have_count(0)
    expect_word(page, "B1", "B1, path A, from A1; ends here")
    expect_word(page, "E1", "E1, dot A, no line yet")
    drag(page, "D2", "D1", "C1", "C2")
    expect_word(page, "C2", "C2, path B, from A2; ends here")
    expect_word(page, "D1", "D1, empty")


def test_a_line_takes_effect_on_release_and_is_one_step_of_undo(open_page: OpenPage, screen: Screen) -> None:
    page = open_flow(open_page, screen)
    under_way = begin_drag(page, "A1", "C1")
    solid = page.locator(".board-flow .line .solid").first
    expect(solid).not_to_have_attribute("d", "")
    expect(page.locator(".board-flow .grip")).not_to_have_attribute("visibility", "hidden")
    expect_word(page, "B1", "B1, empty")
    under_way.end()
    expect_moves(page, "A1 B1 C1")
    expect(page.locator(".board-flow .grip")).to_have_attribute("visibility", "hidden")
    tool(page, "undo")
    expect_word(page, "B1", "B1, empty")
    tool(page, "redo")
    expect_word(page, "B1", "B1, path A, from A1; goes on to C1")


def test_escape_ends_a_drag_without_effect(open_page: OpenPage) -> None:
    page = open_flow(open_page, SCREENS["light"])
    under_way = begin_drag(page, "A1", "C1")
    page.keyboard.press("Escape")
    under_way.to(*place_of(page, "D1")).end()
    expect(page.locator("[data-tool=undo]")).to_have_attribute("aria-disabled", "true")
    expect_word(page, "B1", "B1, empty")


def test_the_rest_of_a_line_that_is_cut_disappears(open_page: OpenPage) -> None:
    page = open_flow(open_page, SCREENS["dark"], "A....\n.....\nB...B\n....A\n")
    drag(page, "A1", "A2", "E2")
    under_way = begin_drag(page, "A3", "C3", "C1")
    expect(page.locator(".board-flow .lost")).not_to_have_attribute("d", "")
    under_way.to(*place_of(page, "C3"))
    expect(page.locator(".board-flow .lost")).to_have_attribute("d", "")
    under_way.to(*place_of(page, "C1")).end()
    expect_moves(page, "A1 A2 B2 C2 D2 E2", "A3 B3 C3 C2 C1; erase D2 E2")
    expect_word(page, "B2", "B2, path A, from A1; ends here")


def test_a_drag_walks_around_a_dot_and_stops_at_a_wall(open_page: OpenPage) -> None:
    page = open_flow(open_page, SCREENS["light"], "A.B.A\n.....\n....B\n")
    drag(page, "A1", "E1")
    expect_moves(page, "A1 B1 B2 C2 D2 D1 E1")
    walled = Board(2, 3, ((0, 2), (3, 5)), walls=frozenset({(0, 1)}))
    page = open_flow(open_page, SCREENS["light"], walled)
    begin_drag(page, "A1", "B1").end()
    expect(page.locator("[data-tool=undo]")).to_have_attribute("aria-disabled", "true")


def test_taps_draw_from_a_dot_to_cells(open_page: OpenPage, screen: Screen) -> None:
    page = open_flow(open_page, screen, "A...\n....\nB..A\n...B\n")
    tap(page, "A1")
    expect(page.locator("#message")).to_have_text("A at A1 is held.")
    tap(page, "B1")
    tap(page, "B3")  # two steps on
    tap(page, "B2")  # back
    tap(page, "D3")  # around the corner to the other dot
    expect(page.locator("#message")).to_have_text("A is joined.")
    expect_word(page, "B2", "B2, path A, from A1; goes on to C2; joined")
    expect(page.locator(".board-flow .grip")).to_have_attribute("visibility", "hidden")
    tap(page, "A3")
    tap(page, "A3")
    expect(page.locator("#message")).to_have_text("A3 is let go.")
    assert "erase" not in page.locator("#message").inner_text()


# -- keys ------------------------------------------------------------------------------------------------


def test_the_first_board_is_solved_by_keys_alone(open_page: OpenPage, screen: Screen) -> None:
    page = open_page("/flow", **screen)
    page.wait_for_selector("#part-E5", state="attached")
    page.locator("#board").focus()
    lines = {
        "A1": "right right right",
        "E1": "down left left left left down down right",
        "B3": "right down down left left",
        "E3": "left down",
        "E4": "down left",
    }
    at = "A1"
    for start, ways in lines.items():
        press(page, *steps(at, start), "Enter", *(f"Arrow{way.title()}" for way in ways.split()))
        expect(page.locator("#message")).to_contain_text("is joined.")
        at = page.evaluate("document.getElementById('board').getAttribute('aria-activedescendant')")[5:]
        page.evaluate("document.getElementById('message').textContent = ''")
        if start != "E4":
            expect(page.locator("#board")).to_be_focused()
    expect(page.locator("#panel-title")).to_have_text("Solved!")


def steps(start: str, end: str) -> Sequence[str]:
    """The arrows from one cell to another."""
    across, down = ord(end[0]) - ord(start[0]), int(end[1]) - int(start[1])
    sideways = ["ArrowRight" if across > 0 else "ArrowLeft"] * abs(across)
    return [*sideways, *["ArrowDown" if down > 0 else "ArrowUp"] * abs(down)]


def test_keys_pick_up_shorten_put_down_and_let_go(open_page: OpenPage) -> None:
    page = open_flow(open_page, SCREENS["light"])
    page.locator("#board").focus()
    press(page, "Enter", "ArrowRight", "ArrowRight", "Backspace", "Enter")
    expect_moves(page, "A1 B1")
    press(page, "Enter", "ArrowDown")
    expect(page.locator(".board-flow .line.loose .solid")).to_have_attribute("d", "")
    press(page, "Escape")
    expect_word(page, "B1", "B1, path A, from A1; ends here")
    press(page, "Enter", "ArrowUp")
    expect(page.locator("#message")).to_have_text("The board ends at B1.")
    press(page, "Escape", "Backspace")
    expect_moves(page, "A1 B1", "erase B1")
    press(page, "Backspace")
    expect(page.locator("#message")).to_have_text("There is no line in A1.")
    press(page, "Enter", "ArrowDown")
    expect(page.locator("#message")).to_have_text("A2 is a dot of another letter: B.")


# -- marks -----------------------------------------------------------------------------------------------


def test_borders_are_marked_by_press_drag_key_and_tool_and_cleared(
    open_page: OpenPage, screen: Screen
) -> None:
    page = open_flow(open_page, screen)
    if screen["touch"]:
        held = Drag(page, *near(page, "B1", "C1"))
        page.wait_for_timeout(650)
        held.end()
    else:
        page.mouse.click(*near(page, "B1", "C1"), button="right")
    expect_moves(page, "no B1 C1")
    expect(page.locator(".board-flow .cross").first).not_to_have_attribute("d", "")
    expect_word(page, "B1", "B1, empty; marked as not joined to C1")
    page.locator("[data-puzzle-tool=mark]").click()
    expect(page.locator("[data-puzzle-tool=mark]")).to_have_attribute("aria-pressed", "true")
    drag(page, "A3", "B3", "B2")
    expect_moves(page, "no B1 C1", "no A3 B3; no B2 B3")
    page.locator("[data-puzzle-tool=mark]").click()
    page.locator("#board").focus()
    press(page, "x", "ArrowRight")
    expect_word(page, "B2", "B2, empty; marked as not joined to C2 or B3")
    tool(page, "clear-marks")
    expect_word(page, "B2", "B2, empty")
    expect(page.locator(".board-flow .cross").first).to_have_attribute("d", "")
    tool(page, "undo")
    expect_word(page, "B2", "B2, empty; marked as not joined to C2 or B3")


def test_a_drag_with_the_right_button_marks_and_shortening_keeps_other_marks(open_page: OpenPage) -> None:
    page = open_flow(open_page, SCREENS["light"])
    drag(page, "B1", "B2", button="right")
    expect_moves(page, "no B1 B2")
    drag(page, "A1", "C1")
    drag(page, "C1", "A1")
    expect_word(page, "B1", "B1, empty; marked as not joined to B2")


# -- Try, hints, checks ----------------------------------------------------------------------------------


def test_lines_of_a_try_are_dashed(open_page: OpenPage, screen: Screen) -> None:
    page = open_flow(open_page, screen)
    drag(page, "A1", "D1")
    tool(page, "try")
    drag(page, "A2", "D2")
    dashed = page.locator(".board-flow .line .tried")
    expect(dashed.nth(0)).to_have_attribute("d", "")
    expect(dashed.nth(1)).not_to_have_attribute("d", "")
    page.locator("#try-bar button", has_text="Drop").click()
    expect(dashed.nth(1)).to_have_attribute("d", "")
    expect_word(page, "B2", "B2, empty")


def test_a_hint_is_shown_on_the_board(open_page: OpenPage, screen: Screen) -> None:
    page = open_flow(open_page, screen, "A..\n...\nB.A\n..B\n")
    tool(page, "hint")
    page.locator("#panel button", has_text="Show the step").click()
    expect(page.locator("#panel .facts")).to_be_visible()
    expect(page.locator(".board-flow .because")).not_to_have_attribute("d", "")
    expect(page.locator(".board-flow .new").last).not_to_have_attribute("d", "")
    page.locator("#panel button", has_text="Do it").click()
    expect(page.locator(".board-flow .new").last).to_have_attribute("d", "")
    expect(page.locator("[data-tool=undo]")).to_have_attribute("aria-disabled", "false")


def test_a_hint_at_a_mistake_and_a_check_show_the_place(open_page: OpenPage, screen: Screen) -> None:
    page = open_flow(open_page, screen)
    drag(page, "A1", "B1", "B2", "B3")
    tool(page, "check")
    expect(page.locator("#message")).to_have_class(re.compile("bad"))
    tool(page, "hint")
    expect(page.locator("#panel-title")).to_have_text("There is a mistake")
    expect(page.locator(".board-flow .because")).not_to_have_attribute("d", "")


def test_a_line_between_two_letters_is_shown_as_wrong(open_page: OpenPage) -> None:
    page = open_flow(open_page, SCREENS["light"], "AB..\n....\nBA..\n")
    page.fill("#move-text", "A1 A2; B2 B1; A2 B2")
    page.press("#move-text", "Enter")
    expect(page.locator(".board-flow .wrong").last).not_to_have_attribute("d", "")
    expect_word(page, "A2", "A2, line between different dots, A and B; joined to A1 and B2")


# -- boards of all shapes --------------------------------------------------------------------------------


def test_a_large_board_opens_zoomed_on_a_phone_and_can_be_played(open_page: OpenPage) -> None:
    rows = (f"{chr(65 + row)}{'.' * 23}{chr(65 + row)}" for row in range(25))
    page = open_flow(open_page, PHONE, "\n".join(rows) + "\n")
    expect(page.locator("#board")).to_have_class(re.compile("is-zoomed"))
    (left, _), (right, _) = place_of(page, "A1"), place_of(page, "B1")
    assert right - left >= 28
    drag(page, "A1", "F1", "F3", "E3")
    expect_moves(page, "A1 B1 C1 D1 E1 F1 F2 F3 E3")
    tap(page, "A4")
    tap(page, "D4")
    expect_word(page, "D4", "D4, path D, from A4; ends here")
    expect(page.locator(".board-flow .dot .band")).to_have_count(10)  # five colours more than there are hues


def test_a_line_leaves_over_a_joined_border_and_comes_back_on_the_other_side(open_page: OpenPage) -> None:
    page = open_flow(open_page, SCREENS["light"], Board(4, 4, ((0, 3), (5, 15)), warp=True))
    (x, y), (next_x, _) = place_of(page, "A1"), place_of(page, "B1")
    drawn = Drag(page, x, y)
    drawn.to(x - 0.9 * (next_x - x), y).end()
    expect_moves(page, "A1 D1")
    expect(page.locator("#message")).to_have_text("A is joined.")
    page.locator("#board").focus()
    press(page, "ArrowUp", "Enter", "ArrowUp")
    expect_word(page, "D1", "D1, dot A; goes on to A1; joined")


def test_two_lines_cross_on_a_bridge(open_page: OpenPage, screen: Screen) -> None:
    page = open_flow(open_page, screen, Board(3, 3, ((1, 7), (3, 5)), bridges=frozenset({4})))
    drag(page, "B1", "B3")
    drag(page, "A2", "C2")
    expect_moves(page, "B1 B2 B3", "A2 B2 C2")
    expect(page.locator(".board-flow .line.finished:not(.over)")).to_have_count(2)
    words = "B2, bridge; across: path B, from A2; goes on to C2; joined; "
    expect_word(page, "B2", f"{words}up and down: path A, from B1; goes on to B3; joined")


def test_hexagons_have_six_directions(open_page: OpenPage, screen: Screen) -> None:
    page = open_flow(open_page, screen, Board(4, 4, ((0, 9), (3, 12)), hexagonal=True))
    drag(page, "A1", "B2", "B3")
    expect_moves(page, "A1 B2 B3")
    page.locator("#board").focus()
    press(page, "End")
    expect(page.locator("#board")).to_have_attribute("aria-activedescendant", "part-A3")


def test_letters_can_be_shown_in_all_cells(open_page: OpenPage) -> None:
    page = open_flow(open_page, SCREENS["dark"])
    drag(page, "A1", "D1")
    page.locator("[data-tool=settings]").click()
    page.locator("[data-option=letters]").check()
    page.keyboard.press("Escape")
    expect(page.locator(".board-flow .letter.small")).to_have_count(2)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_board_is_dark_in_both_themes(open_page: OpenPage, theme: str) -> None:
    page = open_flow(open_page, SCREENS[theme])
    ground = page.locator("#board .frame-ground").evaluate("node => getComputedStyle(node).fill")
    assert ground == "rgb(20, 23, 28)"
