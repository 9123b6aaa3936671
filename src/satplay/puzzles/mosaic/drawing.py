"""Mosaic as a picture: a square for each cell, its clue inside, shaded cells dark, a dot on given marks."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from satplay.drawing.headings import ROOM, headings
from satplay.drawing.scene import Circle, Rect, Scene, Shape, Style, Text
from satplay.puzzles.mosaic.board import Board, Cell, Solution
from satplay.rule import RuleInstance

SIDE = 40.0
MARGIN = ROOM
SHADED, OPEN, LINE = "#3d5a80", "#ffffff", "#98a2b3"
INK, HIGHLIGHT = "#1b1b1b", "#ffd23f"


def draw(board: Board, solution: Solution | None) -> Scene:
    """The puzzle, with the solution in it if there is one."""
    return mark(board, solution, ())


def mark(board: Board, solution: Solution | None, instances: Sequence[RuleInstance]) -> Scene:
    """The same, with the cells of some rule instances highlighted."""
    highlighted = {cell for instance in instances for cell in instance.place}
    shapes: list[Shape] = [*_names(board)]
    for cell in board.cells():
        shapes += _square(board, solution, cell)
    for cell in board.cells():  # after all squares: their lines do not cover the frames
        if cell in highlighted:
            shapes.append(_frame(cell))
    title = f"Mosaic, {board.width} by {board.height} cells"
    title += (", connected" if board.connected else "") + (", solved" if solution is not None else "")
    return Scene(board.width * SIDE + 2 * MARGIN, board.height * SIDE + 2 * MARGIN, tuple(shapes), title)


def _corner(cell: Cell) -> tuple[float, float]:
    row, col = cell
    return MARGIN + col * SIDE, MARGIN + row * SIDE


def _names(board: Board) -> Iterator[Shape]:
    """Letters above the columns and numbers beside the rows: explanations use them."""
    columns = [MARGIN + (column + 0.5) * SIDE for column in range(board.width)]
    return headings(columns, [MARGIN + (row + 0.5) * SIDE for row in range(board.height)])


def _square(board: Board, solution: Solution | None, cell: Cell) -> Iterator[Shape]:
    left, top = _corner(cell)
    centre = (left + SIDE / 2, top + SIDE / 2)
    dark = _is_dark(board, solution, cell)
    yield Rect((left, top), SIDE, SIDE, Style(stroke=LINE, fill=SHADED if dark else OPEN))
    if cell in board.clues:
        yield Text(centre, str(board.clues[cell]), size=18.0, colour=OPEN if dark else INK)
    if cell in board.marks:
        yield Circle(centre, SIDE / 10, Style(stroke=None, fill=OPEN if dark else SHADED))


def _is_dark(board: Board, solution: Collection[Cell] | None, cell: Cell) -> bool:
    return cell in solution if solution is not None else board.marks.get(cell, False)


def _frame(cell: Cell) -> Shape:
    left, top = _corner(cell)
    return Rect((left + 2.5, top + 2.5), SIDE - 5, SIDE - 5, Style(stroke=HIGHLIGHT, width=4.0), 3.0)
