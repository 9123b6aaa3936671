"""Solutions of janko.at: cells under bridges are marked, all others are ``-``; cells are separated by blanks.

``1`` and ``2`` are one and two horizontal bridges, ``a`` and ``b`` one and two vertical ones.  Bridges
between islands that touch cover no cell and cannot be written.
"""

from __future__ import annotations

from satplay.contracts.texts import expect_rows, lines, quote, unwritable, write_rows
from satplay.errors import BadInput
from satplay.puzzles.hashi.board import Board, Bridges, Cell
from satplay.puzzles.hashi.formats.bridge_collector import BridgeCollector
from satplay.puzzles.hashi.formats.janko import NAME, WATER
from satplay.puzzles.hashi.formats.table import words
from satplay.puzzles.hashi.formats.text import DIGITS, SOLUTION, UNKNOWN, bad

ACROSS, DOWN = "12", "ab"


def write(board: Board, bridges: Bridges) -> str:
    """The marks; ``BadInput`` if they do not determine the bridges.

    >>> write(Board(3, 3, {0: 3, 2: 2, 6: 1}), Bridges(((0, 2, 2), (0, 6, 1))))
    '3 3\\n- 2 -\\na - -\\n- - -\\n'
    """
    cells = [WATER] * (board.rows * board.columns)
    for first, second, count in bridges.triples:
        down = first // board.columns != second // board.columns
        between = range(first + (board.columns if down else 1), second, board.columns if down else 1)
        marks = DOWN if down else ACROSS
        if count > len(marks):
            raise _unwritable(f"{count} bridges between {board.name(first)} and {board.name(second)}")
        if not between:
            raise _unwritable(f"a bridge between {board.name(first)} and {board.name(second)}, which touch")
        for cell in between:
            if cell in board.islands:
                raise _unwritable(f"a bridge over the island {board.name(cell)}")
            if cells[cell] != WATER:
                raise _unwritable(f"bridges that cross in {board.name(cell)}")
            cells[cell] = marks[count - 1]
    return f"{board.rows} {board.columns}\n{write_rows(cells, board.columns, ' ')}"


def _unwritable(found: str) -> BadInput:
    expected = "1 or 2 bridges over water alone, or the format 'lines'"
    return unwritable(SOLUTION, NAME, found, expected)


def read(board: Board, text: str) -> Bridges:
    """The bridges over marked cells; islands may be written as numbers, and the header may be missing."""
    rows = [line for line in lines(text) if line.text.strip()]
    if not rows:
        raise bad(1, 1, "nothing", f"{board.rows} rows", SOLUTION)
    head = rows[0]
    if len(rows) > board.rows:
        if head.text.split() != [str(board.rows), str(board.columns)]:
            expected = f"'{board.rows} {board.columns}', or {board.rows} rows"
            raise bad(head.number, 1, quote(head.text), expected, SOLUTION)
        rows.pop(0)
    expect_rows(rows, board.rows, head, SOLUTION)
    collector = BridgeCollector(board)
    marks: dict[Cell, tuple[str, int, int]] = {}
    for row, line in enumerate(rows):
        for at, (column, word) in enumerate(words(line, board.columns, SOLUTION)):
            cell = row * board.columns + at
            if cell in board.islands:
                if word not in (WATER, _number(board, cell)):
                    raise bad(line.number, column, quote(word), "'-' for an island, or its number", SOLUTION)
            elif word in (*ACROSS, *DOWN):
                marks[cell] = word, line.number, column
            elif word != WATER:
                raise bad(line.number, column, quote(word), "1, 2, a, b or '-'", SOLUTION)
    for first, second in board.link_between:
        _collect(board, marks, collector, first, second)
    if marks:
        _, number, column = next(iter(marks.values()))
        raise bad(number, column, "a bridge that does not lead from island to island", "'-'", SOLUTION)
    return collector.bridges()


def _number(board: Board, cell: Cell) -> str:
    number = board.islands[cell]
    return UNKNOWN if number is None else str(number)


def _collect(
    board: Board,
    marks: dict[Cell, tuple[str, int, int]],
    collector: BridgeCollector,
    first: Cell,
    second: Cell,
) -> None:
    """Add the bridges between two islands and remove their marks."""
    down = first // board.columns != second // board.columns
    step = board.columns if down else 1
    between = range(first + step, second, step)
    mark, line, column = marks.get(first + step, (WATER, 1, 1))
    if not between or mark not in (DOWN if down else ACROSS):
        return
    if all(cell in marks and marks[cell][0] == mark for cell in between):
        collector.add(first, second, (DOWN if down else ACROSS).index(mark) + 1, line, column)
        for cell in between:
            del marks[cell]


def recognises(board: Board, text: str) -> bool:
    """Whether rows and columns fit the board, with marks, numbers and at least one ``-``."""
    rows = [line.text.split() for line in lines(text) if line.text.strip()]
    if rows and len(rows) == board.rows + 1:
        rows.pop(0)
    found = {word for row in rows for word in row}
    known = {WATER, UNKNOWN, *ACROSS, *DOWN, *map(str, range(1, len(DIGITS)))}
    return (
        len(rows) == board.rows
        and all(len(row) == board.columns for row in rows)
        and WATER in found
        and found <= known
    )
