"""Hashi for terminals: numbers of islands, bridges of ─ │ ═ ║, dots for water, and headings.

Three or more bridges are heavy lines that begin with their number: ``2━³━4``, in ASCII ``2-x3-4``.  Cells are
two characters wide and one line high; they are farther apart if islands touch vertically or if lines have
numbers.  Bridges that no line can show are listed below: over islands, or too many.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from satplay.drawing.places import BESIDE, put_headings, room_above, room_before
from satplay.drawing.terminal import PLAIN, Canvas, Line, Look
from satplay.puzzles.hashi.board import MOST, NONE, Board, Bridges, Cell
from satplay.puzzles.hashi.island_status import IslandStatus, drawn_statuses, violations_by_way
from satplay.puzzles.hashi.rules import Rule

LOOKS = {
    IslandStatus.OPEN: Look(bold=True),
    IslandStatus.DONE: Look("#2f9e6e"),
    IslandStatus.OVERFULL: Look("#ffffff", "#b3261e", bold=True),
}
FAULTY = Look("#d9482b", bold=True)

ACROSS, DOWN = ("─", "═", "━", "━"), ("│", "║", "┃", "┃")
CROSSED = {"─│": "┼", "═│": "╪", "━│": "┿", "─║": "╫", "═║": "╬", "─┃": "╂", "━┃": "╋"}
"""The characters of crossing bridges; for other pairs, which have no character, the vertical one is drawn."""

PLAIN_ACROSS, PLAIN_DOWN = ("-", "=", "-", "-"), ("|", "H", "|", "|")
COUNTS, PLAIN_COUNTS = ("", "", "³", "⁴"), ("", "", "x3", "x4")


def sketch(board: Board, bridges: Bridges | None, ascii: bool) -> Sequence[Line]:
    """The board, with bridges if some are given, right or wrong.

    >>> from satplay.drawing.terminal import to_text
    >>> board = Board(3, 5, {0: 3, 4: 2, 10: 2, 12: None})
    >>> print(*to_text(sketch(board, Bridges(((0, 4, 2), (0, 10, 1), (10, 12, 1))), False)), sep="\\n")
      A B C D E
    1 3═══════2
    2 │ · · · ·
    3 2───○ · ·
    """
    picture = _Picture(board, bridges if bridges is not None else NONE, plain=ascii)
    picture.draw()
    return picture.canvas.lines()


def island_places(board: Board, ascii: bool) -> Mapping[Cell, tuple[int, int, int]]:
    """For every island the line and the column in the sketch where its number begins, and its width."""
    picture = _Picture(board, NONE, plain=ascii)
    return {cell: (*picture.at(cell), picture.digits) for cell in board.cells}


class _Picture:
    def __init__(self, board: Board, bridges: Bridges, *, plain: bool) -> None:
        self.board, self.bridges, self.plain = board, bridges, plain
        self.canvas = Canvas()
        self.across, self.down = (PLAIN_ACROSS, PLAIN_DOWN) if plain else (ACROSS, DOWN)
        self.counts = PLAIN_COUNTS if plain else COUNTS
        self.violations = violations_by_way(board, bridges)
        self.drawable: list[tuple[Cell, Cell, int]] = []
        self.undrawable: list[tuple[Cell, Cell, int]] = []
        for triple in bridges.triples:
            fits = triple[2] <= MOST and Rule.OVER not in self.violations.get(triple[:2], ())
            (self.drawable if fits else self.undrawable).append(triple)
        # The size depends on the board, not on the bridges of a position, unless there are too many.
        tall = any(cell + board.columns in board.islands for cell in board.cells)
        numbered = max([board.most, *(count for _, _, count in self.drawable)]) > 2
        gap = len(self.counts[-1]) + 2 if numbered else 3 if tall else 1
        self.digits = max((len(self._number(cell)) for cell in board.cells), default=1)
        top, left = room_above(board.columns), room_before(board.rows)
        self.columns = [left + column * (self.digits + gap) for column in range(board.columns)]
        self.lines = [top + row * (2 if tall else 1) for row in range(board.rows)]

    def at(self, cell: Cell) -> tuple[int, int]:
        """The line and column of characters where a cell begins."""
        row, column = self.board.place(cell)
        return self.lines[row], self.columns[column]

    def draw(self) -> None:
        put_headings(self.canvas, self.columns, self.lines)
        for cell in range(self.board.rows * self.board.columns):
            self.canvas.put(*self.at(cell), "." if self.plain else "·", BESIDE)
        self._bridges()
        self._crosses()
        for cell, status in drawn_statuses(self.board, self.bridges).items():
            self.canvas.put(*self.at(cell), self._number(cell), LOOKS[status])
        for line, text in enumerate(self._in_words(), self.lines[-1] + 2):
            self.canvas.put(line, 0, text, FAULTY)

    def _bridges(self) -> None:
        """Draw horizontal bridges first, because the characters of vertical ones depend on them."""
        crossed: dict[tuple[int, int], str] = {}
        for first, second, count in self.drawable:
            if second - first < self.board.columns:
                look, sign = self._look(first, second), self.across[count - 1]
                (line, start), (_, end) = self.at(first), self.at(second)
                self.canvas.put(line, start, sign * (end - start), look)
                self.canvas.put(line, start + self.digits + 1, self.counts[count - 1], look)
                crossed |= {(line, column): sign for column in range(start, end)}
        for first, second, count in self.drawable:
            if second - first >= self.board.columns:
                look, sign = self._look(first, second), self.down[count - 1]
                (start, column), (end, _) = self.at(first), self.at(second)
                for line in range(start + 1, end):
                    both = crossed.get((line, column), "") + sign
                    self.canvas.put(line, column, CROSSED.get(both, sign), look)
                self.canvas.put(start + 1, column + 1, self.counts[count - 1], look)

    def _crosses(self) -> None:
        """A cross in the middle of every way that is marked as absent."""
        for first, second in sorted(self.bridges.absent):
            (line, start), (line_2, end) = self.at(first), self.at(second)
            if line == line_2:
                place = (line, (start + self.digits + end) // 2)
            else:
                place = ((line + line_2) // 2, start)
            self.canvas.put(*place, "x" if self.plain else "×", BESIDE)

    def _look(self, first: Cell, second: Cell) -> Look:
        return FAULTY if (first, second) in self.violations else PLAIN

    def _number(self, cell: Cell) -> str:
        number = self.board.islands[cell]
        return str(number) if number is not None else "o" if self.plain else "○"

    def _in_words(self) -> Iterator[str]:
        """Bridges that are not drawn, in words."""
        for first, second, count in self.undrawable:
            over = " over islands" if Rule.OVER in self.violations[first, second] else ""
            many = f"{count} bridge{'' if count == 1 else 's'}"
            yield f"{self.board.name(first)}-{self.board.name(second)}: {many}{over}"
