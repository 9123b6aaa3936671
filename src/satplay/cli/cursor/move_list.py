"""Cursor entry for games without one of their own: a list of the legal moves below the picture."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from satplay.contracts.board_cursor import place_at
from satplay.contracts.cursor import CursorEntry, Mouse, Place, Pointer, Reaction, View
from satplay.contracts.game import Game
from satplay.drawing.places import BESIDE
from satplay.drawing.terminal import Line, Look, Span

MAX_SHOWN = 5
"""The number of moves that are visible at once; the list scrolls with the cursor."""

CHOSEN, OTHER = "> ", "  "
"""Before the chosen move, and before all others."""


def entry_of(game: Game[Any, Any]) -> CursorEntry[Any] | None:
    """How moves are made by keys and mouse: as the game defines it, or by a list of the legal moves.

    None if the game does neither.
    """
    if game.cursor is not None:
        return game.cursor
    if game.free_text:
        return None
    return CursorEntry(
        partial(_start, game), partial(_view, game), partial(_press, game), partial(_point, game),
        partial(_keys, game),
    )  # fmt: skip


def _moves(game: Game[Any, Any], state: Any) -> list[str]:
    """The texts of the legal moves."""
    return [game.moves.write(move) for move in game.legal(state)]


def _start(game: Game[Any, Any], state: Any) -> Pointer:
    """The first move; no place at the end of the game."""
    return Pointer(next(iter(_moves(game, state)), ""))


def _view(game: Game[Any, Any], state: Any, pointer: Pointer, ascii: bool) -> View:
    """The picture, and below it the moves around the chosen one."""
    lines = list(_picture(game, state, ascii))
    moves = _moves(game, state) if pointer.at else []
    if not moves:
        return View(lines, ())
    chosen = moves.index(pointer.at) if pointer.at in moves else 0
    first = min(max(0, chosen - MAX_SHOWN // 2), max(0, len(moves) - MAX_SHOWN))
    lines += [(), (Span(f"Move {chosen + 1} of {len(moves)}:", BESIDE),)]
    places, width = [], max(map(len, moves))
    for at, move in enumerate(moves[first : first + MAX_SHOWN], first):
        places.append(Place(move, len(lines), len(OTHER), width))
        lines.append((Span(CHOSEN if at == chosen else OTHER), Span(move, Look(bold=at == chosen))))
    return View(lines, places)


def _picture(game: Game[Any, Any], state: Any, ascii: bool) -> Sequence[Line]:
    if game.sketch is not None:
        return game.sketch(state, ascii)
    text = game.states[0].write(state).rstrip("\n")
    if ascii:
        text = text.encode("ascii", "backslashreplace").decode()
    return [(Span(line),) for line in text.split("\n")]


def _keys(game: Game[Any, Any], state: Any, pointer: Pointer) -> Sequence[str]:
    return "arrows choose", "Enter play", "Home/End first or last"


def _press(game: Game[Any, Any], state: Any, pointer: Pointer, key: str) -> Reaction | None:
    """Up and down choose a move, left and right go a page back and forth; Enter and Space make the move."""
    steps = {"up": -1, "down": 1, "shift-tab": -1, "tab": 1, "left": -MAX_SHOWN, "right": MAX_SHOWN}
    if key not in (*steps, "home", "end", "enter", "space"):
        return None
    moves = _moves(game, state)
    if pointer.at not in moves:
        return Reaction(_start(game, state))
    if key in ("enter", "space"):
        return Reaction(pointer, (pointer.at,))
    ends = {"home": 0, "end": len(moves) - 1}
    to = ends[key] if key in ends else moves.index(pointer.at) + steps[key]
    return Reaction(Pointer(moves[min(max(to, 0), len(moves) - 1)]))


def _point(
    game: Game[Any, Any], state: Any, pointer: Pointer, mouse: Mouse, places: Sequence[Place]
) -> Reaction | None:
    """A click chooses a move; a click on the chosen move makes it."""
    place = place_at(places, mouse.line, mouse.column)
    if place is None or mouse.action != "press" or mouse.is_right:
        return None
    return Reaction(Pointer(place.name), (place.name,) if place.name == pointer.at else ())
