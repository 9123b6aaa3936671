"""Links to puzz.link: ``p?numlin/W/H/BODY``, and ``p?arukone/e/W/H/BODY`` where cells may stay empty.

The body goes row by row: ``0`` to ``f`` a number, ``-hh`` one from 16 to 255, ``+hhh`` from 256 to 4095,
``g`` to ``z`` a run of 1 to 20 empty cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from satplay.contracts.texts import lines, shown
from satplay.errors import BadInput
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.formats.text import Mark, at, bad, numbers, paired, refuse_unless_plain, side

NAME = "puzz-link"
MOST = 0xFFF
LONGEST_RUN = 20
START = re.compile(
    r"\s*(?:(?:https?://)?[^\s?]*\?)?(?P<kind>numlin|numberlink|arukone)(?:_edit)?/", re.IGNORECASE
)
REST = re.compile(
    r"(?:(?P<flags>[^/\s0-9][^/\s]*|)/)?(?P<width>[^/\s]*)/(?P<height>[^/\s]*)/(?P<body>[^/\s]*)/?\s*"
)
NUMBER = re.compile(r"[0-9a-f]|-[0-9a-f]{2}|\+[0-9a-f]{3}")


def read(text: str) -> Board:
    """A board from a link, with or without a host in front.

    >>> board = read("p?numlin/5/5/1j2h3m1h2j3")
    >>> board.labels, board.dots
    (('1', '2', '3'), ((0, 16), (5, 19), (8, 24)))
    """
    number, line = next(((n, line) for n, line in lines(text) if line.strip()), (1, ""))
    start = START.match(line)
    if start is None:
        raise bad(number, 1, shown(line) if line else "nothing", "a link such as p?numlin/5/5/1j2h3m1h2j3")
    rest = REST.fullmatch(line, start.end())
    if rest is None:
        raise bad(number, start.end() + 1, shown(line[start.end() :]), "WIDTH/HEIGHT/BODY")
    after = next((n for n, more in lines(text) if n > number and more.strip()), None)
    if after is not None:
        raise bad(after, 1, "a second line", "one link")
    may_be_free = start["kind"].lower() == "arukone"
    if rest["flags"] and not (may_be_free and rest["flags"] == "e"):
        expected = "no flag, or 'e' for empty cells" if may_be_free else "no flag"
        raise bad(number, rest.start("flags") + 1, shown(rest["flags"]), expected)
    width = side(rest["width"], number, rest.start("width") + 1)
    height = side(rest["height"], number, rest.start("height") + 1)
    dots, labels = paired(_marks(rest["body"], width * height, number, rest.start("body") + 1))
    with at(number, rest.start("body") + 1):
        return Board(height, width, dots, labels, fill=not rest["flags"])


def _marks(body: str, count: int, line: int, column: int) -> Iterator[Mark]:
    cell = place = 0
    while place < len(body):
        sign = body[place]
        match = NUMBER.match(body, place)
        if cell >= count:
            raise bad(line, column + place, shown(body[place:]), f"the end after {count} cells")
        if match is not None:
            yield Mark(str(int(match[0].lstrip("-+"), 16)), cell, line, column + place)
            cell += 1
            place = match.end()
        elif "g" <= sign <= "z":
            cell += ord(sign) - ord("f")
            place += 1
            if cell > count:
                raise bad(
                    line, column + place - 1, f"a run up to cell {cell}", f"the end after {count} cells"
                )
        elif sign == ".":
            raise bad(line, column + place, "a dot without a number", "a number at every dot")
        else:
            raise bad(
                line, column + place, shown(body[place : place + 4]), "a hex digit, -hh, +hhh or g to z"
            )
    if cell < count:
        raise bad(line, column + place, f"the end after {cell} cells", f"{count} cells")


def write(board: Board) -> str:
    """The address; numbers are the labels where they are small enough, else from 1 on.

    >>> write(Board(1, 7, ((0, 6),)))
    'https://puzz.link/p?numlin/7/1/1k1\\n'
    """
    refuse_unless_plain(board, NAME)
    for wrong, found, expected in (
        (board.touch, "paths that may come beside themselves", "the strict rule"),
        (len(board.dots) > MOST, f"{len(board.dots)} colours", f"at most {MOST}"),
    ):
        if wrong:
            raise BadInput(f"flow board for the format {NAME!r}", found=found, expected=expected)
    names = numbers(board, 0, MOST)
    body, at_cell = [], 0
    for cell in sorted(board.colour_at):
        body += [_run(cell - at_cell), _hex(names[board.colour_at[cell]])]
        at_cell = cell + 1
    body.append(_run(board.rows * board.columns - at_cell))
    kind = "numlin" if board.fill else "arukone/e"
    return f"https://puzz.link/p?{kind}/{board.columns}/{board.rows}/{''.join(body)}\n"


def _run(cells: int) -> str:
    whole, left = divmod(cells, LONGEST_RUN)
    return "z" * whole + (chr(ord("f") + left) if left else "")


def _hex(number: int) -> str:
    return f"{number:x}" if number < 0x10 else f"-{number:02x}" if number < 0x100 else f"+{number:03x}"


def recognises(text: str) -> bool:
    """A link to a puzzle of this name and some size."""
    start = START.match(text)
    return start is not None and re.compile(r"(?:[a-z]*/)?[0-9]+/").match(text, start.end()) is not None
