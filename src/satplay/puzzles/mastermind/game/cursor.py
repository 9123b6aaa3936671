"""Mastermind with a cursor: the pegs of the next guess, or of the code to set, are chosen one by one.

A setter who keeps the code in mind chooses the numbers of black and white pegs of an answer in the same way.
What is chosen so far is held by the pointer: a tuple with a sign, or None, for every field.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from satplay.contracts.board_cursor import place_at
from satplay.contracts.cursor import CursorEntry, Mouse, Place, Pointer, Reaction, View
from satplay.contracts.texts import pluralize
from satplay.drawing.places import BESIDE
from satplay.drawing.terminal import Canvas, Look
from satplay.fast_dataclass import dataclass
from satplay.puzzles.mastermind.colours import peg
from satplay.puzzles.mastermind.game.messages import sketch_state
from satplay.puzzles.mastermind.game.rules import to_move
from satplay.puzzles.mastermind.game.state import Secret, State
from satplay.puzzles.mastermind.sketch import SYMBOLS_WORD, WIDE, peg_columns, symbols_line

Chosen: TypeAlias = tuple[str | None, ...]

PEG = "peg "
SYMBOL = "symbol "
"""Before the number of a peg, and before a symbol of the palette, in the names of places."""

EMPTY = "_"


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of the next move: its ``verb``, the signs for each field, and what is between signs."""

    verb: str
    signs: Sequence[str]
    count: int
    between: str = ""


def _fields(state: State) -> Fields | None:
    """The fields to fill in; None at the end of the game."""
    board = state.board
    if to_move(state) is None:
        return None
    if state.open_guess is not None:
        numbers = [str(number) for number in range(board.length + 1)]
        return Fields("answer", numbers, 2 if state.whites else 1, between=" ")
    return Fields("set" if state.secret is Secret.OPEN else "guess", board.symbols, board.length)


def start(state: State) -> Pointer:
    """The first field, all of them empty."""
    return Pointer("" if _fields(state) is None else f"{PEG}1")


def _chosen(fields: Fields, pointer: Pointer) -> Chosen:
    held = pointer.held
    return held if isinstance(held, tuple) and len(held) == fields.count else (None,) * fields.count


# -- picture -----------------------------------------------------------------------------------------


def view(state: State, pointer: Pointer, ascii: bool) -> View:
    """The board with one row more, for the move to make; the places are its fields and the palette."""
    fields = _fields(state)
    lines = list(sketch_state(state, ascii))
    if fields is None or not pointer.at:
        return View(lines, ())
    row, canvas = len(state.board.guesses), Canvas()
    chosen = _chosen(fields, pointer)
    places = _answer(canvas, fields, chosen) if fields.verb == "answer" else _pegs(canvas, state, chosen)
    lines[row:row] = canvas.lines() if row else [*canvas.lines(), ()]
    places = [place._replace(line=row) for place in places]
    if fields.verb != "answer":
        places += _palette(state, len(lines) - 1)
    return View(lines, places)


def _pegs(canvas: Canvas, state: State, chosen: Chosen) -> list[Place]:
    board = state.board
    left, step = peg_columns(board)
    number = "set" if state.secret is Secret.OPEN else str(len(board.guesses) + 1)
    canvas.put(0, 0, number.rjust(left - 2), BESIDE)
    places = []
    for position, symbol in enumerate(chosen):
        look = Look(bold=True)
        if symbol is not None:
            colours = peg(board, board.symbols.index(symbol))
            look = Look(colours.ink, colours.ground, bold=True)
        column = left + step * position
        canvas.put(0, column, (symbol or EMPTY).center(step), look)
        places.append(Place(f"{PEG}{position + 1}", 0, column, step))
    return places


def _answer(canvas: Canvas, fields: Fields, chosen: Chosen) -> list[Place]:
    places, column, width = [], 0, max(map(len, fields.signs))
    for number, (what, sign) in enumerate(zip(("black", "white"), chosen, strict=False)):
        canvas.put(0, column, f"{what} ", BESIDE)
        column += len(what) + 1
        canvas.put(0, column, (sign or EMPTY).rjust(width), Look(bold=True))
        places.append(Place(f"{PEG}{number + 1}", 0, column, width))
        column += width + 3
    return places


