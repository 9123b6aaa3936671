"""The rows of the screen in cursor mode: title, board, messages and keys, for a window of any size.

The board has priority: messages and keys get fewer rows in a low window, and a board that does not fit
scrolls with the cursor, its headings fixed.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple, TypeAlias

from satplay.contracts.cursor import Place, View
from satplay.drawing.terminal import Line, Look
from satplay.errors import one_line

Fragment: TypeAlias = tuple[str, str]
"""A style of prompt_toolkit, and a text."""

MIN_COLUMNS, MIN_ROWS = 12, 4

TITLE, SOLVED_TITLE = "reverse bold", "reverse bold fg:#2f9e6e"
MESSAGE, KEY, KEY_TEXT = "bold", "bold", "fg:#80868f"
CURSOR, HELD = "reverse", "reverse underline bold"
MARGIN = 2
"""Columns left of a board that is narrow enough."""


class Size(NamedTuple):
    """Columns and rows of the window."""

    columns: int
    rows: int


class Content(NamedTuple):
    """What to show.

    ``effort``  time, moves and hints, the most important first
    ``place``   where the cursor is, if anywhere; ``is_held``: with something in hand
    ``is_scrolled``  the person scrolled the board, which then does not follow the cursor
    ``keys``    each with a few words, the most important first
    ``page``    a long text to show instead of the board, from ``page_top``
    """

    title: str
    effort: Sequence[str]
    view: View
    place: Place | None
    is_held: bool
    messages: Sequence[str]
    keys: Sequence[str]
    is_solved: bool = False
    is_scrolled: bool = False
    page: Sequence[str] | None = None
    page_top: int = 0


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


def scroll_by(viewport: Viewport, key: str) -> Viewport:
    """The viewport after a key that scrolls: half its size, in one of four directions."""
    down, across = max(1, viewport.height // 2), max(1, viewport.width // 2)
    lines = {"pageup": -down, "pagedown": down}.get(key, 0)
    columns = {"<": -across, ">": across}.get(key, 0)
    first = viewport.first_line + lines, viewport.first_column + columns
    return viewport._replace(first_line=first[0], first_column=first[1])


class Frame(NamedTuple):
    """The rows of the screen, all as wide as the window, the cursor (row, column), and the viewport."""

    rows: Sequence[Sequence[Fragment]]
    cursor: tuple[int, int] | None
    viewport: Viewport


def compose(content: Content, size: Size, before: Viewport) -> Frame:
    """The screen; ``before`` is the last viewport, which moves only if the cursor would leave it."""
    if size.columns < MIN_COLUMNS or size.rows < MIN_ROWS:
        few = size.columns < MIN_COLUMNS
        needed = f"{MIN_COLUMNS} columns" if few else f"{MIN_ROWS} lines"
        note = wrap_line(f"window too small: {needed} needed", max(1, size.columns))
        return Frame([_row(line, size) for line in note[: size.rows]], None, before)
    title = _title(content, size)
    if content.page is not None:
        return Frame([title, *_page(content, size)], None, before)
    keys = _keys(content.keys, size)
    messages = [part for line in content.messages for part in wrap_line(line, size.columns)]
    room = size.rows - 1 - len(keys)
    picture_height = len(content.view.lines)
    shown = min(len(messages), max(room - picture_height, _least_messages(room)))
    spare = room - picture_height - shown
    above, between = (1 if spare >= 2 else 0), (1 if spare >= 1 and shown else 0)
    height = min(picture_height, room - shown)
    viewport = _scroll(content, before, Size(size.columns, height), 1 + above)
    board = [_board_row(content, viewport, line, size) for line in viewport.lines()]
    rows = [title, *([_row("", size)] * above), *board, *([_row("", size)] * between)]
    rows += [_row(text, size, MESSAGE) for text in _cut(messages, shown, size.columns)]
    rows += [_row("", size)] * (size.rows - len(rows) - len(keys))
    cursor = viewport.screen_at(content.place) if content.place is not None else None
    return Frame([*rows, *keys], cursor, viewport)


def message_room(view: View, size: Size) -> int:
    """The number of lines that are shown as messages; a longer text becomes a page."""
    room = size.rows - 1 - _key_rows(size)
    return max(room - len(view.lines), _least_messages(room))


def page_rows(size: Size) -> int:
    """The number of lines of a page that are visible at once."""
    return max(1, size.rows - 2)


def wrap_line(line: str, columns: int) -> list[str]:
    """A line of text, wrapped between words."""
    return wrap(one_line(line), columns, drop_whitespace=True, replace_whitespace=False) or [""]


def _least_messages(room: int) -> int:
    return 3 if room >= 8 else 2 if room >= 6 else 1


def _cut(messages: Sequence[str], count: int, columns: int) -> list[str]:
    """The first messages; dots at the end if there are more."""
    if len(messages) <= count:
        return list(messages)
    return [*messages[: count - 1], f"{messages[count - 1][: columns - 4].rstrip()} ..."] if count else []


# -- rows --------------------------------------------------------------------------------------------


def _row(text: str, size: Size, style: str = "") -> list[Fragment]:
    return [(style, text[: size.columns].ljust(size.columns))]


def _title(content: Content, size: Size) -> list[Fragment]:
    """The title at the left, and at the right as much of the effort as fits."""
    title, style = content.title, SOLVED_TITLE if content.is_solved else TITLE
    for count in range(len(content.effort), 0, -1):
        effort = "  ".join(content.effort[:count])
        gap = size.columns - len(title) - len(effort) - 2
        if gap >= 1:
            return _row(f" {title}{' ' * gap}{effort} ", size, style)
    return _row(f" {content.effort[0]} {title}" if content.effort else f" {title}", size, style)


def _page(content: Content, size: Size) -> list[list[Fragment]]:
    assert content.page is not None
    lines = content.page[content.page_top : content.page_top + page_rows(size)]
    rest = len(content.page) - content.page_top - len(lines)
    hint = f"{rest} more lines: down; any other key closes" if rest else "any key closes"
    rows = [_row(line, size) for line in lines]
    rows += [_row("", size)] * (page_rows(size) - len(rows))
    return [*rows, _row(hint, size, KEY_TEXT)]


def _key_rows(size: Size) -> int:
    return 2 if size.rows >= 14 else 1 if size.rows >= 7 else 0


def _keys(keys: Sequence[str], size: Size) -> list[list[Fragment]]:
    """The keys in the last rows; what does not fit is left out."""
    rows: list[list[Fragment]] = []
    waiting = [key for key in keys if len(key) <= size.columns]
    for _ in range(_key_rows(size)):
        row: list[Fragment] = []
        used = 0
        while waiting and used + len(waiting[0]) <= size.columns:
            name, _, text = waiting.pop(0).partition(" ")
            gap = "  " if used + len(name) + len(text) + 3 <= size.columns else ""
            row += [(KEY, name), (KEY_TEXT, f" {text}{gap}")]
            used += len(name) + 1 + len(text) + len(gap)
        rows.append([*row, ("", " " * (size.columns - used))])
    return rows


# -- the board ---------------------------------------------------------------------------------------


def _scroll(content: Content, before: Viewport, size: Size, top: int) -> Viewport:
    view, place = content.view, content.place
    widest = max((sum(len(span.text) for span in line) for line in view.lines), default=0)
    left = MARGIN if widest + 2 * MARGIN <= size.columns else 0
    width = min(size.columns - left, max(widest, 1))
    place_line, place_column, place_width = (place.line, place.column, place.width) if place else (0, 0, 1)
    heading_lines = min(view.heading_lines, max(0, size.rows - 1))
    heading_columns = min(view.heading_columns, max(0, width - place_width))
    if content.is_scrolled:
        first_line = min(max(before.first_line, 0), max(0, len(view.lines) - size.rows))
        first_column = min(max(before.first_column, 0), max(0, widest - width))
        corner = first_line, first_column
        return Viewport(top, left, size.rows, width, *corner, heading_lines, heading_columns)
    first_line = _first(before.first_line, place_line, 1, len(view.lines), size.rows, heading_lines)
    first_column = _first(before.first_column, place_column, place_width, widest, width, heading_columns)
    return Viewport(top, left, size.rows, width, first_line, first_column, heading_lines, heading_columns)


def _first(before: int, at: int, width: int, total: int, visible: int, fixed: int) -> int:
    """How far to scroll so that ``at`` is visible beside ``fixed`` headings, with its neighbours."""
    most = max(0, total - visible)
    beside = 1 + width if visible - fixed >= 3 * (1 + width) else 0
    if at >= fixed:
        before = min(before, at - fixed - beside)
        before = max(before, at + width + beside - visible)
    return min(max(before, 0), most)


def _board_row(content: Content, viewport: Viewport, line: int, size: Size) -> list[Fragment]:
    characters = _characters(content.view.lines[line])
    place = content.place
    if place is not None and place.line == line:
        end = place.column + place.width
        characters += [("", " ")] * (end - len(characters))
        style = HELD if content.is_held else CURSOR
        for column in range(place.column, end):
            characters[column] = (f"{characters[column][0]} {style}", characters[column][1])
    row = [characters[column] if column < len(characters) else ("", " ") for column in viewport.columns()]
    left = viewport.left
    return [("", " " * left), *row, ("", " " * (size.columns - left - len(row)))]


def _characters(line: Line) -> list[Fragment]:
    return [(style_of(span.look), character) for span in line for character in one_line(span.text)]


def style_of(look: Look) -> str:
    """The style of prompt_toolkit.

    >>> style_of(Look("#ffffff", "#dd3322", bold=True)), style_of(Look())
    ('fg:#ffffff bg:#dd3322 bold', '')
    """
    parts = [f"fg:{look.colour}"] if look.colour is not None else []
    parts += [f"bg:{look.ground}"] if look.ground is not None else []
    return " ".join([*parts, *(["bold"] if look.bold else [])])
