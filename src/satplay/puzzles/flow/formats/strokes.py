"""The links of a solution as strokes from cell to cell: paths, cycles, single links where paths branch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from satplay.contracts.texts import lines, split_fields
from satplay.fast_dataclass import dataclass
from satplay.puzzles.flow.board import Board, Cell
from satplay.puzzles.flow.formats.text import SOLUTION, bad, expect_natural
from satplay.puzzles.flow.paths import Flow, Piece, pieces


@dataclass(frozen=True, slots=True)
class Stroke:
    """A sequence of linked cells; ``colour`` if the dots of the same component have exactly one."""

    colour: int | None
    cells: tuple[Cell, ...]


def strokes(board: Board, flow: Flow) -> list[Stroke]:
    """Strokes that draw every link once, in the order of colours, each from its first dot if it has one.

    A path is one stroke, a cycle one that returns to its start; a component that branches is drawn link by
    link.
    """
    joined = board.grid.adjacency(flow.links)
    found = [stroke for piece in pieces(board, flow) for stroke in _strokes_of(board, piece, joined)]
    return sorted(found, key=lambda stroke: (stroke.colour is None, stroke.colour or 0))


def _strokes_of(board: Board, piece: Piece, joined: Mapping[int, list[int]]) -> Iterator[Stroke]:
    colour = next(iter(piece.colours)) if len(piece.colours) == 1 else None
    if any(len(joined[node]) > 2 for node in piece.nodes):
        links = [(node, other) for node in piece.nodes for other in joined[node] if node < other]
        for link in links:
            yield Stroke(colour, tuple(board.grid.cell_of[list(link)].tolist()))
        return
    nodes = [*piece.nodes, piece.nodes[0]] if piece.closed else list(piece.nodes)
    cells = tuple(board.grid.cell_of[nodes].tolist())
    if colour is not None and cells[-1] == board.dots[colour][0]:
        cells = cells[::-1]
    yield Stroke(colour, cells)


def whole_paths(board: Board, flow: Flow) -> list[tuple[Cell, ...]] | None:
    """For each colour the cells from its first dot to its second; None if the links are anything else."""
    found = strokes(board, flow)
    if [stroke.colour for stroke in found] != list(range(len(board.dots))):
        return None
    ends = tuple((stroke.cells[0], stroke.cells[-1]) for stroke in found)
    return [stroke.cells for stroke in found] if ends == board.dots else None


def as_json(board: Board, flow: Flow) -> Any:
    """``{"paths": [{"color": "A", "cells": [[row, col], ...]}]}``, rows and columns from 0.

    >>> from satplay.puzzles.flow.paths import flow_of
    >>> board = Board(2, 2, ((0, 2),))
    >>> as_json(board, flow_of(board, [(0, 1, 3, 2)]))
    {'paths': [{'color': 'A', 'cells': [[0, 0], [0, 1], [1, 1], [1, 0]]}]}
    """
    return {
        "paths": [
            {
                "color": None if stroke.colour is None else board.labels[stroke.colour],
                "cells": [list(board.place(cell)) for cell in stroke.cells],
            }
            for stroke in strokes(board, flow)
        ]
    }


def read_list(board: Board, text: str) -> Flow:
    """The links of strokes, one stroke per line."""
    links = set()
    most = board.rows * board.columns - 1
    for number, line in lines(text):
        last: Cell | None = None
        for column, word in split_fields(line, ",") if line.strip() else ():
            cell = expect_natural(word.strip(), number, column, most, f"a cell from 0 to {most}", SOLUTION)
            if last is not None:
                link = board.grid.link_between.get((last, cell))
                if link is None:
                    found = f"a step from {board.name(last)} to {board.name(cell)}"
                    raise bad(number, column, found, "steps between neighbours", SOLUTION)
                links.add(link)
            last = cell
    return Flow(frozenset(links))
