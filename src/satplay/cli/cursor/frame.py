"""The rows of the screen in cursor mode: title, board, messages and keys, for a window of any size.

The board has priority: messages and keys get fewer rows in a low window, and a board that does not fit
scrolls with the cursor, its headings fixed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from satplay.cli.cursor.text_layout import column_count, fit, wrap_line
from satplay.cli.cursor.viewport import Size, Viewport
from satplay.contracts.cursor import Place, View
from satplay.contracts.texts import pluralize
from satplay.drawing.terminal import Line, Look
from satplay.errors import one_line

Fragment: TypeAlias = tuple[str, str]
"""A style of prompt_toolkit, and a text."""

MIN_COLUMNS, MIN_ROWS = 12, 3

TITLE, SOLVED_TITLE = "reverse bold", "reverse bold fg:#2f9e6e"
MESSAGE, KEY, KEY_TEXT = "bold", "bold", "fg:#80868f"
MAX_KEY_ROWS = 3
CURSOR, HELD = "reverse", "reverse underline bold"


class Content(NamedTuple):
    """What to show.

    ``titles``  the title, and a shorter one for narrow windows
    ``effort``  time, moves and hints, the most important first
    ``place``   where the cursor is, if anywhere; ``is_held``: with something in hand
    ``is_scrolled``  the person scrolled the board, which then does not follow the cursor
    ``keys``    each with a few words, the most important first; ``help_key`` is shown in any case
    ``page``    a long text to show instead of the board, from ``page_top``; ``page_keys`` act there
    """

    titles: Sequence[str]
    effort: Sequence[str]
    view: View
    place: Place | None
    is_held: bool
    messages: Sequence[str]
    keys: Sequence[str]
    help_key: str = ""
    is_solved: bool = False
    is_scrolled: bool = False
    page: Sequence[str] | None = None
    page_top: int = 0
    page_keys: Sequence[str] = ()


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
    messages = [part for line in content.messages for part in wrap_line(line, size.columns)]
    picture_height = len(content.view.lines)
    keys = _keys(content, size, spare=size.rows - 2 - picture_height - len(messages))
    room = size.rows - 1 - len(keys)
    shown = min(len(messages), max(room - picture_height, _least_messages(room)))
    spare = room - picture_height - shown
    above, between = (1 if spare >= 2 else 0), (1 if spare >= 1 and shown else 0)
    height = min(picture_height, room - shown)
    room_for_board = Size(size.columns, height)
    if content.is_scrolled:
        viewport = before.clamp(content.view, content.place, room_for_board, 1 + above)
    else:
        viewport = before.follow(content.view, content.place, room_for_board, 1 + above)
    board = [_board_row(content, viewport, line, size) for line in viewport.lines()]
    rows = [title, *([_row("", size)] * above), *board, *([_row("", size)] * between)]
    rows += [_row(text, size, MESSAGE) for text in _cut(messages, shown, size.columns)]
    rows += [_row("", size)] * (size.rows - len(rows) - len(keys))
    cursor = viewport.screen_at(content.place) if content.place is not None else None
    return Frame([*rows, *keys], cursor, viewport)


def message_room(picture_height: int, size: Size) -> int:
    """The number of lines that are shown as messages; a longer text becomes a page."""
    room = size.rows - 1 - _least_key_rows(size)
    return max(room - picture_height, _least_messages(room))


def page_rows(size: Size) -> int:
    """The number of lines of a page that are visible at once."""
    return max(1, size.rows - 2)


def _least_messages(room: int) -> int:
    return 3 if room >= 8 else 2 if room >= 6 else 1


def _cut(messages: Sequence[str], count: int, columns: int) -> list[str]:
    """The first messages; dots at the end if there are more."""
    if len(messages) <= count:
        return list(messages)
    return [*messages[: count - 1], f"{fit(messages[count - 1], columns - 4).rstrip()} ..."] if count else []


# -- rows --------------------------------------------------------------------------------------------


def _row(text: str, size: Size, style: str = "") -> list[Fragment]:
    return [(style, fit(text, size.columns))]


def _title(content: Content, size: Size) -> list[Fragment]:
    """A title at the left, and at the right as much of the effort as fits, at least the time."""
    style = SOLVED_TITLE if content.is_solved else TITLE
    for title in content.titles:
        for count in range(len(content.effort), 0, -1):
            effort = "  ".join(content.effort[:count])
            gap = size.columns - column_count(title) - column_count(effort) - 2
            if gap >= 1:
                return _row(f" {title}{' ' * gap}{effort} ", size, style)
    return _row(f" {' '.join([*content.effort[:1], content.titles[-1]])}", size, style)


def _page(content: Content, size: Size) -> list[list[Fragment]]:
    assert content.page is not None
    lines = content.page[content.page_top : content.page_top + page_rows(size)]
    rest = len(content.page) - content.page_top - len(lines)
    more, keys = [f"{pluralize(rest, 'more line')}: down"] if rest else [], list(content.page_keys)
    closes = "any other key closes" if more or keys else "any key closes"
    hints = ["; ".join(parts) for parts in ([*more, *keys, closes], [*more, *keys], more or [closes])]
    hints += [f"{rest} more: down"] if rest else []
    hint = next((hint for hint in hints if len(hint) <= size.columns), hints[-1])
    rows = [_row(line, size) for line in lines]
    rows += [_row("", size)] * (page_rows(size) - len(rows))
    return [*rows, _row(hint, size, KEY_TEXT)]


def _least_key_rows(size: Size) -> int:
    return 2 if size.rows >= 14 else 1 if size.rows >= 7 else 0


def _keys(content: Content, size: Size, spare: int) -> list[list[Fragment]]:
    """The keys in the last rows; what does not fit is left out, but not the one for help.

    The rows that nothing else needs are ``spare``: keys may take them.
    """
    most = max(_least_key_rows(size), min(MAX_KEY_ROWS, spare))
    keys, help_key = [key for key in content.keys if len(key) <= size.columns], content.help_key
    rows = _fill_rows(keys, [size.columns] * most)
    shown = [key for row in rows for key in row]
    if rows and len(shown) < len(keys) and help_key and help_key not in shown:
        others = [key for key in keys if key != help_key]
        widths = [size.columns] * (most - 1) + [size.columns - len(help_key) - 2]
        rows = [*_fill_rows(others, widths), []][:most]
        rows[-1].append(help_key)
    return [_key_row(row, size) for row in rows]


def _fill_rows(keys: Sequence[str], widths: Sequence[int]) -> list[list[str]]:
    """As many keys as fit, two blanks apart; no empty rows at the end.

    The order is kept, except that the last row skips what does not fit there.
    """
    rows: list[list[str]] = []
    waiting = list(keys)
    for width in widths:
        row: list[str] = []
        for key in list(waiting):
            if sum(len(other) + 2 for other in row) + len(key) <= width:
                row.append(key)
                waiting.remove(key)
            elif len(rows) < len(widths) - 1:
                break
        rows.append(row)
    while rows and not rows[-1]:
        rows.pop()
    return rows


def _key_row(keys: Sequence[str], size: Size) -> list[Fragment]:
    row: list[Fragment] = []
    for key in keys:
        name, _, text = key.partition(" ")
        row += [(KEY, name), (KEY_TEXT, f" {text}"), ("", "  ")]
    row = row[:-1]
    return [*row, ("", " " * (size.columns - sum(len(text) for _, text in row)))]


# -- the board ---------------------------------------------------------------------------------------


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
