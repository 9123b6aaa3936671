"""A long text that covers the board and scrolls."""

from __future__ import annotations

import re
from collections.abc import Sequence

from satplay.cli.cursor.text_layout import wrap_line

STEPS = {"up": -1, "down": 1, "home": -(10**6), "end": 10**6}
"""Lines to scroll by each key."""


class Page:
    """Lines of text, wrapped for a window; ``top`` is the first visible one.

    ``keys``  the keys, each with a few words, that close the page and act on the position
    """

    def __init__(self, text: Sequence[str], keys: Sequence[str] = ()) -> None:
        self._text, self.keys = text, keys
        self.lines: Sequence[str] = text
        self._rows = 1
        self.top = 0

    def lay_out(self, columns: int, rows: int) -> None:
        """Wrap the text for a window, in which this number of lines is visible."""
        self.lines = [part for line in self._text for part in wrap_line(_narrow(line, columns), columns)]
        self._rows = rows
        self.scroll(0)

    def press(self, key: str) -> bool:
        """Scroll; False if the key closes the page."""
        rows = self._rows
        step = {**STEPS, "pageup": -rows, "pagedown": rows, "space": rows}.get(key)
        if step is None or (key == "space" and self.top + rows >= len(self.lines)):
            return False
        self.scroll(step)
        return True

    def scroll(self, step: int) -> None:
        """Scroll by lines, not beyond the ends."""
        self.top = min(max(self.top + step, 0), max(0, len(self.lines) - self._rows))


def _narrow(line: str, columns: int) -> str:
    """The line of a table with smaller gaps, if it does not fit.

    >>> _narrow("Tab      the next place", 20)
    'Tab  the next place'
    """
    return line if len(line) <= columns else re.sub(r"(?<=\S) {2,}", "  ", line)
