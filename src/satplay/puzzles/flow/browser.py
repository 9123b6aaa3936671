"""Flow in the browser: boards, positions and marks as JSON for ``board.js``.

An element is a cell, or two neighbours; the numbers of links are the same in ``grid.js`` as in ``grid.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, TypeAlias

from satplay.contracts.board_cursor import FilledIn
from satplay.contracts.browser import BrowserView, Marks
from satplay.contracts.phrases import StepMarks
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.colours import ON_DARK, ink
from satplay.puzzles.flow.encodings.atoms import Bit, Coloured, Differ, Joined, Turning, Used
from satplay.puzzles.flow.paths import Flow
from satplay.puzzles.flow.phrases import cells_of

State: TypeAlias = FilledIn[Board, Flow]

FIRST_BOARD = "A..AB\n.....\n.C..D\n.B.DE\nC..E.\n"
"""Generated here: size ``5x5``, difficulty ``beginner``, seed 6."""

FIRST_SOLUTION = """\
A─────A B
┌───────┘
│ C─┐ ┌─D
└─B │ D E
C───┘ E─┘
"""

SIZES = ("5x5", "7x7", "9x9", "12x12", "14x14", "18x18", "25x25")


def board(state: State) -> Any:
    """What does not change: size, shape and rules, the dots of every colour, and the colours themselves.

    >>> from satplay.playing.puzzle_state import PuzzleState
    >>> board(PuzzleState(Board(2, 3, ((0, 2),)), Flow(frozenset()), False))["dots"]
    [[0, 2]]
    """
    fixed = state.board
    return {
        "rows": fixed.rows,
        "columns": fixed.columns,
        "dots": [list(pair) for pair in fixed.dots],
        "labels": list(fixed.labels),
        "palette": [[colour, ink(colour)] for colour in ON_DARK[: len(fixed.dots)]],
        "holes": sorted(fixed.holes),
        "bridges": sorted(fixed.bridges),
        "walls": [list(pair) for pair in sorted(fixed.walls)],
        "warp": fixed.warp,
        "hexagonal": fixed.hexagonal,
        "fill": fixed.fill,
        "touch": fixed.touch,
    }


def position(state: State) -> Any:
    """What moves change: the links that are drawn, and those that are marked as absent, by their numbers."""
    return {"links": sorted(state.position.links), "apart": sorted(state.position.apart)}


def marks(state: State, step: StepMarks) -> Marks:
    """The cells of rule instances, and the cells and links of facts.

    ``apart``    the links among them that are absent
    ``letters``  cell, label, whether the cell has this colour, and whether the fact is ``given`` or ``new``
    """
    fixed = state.board
    cells = chain.from_iterable(cells_of(instance) for instance in step.because)
    facts = {"given": step.given, "new": step.new}
    found = {
        kind: list(dict.fromkeys(name for fact in facts[kind] for name in elements(state, fact.atom)))
        for kind in facts
    }
    absent = (
        name
        for atom, is_true in (*step.given, *step.new)
        if isinstance(atom, Joined) and not is_true
        for name in elements(state, atom)
    )
    letters = [
        [_cell_name(fixed, atom.node), fixed.labels[atom.colour], is_true, kind]
        for kind in facts
        for atom, is_true in facts[kind]
        if isinstance(atom, Coloured)
    ]
    because = [fixed.name(cell) for cell in dict.fromkeys(cells)]
    return {"because": because, **found, "apart": list(dict.fromkeys(absent)), "letters": letters}


def elements(state: State, atom: Any) -> Sequence[str]:
    """The cell or the two neighbours that a variable is about; of a turn the cell and both steps from it."""
    return list(_elements(state.board, atom))


def _elements(board: Board, atom: Any) -> Iterator[str]:
    match atom:
        case Joined(link=link) | Differ(link=link):
            yield _link_name(board, link)
        case Bit(node=node) | Used(node=node) | Coloured(node=node):
            yield _cell_name(board, node)
        case Turning(node=node, links=links):
            yield _cell_name(board, node)
            yield from (_link_name(board, link) for link in links)


def _cell_name(board: Board, node: int) -> str:
    return board.name(int(board.grid.cell_of[node]))


def _link_name(board: Board, link: int) -> str:
    """Two neighbours, the first in reading order in front, also if a joined border is between them."""
    return "-".join(board.name(cell) for cell in sorted(board.grid.cells[link].tolist()))


BROWSER: BrowserView[State] = BrowserView(
    board,
    position,
    marks,
    elements,
    first_board=FIRST_BOARD,
    first_solution=FIRST_SOLUTION,
    sizes=SIZES,
)
