"""The texts and colours of cells in a terminal, for squares and hexagons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from unicodedata import combining, east_asian_width

from satplay.drawing.places import room_above, room_before
from satplay.drawing.terminal import PLAIN, Canvas, Look
from satplay.puzzles.flow.board import Board, Cell
from satplay.puzzles.flow.colours import colour, ink
from satplay.puzzles.flow.formats.link_characters import DOWN, LEFT, PLAIN_SIGNS, RIGHT, SIGNS, UP
from satplay.puzzles.flow.grid import DOWN as ALONG_COLUMNS
from satplay.puzzles.flow.paths import Flow, pieces

BRIDGES = "╬╫╪┼"
"""A double line is a free way over a bridge: both are free, the vertical one, the horizontal one, none."""

FRAME, PLAIN_FRAME = tuple("━┃┏┓┗┛"), tuple("######")
"""Characters of frames and walls: horizontal, vertical, and the four corners."""

HOLE, PLAIN_HOLE, PLAIN_BRIDGE = "▒", "#", "%"
TAKEN = frozenset([*SIGNS, *PLAIN_SIGNS, *BRIDGES, *FRAME, *PLAIN_FRAME, HOLE, PLAIN_HOLE, PLAIN_BRIDGE])
LONGEST_NAME = 3


def names(board: Board, *, plain: bool) -> Sequence[str]:
    """The name of each colour on the screen: its label, or a number if the label cannot be displayed.

    >>> names(Board(1, 6, ((0, 1), (2, 3), (4, 5)), labels=("R", "│", "1")), plain=False)
    ['R', '2', '1']
    """
    free = (str(number) for number in range(1, 3 * len(board.dots) + 1) if str(number) not in board.labels)
    return [label if _is_shown(label, plain=plain) else next(free) for label in board.labels]


def _is_shown(label: str, *, plain: bool) -> bool:
    return (
        1 <= len(label) <= LONGEST_NAME
        and (label.isascii() or not plain)
        and all(_is_one_wide(sign) and sign not in TAKEN for sign in label)
    )


def _is_one_wide(sign: str) -> bool:
    return sign.isprintable() and sign != " " and east_asian_width(sign) not in "WF" and not combining(sign)


class Marks:
    """Texts and colours for the cells of one board with some links on it."""

    def __init__(self, board: Board, flow: Flow, *, plain: bool) -> None:
        self.board, self.flow, self.plain = board, flow, plain
        self.signs = PLAIN_SIGNS if plain else SIGNS
        self.across, self.upright = "-|" if plain else "─│"
        self.apart = "x" if plain else "×"
        self.frame = PLAIN_FRAME if plain else FRAME
        self._names = names(board, plain=plain)
        self.width = max(map(len, self._names), default=1)
        self._looks = {
            node: path_look(*piece.colours) if len(piece.colours) == 1 else PLAIN
            for piece in pieces(board, flow)
            for node in piece.nodes
        }
        self._ends, cells = board.grid.ends.tolist(), board.grid.cells.tolist()
        self._arms = dict.fromkeys(range(board.rows * board.columns), 0)
        for link in flow.links:
            there, back = (DOWN, UP) if board.grid.axes[link] == ALONG_COLUMNS else (RIGHT, LEFT)
            self._arms[cells[link][0]] |= there
            self._arms[cells[link][1]] |= back

    def link_look(self, link: int) -> Look:
        """The look of a drawn link."""
        return self._looks[self._ends[link][0]]

    def put_cell(self, canvas: Canvas, line: int, column: int, cell: Cell) -> None:
        """Write a cell, as wide as the longest name; lines continue to the next cell."""
        board, arms = self.board, self._arms[cell]
        if cell in board.holes:
            canvas.put(line, column, (PLAIN_HOLE if self.plain else HOLE) * self.width)
            return
        number = board.colour_at.get(cell)
        look = self._looks.get(int(board.grid.node_down[cell])) or self._looks.get(cell, PLAIN)
        if number is not None:
            text, look = self._names[number], dot_look(number)
        elif cell in board.bridges:
            free = BRIDGES[bool(arms & (LEFT | RIGHT)) + 2 * bool(arms & (UP | DOWN))]
            text = PLAIN_BRIDGE if self.plain else free
        else:
            text = self.signs[arms]
        canvas.put(line, column, text, look)
        rest = self.width - len(text)
        if arms & RIGHT:
            canvas.put(line, column + len(text), self.across * rest, self._looks.get(cell, PLAIN))
        else:
            canvas.put(line, column + len(text), " " * rest)

    @cached_property
    def top(self) -> int:
        """The number of lines of the column headings."""
        return room_above(self.board.columns)

    @cached_property
    def heading_width(self) -> int:
        """The width of the row headings, with a blank."""
        return room_before(self.board.rows)


def path_look(number: int) -> Look:
    """The look of a path: a ground of its colour, visible on black and on white terminals."""
    return Look(ink(colour(number)), colour(number))


def dot_look(number: int) -> Look:
    """The look of the letter on a dot."""
    return Look(ink(colour(number)), colour(number), bold=True)
