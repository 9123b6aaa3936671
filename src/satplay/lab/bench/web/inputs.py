"""From an input to the frame that shows it, on a large board: drags of a mouse, and keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from satplay.errors import EngineError
from satplay.lab.bench.benchmark import REFUSED
from satplay.lab.bench.web.boards import Stroke, make_board
from satplay.lab.bench.web.browser import BOARD, fresh_profile, open_page, running_browser
from satplay.lab.bench.web.figures import done, times_of
from satplay.lab.bench.web.server import rest, running_server

if TYPE_CHECKING:
    from playwright.sync_api import Page

SEED = 1
STEPS = 2
"""Moves of the mouse from one cell to the next."""

WAYS: Mapping[str, float] = {"drag": 0.0, "keys": 1000 / 30, "keys at once": 0.0}
"""How inputs come, and milliseconds between keys: those of a held key, or none."""

KEYS = (
    "ArrowRight", "ArrowDown", "Shift+ArrowRight", "ArrowDown", "Shift+ArrowDown", "ArrowRight", "Enter",
    "ArrowRight", "ArrowDown", "Enter", "Escape", "ArrowDown", "ArrowRight", "Space", "ArrowLeft", "Escape",
)  # fmt: skip
"""Pressed again and again: steps, lines or bridges, taking up and letting go."""

PLACES = """
async ([subject, elements, selector]) => {
  const { boxOf } = await import(`/subjects/${subject}/board.js`);
  const { document: match } = JSON.parse(localStorage.getItem(`satplay:match:${subject}`));
  const picture = document.querySelector(selector);
  const { left, top, width, height } = picture.getBoundingClientRect();
  const shown = picture.viewBox.baseVal;
  const scale = Math.min(width / shown.width, height / shown.height);
  const middle = (box) => [
    left + width / 2 + (box.x + box.width / 2 - shown.x - shown.width / 2) * scale,
    top + height / 2 + (box.y + box.height / 2 - shown.y - shown.height / 2) * scale,
  ];
  return Object.fromEntries(elements.map((name) => [name, middle(boxOf(match.board, name))]));
}
"""
"""The middle of each element on the screen."""

MOVES = "(subject) => JSON.parse(localStorage.getItem(`satplay:match:${subject}`)).moves"


def sample(subject: str, size: str, way: str, count: int, program: str) -> dict[str, Any]:
    """Times of about ``count`` inputs on a board that is half filled in and shown as a whole.

    ``way``  one of ``WAYS``
    """
    board = make_board(subject, size, SEED)
    half = len(board.strokes) // 2
    with running_server() as server:
        rest(server)
        client = server.client()
        lines = [stroke.typed for stroke in board.strokes[:half]]
        match = client.expect(f"/api/play/{subject}", {"input": board.text, "lines": lines})
        client.close()
        if match["board"] is None:
            return {"status": REFUSED, "times": [], "note": f"the page of {subject} shows a picture only"}
        with running_browser(program) as browser, fresh_profile(browser, server.address) as page:
            open_page(page, f"/{subject}#r={quote(match['record'])}")
            page.wait_for_load_state("networkidle")
            _show_whole_board(page)
            page.evaluate("window.benchMeasured.inputs.length = 0")
            if way == "drag":
                _drag(page, subject, board.strokes[half:], count)
            else:
                _press(page, count, WAYS[way])
            page.wait_for_timeout(500)
            seconds = [one / 1000 for one in page.evaluate("window.benchMeasured.inputs")]
            moves = int(page.evaluate(MOVES, subject))
    if moves <= half or not seconds:
        raise EngineError(f"{len(seconds)} inputs by {way} on {subject} have changed nothing")
    return done([times_of(seconds)], inputs=len(seconds), moves=moves - half)


def _show_whole_board(page: Page) -> None:
    """Large boards open zoomed; the whole board is more to paint."""
    page.locator(BOARD).first.locator("..").focus()
    for _ in range(12):
        page.keyboard.press("-")
    page.wait_for_timeout(300)


def _drag(page: Page, subject: str, strokes: Iterable[Stroke], count: int) -> None:
    """Draw strokes of the solution, through the middle of each cell."""
    strokes = [*strokes]
    names = sorted({name for stroke in strokes for name in stroke.cells})
    places: dict[str, Sequence[float]] = page.evaluate(PLACES, [subject, names, BOARD])
    sent = 0
    for stroke in strokes:
        for _ in range(stroke.drags):
            way = [places[name] for name in stroke.cells]
            page.mouse.move(*way[0])
            page.mouse.down()
            for x, y in way[1:]:
                page.mouse.move(x, y, steps=STEPS)
            page.mouse.up()
            sent += 2 + STEPS * (len(way) - 1)
            if sent >= count:
                return


def _press(page: Page, count: int, pause: float) -> None:
    for number in range(count):
        page.keyboard.press(KEYS[number % len(KEYS)])
        if pause:
            page.wait_for_timeout(pause)
