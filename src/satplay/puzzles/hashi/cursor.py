"""Hashi with a cursor: it moves from island to island, and builds bridges from the island that is held.

An arrow from the held island, or with Shift from any island, adds a bridge in that direction; at the maximum
it removes them all.  This is the typed move without a number.  An arrow after the key for marks marks that no
bridge goes in that direction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from satplay.contracts.board_cursor import RIGHT_PRESSED, FilledIn, cell_of, place_at
from satplay.contracts.cursor import ARROWS, SHIFTED, CursorEntry, Mouse, Place, Pointer, Reaction, View
from satplay.contracts.mark_keys import MARK_KEY, MARKING, press_mark_key
from satplay.drawing.places import room_above, room_before
from satplay.errors import BadInput
from satplay.puzzles.hashi.board import Board, Bridges, Cell
from satplay.puzzles.hashi.island_status import Way
from satplay.puzzles.hashi.move_entry import crosses
from satplay.puzzles.hashi.move_words import steps
from satplay.puzzles.hashi.sketch import island_places, sketch

State: TypeAlias = FilledIn[Board, Bridges]

HELD, PRESSED = "held", "pressed"
"""An island that arrows build from; an island on which a mouse button is down."""


def start(state: State) -> Pointer:
    """The first island; a board without islands has no place."""
    return Pointer(next(map(state.board.name, state.board.cells), ""))


def view(state: State, pointer: Pointer, ascii: bool) -> View:
    """The board; the places are the islands."""
    board = state.board
    places = [Place(board.name(cell), *at) for cell, at in island_places(board, ascii).items()]
    headings = room_above(board.columns), room_before(board.rows)
    return View(sketch(board, state.position, ascii), places, *headings)


def keys(state: State, pointer: Pointer) -> Sequence[str]:
    """The keys, with an island held, before a mark, or without both."""
    mark = f"{MARK_KEY} then arrow: no bridge"
    if pointer.held == HELD:
        return "arrows build or remove bridges", "Enter let go", "Backspace remove all"
    if pointer.held == MARKING:
        return "arrows mark", f"{MARK_KEY} cancel"
    return "arrows move", "Enter hold island", mark, "Shift+arrow build", "Backspace remove all"


# -- keys --------------------------------------------------------------------------------------------


def press(state: State, pointer: Pointer, key: str) -> Reaction | None:
    """Arrows move, build or mark; Enter and Space hold an island and let it go; Backspace removes bridges."""
    if not pointer.at:
        return None
    is_held = pointer.held == HELD
    if pointer.held == MARKING and key in ARROWS:
        return _change_way(state.board, Pointer(pointer.at), key, verb="no ")
    if (reaction := press_mark_key(pointer, key)) is not None:
        return reaction
    if key in SHIFTED or (is_held and key in ARROWS):
        return _change_way(state.board, pointer, SHIFTED.get(key, key))
    if key in ARROWS:
        return Reaction(
            Pointer(state.board.name(_neighbour(state.board, cell_of(state.board, pointer.at), key)))
        )
    if key in ("enter", "space") or (is_held and key == "escape"):
        return Reaction(Pointer(pointer.at, None if is_held else HELD))
    return _erase(state, pointer) if key == "backspace" else None


def _change_way(board: Board, pointer: Pointer, way: str, *, verb: str = "") -> Reaction:
    """Build a bridge to the next island in a direction, or do there what the verb means."""
    try:
        _, (step,) = steps(board, [pointer.at, way])
    except BadInput:
        return Reaction(pointer, note=f"There is no island {_WHERE[way]} {pointer.at}.")
    return Reaction(pointer, (f"{verb}{pointer.at} {board.name(step.end)}",))


_WHERE = {"up": "above", "down": "below", "left": "left of", "right": "right of"}


def _erase(state: State, pointer: Pointer) -> Reaction:
    """Remove all bridges and marks of an island."""
    cell, position = cell_of(state.board, pointer.at), state.position
    ways = (*position.triples, *position.absent)
    if cell not in position.done and not any(cell in way[:2] for way in ways):
        return Reaction(pointer, note=f"{pointer.at} has no bridges.")
    return Reaction(pointer, (f"erase {pointer.at}",))


def _neighbour(board: Board, cell: Cell, key: str) -> Cell:
    """The next island in a direction: in line, else the nearest within 45 degrees, else the nearest."""
    down, across = ARROWS[key]
    row, column = board.place(cell)
    found = []
    for other in board.cells:
        row_2, column_2 = board.place(other)
        ahead = (row_2 - row) * down + (column_2 - column) * across
        aside = abs((row_2 - row) * across) + abs((column_2 - column) * down)
        if ahead > 0:
            found.append((0 if aside == 0 else 1 if aside <= ahead else 2, ahead + 2 * aside, other))
    return min(found)[2] if found else cell


# -- mouse -------------------------------------------------------------------------------------------


def point(state: State, pointer: Pointer, mouse: Mouse, places: Sequence[Place]) -> Reaction | None:
    """Drag from an island builds in that direction; a click holds it, or builds between two islands.

    The right button removes bridges, or marks that there is none: by dragging, or by a click between islands.
    """
    place = place_at(places, mouse.line, mouse.column)
    if mouse.action == "release":
        return _release(state, pointer, mouse, places)
    if mouse.action != "press":
        return None
    if place is not None:
        return Reaction(Pointer(place.name, RIGHT_PRESSED if mouse.is_right else PRESSED))
    way = _way_at(state, mouse, places)
    if way is None:
        return None
    names = " ".join(map(state.board.name, way))
    is_built = any(triple[:2] == way for triple in state.position.triples)
    verb = "" if not mouse.is_right else "erase " if is_built else "no "
    return Reaction(Pointer(pointer.at), (f"{verb}{names}",))


def _release(state: State, pointer: Pointer, mouse: Mouse, places: Sequence[Place]) -> Reaction | None:
    start = next((place for place in places if place.name == pointer.at), None)
    if pointer.held not in (PRESSED, RIGHT_PRESSED) or start is None:
        return None
    is_right = pointer.held == RIGHT_PRESSED
    if start.distance(mouse.line, mouse.column) == (0, 0):
        return _erase(state, Pointer(pointer.at)) if is_right else Reaction(Pointer(pointer.at, HELD))
    down, across = mouse.line - start.line, mouse.column - start.column
    # A character is about twice as high as wide.
    way = ("down" if down > 0 else "up") if 2 * abs(down) > abs(across) else "right" if across > 0 else "left"
    return _change_way(state.board, Pointer(pointer.at), way, verb="no " if is_right else "")


def _way_at(state: State, mouse: Mouse, places: Sequence[Place]) -> Way | None:
    """The two islands with this character between them.

    Where two ways cross, one with bridges comes first, then one that is free, then the shorter one.
    """
    board = state.board
    at = {cell_of(board, place.name): place for place in places}
    built = {triple[:2] for triple in state.position.triples}
    found = []
    for first, second in board.link_between:
        start, end = at[first], at[second]
        level = start.line == mouse.line == end.line and start.column < mouse.column < end.column
        upright = start.line < mouse.line < end.line and start.distance(start.line, mouse.column)[1] == 0
        if level or upright:
            way = first, second
            is_blocked = any(crosses(board, way, other) for other in built)
            length = second - first if level else (second - first) // board.columns
            found.append((way not in built, is_blocked, length, way))
    return min(found)[3] if found else None


CURSOR: CursorEntry[State] = CursorEntry(start, view, press, point, keys)
