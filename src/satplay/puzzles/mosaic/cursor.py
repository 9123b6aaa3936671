"""Mosaic with a cursor: it moves over the cells, and Space shades a cell or clears it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from satplay.contracts.board_cursor import FilledIn, place_at
from satplay.contracts.cursor import ARROWS, CursorEntry, Mouse, Place, Pointer, Reaction, View
from satplay.drawing.places import cell_called, room_above, room_before
from satplay.puzzles.mosaic.board import Board, Cell, Solution, name
from satplay.puzzles.mosaic.sketch import sketch

State: TypeAlias = FilledIn[Board, Solution]


def start(state: State) -> Pointer:
    """The cell in the top left corner."""
    return Pointer(name((0, 0)))


def view(state: State, pointer: Pointer, ascii: bool) -> View:
    """The board; every cell is a place."""
    board = state.board
    top, left = room_above(board.width), room_before(board.height)
    places = [Place(name((row, col)), top + row, left + 2 * col, width=2) for row, col in board.cells()]
    return View(sketch(board, state.position, ascii), places, top, left)


def press(state: State, pointer: Pointer, key: str) -> Reaction | None:
    """Arrows move; Enter and Space shade or clear the cell; Backspace clears it."""
    cell = _cell(state.board, pointer.at)
    if key in ARROWS:
        row, col = cell[0] + ARROWS[key][0], cell[1] + ARROWS[key][1]
        inside = 0 <= row < state.board.height and 0 <= col < state.board.width
        return Reaction(Pointer(name((row, col))) if inside else pointer)
    if key in ("enter", "space"):
        return _toggle(state, pointer.at)
    if key == "backspace":
        return _toggle(state, pointer.at) if cell in state.position else Reaction(pointer)
    return None


def point(state: State, pointer: Pointer, mouse: Mouse, places: Sequence[Place]) -> Reaction | None:
    """A click shades a cell or clears it."""
    place = place_at(places, mouse.line, mouse.column)
    return _toggle(state, place.name) if place is not None and mouse.action == "press" else None


def keys(state: State, pointer: Pointer) -> Sequence[str]:
    """The keys, which are always the same."""
    return "arrows move", "Space shade or clear"


def _toggle(state: State, at: str) -> Reaction:
    is_shaded = _cell(state.board, at) in state.position
    return Reaction(Pointer(at), (f"erase {at}" if is_shaded else at,))


def _cell(board: Board, called: str) -> Cell:
    cell = cell_called(called, board.height, board.width)
    assert cell is not None
    return cell


CURSOR: CursorEntry[State] = CursorEntry(start, view, press, point, keys)
