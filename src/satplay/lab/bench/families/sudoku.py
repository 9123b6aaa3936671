"""Sudoku of any order: 5 gives the board of 25 x 25.

The extended encoding: each cell has exactly one number, and each number occurs exactly once in every row,
column and box (Lynce and Ouaknine, "Sudoku as a SAT Problem", 2006); exactly one by one long clause and all
pairs.
"""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

from satplay.logic.cardinality import exactly_one_rows
from satplay.logic.formula import Formula
from satplay.logic.literal import Named

# r, c, n  row, column, number, from 0
# m        order: side of a box


def sudoku(seed: int, order: int = 5, clues: float = 0.4) -> Formula:
    """A shuffled full grid with a share of the cells as clues; satisfiable, often not unique."""
    rng = Random(seed)
    side = order * order
    grid = full_grid(order, rng)
    given = rng.sample(range(side * side), round(clues * side * side))

    formula = Formula()
    is_ = formula.block((side, side, side), lambda r, c, n: Named(f"r{r + 1}c{c + 1}={n + 1}"))
    boxes = is_.reshape(order, order, order, order, side).transpose(0, 2, 4, 1, 3)
    for groups in (is_, is_.transpose(0, 2, 1), is_.transpose(1, 2, 0), boxes):
        for rows in exactly_one_rows(groups.reshape(side * side, side)):
            formula.add_rows(rows)
    cells = is_.reshape(side * side, side)
    formula.add_all([(int(cells[cell, grid.flat[cell]]),) for cell in given])
    return formula


def full_grid(order: int, rng: Random) -> NDArray[np.int64]:
    """A valid grid: the cyclic pattern m·r + r/m + c, with everything permuted that may be.

    Numbers, rows within a band, bands, columns within a stack, stacks.
    """
    side = order * order
    rows, columns = _within_bands(order, rng), _within_bands(order, rng)
    numbers = np.array(rng.sample(range(side), side))
    r, c = np.array(rows)[:, None], np.array(columns)[None, :]
    grid: NDArray[np.int64] = numbers[(order * r + r // order + c) % side]
    return grid


def _within_bands(order: int, rng: Random) -> list[int]:
    bands = rng.sample(range(order), order)
    return [band * order + line for band in bands for line in rng.sample(range(order), order)]
