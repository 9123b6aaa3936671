"""What holds on every page: axe finds nothing, nothing scrolls sideways, the focus is seen, nothing moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from satplay.web.pages import the_site
from tests.web.browser.accessibility import violations
from tests.web.browser.board_hand import press_tool
from tests.web.browser.conftest import Screen
from tests.web.servers import RunningServer

OpenPage = Callable[..., Page]

SUBJECTS = the_site().subjects
READY = {"/": "#cards > li", "/help": "#keys-all", "/api": "details.route"}
"""What a page shows when it is complete; the page of a board shows its rules."""

OTHER_PATHS = ["/", "/help", "/api", "/nothing-here"]
PATHS = [*OTHER_PATHS, *(f"/{name}" for name in SUBJECTS)]
DIALOGS = ["new", "open", "share", "export", "settings", "statistics"]
PANELS = ["hint", "explain", "clauses"]
WIDTHS = [320, 390, 1280]


@pytest.fixture(autouse=True)
def not_found(expect_messages: Callable[[str], None]) -> None:
    """The browser reports the status of a page that does not exist."""
    expect_messages("404")


def open_complete(open_page: OpenPage, path: str, **screen: Any) -> Page:
    """A page with everything that it loads later, and with everything that can be opened in place open."""
    page = open_page(path, **screen)
    if path == "/nothing-here":
        return page
    expect(page.locator(READY.get(path, "#rules-lines li")).first).to_be_attached()
    if path == "/":
        for card in page.locator("#cards > li:not([data-kind=game])").all():
            card.scroll_into_view_if_needed()
            expect(card.locator("svg.board")).to_be_visible()
    if path == "/api":
        for name in ("recognise", "solve_cnf", "generate_hashi"):
            page.locator(f"#{name} > summary").click()
    details = page.locator("main details:not(.route)")
    details.evaluate_all("all => all.forEach((one) => (one.open = true))")
    page.evaluate("scrollTo(0, 0)")
    return page


# -- axe -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", OTHER_PATHS)
def test_axe_finds_nothing(open_page: OpenPage, screen: Screen, path: str) -> None:
    page = open_complete(open_page, path, **screen)
    assert violations(page) == []


@pytest.mark.parametrize("name", SUBJECTS)
def test_axe_finds_nothing_on_boards(open_page: OpenPage, screen: Screen, name: str) -> None:
    """Nor in the dialogs and panels of their pages."""
    page = open_complete(open_page, f"/{name}", **screen)
    found = {"page": violations(page)}
    for tool in DIALOGS:
        press_tool(page, tool)
        dialog = page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        dialog.locator("details").evaluate_all("all => all.forEach((one) => (one.open = true))")
        if tool == "share":
            expect(dialog.locator(".share-code")).to_be_visible()
        if tool == "export":
            expect(dialog.locator("#export-text")).to_be_visible()
        found[tool] = violations(page, "dialog")
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
    for tool in PANELS:
        if page.locator(f"[data-tool={tool}][hidden]").count():
            continue
        press_tool(page, tool)
        expect(page.locator("#panel")).to_have_attribute("data-panel", tool)
        content = page.locator("#panel-body :is(.facts, .place, .step-count, .variables, .reason, p)")
        expect(content.first).not_to_be_empty()
        found[tool] = violations(page, "#panel")
        page.locator("#panel-close").click()
    assert found == {part: [] for part in found}


# -- small screens and keys ------------------------------------------------------------------------------

BAD_FOCUS = """
([root, most]) => {
  const stops = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true });
  const isStop = (one) => isSeen(one) && !one.disabled && one.tabIndex >= 0;
  const all = [...document.querySelectorAll(`${root} :is(${stops})`)].filter(isStop);
  const step = Math.max(1, Math.floor(all.length / most));
  const found = [];
  for (const one of all.filter((_, at) => at % step === 0)) {
    one.focus();
    if (document.activeElement !== one) continue; // another one of its group
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    const name = one.outerHTML.slice(0, 100);
    if (outlineStyle === "none" || parseFloat(outlineWidth) < 3) found.push(`no ring: ${name}`);
    const { left, right, top, bottom } = one.getBoundingClientRect();
    if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) found.push(`outside: ${name}`);
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
    const above = document.elementFromPoint(x, y);
    const isOwn = above === null || one.contains(above) || above.contains(one) || above.closest("label");
    if (!isOwn) found.push(`behind ${above.outerHTML.slice(0, 60)}: ${name}`);
  }
  return all.length === 0 ? ["nothing to focus"] : found;
}
"""
"""What is wrong with the focus, at about `most` of the elements that Tab leads to."""

MOVING = """
() => [...document.querySelectorAll("*")].flatMap((one) => {
  const { animationDuration, animationName, transitionDuration } = getComputedStyle(one);
  const seconds = (text) => parseFloat(text) * (text.includes("ms") ? 0.001 : 1);
  const takesTime = (text) => text.split(",").some((part) => seconds(part) > 0.001);
  const moves = (animationName !== "none" && takesTime(animationDuration)) || takesTime(transitionDuration);
  return moves ? [one.outerHTML.slice(0, 100)] : [];
})
"""
"""The elements that move for more than a millisecond when they change."""


@pytest.mark.parametrize("path", PATHS)
def test_every_width_shows_everything_and_the_focus(open_page: OpenPage, path: str) -> None:
    page = open_complete(open_page, path, size=(WIDTHS[0], 700))
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width
        page.keyboard.press("Tab")  # from now on the focus is that of keys
        assert page.evaluate(BAD_FOCUS, ["body", 80]) == [], width
    assert page.evaluate(MOVING) == []


@pytest.mark.parametrize("tool", DIALOGS)
def test_dialogs_fit_on_the_smallest_screen(open_page: OpenPage, tool: str) -> None:
    page = open_complete(open_page, "/hashi", size=(WIDTHS[0], 560))
    press_tool(page, tool)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    box = dialog.bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= WIDTHS[0] and box["height"] <= 560
    dialog.locator("details").evaluate_all("all => all.forEach((one) => (one.open = true))")
    assert dialog.evaluate("one => one.scrollWidth <= one.clientWidth")
    page.keyboard.press("Tab")
    assert page.evaluate(BAD_FOCUS, ["dialog", 80]) == []


def test_there_is_movement_where_it_is_wanted(open_page: OpenPage) -> None:
    """Otherwise the test of reduced motion would say nothing."""
    page = open_page("/hashi")
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(MOVING)


# -- the console and the network -------------------------------------------------------------------------


def test_no_page_says_anything_or_asks_another_host(open_page: OpenPage, running: RunningServer) -> None:
    """In one visit, with the service worker; the watch over the page sees its messages."""
    page = open_page("/", keeps_pages=True)
    hosts: set[str] = set()
    page.context.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    for path in PATHS:
        page.goto(path)
        expect(page.locator(READY.get(path, "#rules-lines li, main h1")).first).to_be_attached()
    assert hosts == {running.address.removeprefix("http://")}
