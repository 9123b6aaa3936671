"""The visible part of a picture, which scrolls if the window is too small."""

from __future__ import annotations

from typing import NamedTuple

from satplay.contracts.cursor import Place, View

MARGIN = 2
"""Columns left of a board that is narrow enough."""


class Size(NamedTuple):
    """Columns and rows of the window."""

    columns: int
    rows: int


class Viewport(NamedTuple):
    """The visible part of the picture, and where it is on the screen."""

    top: int = 0
    left: int = 0
    height: int = 0
    width: int = 0
    first_line: int = 0
    first_column: int = 0
    heading_lines: int = 0
    heading_columns: int = 0

    def picture_at(self, row: int, column: int) -> tuple[int, int] | None:
        """The line and column of the picture at a character of the screen."""
        line, across = row - self.top, column - self.left
        if not (0 <= line < self.height and 0 <= across < self.width):
            return None
        line += self.first_line if line >= self.heading_lines else 0
        return line, across + (self.first_column if across >= self.heading_columns else 0)

    def lines(self) -> list[int]:
        """The lines of the picture that are visible, from top to bottom."""
        return [
            found[0] for row in range(self.height) if (found := self.picture_at(self.top + row, self.left))
        ]

    def columns(self) -> list[int]:
        """The columns of the picture that are visible, from left to right."""
        found = (self.picture_at(self.top, self.left + column) for column in range(self.width))
        return [at[1] for at in found if at]

    def screen_at(self, place: Place) -> tuple[int, int] | None:
        """The row and column of the screen where a place begins; None if it is not visible."""
        lines, columns = self.lines(), self.columns()
        if place.line not in lines or place.column not in columns:
            return None
        return self.top + lines.index(place.line), self.left + columns.index(place.column)

    def nearest_picture_at(self, row: int, column: int) -> tuple[int, int] | None:
        """The visible line and column of the picture that is nearest; None if nothing is visible."""
        row = min(max(row, self.top), self.top + self.height - 1)
        return self.picture_at(row, min(max(column, self.left), self.left + self.width - 1))

    def scroll(self, lines: int, columns: int = 0) -> Viewport:
        """The viewport after scrolling; ``compose`` keeps it on the picture."""
        return self._replace(first_line=self.first_line + lines, first_column=self.first_column + columns)

    def scroll_by_key(self, key: str) -> Viewport:
        """The viewport after a key that scrolls: half its size, in one of four directions."""
        down, across = max(1, self.height // 2), max(1, self.width // 2)
        lines = {"pageup": -down, "pagedown": down}.get(key, 0)
        return self.scroll(lines, {"<": -across, ">": across}.get(key, 0))

    # -- scrolling -----------------------------------------------------------------------------------

    def clamp(self, view: View, place: Place | None, size: Size, top: int) -> Viewport:
        """The viewport in a window of another size, for a person who scrolled the picture."""
        fitted = _fitted(view, place, size, top)
        first_line = min(max(self.first_line, 0), max(0, len(view.lines) - fitted.height))
        first_column = min(max(self.first_column, 0), max(0, _widest(view) - fitted.width))
        return fitted._replace(first_line=first_line, first_column=first_column)

    def follow(self, view: View, place: Place | None, size: Size, top: int) -> Viewport:
        """The viewport in a window of another size; it scrolls only if the place would not be visible."""
        fitted = _fitted(view, place, size, top)
        line, column, width = (place.line, place.column, place.width) if place else (0, 0, 1)
        lines = _first(self.first_line, line, 1, len(view.lines), fitted.height, fitted.heading_lines)
        columns = _first(
            self.first_column, column, width, _widest(view), fitted.width, fitted.heading_columns
        )
        return fitted._replace(first_line=lines, first_column=columns)


def _widest(view: View) -> int:
    return max((sum(len(span.text) for span in line) for line in view.lines), default=0)


def _fitted(view: View, place: Place | None, size: Size, top: int) -> Viewport:
    """A viewport at the beginning of the picture; headings leave room for the place."""
    widest = _widest(view)
    left = MARGIN if widest + 2 * MARGIN <= size.columns else 0
    width = min(size.columns - left, max(widest, 1))
    heading_lines = min(view.heading_lines, max(0, size.rows - 1))
    heading_columns = min(view.heading_columns, max(0, width - (place.width if place else 1)))
    return Viewport(top, left, size.rows, width, 0, 0, heading_lines, heading_columns)


def _first(before: int, at: int, width: int, total: int, visible: int, fixed: int) -> int:
    """How far to scroll so that ``at`` is visible beside ``fixed`` headings, with its neighbours."""
    most = max(0, total - visible)
    beside = 1 + width if visible - fixed >= 3 * (1 + width) else 0
    if at >= fixed:
        before = min(before, at - fixed - beside)
        before = max(before, at + width + beside - visible)
    return min(max(before, 0), most)
