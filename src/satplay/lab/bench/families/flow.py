"""Flow Free: paths between the two dots of each colour that fill the board and do not touch themselves.

The encoding of Berman and Lampert, "Flow Free Solver Using CNF and SAT": for every cell one variable per
colour and one per direction in which a path can run through it, six within the board.  Each cell has exactly
one colour and, unless it is a dot, exactly one direction; exactly one neighbour of a dot has its colour; the
two neighbours that a direction joins have the cell's colour, the others have not.  Loops apart from the
paths are not excluded.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from satplay.lab.bench.families.flow_board import Board, Cell, neighbours, planted
from satplay.logic.cardinality import exactly_one_rows, pairwise
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit, Named

__all__ = ["encoded", "flow"]


def flow(seed: int, rows: int, columns: int, colours: int) -> Formula:
    """A full board with so many colours, or a few more, and a solution hidden in it; satisfiable."""
    return encoded(planted(seed, rows, columns, colours))


def encoded(board: Board) -> Formula:
    """The clauses of the source."""
    formula = Formula()
    shape = (board.rows, board.columns, len(board.paths))
    colour = formula.block(shape, lambda r, c, colour: Named(f"r{r}c{c} has colour {colour}"))
    for block in exactly_one_rows(colour.reshape(-1, len(board.paths))):
        formula.add_rows(block)
    dots = {dot: number for number, path in enumerate(board.paths) for dot in (path[0], path[-1])}
    for cell in board.cells():
        if cell in dots:
            near = [int(colour[other][dots[cell]]) for other in neighbours(cell, board.rows, board.columns)]
            formula.add(int(colour[cell][dots[cell]]))
            formula.add_all(pairwise.exactly(near, 1, formula.fresh))
        else:
            _directions(cell, board, colour, formula)
    return formula


def _directions(
    cell: Cell, board: Board, colour: np.ndarray[tuple[int, int, int], np.dtype[np.int32]], formula: Formula
) -> None:
    """The path runs through the cell in exactly one direction, and has one colour along it."""
    around = neighbours(cell, board.rows, board.columns)
    directions: list[Lit] = []
    mine = colour[cell]
    for joined in combinations(around, 2):
        direction = formula.lit(Named(f"{cell} joins {joined[0]} and {joined[1]}"))
        directions.append(direction)
        when = np.full_like(mine, -direction)
        for other in around:
            if other in joined:
                formula.add_rows(np.stack([when, -mine, colour[other]], axis=1))
                formula.add_rows(np.stack([when, mine, -colour[other]], axis=1))
            else:
                formula.add_rows(np.stack([when, -mine, -colour[other]], axis=1))
    formula.add_all(pairwise.exactly(directions, 1, formula.fresh))
