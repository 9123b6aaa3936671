"""Links to puzz.link, one per line: ``p?hashi/W/H/BODY``, also under the names ``hashikake`` and ``bridges``.

The body is as in ``contracts/puzz_link``; ``.`` is an island without a number.  A link does not state rules.
A comment line before it may, but other programs do not understand that, so it is never written.
"""

from __future__ import annotations

from satplay.contracts.puzz_link import Links
from satplay.contracts.puzz_link import write as write_link
from satplay.contracts.texts import quote, unwritable
from satplay.puzzles.hashi.board import Board
from satplay.puzzles.hashi.formats.text import (
    BOARD,
    bad,
    content,
    expect_possible,
    glance,
    side,
    single_line,
)

NAME = "puzz-link"
EXAMPLE = "a link, such as p?hashi/3/2/2g2i"
LINKS = Links(("hashi", "hashikake", "hashiwokakero", "bridges"), BOARD, "island", EXAMPLE)


def read(text: str) -> Board:
    """A board from a link, with or without a host.

    >>> read("p?hashi/3/2/2g2h.").islands
    {0: 2, 2: 2, 5: None}
    """
    found = content(text)
    link = LINKS.read(single_line(found, EXAMPLE))
    if link.flags.text:
        raise bad(link.line, link.flags.column, quote(link.flags.text), "WIDTH/HEIGHT/BODY")
    width = side(link.width.text, link.line, link.width.column)
    height = side(link.height.text, link.line, link.height.column)
    most = found.terms.most

    def island(number: int | None, column: int) -> int | None:
        return expect_possible(number, most, link.line, column)

    islands = LINKS.read_body(link, width * height, island, "a hex digit, -hh, '.' or g to z")
    return Board(height, width, islands, most, found.terms.loops)


def write(board: Board) -> str:
    """The address; only boards with the standard rules have one.

    >>> write(Board(2, 3, {0: 2, 2: 2, 5: None}))
    'https://puzz.link/p?hashi/3/2/2g2h.\\n'
    """
    if board.most != 2 or not board.loops:
        found = f"at most {board.most} bridges" if board.most != 2 else "forbidden loops"
        raise unwritable(BOARD, NAME, found, "at most 2 bridges and loops, or 'grid'")
    return write_link("hashi", board.columns, board.rows, board.islands) + "\n"


def recognises(text: str) -> bool:
    """Whether the first line is a link to this puzzle with some size."""
    found = glance(text)
    return found is not None and bool(found.lines) and LINKS.recognises(found.lines[0].text)
