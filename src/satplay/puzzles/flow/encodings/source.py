"""The encoding of Berman and Lampert, "Flow Free Solver Using CNF and SAT", as published.

A cell has one variable for every colour and one for every direction type: a pair of used links, six on
squares.  A cell has exactly one colour and one direction; exactly one neighbour of a dot has its colour; the
two neighbours that a direction connects have the cell's colour, the others do not.  Exactly-one is one long
clause and all pairwise exclusions, as published.

A loop without a dot satisfies all clauses.  Direction types with a missing neighbour have no variables,
instead of being negated.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations

import numpy as np

from satplay.contracts.encoding import Encoding
from satplay.errors import BadInput
from satplay.logic.formula import Formula
from satplay.logic.model import Model
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.encodings.atoms import Coloured, Turning
from satplay.puzzles.flow.grid import NONE, Ints
from satplay.puzzles.flow.paths import Flow
from satplay.puzzles.flow.rules import Rule, colour, end, fill, touch


def encode(board: Board) -> Encoding[Flow]:
    """The encoding of a board under the published rules: strict, and every cell used."""
    if board.touch or not board.fill:
        found = "paths that may touch themselves" if board.touch else "cells that may stay free"
        raise BadInput(
            "flow board for the encoding 'source'", found=found, expected="the strict rule, all cells used"
        )
    formula = Formula()
    grid = board.grid
    nodes = np.flatnonzero(grid.is_node)
    colours = np.zeros((grid.nodes, len(board.dots)), np.int32)
    shape = (nodes.size, len(board.dots))
    colours[nodes] = formula.block(shape, lambda i, number: Coloured(board, int(nodes[i]), number))
    with formula.defining():
        _exactly_one(formula, colours[nodes])
        for number, pair in enumerate(board.dots):
            formula.add_rows(colours[list(pair), number][:, None])
    _dots(board, formula, colours)
    directions: list[tuple[Ints, Ints]] = []  # the variables of a direction type, and the links that it uses
    for degree in range(grid.incident.shape[1] + 1):
        directions += _directions(board, formula, colours, degree)
    answer = colours[nodes].ravel().tolist() + [lit for lits, _ in directions for lit in lits.tolist()]
    decode = partial(_decode, board, colours, directions)
    # A direction is two links, so a path cannot branch.
    return Encoding(formula, decode, answer=answer, built_in=frozenset({Rule.THROUGH}))


def _decode(board: Board, colours: Ints, directions: Sequence[tuple[Ints, Ints]], model: Model) -> Flow:
    """The links of the true directions, and those between dots of one colour."""
    grid = board.grid
    true = model.literals > 0
    used = np.zeros(grid.links + 1, np.bool_)
    for lits, links in directions:
        used[links[true[lits - 1]].ravel()] = True
    first, second = grid.ends.T
    for link in _between_dots(board):
        shared = colours[first[link]], colours[second[link]]
        used[link] = bool((true[shared[0] - 1] & true[shared[1] - 1]).any())
    return Flow(frozenset(np.flatnonzero(used[: grid.links]).tolist()))


def _between_dots(board: Board) -> list[int]:
    pairs = board.grid.ends.tolist()
    return [link for link, ends in enumerate(pairs) if all(node in board.colour_at for node in ends)]


def _exactly_one(formula: Formula, lits: Ints) -> None:
    """Exactly one literal of each row: one long clause, and pairwise exclusions."""
    formula.add_rows(lits)
    for pair in combinations(range(lits.shape[1]), 2):
        formula.add_rows(-lits[:, pair])


def _dots(board: Board, formula: Formula, colours: Ints) -> None:
    grid = board.grid
    for number, pair in enumerate(board.dots):
        for cell in pair:
            links = grid.incident[cell][grid.incident[cell] != NONE]
            around = colours[grid.ends[links].sum(axis=1) - cell, number]
            with formula.stating(end(board, cell)):
                _exactly_one(formula, around[None, :])


def _directions(board: Board, formula: Formula, colours: Ints, degree: int) -> list[tuple[Ints, Ints]]:
    """Add the direction types of all cells of one degree that are not dots."""
    grid = board.grid
    here = grid.is_node & ((grid.incident != NONE).sum(axis=1) == degree)
    here[list(board.colour_at)] = False
    nodes = np.flatnonzero(here)
    if nodes.size == 0:
        return []
    links = grid.incident[nodes, :degree]
    near = grid.ends[links].sum(axis=2) - nodes[:, None]
    types = list(combinations(range(degree), 2))
    turning = formula.block(
        (nodes.size, len(types)),
        lambda i, t: Turning(board, int(nodes[i]), tuple(int(links[i, end]) for end in types[t])),
    )
    formula.add_rows(turning, stating=lambda i: fill(board, int(nodes[i])))
    with formula.defining():
        for pair in combinations(range(len(types)), 2):
            formula.add_rows(-turning[:, pair])
    for t, used in enumerate(types):
        for side in range(degree):
            _beside(
                board,
                formula,
                turning[:, t],
                colours[nodes],
                colours[near[:, side]],
                links[:, side],
                side in used,
            )
    return [(turning[:, t], links[:, used]) for t, used in enumerate(types)]


def _beside(
    board: Board, formula: Formula, turning: Ints, mine: Ints, theirs: Ints, links: Ints, connected: bool
) -> None:
    """A neighbour has the cell's colour if the direction connects them, and another one if not."""
    if mine.size == 0:  # no colours at all
        return
    direction = np.repeat(-turning, mine.shape[1])
    a, b = mine.ravel(), theirs.ravel()
    if connected:
        rows = np.stack([direction, -a, b, direction, a, -b], axis=1).reshape(-1, 3)
        formula.add_rows(rows, stating=lambda i: colour(board, int(links[i])), each=2 * mine.shape[1])
    else:
        rows = np.stack([direction, -a, -b], axis=1)
        formula.add_rows(rows, stating=lambda i: touch(board, int(links[i])), each=mine.shape[1])
