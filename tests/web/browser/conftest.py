"""Fixtures of the browser tests: one Chromium for all of them, and pages on the running server.

Every page is watched: a console message, an uncaught error, a request to another host and a failed request
fail the test that opened it, unless the test says what it expects (``expect_messages``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypedDict

import pytest

from tests.web.browser.browsers import FLAGS, need_browser

pytest.importorskip("playwright", reason="browser tests need the package playwright")

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright


class Screen(TypedDict, total=False):
    """Theme, size in CSS pixels, and whether there is a touch screen."""

    theme: str
    size: tuple[int, int]
    touch: bool


PATIENCE = 15_000
"""Milliseconds that every step may take: other tests may run beside it."""

NO_SERVICE_WORKER = "navigator.serviceWorker.register = () => new Promise(() => undefined)"

WIDE, PHONE = (1280, 900), (390, 844)

SCREENS: dict[str, Screen] = {
    "light": {"theme": "light", "size": WIDE, "touch": False},
    "dark": {"theme": "dark", "size": WIDE, "touch": False},
    "phone": {"theme": "light", "size": PHONE, "touch": True},
}


@pytest.fixture(params=list(SCREENS))
def screen(request: pytest.FixtureRequest) -> Screen:
    """Each of the screens that the pages are tested on."""
    return SCREENS[request.param]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium; without one the tests are skipped, but in CI they fail.

    It ends before the next test of another folder: Playwright keeps an event loop running in this thread, in
    which no other loop can then run.
    """
    program = need_browser()
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=[*FLAGS])
        yield started
        started.close()


class Watch:
    """What a page should not do, as it happens."""

    def __init__(self, base: str) -> None:
        self._base = base
        self.found: list[str] = []
        self.expected: list[str] = []

    def on(self, page: Page) -> None:
        """Watch a page."""
        page.on("console", lambda message: self.found.append(f"console {message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.found.append(f"uncaught: {error}"))
        page.on("request", lambda request: self._request(request.url))

    def _request(self, url: str) -> None:
        if not url.startswith((self._base, "data:", "blob:", "about:")):
            self.found.append(f"request to another host: {url}")

    def unexpected(self) -> list[str]:
        """Everything that was found, without what was expected."""
        return [one for one in self.found if not any(text in one for text in self.expected)]


@pytest.fixture
def watch(server: str) -> Iterator[Watch]:
    """The watch over all pages of a test."""
    watching = Watch(server)
    yield watching
    assert not watching.unexpected()


@pytest.fixture
def expect_messages(watch: Watch) -> Callable[[str], None]:
    """Allow messages that contain a text: a test that cuts the connection causes some."""
    return watch.expected.append


@pytest.fixture
def open_context(browser: Browser, server: str) -> Iterator[Callable[..., BrowserContext]]:
    """Opens a fresh profile, with an empty storage.

    ``keeps_pages`` starts the service worker, which loads and stores all pages: most tests do not need it.
    """
    opened: list[BrowserContext] = []

    def open_it(
        *,
        theme: str = "light",
        size: tuple[int, int] = WIDE,
        touch: bool = False,
        keeps_pages: bool = False,
        **more: Any,
    ) -> BrowserContext:
        context = browser.new_context(
            base_url=server,
            color_scheme="dark" if theme == "dark" else "light",
            viewport={"width": size[0], "height": size[1]},
            has_touch=touch,
            is_mobile=touch,
            reduced_motion="reduce",
            **more,
        )
        context.set_default_timeout(PATIENCE)
        if not keeps_pages:
            context.add_init_script(NO_SERVICE_WORKER)
        opened.append(context)
        return context

    yield open_it
    for context in opened:
        context.close()


@pytest.fixture
def open_page(open_context: Callable[..., BrowserContext], watch: Watch) -> Callable[..., Page]:
    """Opens an address of the server in a fresh profile: ``open_page("/hashi", **screen)``."""

    def open_it(path: str = "/", context: BrowserContext | None = None, **options: Any) -> Page:
        page = (open_context(**options) if context is None else context).new_page()
        watch.on(page)
        page.goto(path)
        return page

    return open_it
