"""A solution as a set of links, its connected components, and the path of each colour."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from satplay.fast_dataclass import dataclass
from satplay.graph import components
from satplay.puzzles.flow.board import Board, Cell


@dataclass(frozen=True, slots=True)
class Flow:
    """The numbers of the links of ``board.grid`` that are used.

    Any set of links, also one that violates rules; colours follow from the dots that links lead to.

    ``apart``  links that a player has marked as not used; rules and formats ignore them
    """

    links: frozenset[int]
    apart: frozenset[int] = frozenset()


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
    adjacent = board.grid.adjacency(flow.links)
    linked = sorted(adjacent)
    # Ends come first, so that a path is listed from one end to the other.
    linked.sort(key=lambda node: len(adjacent[node]) != 1)
    return [
        Piece(
            tuple(nodes),
            frozenset(board.colour_at[node] for node in nodes if node in board.colour_at),
            all(len(adjacent[node]) == 2 for node in nodes),
        )
        for nodes in components(linked, adjacent.__getitem__, depth_first=True)
    ]


def paths(board: Board, flow: Flow) -> list[tuple[Cell, ...]]:
    """For each colour of a solution, the cells from its first dot to its second."""
    by_end: dict[Cell, tuple[Cell, ...]] = {}
    for piece in pieces(board, flow):
        cells = tuple(board.grid.cell_of[list(piece.nodes)].tolist())
        by_end[cells[0]] = cells
        by_end[cells[-1]] = cells[::-1]
    return [by_end[first] for first, _ in board.dots]


def flow_of(board: Board, sequences: Iterable[Sequence[Cell]]) -> Flow:
    """The links along sequences of cells; ``KeyError`` for a step between cells that are not neighbours."""
    between = board.grid.link_between
    return Flow(frozenset(between[step] for cells in sequences for step in pairwise(cells)))
