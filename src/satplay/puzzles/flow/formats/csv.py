"""CSV, one line per row: a number that occurs twice is a pair of dots, an empty field a cell, -1 a bridge."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from satplay.contracts.format import HEAD
from satplay.contracts.texts import Line, lines, quote, split_fields, strip_blank_lines, write_rows
from satplay.puzzles.flow.board import Board, Cell
from satplay.puzzles.flow.formats.text import (
    Mark,
    at,
    bad,
    expect_plain,
    numbers,
    pair_dots,
    side,
    terms,
    write_terms,
)

NAME = "csv"
BRIDGE = "-1"
FIELD = re.compile(r"\s*(?P<quote>\"?)(?P<number>-1|[0-9]{0,9})(?P=quote)\s*")


def read(text: str) -> Board:
    """A board from rows of numbers.

    >>> board = read("1,,2\\n,-1,\\n2,,1\\n")
    >>> board.labels, board.dots, sorted(board.bridges)
    (('1', '2'), ((0, 8), (2, 6)), [4])
    """
    comments, rows = _split(text)
    if not rows:
        raise bad(1, 1, "nothing", "rows of numbers and commas")
    width = rows[0].text.count(",") + 1
    with at(rows[0].number, 1):
        height = side(str(len(rows)), rows[0].number, 1)
        side(str(width), rows[0].number, 1)
        marks, bridges = _fields(rows, width)
        dots, labels = pair_dots(marks)
        rules = terms(comments)
        crossed = frozenset(bridges)
        return Board(height, width, dots, labels, bridges=crossed, fill=rules.fill, touch=rules.touch)


def _split(text: str) -> tuple[list[Line], list[Line]]:
    """The comments, and the rows without surrounding blank lines."""
    every = lines(text)
    comments = [line for line in every if line.text.startswith("#")]
    return comments, strip_blank_lines([line for line in every if not line.text.startswith("#")])


def _fields(rows: Sequence[Line], width: int) -> tuple[list[Mark], list[Cell]]:
    marks, bridges = [], []
    for row, (number, text) in enumerate(rows):
        fields = list(split_fields(text, ","))
        if len(fields) != width:
            column = fields[min(len(fields), width) - 1][0]
            raise bad(number, column, f"a row of {len(fields)}", f"{width} cells as in the first row")
        for place, (column, field) in enumerate(fields):
            match = FIELD.fullmatch(field)
            if match is None:
                raise bad(number, column, quote(field), "a number, -1 for a bridge, or nothing")
            cell = row * width + place
            if match["number"] == BRIDGE:
                bridges.append(cell)
            elif match["number"]:
                marks.append(Mark(str(int(match["number"])), cell, number, column))
    return marks, bridges


def write(board: Board) -> str:
    """Rows of numbers: the labels if they are numbers, else 1, 2, 3 ...

    >>> write(Board(2, 3, ((0, 5), (1, 4))))
    '1,2,\\n,2,1\\n'
    """
    expect_plain(board, NAME, bridges=True)
    cells = [""] * (board.rows * board.columns)
    names = numbers(board, 0, 999_999_999)
    for cell, colour in board.colour_at.items():
        cells[cell] = str(names[colour])
    for cell in board.bridges:
        cells[cell] = BRIDGE
    if board.columns == 1:  # in quotes, so that no row is a blank line
        cells = [f'"{field}"' for field in cells]
    return write_terms(board) + write_rows(cells, board.columns, ",")


def recognises(text: str) -> bool:
    """Whether all lines are numbers and equally many commas; a single column must be in quotes."""
    _, rows = _split(text)
    if len(text) >= HEAD:
        rows = rows[:-1]
    if not rows or not any(character.isdigit() for line in rows for character in line.text):
        return False
    commas = rows[0].text.count(",")
    return all(line.text.count(",") == commas and _fits(line.text, commas) for line in rows)


def _fits(row: str, commas: int) -> bool:
    fields: Iterator[re.Match[str] | None] = map(FIELD.fullmatch, row.split(","))
    return all(field is not None and (commas > 0 or bool(field["quote"])) for field in fields)
