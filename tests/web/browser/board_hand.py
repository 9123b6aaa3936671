"""A hand on a board: the mouse, or a finger if the screen is touched, at elements by their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from playwright.sync_api import CDPSession, Page

Point = tuple[float, float]
LONG_PRESS = 800
"""Milliseconds; longer than what the page takes for a long press."""


class Hand:
    """Taps, drags and long presses; an element is where its part for screen readers is."""

    def __init__(self, page: Page, *, touch: bool = False) -> None:
        self.page, self.touch = page, touch
        self._fingers: CDPSession | None = page.context.new_cdp_session(page) if touch else None

    def at(self, element: str) -> Point:
        """The middle of an element on the screen."""
        box = self.box(element)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def box(self, element: str) -> Mapping[str, float]:
        """The rectangle of an element on the screen."""
        part = self.page.locator(f"#part-{element}")
        found: Mapping[str, float] = part.evaluate("part => part.getBoundingClientRect().toJSON()")
        return found

    def between(self, one: str, other: str) -> Point:
        """The point half way between two elements."""
        (x, y), (x_2, y_2) = self.at(one), self.at(other)
        return (x + x_2) / 2, (y + y_2) / 2

    # -- gestures ------------------------------------------------------------------------------------

    def tap(self, place: str | Point, *, right: bool = False) -> None:
        """A click, or a tap with a finger; with the right button only the mouse can."""
        x, y = self.at(place) if isinstance(place, str) else place
        if self.touch and not right:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y, button="right" if right else "left")

    def long_press(self, place: str | Point) -> None:
        """A long press with a finger."""
        x, y = self.at(place) if isinstance(place, str) else place
        self._send("touchStart", [(x, y)])
        self.page.wait_for_timeout(LONG_PRESS)
        self._send("touchEnd", [])

    def drag(self, *places: str | Point, right: bool = False, steps: int = 2) -> None:
        """Press at the first place, move over the others, let go at the last."""
        self.press(*places, right=right, steps=steps)
        self.release(right=right)

    def press(self, *places: str | Point, right: bool = False, steps: int = 2) -> None:
        """Press at the first place and move over the others, without letting go."""
        points = [self.at(place) if isinstance(place, str) else place for place in places]
        if self._fingers is None:
            self.page.mouse.move(*points[0])
            self.page.mouse.down(button="right" if right else "left")
            for x, y in points[1:]:
                self.page.mouse.move(x, y, steps=steps)
            return
        self._send("touchStart", points[:1])
        for (x, y), (x_2, y_2) in pairwise(points):
            for step in range(1, steps + 1):
                self._send("touchMove", [(x + (x_2 - x) * step / steps, y + (y_2 - y) * step / steps)])

    def pinch(self, centre: str | Point, start: float, end: float, pan: Point = (0, 0)) -> None:
        """Two fingers beside a point, which change their distances from it in pixels, and move by ``pan``."""
        x, y = self.at(centre) if isinstance(centre, str) else centre
        steps = 4
        for step in range(steps + 1):
            part = step / steps
            across, down, half = x + part * pan[0], y + part * pan[1], start + part * (end - start)
            kind = "touchMove" if step else "touchStart"
            self._send(kind, [(across - half, down), (across + half, down)])
        self._send("touchEnd", [])

    def release(self, *, right: bool = False) -> None:
        """Let go."""
        if self._fingers is None:
            self.page.mouse.up(button="right" if right else "left")
        else:
            self._send("touchEnd", [])

    def _send(self, kind: str, points: Sequence[Point]) -> None:
        assert self._fingers is not None
        touches = [{"x": x, "y": y} for x, y in points]
        self._fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


# -- the page --------------------------------------------------------------------------------------------


def press_tool(page: Page, name: str) -> None:
    """Press the button of a tool, on a phone behind More if need be."""
    button = page.locator(f"[data-tool={name}]")
    if not button.is_visible():
        page.locator("#tools .more").click()
    button.click()


ENDLESS = "100x100"
"""Size of Hashi boards of which an extreme one takes minutes, so that making it can be cancelled."""


def choose_endless(page: Page) -> None:
    """In the dialog New, choose a board that takes minutes; its size has to be added to the list."""
    sizes, levels = page.locator("dialog select").nth(0), page.locator("dialog select").nth(1)
    sizes.evaluate("(list, size) => list.add(new Option(size))", ENDLESS)
    sizes.select_option(ENDLESS)
    levels.select_option("extreme")


def choose_checking(page: Page, value: str) -> None:
    """Choose what is checked while playing."""
    press_tool(page, "settings")
    page.locator(f"dialog input[value={value}]").check()
    page.keyboard.press("Escape")


STORED = """async (key) => {
  const stored = () => JSON.parse(localStorage.getItem(key));
  const end = Date.now() + 15_000;
  do {
    await new Promise((resolve) => setTimeout(resolve, 5)); // the page stores a move after the gesture
  } while (stored()?.lines.length !== 0 && Date.now() < end);
  return stored();
}"""


def stored_match(page: Page, subject: str) -> Any:
    """The match as the browser stores it, once the server has answered every move."""
    found = page.evaluate(STORED, f"satplay:match:{subject}")
    assert found is not None and not found["lines"], "the server has not answered every move"
    return found


def moves(page: Page, subject: str) -> list[str]:
    """The moves of the record on the server; each is one step of undo."""
    record: str = stored_match(page, subject)["document"]["record"]
    return [line for line in record.partition("=== moves ===\n")[2].partition("===")[0].splitlines() if line]


def position(page: Page, subject: str) -> Any:
    """The position that the server answered last, as the script of the board has it."""
    return stored_match(page, subject)["document"]["position"]
