"""Links to puzz.link, one a line: ``p?hashi/W/H/BODY``, also called ``hashikake`` and ``bridges``.

The body goes row by row: ``0`` to ``f`` a number, ``-hh`` one of two hex digits, ``.`` an island without a
number, ``g`` to ``z`` a run of 1 to 20 cells of water.  A link says nothing of rules; a line before it may,
but that is no link that others understand, and none is written so.
"""

from __future__ import annotations

import re

from satplay.contracts.texts import shown
from satplay.puzzles.hashi.board import Board
from satplay.puzzles.hashi.formats.text import Islands, bad, content, glance, runs, side, single, unwritable

NAME = "puzz-link"
LONGEST_RUN = 20
ANY = "."
EXAMPLE = "a link, such as p?hashi/3/2/2g2i"
START = re.compile(
    r"\s*(?:(?:https?://)?[^\s?]*\?)?(?:hashi|hashikake|hashiwokakero|bridges)(?:_edit)?/", re.IGNORECASE
)
REST = re.compile(r"(?P<width>[^/\s]*)/(?P<height>[^/\s]*)/(?P<body>[^/\s]*)/?\s*")
NUMBER = re.compile(r"[0-9a-f]|-[0-9a-f]{2}")


def read(text: str) -> Board:
    """A board from a link, with or without a host in front.

    >>> read("p?hashi/3/2/2g2h.").islands
    {0: 2, 2: 2, 5: None}
    """
    found = content(text)
    number, line = single(found, EXAMPLE)
    start = START.match(line)
    if start is None:
        raise bad(number, 1, shown(line), EXAMPLE)
    rest = REST.fullmatch(line, start.end())
    if rest is None:
        raise bad(number, start.end() + 1, shown(line[start.end() :]), "WIDTH/HEIGHT/BODY")
    width = side(rest["width"], number, rest.start("width") + 1)
    height = side(rest["height"], number, rest.start("height") + 1)
    islands = Islands(width, height, found.terms.most, number)
    place, end = rest.span("body")
    while place < end:
        match = NUMBER.match(line, place, end)
        if match is not None:
            islands.put(int(match[0].lstrip("-"), 16), place + 1)
        elif line[place] == ANY:
            islands.put(None, place + 1)
        elif "g" <= line[place] <= "z":
            islands.skip(ord(line[place]) - ord("f"), place + 1)
        else:
            raise bad(number, place + 1, shown(line[place : place + 3]), "a hex digit, -hh, '.' or g to z")
        place = match.end() if match is not None else place + 1
    return Board(height, width, islands.end(end + 1), found.terms.most, found.terms.loops)


def write(board: Board) -> str:
    """The address; other rules than the usual cannot be said.

    >>> write(Board(2, 3, {0: 2, 2: 2, 5: None}))
    'https://puzz.link/p?hashi/3/2/2g2h.\\n'
    """
    if board.most != 2 or not board.loops:
        found = f"at most {board.most} bridges" if board.most != 2 else "forbidden loops"
        raise unwritable(NAME, found, "at most 2 bridges and loops, or 'grid'")
    body = []
    for water, cell in runs(board):
        whole, left = divmod(water, LONGEST_RUN)
        body.append("z" * whole + (chr(ord("f") + left) if left else ""))
        if cell is not None:
            island = board.islands[cell]
            body.append(ANY if island is None else str(island))
    return f"https://puzz.link/p?hashi/{board.columns}/{board.rows}/{''.join(body)}\n"


def recognises(text: str) -> bool:
    """A link to a puzzle of this name and some size."""
    found = glance(text)
    line = found.lines[0].text if found is not None and found.lines else ""
    start = START.match(line)
    return start is not None and re.compile(r"[0-9]+/").match(line, start.end()) is not None
