"""Constraints on links alone, without colours: degrees, and lazy clauses against loops."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satplay.logic.formula import Formula
from satplay.logic.literal import Clause
from satplay.logic.model import Model
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.grid import NONE, Ints
from satplay.puzzles.flow.paths import Flow, pieces
from satplay.puzzles.flow.rules import end, fill, loop, through
from satplay.rule import RuleInstance

Statement = Callable[[Board, int], RuleInstance]
Places = NDArray[np.integer[Any]]


def decoding(links: Ints) -> Callable[[Model], Flow]:
    """A decoder: the links that a model uses.  They are the first variables, and a model is complete."""
    return partial(_decode, links.size)


def _decode(links: int, model: Model) -> Flow:
    return Flow(frozenset(np.flatnonzero(model.literals[:links] > 0).tolist()))


def by_degree(board: Board) -> Iterator[tuple[Places, bool, Ints]]:
    """Groups of nodes of one degree, dots separately: the nodes, whether they are dots, and their links."""
    grid = board.grid
    counts = (grid.incident != NONE).sum(axis=1)
    is_dot = np.zeros(grid.nodes, np.bool_)
    is_dot[list(board.colour_at)] = True
    for degree in range(grid.incident.shape[1] + 1):
        for dots in (True, False):
            nodes = np.flatnonzero(grid.is_node & (counts == degree) & (is_dot == dots))
            if nodes.size:
                yield nodes, dots, grid.incident[nodes, :degree]


def state_degrees(board: Board, formula: Formula, links: Ints) -> None:
    """A dot has one link; another cell two, or none if cells may stay free."""
    for nodes, dots, incident in by_degree(board):
        around, degree = links[incident], incident.shape[1]
        if dots:
            _any_of(board, formula, around, degree, nodes, end)
            _not_all_of(board, formula, around, 2, nodes, end)
            continue
        if board.fill:
            _any_of(board, formula, around, max(degree - 1, 0), nodes, fill)
        else:
            _not_alone(board, formula, around, nodes)
        _not_all_of(board, formula, around, 3, nodes, through)


def _any_of(board: Board, formula: Formula, lits: Ints, size: int, places: Places, rule: Statement) -> None:
    """At least one of any ``size`` literals of each row."""
    chosen = list(combinations(range(lits.shape[1]), size))
    if chosen:
        columns = np.array(chosen, np.intp).reshape(len(chosen), size)
        rows = lits[:, columns].reshape(len(lits) * len(chosen), size)
        formula.add_rows(rows, stating=lambda i: rule(board, int(places[i])), each=len(chosen))


def _not_all_of(
    board: Board, formula: Formula, lits: Ints, size: int, places: Places, rule: Statement
) -> None:
    """Not all of any ``size`` literals of each row."""
    if size <= lits.shape[1]:
        _any_of(board, formula, -lits, size, places, rule)


def _not_alone(board: Board, formula: Formula, around: Ints, nodes: Places) -> None:
    """A link at a cell that is not a dot is not its only one."""
    degree = around.shape[1]
    if degree:
        signs = np.ones((degree, degree), np.int32) - 2 * np.eye(degree, dtype=np.int32)
        rows = (around[:, None, :] * signs).reshape(-1, degree)
        formula.add_rows(rows, stating=lambda i: through(board, int(nodes[i])), each=degree)


def cutting(board: Board, links: Ints) -> Callable[[Flow], Iterator[tuple[RuleInstance, Clause]]]:
    """Lazy clauses for LOOP: one for each loop of a solution."""
    return partial(_cut_loops, board, links)


def _cut_loops(board: Board, links: Ints, flow: Flow) -> Iterator[tuple[RuleInstance, Clause]]:
    for piece in pieces(board, flow):
        if piece.closed and not piece.colours:
            yield loop(board, piece.nodes), _cut(board, links, piece.nodes)


def _cut(board: Board, links: Ints, nodes: tuple[int, ...]) -> Clause:
    """If every cell is used, some link leaves the cells of the loop; otherwise a link of it is unused."""
    inside = np.zeros(board.grid.nodes, np.bool_)
    inside[list(nodes)] = True
    first, second = inside[board.grid.ends].T
    if board.fill:
        return [int(lit) for lit in links[first ^ second]]
    between = board.grid.link_between
    cells = board.grid.cell_of[list(nodes)].tolist()
    return [-int(links[between[step]]) for step in zip(cells, [*cells[1:], cells[0]], strict=True)]
