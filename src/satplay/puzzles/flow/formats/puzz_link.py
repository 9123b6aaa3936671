"""Links to puzz.link: ``p?numlin/W/H/BODY``, and ``p?arukone/e/W/H/BODY`` if cells may stay empty.

The body is as in ``contracts/puzz_link``; every dot has a number.
"""

from __future__ import annotations

from satplay.contracts.puzz_link import Links
from satplay.contracts.puzz_link import write as write_link
from satplay.contracts.texts import Line, lines, quote, unwritable
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.formats.text import BOARD, Mark, at, bad, expect_plain, numbers, pair_dots, side

NAME = "puzz-link"
MAX_NUMBER = 0xFFF
EXAMPLE = "a link such as p?numlin/5/5/1j2h3m1h2j3"
LINKS = Links(("numlin", "numberlink", "arukone"), BOARD, "dot", EXAMPLE)


def read(text: str) -> Board:
    """A board from a link, with or without a host.

    >>> board = read("p?numlin/5/5/1j2h3m1h2j3")
    >>> board.labels, board.dots
    (('1', '2', '3'), ((0, 16), (5, 19), (8, 24)))
    """
    first, *others = [line for line in lines(text) if line.text.strip()] or [Line(1, "")]
    link = LINKS.read(first)
    if others:
        raise bad(others[0].number, 1, "a second line", "one link")
    may_be_empty = link.kind == "arukone"
    if link.flags.text and not (may_be_empty and link.flags.text == "e"):
        expected = "no flag, or 'e' for empty cells" if may_be_empty else "no flag"
        raise bad(link.line, link.flags.column, quote(link.flags.text), expected)
    width = side(link.width.text, link.line, link.width.column)
    height = side(link.height.text, link.line, link.height.column)

    def number_and_column(number: int | None, column: int) -> tuple[int, int]:
        if number is None:
            raise bad(link.line, column, "a dot without a number", "a number at every dot")
        return number, column

    entries = LINKS.read_body(link, width * height, number_and_column, "a hex digit, -hh, +hhh or g to z")
    marks = (Mark(str(number), cell, link.line, column) for cell, (number, column) in entries.items())
    dots, labels = pair_dots(marks)
    with at(link.line, link.body.column):
        return Board(height, width, dots, labels, fill=not link.flags.text)


def write(board: Board) -> str:
    """The address; numbers are the labels if these are small enough, else they count from 1.

    >>> write(Board(1, 7, ((0, 6),)))
    'https://puzz.link/p?numlin/7/1/1k1\\n'
    """
    expect_plain(board, NAME)
    for wrong, found, expected in (
        (board.touch, "paths that may come beside themselves", "the strict rule"),
        (len(board.dots) > MAX_NUMBER, f"{len(board.dots)} colours", f"at most {MAX_NUMBER}"),
    ):
        if wrong:
            raise unwritable(BOARD, NAME, found, expected)
    names = numbers(board, 0, MAX_NUMBER)
    kind = "numlin" if board.fill else "arukone/e"
    dots = {cell: names[colour] for cell, colour in board.colour_at.items()}
    return write_link(kind, board.columns, board.rows, dots) + "\n"


def recognises(text: str) -> bool:
    """Whether the text is a link to this puzzle with some size."""
    return LINKS.recognises(text)
