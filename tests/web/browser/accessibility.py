"""What axe finds on a page, by the rules of WCAG 2.2 AA and by good practice."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
OPTIONS = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}

LOADED = "() => window.axe !== undefined"


def violations(page: Page, part: str | None = None) -> list[str]:
    """The findings on a page, or in a part of it (a selector): the rule, and the elements that break it."""
    if not page.evaluate(LOADED):
        page.evaluate(Axe().axe_script)
    found: Any = page.evaluate("([part, options]) => axe.run(part ?? document, options)", [part, OPTIONS])
    return [
        f"{one['id']}: {one['help']}: {', '.join(node['html'][:120] for node in one['nodes'])}"
        for one in found["violations"]
    ]
