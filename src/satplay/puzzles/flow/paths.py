"""A solution as a set of links, its connected components, and the path of each colour."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from satplay.graph import components
from satplay.puzzles.flow.board import Board, Cell


@dataclass(frozen=True, slots=True)
class Flow:
    """The numbers of the links of ``board.grid`` that are used.

    Any set of links, also one that breaks rules; colours follow from the dots that links lead to.
    """

    links: frozenset[int]


@dataclass(frozen=True, slots=True)
class Piece:
    """A connected component of linked nodes, from neighbour to neighbour if nothing branches.

    ``colours`` are the colours of its dots; ``closed`` if it is a cycle.
    """

    nodes: tuple[int, ...]
    colours: frozenset[int]
    closed: bool


def pieces(board: Board, flow: Flow) -> list[Piece]:
    """The connected components of the links; nodes without links are in none."""
    joined = board.grid.joined(flow.links)
    linked = [node for node, near in enumerate(joined) if near]
    # From the ends first, so that a path is listed from one end to the other.
    linked.sort(key=lambda node: len(joined[node]) != 1)
    return [
        Piece(
            tuple(nodes),
            frozenset(board.colour_at[node] for node in nodes if node in board.colour_at),
            all(len(joined[node]) == 2 for node in nodes),
        )
        for nodes in components(linked, joined.__getitem__, depth_first=True)
    ]


def paths(board: Board, flow: Flow) -> list[tuple[Cell, ...]]:
    """For each colour of a solution, the cells from its first dot to its second."""
    by_end: dict[Cell, tuple[Cell, ...]] = {}
    for piece in pieces(board, flow):
        cells = tuple(board.grid.cell_of[list(piece.nodes)].tolist())
        by_end[cells[0]] = cells
        by_end[cells[-1]] = cells[::-1]
    return [by_end[first] for first, _ in board.dots]


def flow_of(board: Board, walked: Iterable[Sequence[Cell]]) -> Flow:
    """The links along sequences of cells; ``KeyError`` for a step between cells that are no neighbours."""
    between = board.grid.link_between
    return Flow(frozenset(between[step] for cells in walked for step in pairwise(cells)))
