"""The encoding with one variable per link and one per cell and colour, as a person would mark the board.

It is larger and slower than ``edges``, but each of its clauses is a readable statement.  A dot has one link
and every other cell two; linked cells have the same colour, and under the strict rule neighbours of one
colour are linked.  That no path makes a U-turn follows, but is stated as well, because people see it first.
Loops without a dot are excluded by lazy clauses.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from satplay.contracts.encoding import Encoding
from satplay.logic.formula import Formula
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.encodings.atoms import Coloured, Joined
from satplay.puzzles.flow.encodings.links import by_degree, cutting, decoding, state_degrees
from satplay.puzzles.flow.grid import Ints
from satplay.puzzles.flow.paths import Flow
from satplay.puzzles.flow.rules import colour, fill, touch, turn


def encode(board: Board) -> Encoding[Flow]:
    """All rules but LOOP, which is stated by lazy clauses."""
    formula = Formula()
    links, colours = declare(board, formula)
    state_degrees(board, formula, links)
    _one_colour(board, formula, links, colours)
    state_colours_along_links(board, formula, links, colours)
    if not board.touch:
        for rings in board.grid.rings:
            state_turns(board, formula, links[rings], rings)
    return Encoding(formula, decoding(links), answer=links.tolist(), lazy_clauses=cutting(board, links))


def declare(board: Board, formula: Formula) -> tuple[Ints, Ints]:
    """The first variables: one for each link, then one for each node and colour (0: no node)."""
    grid = board.grid
    links = formula.block((grid.links,), lambda link: Joined(board, link))
    nodes = np.flatnonzero(grid.is_node)
    colours = np.zeros((grid.nodes, len(board.dots)), np.int32)
    shape = (nodes.size, len(board.dots))
    colours[nodes] = formula.block(shape, lambda i, number: Coloured(board, int(nodes[i]), number))
    return links, colours


def _one_colour(board: Board, formula: Formula, links: Ints, colours: Ints) -> None:
    """No cell has two colours; a used cell has one, a free cell none; the colours of dots are given."""
    grid = board.grid
    with formula.defining():
        for pair in combinations(range(len(board.dots)), 2):
            formula.add_rows(-colours[np.flatnonzero(grid.is_node)][:, pair])
        for number, dots in enumerate(board.dots):
            formula.add_rows(colours[list(dots), number][:, None])
    if board.fill:
        undotted = grid.is_node.copy()
        undotted[list(board.colour_at)] = False
        others = np.flatnonzero(undotted)
        formula.add_rows(colours[others], stating=lambda i: fill(board, int(others[i])))
        return
    with formula.defining():
        for nodes, are_dots, incident in by_degree(board):
            if not are_dots:
                around = np.repeat(links[incident], len(board.dots), axis=0)
                formula.add_rows(np.hstack([-colours[nodes].reshape(-1, 1), around]))


def state_colours_along_links(board: Board, formula: Formula, links: Ints, colours: Ints) -> None:
    """Linked cells have the same colour, and under the strict rule neighbours of one colour are linked."""
    if not board.dots:
        return
    count = len(board.dots)
    link = np.repeat(links, count)
    a, b = (colours[end].ravel() for end in board.grid.ends.T)
    rows = np.stack([-link, -a, b, -link, a, -b], axis=1).reshape(-1, 3)
    formula.add_rows(rows, stating=lambda i: colour(board, i), each=2 * count)
    if not board.touch:
        rows = np.stack([link, -a, -b], axis=1)
        formula.add_rows(rows, stating=lambda i: touch(board, i), each=count)


def state_turns(board: Board, formula: Formula, lits: Ints, rings: Ints) -> None:
    """No path uses all links of a ring but one."""
    size = rings.shape[1]
    chosen = np.array(list(combinations(range(size), size - 1)), np.intp)
    formula.add_rows(
        -lits[:, chosen].reshape(-1, size - 1), stating=lambda i: turn(board, rings[i].tolist()), each=size
    )
