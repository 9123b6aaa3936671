"""Chromium by Playwright, if both are installed: fresh profiles, and pages that measure themselves."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
VARIABLE = "SATPLAY_BROWSER"
MISSING = f"Chromium with the package playwright ({VARIABLE}=PATH names another program)"

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

WIDTH, HEIGHT = 1280, 900
PATIENCE = 60_000
"""Milliseconds that a page may take."""

BOARD = '[aria-roledescription="board"] svg.board, #board svg.board'
"""A board that can be played, or the server's picture of one."""

SCRIPT = """
(() => {
  const measured = { playable: null, inputs: [] };
  window.benchMeasured = measured;
  const afterPaint = (run) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = run;
    channel.port2.postMessage(0);
  });
  const observer = new MutationObserver(() => {
    if (document.querySelector(BOARD) === null) return;
    observer.disconnect();
    afterPaint(() => (measured.playable = performance.now()));
  });
  observer.observe(document, { childList: true, subtree: true });
  for (const type of ["pointerdown", "pointermove", "pointerup", "keydown"]) {
    window.addEventListener(type, (event) => {
      if (event.key === "Shift" || event.key === "Control") return;
      if (type === "pointermove" && event.buttons === 0) return;
      const began = event.timeStamp;
      afterPaint(() => measured.inputs.push(performance.now() - began));
    }, { capture: true, passive: true });
  }
})();
""".replace("BOARD", repr(BOARD))
"""Runs before the scripts of a page.  A message that is sent at the beginning of a frame arrives when it
is painted: then the effect of an input, or the first board, can be seen."""


def find_browser() -> str | None:
    """The program to start; None if there is none, or no Playwright."""
    if find_spec("playwright") is None:
        return None
    if named := os.environ.get(VARIABLE):
        return named
    for program in PROGRAMS:
        if found := shutil.which(program):
            return found
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


@contextmanager
def running_browser(program: str) -> Iterator[Browser]:
    """Chromium without windows, which is ended at the end of the block."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[*FLAGS])
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def fresh_profile(browser: Browser, address: str, **options: Any) -> Iterator[Page]:
    """A page in a profile that has stored nothing, with the script that measures."""
    context = browser.new_context(base_url=address, viewport={"width": WIDTH, "height": HEIGHT}, **options)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(SCRIPT)
    try:
        yield context.new_page()
    finally:
        context.close()


def open_page(page: Page, path: str) -> float:
    """Open a path of the server: seconds from the navigation until a board is painted that can be played."""
    page.goto(path, wait_until="commit")
    page.wait_for_function("() => window.benchMeasured.playable !== null")
    return float(page.evaluate("window.benchMeasured.playable")) / 1000
