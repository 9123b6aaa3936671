"""Flow with a cursor: a line is taken up at a cell, drawn cell by cell, and put down.

The line in hand is a preview.  When it is put down, or joins both dots of its colour, it becomes a typed
move; two if a part of an older line is erased.  A mark between two neighbours is a move of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, takewhile
from typing import TypeAlias

from satplay.contracts.board_cursor import RIGHT_PRESSED, FilledIn, cell_of, place_at
from satplay.contracts.cursor import ARROWS, CursorEntry, Mouse, Place, Pointer, Reaction, View
from satplay.contracts.mark_keys import MARK_KEY, MARKING, press_mark_key
from satplay.drawing.places import room_above, room_before
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.puzzles.flow.board import Board, Cell
from satplay.puzzles.flow.move_entry import apply_move
from satplay.puzzles.flow.move_words import cells_along
from satplay.puzzles.flow.paths import Flow, pieces
from satplay.puzzles.flow.sketch import cell_places, sketch

State: TypeAlias = FilledIn[Board, Flow]

SLANTED = {"home": "upleft", "pageup": "upright", "end": "downleft", "pagedown": "downright"}
"""Keys for the other directions on a hexagonal board, as they are arranged on a numeric keypad."""


@dataclass(frozen=True, slots=True)
class HeldLine:
    """The ``path`` in hand; ``old`` is the line that was taken up at its cell number ``taken``, from 1."""

    old: tuple[Cell, ...]
    taken: int
    path: tuple[Cell, ...]


def start(state: State) -> Pointer:
    """The first dot, or the first cell of a board without dots."""
    first = min((cell for pair in state.board.dots for cell in pair), default=0)
    return Pointer(state.board.name(first))


def view(state: State, pointer: Pointer, ascii: bool) -> View:
    """The board with the line in hand."""
    board, flow = state.board, _preview(state, pointer.held)
    places = [
        Place(board.name(cell), line, column, width)
        for cell, (line, column, width) in enumerate(cell_places(board, flow, ascii))
        if cell not in board.holes
    ]
    return View(sketch(board, flow, ascii), places, room_above(board.columns), room_before(board.rows))


def keys(state: State, pointer: Pointer) -> Sequence[str]:
    """The keys, with a line in hand, before a mark, or without both."""
    slanted = ("Home/End/PgUp/PgDn slanted",) if state.board.hexagonal else ()
    if isinstance(pointer.held, HeldLine):
        return "arrows draw", "Enter put it down", "Backspace one cell back", *slanted
    if pointer.held == MARKING:
        return "arrows mark", f"{MARK_KEY} cancel", *slanted
    mark = f"{MARK_KEY} then arrow: not joined"
    return "arrows move", "Enter take a line", "Backspace erase", mark, *slanted


# -- keys --------------------------------------------------------------------------------------------


def press(state: State, pointer: Pointer, key: str) -> Reaction | None:
    """Arrows move, draw or mark; Enter and Space take a line up and put it down; Backspace erases."""
    board, held, cell = state.board, pointer.held, cell_of(state.board, pointer.at)
    if key in ARROWS or (board.hexagonal and key in SLANTED):
        to = _next(board, cell, SLANTED.get(key, key))
        if isinstance(held, HeldLine):
            return _draw_to(state, held, to)
        if held == MARKING:
            return _mark(board, cell, to)
        while to in board.holes and (beyond := _next(board, to, SLANTED.get(key, key))) not in (to, cell):
            to = beyond
        return Reaction(pointer if to in board.holes else Pointer(board.name(to)))
    if isinstance(held, HeldLine):
        if key in ("enter", "space", "escape"):
            return _put_down(board, held)
        if key == "backspace":
            shorter = HeldLine(held.old, held.taken, held.path[:-1] or held.path)
            return Reaction(_pointer(board, shorter)) if len(held.path) > 1 else _put_down(board, held)
        if key == MARK_KEY:
            return Reaction(Pointer(pointer.at, MARKING), _moves(board, held))
    elif (reaction := press_mark_key(pointer, key)) is not None:
        return reaction
    elif key in ("enter", "space"):
        return Reaction(Pointer(pointer.at, _take_up(state, cell)))
    elif key == "backspace":
        return _erase(state, cell)
    return None


def _next(board: Board, cell: Cell, way: str) -> Cell:
    """The next cell in a direction; the same cell at the border."""
    try:
        return cells_along(board, Flow(frozenset()), [board.name(cell), way])[-1]
    except BadInput:
        return cell


def _erase(state: State, cell: Cell) -> Reaction:
    here = Pointer(state.board.name(cell))
    move = f"erase {here.at}"
    if apply_move(state.board, state.position, move) == state.position:
        return Reaction(here, note=f"There is nothing to erase in {here.at}.")
    return Reaction(here, (move,))


def _mark(board: Board, cell: Cell, to: Cell) -> Reaction:
    """Mark that a cell and its neighbour are not joined, or remove the mark."""
    here = Pointer(board.name(cell))
    if cell == to:
        return Reaction(here, note=f"There is no cell in this direction from {here.at}.")
    if (cell, to) not in board.grid.link_between:
        return Reaction(here, note=f"{here.at} and {board.name(to)} cannot be joined anyway.")
    return Reaction(here, (f"no {here.at} {board.name(to)}",))


# -- the line in hand --------------------------------------------------------------------------------


def _take_up(state: State, cell: Cell) -> HeldLine:
    """The line through a cell, from its dot up to there; at a dot, a new line."""
    board, cells = state.board, _line_through(state, cell)
    if cells is None:
        return HeldLine((cell,), 1, (cell,))
    at_end = cells[-1] == cell
    if cells[0] not in board.colour_at:  # from the end with a dot, or else from the end that is farther away
        cells = cells[::-1] if cells[-1] in board.colour_at or cells[0] == cell else cells
    elif cell in board.colour_at and at_end:
        cells = cells[::-1]
    taken = cells.index(cell) + 1
    return HeldLine(cells, taken, cells[:taken])


def _line_through(state: State, cell: Cell) -> tuple[Cell, ...] | None:
    """The cells of the line through a cell in order; None if there is none, or one that branches."""
    board, flow = state.board, state.position
    for piece in pieces(board, flow):
        cells = tuple(board.grid.cell_of[list(piece.nodes)].tolist())
        links = (board.grid.link_between.get(step) for step in pairwise(cells))
        if cell in cells and all(link in flow.links for link in links):
            return cells
    return None


def _draw_to(state: State, held: HeldLine, to: Cell) -> Reaction:
    """The line continued to a neighbour; shortened if it was there already, put down if it joins two dots."""
    board, path = state.board, held.path
    if to == path[-1]:
        return Reaction(_pointer(board, held))
    if to in path and (to not in board.bridges or to == path[-2]):
        return Reaction(_pointer(board, HeldLine(held.old, held.taken, path[: path.index(to) + 1])))
    longer = HeldLine(held.old, held.taken, (*path, to))
    try:
        flow = _apply(state, longer)
    except BadInput as error:
        return Reaction(_pointer(board, held), note=f"{str(error)[:1].upper()}{str(error)[1:]}.")
    pointer = _pointer(board, longer)
    if _joins_dots(board, flow, longer.path):
        return Reaction(Pointer(pointer.at), _moves(board, longer))
    return Reaction(pointer)


def _joins_dots(board: Board, flow: Flow, path: Sequence[Cell]) -> bool:
    """Whether the line that a path belongs to has a dot at both ends."""
    for piece in pieces(board, flow):
        cells = set(board.grid.cell_of[list(piece.nodes)].tolist())
        if path[0] in cells and path[-1] in cells:
            return sum(node in board.colour_at for node in piece.nodes) == 2
    return False


def _put_down(board: Board, held: HeldLine) -> Reaction:
    return Reaction(Pointer(board.name(held.path[-1])), _moves(board, held))


def _moves(board: Board, held: HeldLine) -> tuple[str, ...]:
    """The typed moves that lead to the line in hand; none if it is as it was taken up."""
    if held.path == held.old[: held.taken]:
        return ()
    pairs = zip(held.old, held.path, strict=False)
    common = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
    erased, drawn = held.old[common:], held.path[common - 1 :]
    moves = [f"erase {' '.join(map(board.name, erased))}"] if erased else []
    return (*moves, *([" ".join(map(board.name, drawn))] if len(drawn) > 1 else []))


def _apply(state: State, held: HeldLine) -> Flow:
    flow = state.position
    for move in _moves(state.board, held):
        flow = apply_move(state.board, flow, move)
    return flow


def _preview(state: State, held: object) -> Flow:
    return _apply(state, held) if isinstance(held, HeldLine) else state.position


def _pointer(board: Board, held: HeldLine) -> Pointer:
    return Pointer(board.name(held.path[-1]), held)


# -- mouse -------------------------------------------------------------------------------------------


def point(state: State, pointer: Pointer, mouse: Mouse, places: Sequence[Place]) -> Reaction | None:
    """Press and drag draw a line, release puts it down; a click takes it up.

    The right button erases, or marks the way to a neighbour if it is dragged there.
    """
    place = place_at(places, mouse.line, mouse.column, reach=1)
    held = pointer.held
    if mouse.is_right or held == RIGHT_PRESSED:
        return _point_right(state, pointer, mouse, place)
    if mouse.action == "release":
        changed = isinstance(held, HeldLine) and _moves(state.board, held)
        return _put_down(state.board, held) if changed and isinstance(held, HeldLine) else None
    if place is None:
        return None
    cell = cell_of(state.board, place.name)
    if not isinstance(held, HeldLine):
        # After a line has joined its dots, dragging on does not start another one.
        return None if mouse.action == "drag" else Reaction(Pointer(place.name, _take_up(state, cell)))
    if mouse.action == "press" and cell == held.path[-1]:
        return _put_down(state.board, held)
    return _draw_towards(state, held, cell)


def _point_right(state: State, pointer: Pointer, mouse: Mouse, place: Place | None) -> Reaction | None:
    if mouse.action == "press" and place is not None:
        return Reaction(Pointer(place.name, RIGHT_PRESSED))
    if mouse.action != "release" or pointer.held != RIGHT_PRESSED:
        return None
    cell = cell_of(state.board, pointer.at)
    if place is None or place.name == pointer.at:
        return _erase(state, cell)
    return _mark(state.board, cell, cell_of(state.board, place.name))


def _draw_towards(state: State, held: HeldLine, cell: Cell) -> Reaction:
    """The line continued to a cell: fast dragging skips cells."""
    board = state.board
    reaction = Reaction(_pointer(board, held))
    while isinstance(line := reaction.pointer.held, HeldLine) and line.path[-1] != cell:
        head = line.path[-1]
        (row, column), (row_2, column_2) = board.place(head), board.place(cell)
        across = "right" if column_2 > column else "left"
        down = "down" if row_2 > row else "up"
        way = across if abs(column_2 - column) >= abs(row_2 - row) else down
        to = cell if (head, cell) in board.grid.link_between or cell in line.path else _next(board, head, way)
        after = _draw_to(state, line, to)
        if after.pointer == reaction.pointer:
            return after
        reaction = after
    return reaction


CURSOR: CursorEntry[State] = CursorEntry(start, view, press, point, keys)
