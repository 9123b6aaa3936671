"""Cells that follow from single clues: a player who looks at one clue at a time finds exactly these.

The generator starts from it, and so does every search.
"""

from __future__ import annotations

from satplay.puzzles.mosaic.board import Board, Cell


def settled_cells(board: Board) -> dict[Cell, bool]:
    """Cells whose shading follows from given marks and from one clue after the other; CONNECTED is not used.

    A clue settles its open cells if they must all be shaded or must all be blank.  What contradictory clues
    settle contradicts one of them.

    >>> settled_cells(Board(1, 3, {(0, 0): 2}, {(0, 2): False}))
    {(0, 2): False, (0, 0): True, (0, 1): True}
    """
    known = dict(board.marks)
    waiting = list(board.clues)
    while waiting:
        clue = waiting.pop()
        around = board.around(clue)
        open_ = [cell for cell in around if cell not in known]
        missing = board.clues[clue] - sum(known.get(cell, False) for cell in around)
        if open_ and missing in (0, len(open_)):
            known |= dict.fromkeys(open_, missing > 0)
            waiting += {near for cell in open_ for near in board.around(cell) if near in board.clues}
    return known
