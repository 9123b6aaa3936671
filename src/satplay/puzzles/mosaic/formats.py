"""Texts of boards and solutions of Mosaic.

``grid``  one line for each row: ``0`` to ``9`` a clue, ``#`` shaded, ``-`` not shaded, ``.`` open
``line``  the same on one line, rows separated by ``/``; a file may contain several boards, one on each line

A board begins with the word ``mosaic``, on a line of its own or followed by a colon; the rule variant
``connected`` is the second word.  A text is recognised by this word.  Readers also accept a board without it,
for input whose subject is known.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from satplay.contracts.format import Format
from satplay.contracts.puzzle import SolutionFormat
from satplay.contracts.texts import lines, split_instances
from satplay.errors import BadInput
from satplay.puzzles.mosaic.board import Board, Cell, Solution

OPEN, SHADED, UNSHADED = ".#-"
DIGITS = "0123456789"
SYMBOLS = DIGITS + SHADED + UNSHADED + OPEN
HEADER = re.compile(r"\s*mosaic(?P<variant>[ \t]+connected)?[ \t\r]*(?P<end>[:\n])")


class Row(NamedTuple):
    """The text of one row, with the line and the column at which it begins, from 1."""

    line: int
    column: int
    text: str


# -- boards --------------------------------------------------------------------------------------------


def read_grid(text: str) -> Board:
    """The board in a text; ``/`` separates rows as a line end does.

    >>> board = read_grid("mosaic connected: 1./.#")
    >>> board.connected, board.clues, board.marks
    (True, {(0, 0): 1}, {(1, 1): True})
    """
    header = HEADER.match(text)
    body = text if header is None else _spaces_for(text[: header.end()]) + text[header.end() :]
    symbols = _symbols(_rows(body), SYMBOLS, "board")
    height, width = max(symbols)
    return Board(
        height=height + 1,
        width=width + 1,
        clues={cell: int(symbol) for cell, symbol in symbols.items() if symbol in DIGITS},
        marks={cell: symbol == SHADED for cell, symbol in symbols.items() if symbol in (SHADED, UNSHADED)},
        connected=header is not None and header["variant"] is not None,
    )


def read_line(text: str) -> Board:
    """The board in a text of one line."""
    filled_lines = [line for line in lines(text) if line.text.strip()]
    if len(filled_lines) > 1:
        expected = "all rows on one line"
        raise BadInput(
            "board", line=filled_lines[1].number, column=1, found="a second line", expected=expected
        )
    return read_grid(text)


def write_grid(board: Board) -> str:
    """The header and one line for each row."""
    return "\n".join([_header(board), *_texts(board)]) + "\n"


def write_line(board: Board) -> str:
    """The header and all rows on one line.

    >>> write_line(Board(2, 3, {(0, 1): 2}, {(1, 0): True}))
    'mosaic:.2./#..'
    """
    return f"{_header(board)}:{'/'.join(_texts(board))}"


def _header(board: Board) -> str:
    return "mosaic connected" if board.connected else "mosaic"


def _header_end(text: str) -> str | None:
    """The character that ends the header; None if the text has no header."""
    header = HEADER.match(text)
    return None if header is None else header["end"]


def _texts(board: Board) -> list[str]:
    return ["".join(_symbol(board, (row, col)) for col in range(board.width)) for row in range(board.height)]


def _symbol(board: Board, cell: Cell) -> str:
    if cell in board.clues:
        return str(board.clues[cell])
    if cell in board.marks:
        return SHADED if board.marks[cell] else UNSHADED
    return OPEN


def _spaces_for(text: str) -> str:
    """Spaces and line ends in place of a text, so that lines and columns of the rest stay the same."""
    return re.sub(r"[^\n]", " ", text)


# -- rows ----------------------------------------------------------------------------------------------


def _rows(text: str) -> list[Row]:
    """The rows of a text; blank lines are left out."""
    rows: list[Row] = []
    for number, line in lines(text):
        column = len(line) - len(line.lstrip()) + 1
        for part in line.strip().split("/") if line.strip() else ():
            rows.append(Row(number, column, part))
            column += len(part) + 1
    return rows


def _symbols(rows: Sequence[Row], symbols: str, what: str) -> dict[Cell, str]:
    """The symbol of every cell of a full rectangle; anything else is ``BadInput``."""
    found: dict[Cell, str] = {}
    for number, row in enumerate(rows):
        for col, symbol in enumerate(row.text):
            if symbol not in symbols:
                expected = f"one of {' '.join(symbols)}"
                raise BadInput(
                    what, line=row.line, column=row.column + col, found=repr(symbol), expected=expected
                )
            found[number, col] = symbol
        width = len(rows[0].text)
        if len(row.text) != width:
            column = row.column + min(len(row.text), width)
            expected = f"{width} as in the first row"
            raise BadInput(
                what, line=row.line, column=column, found=f"a row of {len(row.text)}", expected=expected
            )
    if not found:
        raise BadInput(what, line=1, column=1, found="nothing", expected="at least one cell")
    return found


# -- solutions -----------------------------------------------------------------------------------------


def read_solution(board: Board, text: str) -> Solution:
    """The shaded cells: ``#`` in a grid of ``#`` and ``-`` that has the size of the board."""
    rows = _rows(text)
    symbols = _symbols(rows, SHADED + UNSHADED, "solution")
    height, width = max(symbols)
    if (height + 1, width + 1) != (board.height, board.width):
        found = f"{width + 1} by {height + 1} cells"
        expected = f"{board.width} by {board.height} as in the puzzle"
        raise BadInput("solution", line=rows[-1].line, column=1, found=found, expected=expected)
    return frozenset(cell for cell, symbol in symbols.items() if symbol == SHADED)


def write_solution(board: Board, solution: Solution) -> str:
    """A grid of ``#`` and ``-``."""
    picture = replace(board, clues={}, marks={cell: cell in solution for cell in board.cells()})
    return "\n".join(_texts(picture)) + "\n"


def as_json(board: Board, solution: Solution) -> Any:
    """Rows and columns of the shaded cells, from 0."""
    return {"shaded": sorted(map(list, solution))}


FORMATS: Sequence[Format[Board]] = (
    Format(
        name="grid",
        read=read_grid,
        write=write_grid,
        recognises=lambda text: _header_end(text) == "\n",
    ),
    Format(
        name="line",
        read=read_line,
        write=write_line,
        recognises=lambda text: _header_end(text) == ":",
        split=lambda text: split_instances(text, lambda line: False),
    ),
)

SOLUTIONS: Sequence[SolutionFormat[Board, Solution]] = (
    SolutionFormat("grid", write_solution, read_solution, as_json),
)
