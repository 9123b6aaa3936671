"""A long text that covers the board and scrolls."""

from __future__ import annotations

from collections.abc import Sequence

STEPS = {"up": -1, "down": 1, "home": -(10**6), "end": 10**6}
"""Lines to scroll by each key."""


class Page:
    """Wrapped lines; ``top`` is the first visible one."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.top = 0

    def press(self, key: str, rows: int) -> bool:
        """Scroll in a window of this number of rows; False if the key closes the page."""
        step = {**STEPS, "pageup": -rows, "pagedown": rows, "space": rows}.get(key)
        if step is None or (key == "space" and self.top + rows >= len(self.lines)):
            return False
        self.scroll(step, rows)
        return True

    def scroll(self, step: int, rows: int) -> None:
        """Scroll by lines, not beyond the ends."""
        self.top = min(max(self.top + step, 0), max(0, len(self.lines) - rows))
