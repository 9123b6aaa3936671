"""Game IDs of Simon Tatham's Bridges: ``WxH[iN][eN][mN][L][dN]:desc``, one a line.

The height is the width where it is missing.  ``m`` is how many bridges may join two islands, ``L`` forbids
loops; ``i``, ``e`` and ``d`` only steer his generator.  The description goes row by row: ``1`` to ``9`` and
``A`` to ``G`` (10 to 16) an island, ``a`` to ``z`` a run of 1 to 26 cells of water, also across ends of rows.
"""

from __future__ import annotations

import re

from satplay.contracts.format import HEAD
from satplay.contracts.texts import shown
from satplay.puzzles.hashi.board import Board
from satplay.puzzles.hashi.formats.text import (
    DIGITS,
    Islands,
    bad,
    content,
    glance,
    most_bridges,
    runs,
    side,
    sign,
    single,
    unwritable,
)

NAME = "tatham"
LONGEST_RUN = 26
EXAMPLE = "a game ID, such as 3x2m2:2a2c"
ID = re.compile(
    r"\s*(?P<width>[0-9]+)(?:x(?P<height>[0-9]+))?(?:i[0-9]+)?(?:e[0-9]+)?(?:m(?P<most>[0-9]+))?(?P<tree>L)?"
    r"(?:d[0-9]+)?:(?P<cells>\S*)\s*"
)
CELLS = re.compile("[1-9A-Ga-z]+")


def read(text: str) -> Board:
    """A board from a game ID.

    >>> read("3x2m2:2a2c").islands, read("2m3L:C2b").loops
    ({0: 2, 2: 2}, False)
    """
    found = content(text)
    number, line = single(found, EXAMPLE)
    if found.said:
        raise bad(number, 1, "a game ID after lines that say rules", "rules in the game ID alone: m, L")
    match = ID.fullmatch(line)
    if match is None:
        raise bad(number, 1, shown(line), EXAMPLE)
    width = side(match["width"], number, match.start("width") + 1)
    height = width if match["height"] is None else side(match["height"], number, match.start("height") + 1)
    most = 2 if match["most"] is None else most_bridges(match["most"], number, match.start("most") + 1)
    islands = Islands(width, height, most, number)
    for column, one in enumerate(match["cells"], match.start("cells") + 1):
        if "a" <= one <= "z":
            islands.skip(ord(one) - ord("a") + 1, column)
        elif one in DIGITS[1:]:
            islands.put(DIGITS.index(one), column)
        else:
            raise bad(number, column, shown(one), "1 to 9 or A to G for an island, a to z for water")
    return Board(height, width, islands.end(match.end("cells") + 1), most, match["tree"] is None)


def write(board: Board) -> str:
    """The game ID; islands without a number cannot be said.

    >>> write(Board(2, 3, {0: 2, 2: 2}))
    '3x2m2:2a2c\\n'
    """
    if None in board.islands.values():
        raise unwritable(NAME, "an island without a number", "numbers at all islands, or 'grid'")
    cells = []
    for water, cell in runs(board):
        whole, left = divmod(water, LONGEST_RUN)
        cells.append("z" * whole + (chr(ord("a") + left - 1) if left else ""))
        if cell is not None:
            cells.append(sign(board.islands[cell]))
    loops = "" if board.loops else "L"
    return f"{board.columns}x{board.rows}m{board.most}{loops}:{''.join(cells)}\n"


def recognises(text: str) -> bool:
    """A first line that is a size, perhaps with options, a colon, and islands and runs.

    Where only one number goes before the colon, as in an answered guess, there must be as many cells as it
    says.
    """
    found = glance(text)
    match = ID.fullmatch(found.lines[0].text) if found is not None and found.lines else None
    if match is None or CELLS.fullmatch(match["cells"]) is None or len(match["width"]) > 4:
        return False
    if match["height"] is not None or (len(text) >= HEAD and found is not None and len(found.lines) == 1):
        return True
    cells = sum(ord(one) - ord("a") + 1 if one >= "a" else 1 for one in match["cells"])
    return cells == int(match["width"]) ** 2
