"""Numberlink: a line ``W H``, then H rows in which ``.`` is an empty cell; ``#`` begins a comment.

Any character may be a label.  In a variant the rows are integers separated by blanks, and 0 is empty; it is
written if a label is not a single character.  A file may hold several puzzles, and a line ``0 0`` may end it.
(The format of thomasahle/numberlink.)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from satplay.contracts.texts import Line, expect_rows, lines, quote, split_words, write_rows
from satplay.puzzles.flow.board import Board, label
from satplay.puzzles.flow.formats.text import (
    BOARD,
    Mark,
    at,
    bad,
    expect_plain,
    is_sign,
    numbers,
    pair_dots,
    side,
    terms,
    write_terms,
)

NAME = "numberlink"
CLOSED = ["0", "0"]
HEADER = re.compile(r"\s*(?P<width>[0-9]+)\s+(?P<height>[0-9]+)\s*")


def read(text: str) -> Board:
    """One puzzle.

    >>> read("# mine\\n3 2\\nA..\\n..A\\n").dots
    ((0, 5),)
    >>> read("3 2\\n12 0 0\\n0 0 12\\n").labels
    ('12',)
    """
    every = lines(text)
    comments = [line for line in every if line.text.startswith("#")]
    content = [line for line in every if line.text.strip() and not line.text.startswith("#")]
    if not content:
        raise bad(1, 1, "nothing", "a line WIDTH HEIGHT, and rows")
    head, *rows = content
    header = HEADER.fullmatch(head.text)
    if header is None:
        raise bad(head.number, 1, quote(head.text), "a line WIDTH HEIGHT, such as '5 5'")
    width = side(header["width"], head.number, header.start("width") + 1)
    height = side(header["height"], head.number, header.start("height") + 1)
    if len(rows) == height + 1 and rows[-1].text.split() == CLOSED:
        rows.pop()
    expect_rows(rows, height, head, BOARD)
    marks = _integers(rows, width) if _are_integers(rows, width) else _characters(rows, width)
    dots, labels = pair_dots(marks)
    with at(head.number, 1):
        rules = terms(comments)
        return Board(height, width, dots, labels, fill=rules.fill, touch=rules.touch)


def _are_integers(rows: Sequence[Line], width: int) -> bool:
    """Whether the rows are separate numbers; in a single column, whether one of them has two digits."""
    first = rows[0].text.split()
    if width == 1:
        return any(len(line.text.strip()) > 1 for line in rows) and _is_number(first[0])
    return len(first) > 1 and all(map(_is_number, first))


def _is_number(word: str) -> bool:
    return re.fullmatch("[0-9]{1,9}", word) is not None


def _integers(rows: Sequence[Line], width: int) -> Iterator[Mark]:
    for row, (number, text) in enumerate(rows):
        words = split_words(text)
        if len(words) != width:
            column = words[min(len(words), width) - 1][0]
            raise bad(number, column, f"a row of {len(words)}", f"{width} numbers")
        for place, (column, word) in enumerate(words):
            if not _is_number(word):
                raise bad(number, column, quote(word), "a number, 0 for an empty cell")
            if int(word):
                yield Mark(str(int(word)), row * width + place, number, column)


def _characters(rows: Sequence[Line], width: int) -> Iterator[Mark]:
    for row, (number, text) in enumerate(rows):
        indent = len(text) - len(text.lstrip())
        if len(text.strip()) != width:
            column = indent + 1 + min(len(text.strip()), width)
            raise bad(number, column, f"a row of {len(text.strip())}", f"{width} cells")
        for place, sign in enumerate(text.strip()):
            if sign == ".":
                continue
            if not is_sign(sign):
                raise bad(number, indent + place + 1, quote(sign), "a label, or '.' for an empty cell")
            yield Mark(sign, row * width + place, number, indent + place + 1)


def write(board: Board) -> str:
    """The header and the rows.

    >>> write(Board(2, 3, ((0, 5),), ("12",)))
    '3 2\\n12 0 0\\n0 0 12\\n'
    """
    expect_plain(board, NAME)
    separator = "" if all(is_sign(name) and name != "#" for name in board.labels) else " "
    if separator and board.columns == 1:  # at most 500 colours: there are letters for them
        separator, names = "", [label(colour) for colour in range(len(board.dots))]
    else:
        names = list(map(str, numbers(board, 1, 999_999_999))) if separator else list(board.labels)
    cells = ["0" if separator else "."] * (board.rows * board.columns)
    for cell, colour in board.colour_at.items():
        cells[cell] = names[colour]
    rows = write_rows(cells, board.columns, separator)
    return f"{write_terms(board)}{board.columns} {board.rows}\n{rows}"


def split(text: str) -> list[Line]:
    """The puzzles of a file, each with the comments before it and the number of its first line.

    >>> split("1 2\\nA\\nA\\n\\n# second\\n1 2\\nB\\nB\\n")
    [Line(number=1, text='1 2\\nA\\nA\\n'), Line(number=5, text='# second\\n1 2\\nB\\nB\\n')]
    """
    every = lines(text)
    parts: list[Line] = []
    begins, rows_left = 0, 0
    for i, (_, line) in enumerate(every):
        if not line.strip() or line.startswith("#"):
            if begins == i and not line.strip():
                begins += 1
            continue
        if rows_left == 0:
            rows_left = _height(line)
            if rows_left == 0:  # the end of the file, or an error in it
                break
        else:
            rows_left -= 1
            if rows_left == 0:
                parts.append(_part(every, begins, i + 1))
                begins = i + 1
    if any(line.split() not in ([], CLOSED) and not line.startswith("#") for _, line in every[begins:]):
        parts.append(_part(every, begins, len(every)))
    return parts


def _height(line: str) -> int:
    """The height that a header declares; 0 if it is no header, or the number is too large for a board."""
    header = HEADER.fullmatch(line)
    return int(header["height"]) if header is not None and len(header["height"]) < 10 else 0


def _part(every: Sequence[Line], begins: int, ends: int) -> Line:
    return Line(every[begins].number, "".join(line + "\n" for _, line in every[begins:ends]))


def recognises(text: str) -> bool:
    """Whether there is a header of two numbers, and a first row of the width it declares.

    Hashi boards may begin likewise, with ``-`` for water; here ``-`` is a label, so it occurs at most twice,
    and never among integers.
    """
    content = [line.text for line in lines(text) if line.text.strip() and not line.text.startswith("#")]
    header = HEADER.fullmatch(content[0]) if len(content) > 1 else None
    if header is None or len(header["width"]) > 4:
        return False
    width, words = int(header["width"]), content[1].split()
    dashes = sum(line.count("-") for line in content[1 : 1 + int(header["height"][:4])])
    if len(words) > 1:
        return len(words) == width and all(map(_is_number, words)) and dashes == 0
    return dashes <= 2 and (len(words[0]) == width or (width == 1 and _is_number(words[0])))
