"""The browser of the tests: an installed Chromium or Chrome, or the one that Playwright has downloaded."""

from __future__ import annotations

import os

import pytest

from satplay.lab.bench.web.browser import FLAGS, find_browser

__all__ = ["FLAGS", "need_browser"]

MISSING = "browser tests need Chromium or Chrome (or SATPLAY_BROWSER=PATH): none is installed"


def need_browser() -> str:
    """The program to start; without one the test is skipped, but in CI it fails."""
    program = find_browser()
    if program is None:
        if os.environ.get("CI") == "true":
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    return program
