"""Booklets for printing: pages of numbered boards, then pages of their solutions with the same numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from satplay.drawing.page_layout import Area, LayoutStyle, Placement, Size, lay_out
from satplay.drawing.placing import place
from satplay.drawing.scene import Scene, Shape, Text

MM = 72 / 25.4
"""Points in a millimetre."""

PAPERS: Mapping[str, Size] = {"a4": (210 * MM, 297 * MM), "letter": (612.0, 792.0)}

SIDE, TOP, BOTTOM = 15 * MM, 14 * MM, 17 * MM
FOOTER = 9 * MM
"""Distance of the footer from the lower edge."""

TITLE, TITLE_ROOM = 20.0, 36.0
SECTION, SECTION_ROOM = 14.0, 26.0
NUMBER, RULE, CAPTION, SMALL = 11.0, 9.0, 8.5, 7.0
LEADING = 1.4
"""The distance of lines of a paragraph, in font sizes."""
INK, GREY = "#1b1b1b", "#59636f"

BOARDS = LayoutStyle(smallest=0.36, comfortable=0.43, largest=1.0, columns=3, rows=4, caption=16.0, gap=14.0)
"""Cells of 40 units are 5 mm wide or more, and 6 mm if there are many boards on a page: room for a pencil."""

SOLUTIONS = LayoutStyle(
    smallest=0.27, comfortable=0.27, largest=0.4, columns=5, rows=6, caption=13.0, gap=10.0
)

WIDE = 0.6
"""The average width of a character, in font sizes; a little more than that of English texts."""


class BookletEntry(NamedTuple):
    """One board: the words after its number, its picture, and its solution as a picture or in words."""

    caption: str
    board: Scene
    solution: Scene | str


def booklet_pages(
    entries: Sequence[BookletEntry],
    *,
    title: str,
    rules: Sequence[str] = (),
    footer: str = "",
    paper: str = "a4",
) -> list[Scene]:
    """The pages of a booklet, in points; ``paper`` is one of ``PAPERS``.  The rules are below the title."""
    width, height = PAPERS[paper]
    area = Area(SIDE, TOP, width - 2 * SIDE, height - TOP - BOTTOM)
    boards = [(entry.board.width, entry.board.height) for entry in entries]
    solved = [(number, entry.solution) for number, entry in enumerate(entries, 1)]
    solutions = [(number, picture) for number, picture in solved if isinstance(picture, Scene)]
    sizes = [(picture.width, picture.height) for _, picture in solutions]
    words = [(number, text) for number, text in solved if isinstance(text, str) and text]
    front = lay_out(boards, _below(area, TITLE_ROOM + _height(rules, RULE)), area, BOARDS)
    lines = list(_join_words(words))
    back = lay_out(sizes, _below(area, SECTION_ROOM + _height(lines, CAPTION)), area, SOLUTIONS)
    if lines and not back:
        back = [[]]
    contents = [[*_heading(title, TITLE, area, at), *_boards(entries, page)] for at, page in enumerate(front)]
    contents[0] += _paragraph(rules, RULE, _below(area, TITLE_ROOM - 0.5 * RULE))
    for at, page in enumerate(back):
        shapes = _heading("Solutions", SECTION, area, at)
        if at == 0:
            shapes += _paragraph(lines, CAPTION, _below(area, SECTION_ROOM))
        contents.append([*shapes, *_solutions(solutions, page)])
    return [
        Scene(width, height, (*shapes, *_footer(footer, f"{number} / {len(contents)}", width, height)), title)
        for number, shapes in enumerate(contents, 1)
    ]


def _below(area: Area, room: float) -> Area:
    return area._replace(top=area.top + room, height=area.height - room)


def _heading(text: str, size: float, area: Area, page: int) -> list[Shape]:
    """The title on the first page of a section."""
    if page:
        return []
    return [fitted_text((area.left, area.top + size / 2), text, size, area.width, INK, bold=True)]


def _boards(entries: Sequence[BookletEntry], page: Sequence[Placement]) -> Iterator[Shape]:
    for placement in page:
        entry = entries[placement.number]
        yield from place(entry.board, placement.corner, placement.scale)
        yield from _caption(placement, placement.number + 1, entry.caption)


def _solutions(solutions: Sequence[tuple[int, Scene]], page: Sequence[Placement]) -> Iterator[Shape]:
    for placement in page:
        number, picture = solutions[placement.number]
        yield from place(picture, placement.corner, placement.scale)
        yield from _caption(placement, number, "")


def _caption(placement: Placement, number: int, words: str) -> Iterator[Shape]:
    x, y = placement.caption
    middle = y + NUMBER / 2
    yield Text((x, middle), str(number), NUMBER, INK, "start", bold=True)
    if words:
        after = (0.7 * len(str(number)) + 0.6) * NUMBER
        yield fitted_text((x + after, middle), words, CAPTION, placement.caption_width - after, GREY)


def _join_words(words: Sequence[tuple[int, str]]) -> Iterator[str]:
    """One line for each kind of answer: ``3, 7: no solution``."""
    numbers: dict[str, list[str]] = {}
    for number, text in words:
        numbers.setdefault(text, []).append(str(number))
    for text, found in numbers.items():
        yield f"{', '.join(found)}: {text}"


def _height(lines: Sequence[str], size: float) -> float:
    """The height of a paragraph, with the room below it."""
    return (LEADING * len(lines) + 0.7) * size if lines else 0.0


def _paragraph(lines: Sequence[str], size: float, area: Area) -> Iterator[Shape]:
    """Lines at the top of an area."""
    for at, line in enumerate(lines):
        y = area.top + (LEADING * at + 0.5) * size
        yield fitted_text((area.left, y), line, size, area.width, INK)


def _footer(text: str, page: str, width: float, height: float) -> Iterator[Shape]:
    y = height - FOOTER
    if text:
        yield fitted_text((SIDE, y), text, SMALL, width - 2 * SIDE - 60, GREY)
    yield Text((width - SIDE, y), page, CAPTION, GREY, "end")


def fitted_text(
    at: tuple[float, float], text: str, size: float, width: float, colour: str, *, bold: bool = False
) -> Text:
    """The text in this size, or smaller so that it fits into the width; a very long one is cut.

    >>> fitted_text((0.0, 0.0), "x" * 1000, 20.0, 100.0, INK).text
    'xxxxxxxxxxxx…'
    """
    wide = WIDE * (1.12 if bold else 1.0)
    smallest = 0.6 * size
    most = max(2, int(width / (wide * smallest)))
    if len(text) > most:
        text = text[: most - 1] + "…"
    fitting = width / (wide * len(text)) if text else size
    return Text(at, text, max(smallest, min(size, fitting)), colour, "start", bold)
