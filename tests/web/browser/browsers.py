"""The browser of the tests: an installed Chromium or Chrome, or the one that Playwright has downloaded."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

# No screen, no sandbox for root, and no connections of the browser's own.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

MISSING = "browser tests need Chromium or Chrome (or SATPLAY_BROWSER=PATH): none is installed"


def find_browser() -> str | None:
    """The program to start; None if there is none.  The variable SATPLAY_BROWSER names another one."""
    if named := os.environ.get("SATPLAY_BROWSER"):
        return named
    for program in PROGRAMS:
        if found := shutil.which(program):
            return found
    return _browser_of_playwright()


def _browser_of_playwright() -> str | None:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None
