"""The rules of Flow Free by name, and the checker: it uses no clauses.

A solution is a set of links between neighbouring cells; their colours follow from the dots that they lead to.
Sources: Berman and Lampert, "Flow Free Solver Using CNF and SAT", and Nikoli's Numberlink, where cells may
stay free.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import lru_cache

import numpy as np

from satplay.puzzles.flow.board import Board, Cell
from satplay.puzzles.flow.grid import Grid
from satplay.puzzles.flow.paths import Flow, pieces
from satplay.rule import RuleInstance

SHARED = 1 << 12
"""Rule instances of one kind that boards of one shape share: about a thousand on 20x20 cells."""


class Rule(Enum):
    """The rules that a solution can violate."""

    END = "A dot is the end of one path."
    THROUGH = "A path does not branch, and ends nowhere but at dots."
    FILL = "Every cell is used."
    COLOUR = "A path joins the two dots of one colour."
    TOUCH = "A path does not come beside itself."
    LOOP = "Nothing is joined to a loop that has no dot."


LAST_COLOUR, DIAGONAL, REGION, DEAD_END, ROUND = "last colour", "diagonal", "region", "dead end", "round"
"""First part of the place of a rule instance that explanations state, where it is more than cells."""


def end(board: Board, cell: Cell) -> RuleInstance:
    """END at one dot."""
    colour = board.labels[board.colour_at[cell]]
    return RuleInstance(Rule.END, f"one path ends at the {colour} in {board.name(cell)}", (cell,))


def through(board: Board, node: int) -> RuleInstance:
    """THROUGH at one cell, or at one way over a bridge."""
    return _through(board.grid, node, board.fill)


# Boards of one shape share these instances, because generators explain many boards.
@lru_cache(maxsize=SHARED)
def _through(grid: Grid, node: int, fill: bool) -> RuleInstance:
    cell = int(grid.cell_of[node])
    free = "" if fill else " or stays away"
    sentence = f"a path goes through {grid.name(cell)}{_way(grid, node)}{free}"
    return RuleInstance(Rule.THROUGH, sentence, (cell, node))


def fill(board: Board, node: int) -> RuleInstance:
    """FILL at one cell, or at one way over a bridge."""
    return _fill(board.grid, node)


@lru_cache(maxsize=SHARED)
def _fill(grid: Grid, node: int) -> RuleInstance:
    cell = int(grid.cell_of[node])
    return RuleInstance(Rule.FILL, f"{grid.name(cell)} is used{_way(grid, node)}", (cell, node))


def _way(grid: Grid, node: int) -> str:
    cell = grid.cell_of[node]
    if grid.node_down[cell] == cell:  # no bridge
        return ""
    return " from side to side" if node == cell else " up and down"


def colour(board: Board, link: int) -> RuleInstance:
    """COLOUR at one link: the cells that it joins have one colour."""
    return _colour(board.grid, link)


@lru_cache(maxsize=SHARED)
def _colour(grid: Grid, link: int) -> RuleInstance:
    first, second = grid.cells[link].tolist()
    sentence = f"{grid.name(first)} and {grid.name(second)} have one colour if they are joined"
    return RuleInstance(Rule.COLOUR, sentence, (first, second))


def pair(board: Board, number: int) -> RuleInstance:
    """COLOUR at the dots of one colour: one path joins them, and no other dot."""
    first, second = board.dots[number]
    named = board.labels[number]
    sentence = f"one path joins {named} in {board.name(first)} and {named} in {board.name(second)}"
    return RuleInstance(Rule.COLOUR, sentence, (first, second))


def touch(board: Board, link: int) -> RuleInstance:
    """TOUCH at two neighbours: if they have one colour, they are joined."""
    return _touch(board.grid, link)


@lru_cache(maxsize=SHARED)
def _touch(grid: Grid, link: int) -> RuleInstance:
    first, second = grid.cells[link].tolist()
    sentence = f"{grid.name(first)} and {grid.name(second)} are joined or of two colours"
    return RuleInstance(Rule.TOUCH, sentence, (first, second))


def turn(board: Board, links: Iterable[int]) -> RuleInstance:
    """TOUCH at a short cycle of links: a path over all but one of them touches itself, or is a loop."""
    return _turn(board.grid, tuple(links))


@lru_cache(maxsize=SHARED)
def _turn(grid: Grid, links: tuple[int, ...]) -> RuleInstance:
    cells = tuple(sorted({cell for link in links for cell in grid.cells[link].tolist()}))
    return RuleInstance(Rule.TOUCH, f"no path turns round inside {', '.join(map(grid.name, cells))}", cells)


def last_colour(board: Board, node: int) -> RuleInstance:
    """FILL at one cell: it has one of the colours."""
    return _last_colour(board.grid, node)


@lru_cache(maxsize=SHARED)
def _last_colour(grid: Grid, node: int) -> RuleInstance:
    cell = int(grid.cell_of[node])
    sentence = f"some colour goes through {grid.name(cell)}{_way(grid, node)}"
    return RuleInstance(Rule.FILL, sentence, (LAST_COLOUR, cell, node))


def diagonal(board: Board, nodes: Sequence[int]) -> RuleInstance:
    """TOUCH and FILL along a diagonal: a turn repeats in the cell inside it, until a dot."""
    return _diagonal(board.grid, tuple(nodes))


@lru_cache(maxsize=SHARED)
def _diagonal(grid: Grid, nodes: tuple[int, ...]) -> RuleInstance:
    cells = tuple(int(grid.cell_of[node]) for node in nodes)
    named = grid.name(cells[0]) + (f" to {grid.name(cells[-1])}" if len(cells) > 1 else "")
    return RuleInstance(Rule.TOUCH, f"a turn repeats along the diagonal {named}", (DIAGONAL, *cells))


def region(board: Board, number: int, nodes: Iterable[int]) -> RuleInstance:
    """COLOUR at some cells: the path of a colour leads out of them, or stays outside."""
    cells = tuple(sorted({int(board.grid.cell_of[node]) for node in nodes}))
    named = board.labels[number]
    if any(cell in cells for cell in board.dots[number]):
        sentence = f"the path of {named} leads out of {_name_cells(board, cells)}"
    else:
        sentence = f"the path of {named} comes into {_name_cells(board, cells)} from outside, if it is there"
    return RuleInstance(Rule.COLOUR, sentence, (REGION, named, *cells))


def dead_end(board: Board, number: int, nodes: Iterable[int], entry: int) -> RuleInstance:
    """COLOUR at some cells that a path could only enter and leave through one cell: it stays outside."""
    cells = tuple(sorted({int(board.grid.cell_of[node]) for node in nodes}))
    way, named = int(board.grid.cell_of[entry]), board.labels[number]
    sentence = f"the path of {named} passes {board.name(way)} once, so not into {_name_cells(board, cells)}"
    return RuleInstance(Rule.COLOUR, sentence, (DEAD_END, named, way, *cells))


def self_touch(board: Board, nodes: Iterable[int]) -> RuleInstance:
    """TOUCH along a path: it does not come back beside itself, and does not close."""
    cells = tuple(sorted({int(board.grid.cell_of[node]) for node in nodes}))
    sentence = f"no path comes back beside itself at {_name_cells(board, cells)}"
    return RuleInstance(Rule.TOUCH, sentence, (ROUND, *cells))


def loop(board: Board, nodes: Iterable[int]) -> RuleInstance:
    """LOOP at some cells: they do not form a loop."""
    cells = tuple(sorted({int(board.grid.cell_of[node]) for node in nodes}))
    return RuleInstance(Rule.LOOP, f"{_name_cells(board, cells)} are no loop", cells)


def _name_cells(board: Board, cells: Sequence[int], most: int = 8) -> str:
    return ", ".join(map(board.name, cells[:most])) + (", ..." if len(cells) > most else "")


def check(board: Board, flow: Flow) -> list[RuleInstance]:
    """The rule instances that the links violate; empty if they are a solution."""
    return list(_violations(board, flow))


def is_solution(board: Board, flow: Flow) -> bool:
    """Whether ``check`` finds nothing; the first violation decides, and a board may have a million."""
    return next(_violations(board, flow), None) is None


def _violations(board: Board, flow: Flow) -> Iterator[RuleInstance]:
    yield from _violations_at_nodes(board, flow)
    found = pieces(board, flow)
    piece_of = {node: number for number, piece in enumerate(found) for node in piece.nodes}
    for piece in found:
        if piece.closed and not piece.colours:
            yield loop(board, piece.nodes)
    for number, (first, second) in enumerate(board.dots):
        one, other = piece_of.get(first), piece_of.get(second)
        if one is not None and other is not None and (one != other or found[one].colours != {number}):
            yield pair(board, number)
    if not board.touch:
        yield from _find_touches(board, flow, piece_of)


def _violations_at_nodes(board: Board, flow: Flow) -> Iterator[RuleInstance]:
    """The instances of END, FILL and THROUGH, by node."""
    degrees = board.grid.degrees(flow.links)
    wrong = (degrees != 2) & ((degrees > 0) | (board.grid.is_node & board.fill))
    dots = list(board.colour_at)
    wrong[dots] = degrees[dots] != 1
    for node in np.flatnonzero(wrong).tolist():
        at_dot = node in board.colour_at
        yield end(board, node) if at_dot else through(board, node) if degrees[node] else fill(board, node)


def _find_touches(board: Board, flow: Flow, piece_of: dict[int, int]) -> list[RuleInstance]:
    """The instances of TOUCH; a cell beside a bridge touches only the way over it that leads there."""
    grid = board.grid
    piece = np.full(grid.nodes, -1)
    piece[list(piece_of)] = list(piece_of.values())
    first, second = piece[grid.ends].T
    unused = np.ones(grid.links, np.bool_)
    unused[list(flow.links)] = False
    touching = np.flatnonzero(unused & (first == second) & (first >= 0))
    return [touch(board, link) for link in touching.tolist()]