def _palette(state: State, line: int) -> list[Place]:
    """The symbols in the line below the board."""
    board = state.board
    step = 2 if len(board.symbols) <= WIDE else 1
    assert symbols_line(board).startswith(SYMBOLS_WORD)
    return [
        Place(f"{SYMBOL}{symbol}", line, len(SYMBOLS_WORD) + step * number)
        for number, symbol in enumerate(board.symbols)
    ]


def keys(state: State, pointer: Pointer) -> Sequence[str]:
    """The keys of the move to make."""
    fields = _fields(state)
    if fields is None:
        return ()
    signs = f"{fields.signs[0]}-{fields.signs[-1]}" if fields.signs[0].isdigit() else "".join(fields.signs)
    what = {"answer": "answer", "set": "set the code"}.get(fields.verb, "guess")
    return f"{signs} choose", f"Enter {what}", "up/down choose", "left/right move", "Backspace clear"


# -- keys --------------------------------------------------------------------------------------------


def press(state: State, pointer: Pointer, key: str) -> Reaction | None:
    """Left and right move; up, down and symbols choose; Enter makes the move; Backspace clears."""
    fields = _fields(state)
    if fields is None:
        return None
    chosen, at = _chosen(fields, pointer), _field_at(fields, pointer)
    if key in ("left", "right"):
        return _at(fields, chosen, at + (1 if key == "right" else -1))
    if key in ("up", "down", "space"):
        return _at(fields, _with(chosen, at, _cycle(fields, chosen[at], -1 if key == "down" else 1)), at)
    if key == "enter":
        return _submit(fields, chosen)
    if key == "escape":
        return _at(fields, (None,) * fields.count, 0) if any(chosen) else None
    if key == "backspace":
        at = at if chosen[at] is not None else max(0, at - 1)
        return _at(fields, _with(chosen, at, None), at)
    sign = _sign_of(fields, key)
    return None if sign is None else _at(fields, _with(chosen, at, sign), at + 1)


def _sign_of(fields: Fields, key: str) -> str | None:
    """The sign of a key; case matters only if signs differ in it."""
    if key in fields.signs:
        return key
    alike = [sign for sign in fields.signs if sign.lower() == key.lower()]
    return alike[0] if len(alike) == 1 else None


def _cycle(fields: Fields, sign: str | None, step: int) -> str:
    if sign is None:
        return fields.signs[0 if step > 0 else -1]
    return fields.signs[(list(fields.signs).index(sign) + step) % len(fields.signs)]


def _with(chosen: Chosen, at: int, sign: str | None) -> Chosen:
    return (*chosen[:at], sign, *chosen[at + 1 :])


def _field_at(fields: Fields, pointer: Pointer) -> int:
    number = pointer.at.removeprefix(PEG)
    return min(int(number), fields.count) - 1 if number.isdigit() else 0


def _at(fields: Fields, chosen: Chosen, at: int) -> Reaction:
    """The pointer at a field, or at the nearest one."""
    return Reaction(Pointer(f"{PEG}{min(max(at, 0), fields.count - 1) + 1}", chosen))


def _submit(fields: Fields, chosen: Chosen) -> Reaction:
    missing = chosen.count(None)
    if missing:
        what = pluralize(missing, "number" if fields.verb == "answer" else "peg")
        there = _at(fields, chosen, chosen.index(None))
        return replace(there, note=f"{what} {'is' if missing == 1 else 'are'} still missing.")
    # The verb keeps a code such as "keep" or "undo" from being read as a command.
    return Reaction(Pointer(f"{PEG}1"), (f"{fields.verb} {fields.between.join(filter(None, chosen))}",))


# -- mouse -------------------------------------------------------------------------------------------


def point(state: State, pointer: Pointer, mouse: Mouse, places: Sequence[Place]) -> Reaction | None:
    """A click on a symbol of the palette chooses it; on a field it moves there; the right button clears."""
    fields, place = _fields(state), place_at(places, mouse.line, mouse.column)
    if fields is None or place is None or mouse.action != "press":
        return None
    chosen, at = _chosen(fields, pointer), _field_at(fields, pointer)
    if place.name.startswith(SYMBOL):
        return _at(fields, _with(chosen, at, place.name.removeprefix(SYMBOL)), at + 1)
    at = _field_at(fields, Pointer(place.name))
    return _at(fields, _with(chosen, at, None) if mouse.is_right else chosen, at)


CURSOR: CursorEntry[State] = CursorEntry(start, view, press, point, keys)
