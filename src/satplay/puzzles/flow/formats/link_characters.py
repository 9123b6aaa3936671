"""Which way a link leads from a cell, and the signs for the links of one cell."""

from __future__ import annotations

from satplay.puzzles.flow.board import Board, Cell
from satplay.puzzles.flow.grid import DOWN as ALONG_COLUMNS

LEFT, RIGHT, UP, DOWN = 1, 2, 4, 8
WAYS = (LEFT, RIGHT, UP, DOWN)

# By the sum of the ways: a sign has an arm where there is a link.
SIGNS = "·╴╶─╵┘└┴╷┐┌┬│┤├┼"
PLAIN_SIGNS = ".---|+++|+++|+++"
ARMS = {sign: arms for arms, sign in enumerate(SIGNS)}


def leading(board: Board) -> dict[tuple[Cell, int], int]:
    """The link that leads from a cell some way, on a board of squares.

    >>> leading(Board(1, 2, ())) == {(0, RIGHT): 0, (1, LEFT): 0}
    True
    """
    found: dict[tuple[Cell, int], int] = {}
    grid = board.grid
    for link, ((first, second), axis) in enumerate(zip(grid.cells.tolist(), grid.axes.tolist(), strict=True)):
        there, back = (DOWN, UP) if axis == ALONG_COLUMNS else (RIGHT, LEFT)
        found[first, there] = found[second, back] = link
    return found
