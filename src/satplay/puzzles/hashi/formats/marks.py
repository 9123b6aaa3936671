"""The solutions of janko.at: cells that bridges cross are marked, all others are ``-``; blanks part cells.

``1`` or ``2`` is so many bridges across, ``a`` or ``b`` one or two down.  Bridges between islands that touch
cross no cell, and cannot be said.
"""

from __future__ import annotations

from satplay.contracts.texts import lines, shown
from satplay.errors import BadInput
from satplay.puzzles.hashi.board import Board, Bridges, Cell
from satplay.puzzles.hashi.formats.bridge_collector import Gathered
from satplay.puzzles.hashi.formats.janko import NAME, WATER
from satplay.puzzles.hashi.formats.table import expect_rows, words
from satplay.puzzles.hashi.formats.text import DIGITS, SOLUTION, UNKNOWN, bad, unwritable

ACROSS, DOWN = "12", "ab"


def write(board: Board, bridges: Bridges) -> str:
    """The marks; refused where they do not tell the bridges.

    >>> write(Board(3, 3, {0: 3, 2: 2, 6: 1}), Bridges(((0, 2, 2), (0, 6, 1))))
    '3 3\\n- 2 -\\na - -\\n- - -\\n'
    """
    cells = [WATER] * (board.rows * board.columns)
    for first, second, count in bridges.triples:
        down = first // board.columns != second // board.columns
        between = range(first + (board.columns if down else 1), second, board.columns if down else 1)
        marks = DOWN if down else ACROSS
        if count > len(marks):
            raise _unsaid(f"{count} bridges between {board.name(first)} and {board.name(second)}")
        if not between:
            raise _unsaid(f"a bridge between {board.name(first)} and {board.name(second)}, which touch")
        for cell in between:
            if cell in board.islands:
                raise _unsaid(f"a bridge over the island {board.name(cell)}")
            if cells[cell] != WATER:
                raise _unsaid(f"bridges that cross in {board.name(cell)}")
            cells[cell] = marks[count - 1]
    starts = range(0, len(cells), board.columns)
    rows = "".join(" ".join(cells[start : start + board.columns]) + "\n" for start in starts)
    return f"{board.rows} {board.columns}\n{rows}"


def _unsaid(found: str) -> BadInput:
    return unwritable(NAME, found, "1 or 2 bridges over water alone, or the format 'lines'", SOLUTION)


def read(board: Board, text: str) -> Bridges:
    """The bridges over marked cells; an island may also be written as its number, and the header left out."""
    rows = [line for line in lines(text) if line.text.strip()]
    if not rows:
        raise bad(1, 1, "nothing", f"{board.rows} rows", SOLUTION)
    head = rows[0]
    if len(rows) > board.rows:
        if head.text.split() != [str(board.rows), str(board.columns)]:
            expected = f"'{board.rows} {board.columns}', or {board.rows} rows"
            raise bad(head.number, 1, shown(head.text), expected, SOLUTION)
        rows.pop(0)
    expect_rows(rows, board.rows, head, SOLUTION)
    gathered = Gathered(board)
    marks: dict[Cell, tuple[str, int, int]] = {}
    for row, line in enumerate(rows):
        for at, (column, word) in enumerate(words(line, board.columns, SOLUTION)):
            cell = row * board.columns + at
            if cell in board.islands:
                if word not in (WATER, _number(board, cell)):
                    raise bad(line.number, column, shown(word), "'-' for an island, or its number", SOLUTION)
            elif word in (*ACROSS, *DOWN):
                marks[cell] = word, line.number, column
            elif word != WATER:
                raise bad(line.number, column, shown(word), "1, 2, a, b or '-'", SOLUTION)
    for first, second in board.link_between:
        _gather(board, marks, gathered, first, second)
    if marks:
        _, number, column = next(iter(marks.values()))
        raise bad(number, column, "a bridge that does not lead from island to island", "'-'", SOLUTION)
    return gathered.bridges()


def _number(board: Board, cell: Cell) -> str:
    number = board.islands[cell]
    return UNKNOWN if number is None else str(number)


def _gather(
    board: Board, marks: dict[Cell, tuple[str, int, int]], gathered: Gathered, first: Cell, second: Cell
) -> None:
    """The bridges between two islands, whose marks are taken away."""
    down = first // board.columns != second // board.columns
    step = board.columns if down else 1
    between = range(first + step, second, step)
    mark, line, column = marks.get(first + step, (WATER, 1, 1))
    if not between or mark not in (DOWN if down else ACROSS):
        return
    if all(cell in marks and marks[cell][0] == mark for cell in between):
        gathered.add(first, second, (DOWN if down else ACROSS).index(mark) + 1, line, column)
        for cell in between:
            del marks[cell]


def recognises(board: Board, text: str) -> bool:
    """As many rows of as many cells as the board has: marks, ``-`` or numbers, and one ``-`` at least."""
    rows = [line.text.split() for line in lines(text) if line.text.strip()]
    if rows and len(rows) == board.rows + 1:
        rows.pop(0)
    told = {word for row in rows for word in row}
    known = {WATER, UNKNOWN, *ACROSS, *DOWN, *map(str, range(1, len(DIGITS)))}
    return (
        len(rows) == board.rows
        and all(len(row) == board.columns for row in rows)
        and WATER in told
        and told <= known
    )
