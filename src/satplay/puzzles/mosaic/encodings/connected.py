"""CONNECTED as a graph, for engines with a connectivity theory.

The theory demands that the edges whose literal is true connect *all* nodes, but only the shaded cells of a
board must be connected.  One extra node, the hub, makes up for the difference:

- an edge joins two neighbouring cells; it is true if both are shaded;
- an edge joins the hub and a cell; it is true if the cell is not shaded, or if it is the first shaded cell in
  reading order.

Cells that are not shaded are thus joined to the hub.  So is the first shaded cell, and every other shaded
cell reaches the hub only along shaded cells to the first one.  All nodes are connected if and only if all
shaded cells are.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from satplay.contracts.encoding import Connectivity
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit
from satplay.puzzles.mosaic.board import Board
from satplay.puzzles.mosaic.encodings.cells import Lits


def connectivity(board: Board, formula: Formula, shaded: Lits) -> Connectivity:
    """The graph; the formula gets clauses that define the literals of its edges."""
    node = {cell: number for number, cell in enumerate(board.cells())}
    hub = len(node)
    with formula.defining():
        edges = [(node[cell], hub, lit) for cell, lit in zip(node, _joins_hub(formula, shaded), strict=True)]
        edges += (
            (node[cell], node[near], _both(formula, lit, shaded[near]))
            for cell, lit in shaded.items()
            for near in board.beside(cell)
            if cell < near
        )
    return Connectivity(hub + 1, np.array(edges, np.int32))


def _joins_hub(formula: Formula, shaded: Lits) -> Iterator[Lit]:
    """For every cell in reading order: it is not shaded, or no cell before it is."""
    blank: Lit | None = None  # "no cell before this one is shaded"; true before the first cell
    for lit in shaded.values():
        if blank is None:
            joins = formula.fresh()
            formula.add(joins)
            blank = -lit
        else:
            joins = -_both(formula, lit, -blank)
            blank = _both(formula, blank, -lit)
        yield joins


def _both(formula: Formula, one: Lit, other: Lit) -> Lit:
    """A new literal that is true if and only if both literals are."""
    both = formula.fresh()
    formula.add_all([[-both, one], [-both, other], [both, -one, -other]])
    return both
