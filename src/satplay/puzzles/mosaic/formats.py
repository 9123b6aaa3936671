"""How boards and solutions of Mosaic are written.

``grid``  one line a row: ``0`` to ``9`` a clue, ``#`` shaded, ``-`` not shaded, ``.`` open
``line``  the same on one line, rows parted by ``/``: fit for the command line
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from satplay.contracts.format import Format
from satplay.contracts.puzzle import SolutionFormat
from satplay.errors import BadInput
from satplay.puzzles.mosaic.board import Board, Cell, Solution

OPEN, SHADED, UNSHADED = ".#-"
DIGITS = "0123456789"
SIGNS = DIGITS + SHADED + UNSHADED + OPEN


def _sign(board: Board, cell: Cell) -> str:
    if cell in board.clues:
        return str(board.clues[cell])
    if cell in board.marks:
        return SHADED if board.marks[cell] else UNSHADED
    return OPEN


def _rows(board: Board) -> list[str]:
    return ["".join(_sign(board, (row, col)) for col in range(board.width)) for row in range(board.height)]


def _written(board: Board) -> str:
    return "\n".join(_rows(board)) + "\n"


def _parse(rows: Sequence[tuple[int, int, str]], signs: str, what: str) -> dict[Cell, str]:
    """Rows that know the line and column they start at, to one sign a cell: a full rectangle or BadInput."""
    signs_of: dict[Cell, str] = {}
    for row, (line, start, text) in enumerate(rows):
        for col, sign in enumerate(text):
            if sign not in signs:
                expected = f"one of {' '.join(signs)}"
                raise BadInput(what, line=line, column=start + col, found=repr(sign), expected=expected)
            signs_of[row, col] = sign
        if len(text) != len(rows[0][2]):
            expected = f"{len(rows[0][2])} as in the first row"
            column = start + min(len(text), len(rows[0][2]))
            raise BadInput(what, line=line, column=column, found=f"a row of {len(text)}", expected=expected)
    if not signs_of:
        raise BadInput(what, line=1, column=1, found="nothing", expected="at least one cell")
    return signs_of


def _lines(text: str) -> list[tuple[int, int, str]]:
    """Lines that are not blank, without the white space around them."""
    numbered = ((number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip())
    return [(number, len(line) - len(line.lstrip()) + 1, line.strip()) for number, line in numbered]


def _pieces(text: str) -> list[tuple[int, int, str]]:
    """The rows of a single line, each with its column."""
    pieces: list[tuple[int, int, str]] = []
    for number, start, line in _lines(text):
        if pieces:
            expected = "all rows on one line"
            raise BadInput("board", line=number, column=start, found="a second line", expected=expected)
        column = start
        for piece in line.split("/"):
            pieces.append((number, column, piece))
            column += len(piece) + 1
    return pieces


def _board(rows: Sequence[tuple[int, int, str]]) -> Board:
    sign = _parse(rows, SIGNS, "board")
    height, width = max(sign)
    clues = {cell: int(s) for cell, s in sign.items() if s in DIGITS}
    marks = {cell: s == SHADED for cell, s in sign.items() if s in (SHADED, UNSHADED)}
    return Board(height + 1, width + 1, clues, marks)


def _only(text: str, allowed: str) -> bool:
    start = text[:4000].strip()
    return bool(start) and set(start) <= set(allowed)


def _read_solution(board: Board, text: str) -> Solution:
    rows = _lines(text)
    sign = _parse(rows, SHADED + UNSHADED, "solution")
    size = max(sign)
    if size != (board.height - 1, board.width - 1):
        found = f"{size[1] + 1} by {size[0] + 1} cells"
        expected = f"{board.width} by {board.height} as in the puzzle"
        raise BadInput("solution", line=rows[-1][0], column=1, found=found, expected=expected)
    return frozenset(cell for cell, s in sign.items() if s == SHADED)


def _write_solution(board: Board, solution: Solution) -> str:
    return _written(replace(board, clues={}, marks={cell: cell in solution for cell in board.cells()}))


def _as_json(board: Board, solution: Solution) -> Any:
    return {"shaded": sorted(map(list, solution))}


FORMATS: Sequence[Format[Board]] = (
    Format(
        name="grid",
        read=lambda text: _board(_lines(text)),
        write=_written,
        recognises=lambda text: _only(text, SIGNS + " \r\n"),
    ),
    Format(
        name="line",
        read=lambda text: _board(_pieces(text)),
        write=lambda board: "/".join(_rows(board)),
        recognises=lambda text: _only(text, SIGNS + "/") and "\n" not in text[:4000].strip(),
    ),
)

SOLUTIONS: Sequence[SolutionFormat[Board, Solution]] = (
    SolutionFormat("grid", _write_solution, _read_solution, _as_json),
)
