"""Hashi in a terminal: numbers of islands, bridges of ─ │ ═ ║, dots for water, and names beside.

Three bridges and more are heavy lines that begin with how many they are: ``2━³━4``, in ASCII ``2-x3-4``.
Cells are two signs wide and one high; there is more between them where islands touch one above the other, and
where numbers must stand on lines.  What no line can show is said below: bridges over islands, and more than
anybody asks for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from satplay.drawing.places import BESIDE, put_headings, room_above, room_before
from satplay.drawing.terminal import PLAIN, Canvas, Line, Look
from satplay.puzzles.hashi.board import MOST, NONE, Board, Bridges, Cell
from satplay.puzzles.hashi.island_status import IslandStatus, island_statuses, violations_by_way
from satplay.puzzles.hashi.rules import Rule

LOOKS = {
    IslandStatus.OPEN: Look(bold=True),
    IslandStatus.DONE: Look("#2f9e6e"),
    IslandStatus.OVERFULL: Look("#ffffff", "#b3261e", bold=True),
}
FAULTY = Look("#d9482b", bold=True)

ACROSS, DOWN = ("─", "═", "━", "━"), ("│", "║", "┃", "┃")
CROSSED = {"─│": "┼", "═│": "╪", "━│": "┿", "─║": "╫", "═║": "╬", "─┃": "╂", "━┃": "╋"}
"""Where ways cross that must not; of other pairs, for which there is no sign, the way down is seen."""

PLAIN_ACROSS, PLAIN_DOWN = ("-", "=", "-", "-"), ("|", "H", "|", "|")
COUNTS, PLAIN_COUNTS = ("", "", "³", "⁴"), ("", "", "x3", "x4")


def sketch(board: Board, bridges: Bridges | None, ascii: bool) -> Sequence[Line]:
    """The board, with bridges where some are given, right or wrong.

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


class _Picture:
    def __init__(self, board: Board, bridges: Bridges, *, plain: bool) -> None:
        self.board, self.bridges, self.plain = board, bridges, plain
        self.canvas = Canvas()
        self.across, self.down = (PLAIN_ACROSS, PLAIN_DOWN) if plain else (ACROSS, DOWN)
        self.counts = PLAIN_COUNTS if plain else COUNTS
        self.violations = violations_by_way(board, bridges)
        self.shown: list[tuple[Cell, Cell, int]] = []
        self.unseen: list[tuple[Cell, Cell, int]] = []
        for triple in bridges.triples:
            fits = triple[2] <= MOST and Rule.OVER not in self.violations.get(triple[:2], ())
            (self.shown if fits else self.unseen).append(triple)
        # The picture of a board keeps its size while somebody plays.
        tall = any(cell + board.columns in board.islands for cell in board.cells)
        counted = max([board.most, *(count for _, _, count in self.shown)]) > 2
        gap = len(self.counts[-1]) + 2 if counted else 3 if tall else 1
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
        for cell, stand in island_statuses(self.board, self.bridges).items():
            self.canvas.put(*self.at(cell), self._number(cell), LOOKS[stand])
        for line, text in enumerate(self._in_words(), self.lines[-1] + 2):
            self.canvas.put(line, 0, text, FAULTY)

    def _bridges(self) -> None:
        """Those across first: signs of those down know what they cross."""
        crossed: dict[tuple[int, int], str] = {}
        for first, second, count in self.shown:
            if second - first < self.board.columns:
                look, sign = self._look(first, second), self.across[count - 1]
                (line, start), (_, end) = self.at(first), self.at(second)
                self.canvas.put(line, start, sign * (end - start), look)
                self.canvas.put(line, start + self.digits + 1, self.counts[count - 1], look)
                crossed |= {(line, column): sign for column in range(start, end)}
        for first, second, count in self.shown:
            if second - first >= self.board.columns:
                look, sign = self._look(first, second), self.down[count - 1]
                (start, column), (end, _) = self.at(first), self.at(second)
                for line in range(start + 1, end):
                    both = crossed.get((line, column), "") + sign
                    self.canvas.put(line, column, CROSSED.get(both, sign), look)
                self.canvas.put(start + 1, column + 1, self.counts[count - 1], look)

    def _look(self, first: Cell, second: Cell) -> Look:
        return FAULTY if (first, second) in self.violations else PLAIN

    def _number(self, cell: Cell) -> str:
        number = self.board.islands[cell]
        return str(number) if number is not None else "o" if self.plain else "○"

    def _in_words(self) -> Iterator[str]:
        """Bridges that are not drawn, in words."""
        for first, second, count in self.unseen:
            over = " over islands" if Rule.OVER in self.violations[first, second] else ""
            many = f"{count} bridge{'' if count == 1 else 's'}"
            yield f"{self.board.name(first)}-{self.board.name(second)}: {many}{over}"
