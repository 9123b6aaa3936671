"""Lines: a picture of the paths, with box drawing characters between the letters of the dots.

Cells are two columns apart, with ``─`` between linked ones; an unused cell is ``·``, a missing one blank.
Lines through joined borders leave the picture.  Any set of links can be drawn, also one that branches, closes
a cycle or ends at a cell without a dot.

One line per row is enough, since the character of a cell shows its links up and down, unless a link joins two
dots one above the other: then there is a line between any two rows, with ``│`` for links.  The same holds for
ASCII, whose ``+`` does not show links.  Hexagonal boards are drawn as in terminals (``hexagon_lines``); lists
of strokes, one per line, as cell numbers of a level pack, are read for them, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from satplay.contracts.texts import Line, lines, quote
from satplay.puzzles.flow.board import Board, Cell
from satplay.puzzles.flow.formats.link_characters import ARMS, PLAIN_SIGNS, RIGHT, SIGNS, WAYS, leading
from satplay.puzzles.flow.formats.picture import PictureGrid
from satplay.puzzles.flow.formats.strokes import read_list
from satplay.puzzles.flow.formats.text import SOLUTION, bad, signs
from satplay.puzzles.flow.paths import Flow

ANY_DOT = "●"
ANY_PLAIN_DOT = "o"


def write(board: Board, flow: Flow) -> str:
    """The picture in box drawing characters.

    >>> from satplay.puzzles.flow.paths import flow_of
    >>> board = Board(2, 4, ((0, 3), (5, 7)), labels=("A", "B"))
    >>> print(write(board, flow_of(board, [(5, 6, 7), (0, 1, 2, 3)])), end="")
    A─────A
    · B───B
    """
    if board.hexagonal:
        from satplay.puzzles.flow.formats import hexagon_lines  # imports the drawing: only when needed

        return hexagon_lines.write(board, flow)
    between_dots = any(
        axis and first in board.colour_at and second in board.colour_at
        for (first, second), axis in _links(board, flow)
    )
    return PictureGrid(board, tall=between_dots).draw(flow, SIGNS, "─│", ANY_DOT)


def write_plain(board: Board, flow: Flow) -> str:
    """The picture in ASCII, if the labels are ASCII.

    >>> from satplay.puzzles.flow.paths import flow_of
    >>> board = Board(2, 2, ((0, 2),))
    >>> print(write_plain(board, flow_of(board, [(0, 1, 3, 2)])), end="")
    A-+
      |
    A-+
    """
    if board.hexagonal:
        from satplay.puzzles.flow.formats import hexagon_lines

        return hexagon_lines.write(board, flow, plain=True)
    return PictureGrid(board, tall=True).draw(flow, PLAIN_SIGNS, "-|", ANY_PLAIN_DOT)


def _links(board: Board, flow: Flow) -> Iterator[tuple[list[Cell], int]]:
    numbers = sorted(flow.links)
    return zip(board.grid.cells[numbers].tolist(), board.grid.axes[numbers].tolist(), strict=True)


def read(board: Board, text: str) -> Flow:
    """The links of a picture, in box drawing characters or ASCII."""
    if not board.hexagonal:
        return _read_picture(board, text)
    if _is_list(text):
        return read_list(board, text)
    from satplay.puzzles.flow.formats import hexagon_lines

    return hexagon_lines.read(board, text)


def recognises(board: Board, text: str) -> bool:
    """Whether the text has box drawing characters, or for hexagonal boards lists of cells."""
    if board.hexagonal and "," in text and _is_list(text):
        return True
    return not set(text).isdisjoint(SIGNS[1:])


def _is_list(text: str) -> bool:
    return set(text) <= set("0123456789, \r\n")


# -- reading a picture -------------------------------------------------------------------------------


def _read_picture(board: Board, text: str) -> Flow:
    rows, picture = _pad_lines(board, text)
    return _Reader(rows, picture).flow()


def _pad_lines(board: Board, text: str) -> tuple[list[Line], PictureGrid]:
    """The lines of a picture, padded; it is tall if there are too many lines for a short one."""
    tall, short = PictureGrid(board, tall=True), PictureGrid(board, tall=False)
    every = lines(text)
    if not every[-1].text:
        every.pop()
    if len(every) not in (tall.height, short.height):
        while every and not every[-1].text.strip():
            every.pop()
        while len(every) > tall.height and not every[0].text.strip():
            every.pop(0)
    if not every:
        raise bad(1, 1, "nothing", "a picture of the paths", SOLUTION)
    picture = short if len(every) <= short.height < tall.height else tall
    if picture is tall and not tall.least_height() <= len(every) <= tall.height:
        expected = f"{short.height} lines, or {tall.height} with lines between the rows"
        raise bad(
            every[min(short.height, len(every) - 1)].number, 1, f"{len(every)} lines", expected, SOLUTION
        )
    last = every[-1].number
    return [*every, *(Line(last, "") for _ in range(picture.height - len(every)))], picture


class _Reader:
    """Collects the links that each character shows; characters that disagree raise ``BadInput``."""

    def __init__(self, rows: Sequence[Line], picture: PictureGrid) -> None:
        self._rows = rows
        self._picture = picture
        self._board = picture.board
        self._leading: Mapping[tuple[Cell, int], int] = leading(picture.board)
        self._links: dict[int, bool] = {}
        self._seen: set[tuple[int, int]] = set()

    def flow(self) -> Flow:
        names = signs(self._board)
        for cell in range(self._board.rows * self._board.columns):
            line, column = self._picture.place(cell)
            sign = self._sign(line, column)
            if cell in self._board.colour_at:
                name = None if names is None else names[self._board.colour_at[cell]]
                if sign not in (name, ANY_DOT, ANY_PLAIN_DOT):
                    raise self._bad(line, column, f"{name or ANY_DOT}, a dot of the board")
            elif cell in self._board.holes:
                if sign != " ":
                    raise self._bad(line, column, "a blank for a missing cell")
            elif sign in ARMS:
                for way in WAYS:
                    self._note(cell, way, bool(ARMS[sign] & way), line, column)
            elif not self._picture.tall or sign not in f"{PLAIN_SIGNS} ":
                raise self._bad(line, column, "a box drawing character, or '·' for an unused cell")
            for way in self._picture.ways():
                self._between(cell, way)
        self._expect_nothing_else()
        return Flow(frozenset(link for link, there in self._links.items() if there))

    def _between(self, cell: Cell, way: int) -> None:
        line, column = self._picture.beside(cell, way)
        if not (0 <= line < self._picture.height and 0 <= column < self._picture.width):
            return
        sign = self._sign(line, column)
        if sign not in (" ─-" if way <= RIGHT else " │|"):
            raise self._bad(line, column, f"{'─' if way <= RIGHT else '│'} or a blank")
        self._note(cell, way, sign != " ", line, column)

    def _note(self, cell: Cell, way: int, there: bool, line: int, column: int) -> None:
        link = self._leading.get((cell, way))
        if link is None:
            if there:
                expected = f"no line from {self._board.name(cell)} to where there is no cell"
                raise self._bad(line, column, expected)
        elif self._links.setdefault(link, there) != there:
            first, second = map(self._board.name, self._board.grid.cells[link].tolist())
            raise self._bad(line, column, f"{first} and {second} both linked to the other, or neither")

    def _expect_nothing_else(self) -> None:
        for row, (number, text) in enumerate(self._rows):
            for column, sign in enumerate(text):
                if sign != " " and (row, column) not in self._seen:
                    raise bad(number, column + 1, quote(sign), "nothing here", SOLUTION)

    def _sign(self, line: int, column: int) -> str:
        self._seen.add((line, column))
        text = self._rows[line].text
        return text[column] if column < len(text) else " "

    def _bad(self, line: int, column: int, expected: str) -> Exception:
        number, text = self._rows[line]
        found = quote(text[column]) if column < len(text) else "nothing"
        return bad(number, column + 1, found, expected, SOLUTION)
