"""Letters: one line per row; a character that occurs twice is a pair of dots, ``.`` or a space is empty.

The first line determines the width; shorter lines end in empty cells.  This is the format of
mzucker/flow_solver, with the first letters of its colours (``RBYGOCMmPAWgTbcp``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from satplay.contracts.format import HEAD
from satplay.contracts.texts import Line, lines, quote, unwritable, write_rows
from satplay.puzzles.flow.board import LARGEST, Board, label
from satplay.puzzles.flow.formats import csv, level_pack, numberlink, puzz_link
from satplay.puzzles.flow.formats.text import (
    BOARD,
    Mark,
    at,
    bad,
    expect_plain,
    is_sign,
    is_term,
    pair_dots,
    signs,
    terms,
    write_terms,
)

NAME = "letters"


def read(text: str) -> Board:
    """A board from its rows.

    >>> board = read("R.G\\n\\nR G")
    >>> board.rows, board.columns, board.labels, board.dots
    (3, 3, ('R', 'G'), ((0, 6), (2, 8)))
    """
    comments, rows = _split(text)
    if not rows:
        raise bad(1, 1, "nothing", "rows of letters and dots")
    width = _width(rows)
    if width > LARGEST or len(rows) > LARGEST:
        found = f"{width} by {len(rows)} cells"
        raise bad(rows[0].number, 1, found, f"1 to {LARGEST} each way")
    dots, labels = pair_dots(_marks(rows, width))
    with at(rows[0].number, 1):
        rules = terms(comments)
        return Board(len(rows), width, dots, labels, fill=rules.fill, touch=rules.touch)


def _split(text: str) -> tuple[list[Line], list[Line]]:
    """The comments that state rules, and the rows; blank lines between rows are empty rows."""
    every = lines(text)
    begins = next((i for i, line in enumerate(every) if line.text and not is_term(line.text)), len(every))
    comments, left = every[:begins], every[begins:]
    # A line of blanks at the end is a row only if it is as long as one.
    while left and not left[-1].text.strip() and not 0 < len(left[-1].text) == len(left[0].text):
        left.pop()
    return comments, left if any(line.text.strip() for line in left) else []


def _width(rows: Sequence[Line]) -> int:
    """The length of the first line; blanks at its end are cells only if blanks, not dots, are empty cells."""
    first = rows[0].text
    return len(first.rstrip() if any("." in line.text for line in rows) else first) or len(first)


def _marks(rows: Sequence[Line], width: int) -> Iterator[Mark]:
    for row, (number, text) in enumerate(rows):
        for column, sign in enumerate(text):
            if sign in ". ":
                if sign == "." and column >= width:
                    raise bad(number, column + 1, "'.'", f"{width} cells as in the first row")
                continue
            if not is_sign(sign):
                raise bad(number, column + 1, quote(sign), "a letter, '.' or a space")
            if column >= width:
                raise bad(number, column + 1, quote(sign), f"{width} cells as in the first row")
            yield Mark(sign, row * width + column, number, column + 1)


def write(board: Board) -> str:
    """The rows, with ``.`` for empty cells.

    >>> write(Board(2, 3, ((0, 5), (1, 4)), ("R", "g")))
    'Rg.\\n.gR\\n'
    """
    expect_plain(board, NAME)
    names = signs(board)
    if names is None:
        most = sum(map(is_sign, map(label, range(len(board.dots)))))
        found = f"{len(board.dots)} colours"
        raise unwritable(BOARD, NAME, found, f"at most {most}")
    if names and all(name in "0123456789" for name in names):
        names = [label(colour) for colour in range(len(board.dots))]  # digits alone could be other puzzles
    return write_terms(board) + grid(board, names)


def grid(board: Board, names: Sequence[str]) -> str:
    """One character per cell, one line per row."""
    cells = ["."] * (board.rows * board.columns)
    for cell, colour in board.colour_at.items():
        cells[cell] = names[colour]
    return write_rows(cells, board.columns)


# -- recognising ----------------------------------------------------------------------------------

OTHERS = (csv.recognises, level_pack.recognises, numberlink.recognises, puzz_link.recognises)
GUESS = re.compile(r"\S+(?:\s*[ :]\s*|$)(?:[0-9]+(?:[ ,]\s*[0-9]+)?|[0-9]+A[0-9]+B|[bw]*)")
"""An answered guess of a code: a word and its answer."""


def recognises(text: str) -> bool:
    """Whether no row is longer than the first and every character occurs twice, not all being digits.

    A grid of digits alone is taken for a board of islands; the puzzle must be named then.
    """
    _, rows = _split(text)
    if len(text) >= HEAD:
        rows = rows[:-1]
    if not rows or any(recognise(text) for recognise in OTHERS) or _is_other_text(rows):
        return False
    width = _width(rows)
    if any(len(line.text.rstrip()) > width for line in rows):
        return False
    count = Counter(sign for line in rows for sign in line.text if sign not in ". ")
    if not all(map(is_sign, count)) or all(sign.isdigit() for sign in count):
        return False
    if len(text) >= HEAD:
        return max(count.values()) <= 2 and sum(count.values()) * 2 <= width * len(rows)
    return set(count.values()) == {2}


def _is_other_text(rows: Sequence[Line]) -> bool:
    """Whether the lines are a formula, answered guesses, or an address."""
    texts = [line.text for line in rows if line.text.strip()]
    return (
        any(re.match(r"p\s|c\s", line) for line in texts)
        or (any(" " in line.strip() for line in texts) and all(map(GUESS.fullmatch, texts)))
        or (len(texts) == 1 and "/" in texts[0])
    )
