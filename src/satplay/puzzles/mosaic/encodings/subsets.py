"""Clues by subsets: a clue of k among n cells is one clause for every k + 1 cells and every n - k + 1 cells.

Of any k + 1 cells one is not shaded, and of any n - k + 1 cells one is.  At most 252 clauses state a clue,
and no auxiliary variable is needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from satplay.contracts.encoding import Encoding
from satplay.logic.literal import Clause, Lit
from satplay.puzzles.mosaic.board import Board, Solution
from satplay.puzzles.mosaic.encodings.cells import complete, variables
from satplay.puzzles.mosaic.rules import count


def encode(board: Board) -> Encoding[Solution]:
    """COUNT and GIVEN as clauses, CONNECTED by lazy clauses alone."""
    formula, shaded = variables(board)
    for cell, clue in board.clues.items():
        with formula.stating(count(board, cell)):
            formula.add_all(exactly([shaded[near] for near in board.around(cell)], clue))
    return complete(board, formula, shaded)


def exactly(lits: Sequence[Lit], number: int) -> Iterator[Clause]:
    """Clauses that hold if and only if exactly ``number`` of the literals are true.

    >>> list(exactly([1, 2], 1)), list(exactly([1], 3))
    ([(-1, -2), (1, 2)], [()])
    """
    if number > len(lits):
        yield ()
        return
    yield from combinations([-lit for lit in lits], number + 1)
    yield from combinations(lits, len(lits) - number + 1)
