"""Without a connection: pages work, moves go on, and they are sent when the server is back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from typing import Any
from urllib.parse import quote

import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, expect

from satplay.web.pages import the_site
from tests.web.browser.board_hand import moves, press_tool
from tests.web.browser.conftest import PATIENCE, SCREENS, Screen, Watch
from tests.web.servers import RunningServer

OpenPage = Callable[..., Page]

BOARD = "2.4\n...\n1.3"
"""A Hashi board: A1-C1 and C1-C3 twice, A3-C3 once."""
PAGES = {"/": "Puzzles", "/help": "Help", "/api": "API"}
LOST = ("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET")
"""What the browser itself writes to the console when it cannot connect."""
BACK = 30_000
"""Milliseconds after which a page has found that the server is back."""


@pytest.fixture
def open_page(open_page: OpenPage) -> OpenPage:
    """Opens a page with its service worker."""
    return partial(open_page, keeps_pages=True)


@pytest.fixture(autouse=True)
def connection_lost(expect_messages: Callable[[str], None]) -> None:
    """The browser reports lost connections; all else is watched."""
    for text in LOST:
        expect_messages(text)


def installed(page: Page) -> Page:
    """The page, once the service worker has stored all pages and answers this one."""
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    return page


def open_board(open_page: OpenPage, screen: Screen | None = None) -> Page:
    page = installed(open_page(f"/hashi#b={quote(BOARD)}", **(screen or {})))
    expect(page.locator("#about")).to_have_text("3x3")
    return page


def type_move(page: Page, line: str) -> None:
    page.fill("#move-text", line)
    page.press("#move-text", "Enter")


def unsent(page: Page) -> list[str]:
    """The lines that wait for the server, as they are stored."""
    found: list[str] = page.evaluate(
        "JSON.parse(localStorage.getItem('satplay:match:hashi')).lines.map((one) => one.line)"
    )
    return found


def bridges(page: Page, count: int) -> None:
    expect(page.locator("#board .bridge")).to_have_count(count)


# -- the connection is lost ------------------------------------------------------------------------------


def test_a_board_is_played_on_without_a_connection(open_page: OpenPage, screen: Screen) -> None:
    page = open_board(open_page, screen)
    type_move(page, "A3 C3")
    assert moves(page, "hashi") == ["A3 C3"]
    page.context.set_offline(True)
    page.reload()
    bridges(page, 1)
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator("#live")).to_have_text("No connection. You can play on; hints need the server.")
    type_move(page, "A1 C1")
    bridges(page, 2)
    press_tool(page, "undo")
    bridges(page, 1)
    press_tool(page, "redo")
    page.wait_for_function("() => localStorage.getItem('satplay:match:hashi').includes('redo')")
    page.reload()
    bridges(page, 2)
    assert unsent(page) == ["A1 C1", "undo", "redo"]
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden(timeout=BACK)
    assert moves(page, "hashi") == ["A3 C3", "A1 C1"]


def test_every_page_is_there_without_a_connection(open_page: OpenPage) -> None:
    """Also those that were never opened."""
    page = installed(open_page("/"))
    page.context.set_offline(True)
    for path, title in PAGES.items():
        page.goto(path)
        expect(page).to_have_title(f"{title} · satplay")
        expect(page.locator("h1")).to_be_visible()
    expect(page.locator("#routes-wait")).to_contain_text("The list of routes is not there")
    page.goto("/")
    card = page.locator("#card-mosaic")
    card.scroll_into_view_if_needed()
    expect(card.locator("svg.board")).to_be_visible()
    for name, subject in the_site().subjects.items():
        page.goto(f"/{name}")
        expect(page.locator("#offline")).to_be_visible()
        expect(page.locator("#message")).to_have_text("The server cannot be reached.")
        if subject["kind"] == "puzzle" and subject["first_board"] and subject["has_board_script"]:
            expect(page.locator("#board svg.board")).to_be_visible()


def test_a_first_board_is_begun_without_a_connection(open_page: OpenPage) -> None:
    page = installed(open_page("/", **SCREENS["phone"]))
    page.context.set_offline(True)
    page.goto("/hashi")
    expect(page.locator("#message")).to_have_text("The server cannot be reached.")
    expect(page.locator("#rules-lines li")).not_to_have_count(0)
    type_move(page, "A1 C1")
    bridges(page, 1)
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden(timeout=BACK)
    assert moves(page, "hashi") == ["A1 C1"]


def test_a_shared_board_is_there_again(
    open_page: OpenPage, running: RunningServer, expect_messages: Callable[[str], None]
) -> None:
    expect_messages("503")  # of a page that was never opened
    slug = running.ask("/api/share", {"input": BOARD})["slug"]
    page = installed(open_page("/"))
    page.goto(f"/s/{slug}")
    expect(page.locator("#about")).to_have_text("3x3")
    page.context.set_offline(True)
    page.goto(f"/s/{slug}")
    expect(page.locator("#board .island")).to_have_count(4)
    page.goto("/s/abcdefghabcdefgh")
    expect(page.get_by_role("heading")).to_have_text("The server cannot be reached")
    page.get_by_role("link", name="All puzzles").click()
    expect(page.locator("#cards")).to_be_visible()


# -- what needs the server -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tool", "place", "words"),
    [
        ("hint", "#panel-body", "Hints need the server, which cannot be reached."),
        ("explain", "#panel-body", "Explanations need the server, which cannot be reached."),
        ("clauses", "#panel-body", "The clauses need the server, which cannot be reached."),
        ("check", "#message", "Checks need the server, which cannot be reached."),
        ("share", "dialog", "Links are made by the server, which cannot be reached."),
        ("export", "dialog", "Files are made by the server, which cannot be reached."),
    ],
)
def test_what_needs_the_server_says_so_and_works_again(
    open_page: OpenPage, tool: str, place: str, words: str
) -> None:
    page = open_board(open_page)
    page.context.set_offline(True)
    expect(page.locator("#offline")).to_be_visible()
    press_tool(page, tool)
    expect(page.locator(place)).to_contain_text(words)
    page.keyboard.press("Escape")
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden(timeout=BACK)
    press_tool(page, tool)
    expect(page.locator(place)).not_to_contain_text("the server, which cannot be reached")
    expect(page.locator(place)).not_to_be_empty()


def test_a_hint_waits_for_moves_that_were_not_sent(open_page: OpenPage) -> None:
    page = open_board(open_page, SCREENS["phone"])
    page.context.set_offline(True)
    type_move(page, "A1 A3")  # a mistake
    press_tool(page, "hint")
    expect(page.locator("#panel-body")).to_contain_text("Hints need the server")
    page.locator("#panel-close").click()
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden(timeout=BACK)
    press_tool(page, "hint")
    expect(page.locator("#panel-title")).to_have_text("There is a mistake")


def test_new_boards_and_texts_need_the_server(open_page: OpenPage) -> None:
    page = open_board(open_page)
    page.context.set_offline(True)
    press_tool(page, "new")
    page.locator("dialog button.primary").click()
    words = "New boards come from the server, which cannot be reached."
    expect(page.get_by_role("dialog")).to_contain_text(words)
    page.keyboard.press("Escape")
    page.goto("/")
    page.locator("#open-text").fill("1.1")
    expect(page.locator("#open-answer.bad")).to_have_text("The server cannot be reached.")
    page.context.set_offline(False)
    page.locator("#open-text").fill("1..1")
    expect(page.locator("#open-answer.ok")).to_contain_text("Hashiwokakero")


# -- the server is stopped -------------------------------------------------------------------------------


@pytest.fixture
def open_at(browser: Browser) -> Iterator[Callable[[str], tuple[Page, Watch]]]:
    """Opens a page of another server, with its watch."""
    opened: list[BrowserContext] = []

    def open_it(address: str) -> tuple[Page, Watch]:
        context = browser.new_context(base_url=address, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        opened.append(context)
        page, watch = context.new_page(), Watch(address)
        watch.expected += LOST
        watch.on(page)
        return page, watch

    yield open_it
    for context in opened:
        context.close()


def test_a_stopped_server_loses_no_move(
    start_server: Callable[..., RunningServer], open_at: Callable[[str], tuple[Page, Watch]]
) -> None:
    server = start_server()
    page, watch = open_at(server.address)
    page.goto(f"/hashi#b={quote(BOARD)}")
    expect(installed(page).locator("#about")).to_have_text("3x3")
    type_move(page, "A3 C3")
    assert moves(page, "hashi") == ["A3 C3"]
    server.stop()
    type_move(page, "A1 C1")
    expect(page.locator("#offline")).to_be_visible()
    page.reload()
    bridges(page, 2)
    type_move(page, "C1 C3")
    bridges(page, 3)
    press_tool(page, "hint")
    expect(page.locator("#panel-body")).to_contain_text("Hints need the server")
    page.goto("/help")
    expect(page.locator("#keys-hashi")).to_be_visible()
    page.goto("/hashi")
    bridges(page, 3)
    server.start_again()
    expect(page.locator("#offline")).to_be_hidden(timeout=BACK)
    assert moves(page, "hashi") == ["A3 C3", "A1 C1", "C1 C3"]
    press_tool(page, "hint")
    expect(page.locator("#panel .place, #panel .facts").first).to_be_visible()
    assert not watch.unexpected()


def test_the_files_of_one_version_are_kept(open_page: OpenPage) -> None:
    """A cache of another version goes when the service worker of this one begins."""
    page = installed(open_page("/"))
    names: list[str] = page.evaluate("caches.keys()")
    assert len(names) == 1 and re.fullmatch("satplay-[0-9a-f]{12}", names[0])
    kept: int = page.evaluate(
        "name => caches.open(name).then((cache) => cache.keys()).then((all) => all.length)", names[0]
    )
    assert kept > 50
    page.evaluate("caches.open('satplay-000000000000')")
    page.evaluate("navigator.serviceWorker.ready.then((found) => found.unregister())")
    page.reload()
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => caches.keys().then((names) => names.length === 1)")
    assert page.evaluate("caches.keys()") == names


# -- an application that can be installed ----------------------------------------------------------------


def test_the_application_can_be_installed(open_page: OpenPage) -> None:
    page = installed(open_page("/"))
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == [] and manifest["url"].endswith("/manifest.webmanifest")
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in errors} <= {"in-incognito"}


def test_every_icon_can_be_drawn(open_page: OpenPage, running: RunningServer) -> None:
    page = open_page("/")
    manifest = running.get("/manifest.webmanifest").value
    for icon in manifest["icons"]:
        size: list[int] = page.evaluate(
            """async (address) => {
              const image = new Image();
              image.src = address;
              await image.decode();
              return [image.naturalWidth, image.naturalHeight];
            }""",
            icon["src"],
        )
        assert size[0] == size[1] > 0
        if icon["sizes"] != "any":
            assert f"{size[0]}x{size[1]}" == icon["sizes"]
    maskable = next(icon["src"] for icon in manifest["icons"] if icon.get("purpose") == "maskable")
    with Image.open(BytesIO(running.get(maskable).content)) as picture:
        corner: Any = picture.convert("RGBA").getpixel((0, 0))
        assert corner[3] == 255  # filled to the edge: any mask may cut it
