"""Game IDs of Simon Tatham's Bridges, one per line: ``WxH[iN][eN][mN][L][dN]:desc``.

The height defaults to the width.  ``m`` is the largest number of bridges between two islands, ``L`` forbids
loops; ``i``, ``e`` and ``d`` are options of his generator.  The description goes row by row: ``1`` to ``9``
and
``A`` to ``G`` (10 to 16) are islands, ``a`` to ``z`` runs of 1 to 26 cells of water, which may span rows.
"""

from __future__ import annotations

import re

from satplay.contracts.cell_runs import CellReader, gaps, run_length, run_letters
from satplay.contracts.format import HEAD
from satplay.contracts.texts import quote, unwritable
from satplay.puzzles.hashi.board import Board
from satplay.puzzles.hashi.formats.text import (
    BOARD,
    DIGITS,
    bad,
    character_for,
    content,
    expect_possible,
    glance,
    most_bridges,
    side,
    single_line,
)

NAME = "tatham"
FIRST_RUN = "a"
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
    number, line = single_line(found, EXAMPLE)
    if found.has_terms:
        raise bad(number, 1, "a game ID after lines with rules", "rules in the game ID alone: m, L")
    match = ID.fullmatch(line)
    if match is None:
        raise bad(number, 1, quote(line), EXAMPLE)
    width = side(match["width"], number, match.start("width") + 1)
    height = width if match["height"] is None else side(match["height"], number, match.start("height") + 1)
    most = 2 if match["most"] is None else most_bridges(match["most"], number, match.start("most") + 1)
    cells: CellReader[int | None] = CellReader(width * height, number, BOARD, "island")
    for column, one in enumerate(match["cells"], match.start("cells") + 1):
        run = run_length(one, FIRST_RUN)
        if run is not None:
            cells.skip(run, column)
        elif one in DIGITS[1:]:
            cells.put(expect_possible(DIGITS.index(one), most, number, column), column)
        else:
            raise bad(number, column, quote(one), "1 to 9 or A to G for an island, a to z for water")
    return Board(height, width, cells.end(match.end("cells") + 1), most, match["tree"] is None)


def write(board: Board) -> str:
    """The game ID; only boards with numbers at all islands have one.

    >>> write(Board(2, 3, {0: 2, 2: 2}))
    '3x2m2:2a2c\\n'
    """
    if None in board.islands.values():
        raise unwritable(BOARD, NAME, "an island without a number", "numbers at all islands, or 'grid'")
    cells = []
    for water, cell in gaps(board.cells, board.rows * board.columns):
        cells.append(run_letters(water, FIRST_RUN))
        if cell is not None:
            cells.append(character_for(board.islands[cell]))
    loops = "" if board.loops else "L"
    return f"{board.columns}x{board.rows}m{board.most}{loops}:{''.join(cells)}\n"


def recognises(text: str) -> bool:
    """Whether the first line is a size, optional parameters, a colon, and islands and runs.

    A single number before the colon may also begin an answered guess of a code, so then the number of cells
    must fit.
    """
    found = glance(text)
    match = ID.fullmatch(found.lines[0].text) if found is not None and found.lines else None
    if match is None or CELLS.fullmatch(match["cells"]) is None or len(match["width"]) > 4:
        return False
    if match["height"] is not None or (len(text) >= HEAD and found is not None and len(found.lines) == 1):
        return True
    cells = sum(run_length(one, FIRST_RUN) or 1 for one in match["cells"])
    return cells == int(match["width"]) ** 2
