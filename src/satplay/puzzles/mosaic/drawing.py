"""Mosaic as a picture: squares, clues, shaded cells dark; a given mark has a dot or a frame."""

from __future__ import annotations

from satplay.drawing.scene import Circle, Rect, Scene, Shape, Style, Text
from satplay.puzzles.mosaic.board import Board, Cell, Solution

SIDE = 40.0
MARGIN = 10.0
SHADED = "#3d5a80"
OPEN = "#ffffff"
LINE = "#98a2b3"


def draw(board: Board, solution: Solution | None) -> Scene:
    """The puzzle, with the solution in it where one is given."""
    shapes = tuple(shape for cell in board.cells() for shape in _cell(board, solution, cell))
    title = f"Mosaic, {board.width} by {board.height} cells" + (", solved" if solution is not None else "")
    return Scene(board.width * SIDE + 2 * MARGIN, board.height * SIDE + 2 * MARGIN, shapes, title)


def _cell(board: Board, solution: Solution | None, cell: Cell) -> list[Shape]:
    row, col = cell
    left, top = MARGIN + col * SIDE, MARGIN + row * SIDE
    centre = (left + SIDE / 2, top + SIDE / 2)
    dark = cell in solution if solution is not None else board.marks.get(cell, False)
    shapes: list[Shape] = [Rect((left, top), SIDE, SIDE, Style(stroke=LINE, fill=SHADED if dark else OPEN))]
    if cell in board.clues:
        shapes.append(Text(centre, str(board.clues[cell]), size=18.0, colour=OPEN if dark else "#1b1b1b"))
    if cell in board.marks:
        shapes.append(Circle(centre, SIDE / 10, Style(stroke=None, fill=OPEN if dark else SHADED)))
    return shapes
