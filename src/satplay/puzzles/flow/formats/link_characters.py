"""The directions of links from a cell, and the characters for the links of one cell."""

from __future__ import annotations

from satplay.puzzles.flow.board import Board, Cell
from satplay.puzzles.flow.grid import DOWN as ALONG_COLUMNS

LEFT, RIGHT, UP, DOWN = 1, 2, 4, 8
WAYS = (LEFT, RIGHT, UP, DOWN)

# Indexed by the sum of the directions in which the cell has links.
SIGNS = "·╴╶─╵┘└┴╷┐┌┬│┤├┼"
PLAIN_SIGNS = ".---|+++|+++|+++"
ARMS = {sign: arms for arms, sign in enumerate(SIGNS)}


def leading(board: Board) -> dict[tuple[Cell, int], int]:
    """The link of each cell in each direction, on a board of squares.

    >>> leading(Board(1, 2, ())) == {(0, RIGHT): 0, (1, LEFT): 0}
    True
    """
    found: dict[tuple[Cell, int], int] = {}
    grid = board.grid
    for link, ((first, second), axis) in enumerate(zip(grid.cells.tolist(), grid.axes.tolist(), strict=True)):
        there, back = (DOWN, UP) if axis == ALONG_COLUMNS else (RIGHT, LEFT)
        found[first, there] = found[second, back] = link
    return found
