"""Mastermind in the browser: a game as JSON for ``board.js``, as the person at the page may see it.

Elements are ``guess 1``, a row with its answer; ``peg 1``, a place of the row that is filled in; ``code 1``,
a place of the code; and ``symbol R`` of the palette.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from satplay.contracts.browser import BrowserView, Marks
from satplay.contracts.phrases import StepMarks
from satplay.puzzles.mastermind.board import Row
from satplay.puzzles.mastermind.colours import peg
from satplay.puzzles.mastermind.encodings.atoms import HasSymbol
from satplay.puzzles.mastermind.game.rules import to_move
from satplay.puzzles.mastermind.game.state import BREAKER, Secret, State
from satplay.puzzles.mastermind.rules import Rule

SET, GUESS, ANSWER = "set", "guess", "answer"
"""What the seat to move does, as in typed moves."""


def board_json(state: State) -> Mapping[str, Any]:
    """What a game begins with; ``pegs`` are the colours of each symbol, of the peg and of the sign on it."""
    board = state.board
    return {
        "length": board.length,
        "symbols": board.symbols,
        "pegs": [list(peg(board, symbol)) for symbol in range(len(board.symbols))],
        "repeats": board.repeats,
        "whites": state.whites,
        "tries": state.tries,
    }


def position_json(state: State) -> Mapping[str, Any]:
    """What moves change.

    ``guesses``  each with its black and its white pegs; null if white pegs are not told
    ``turn``     what the seat to move does: ``set``, ``guess`` or ``answer``; empty at the end
    ``asked``    the guess to answer, or null; ``code`` the code if it may be seen, or null
    ``secret``   ``set``, ``open``, ``hidden`` or ``kept``
    """
    board, secret = state.board, state.secret
    return {
        "guesses": [[board.text(guess.row), guess.black, guess.white] for guess in board.guesses],
        "turn": turn_of(state),
        "asked": _text(state, state.open_guess),
        "code": None if isinstance(secret, Secret) else _text(state, secret),
        "secret": secret.value if isinstance(secret, Secret) else SET,
    }


def turn_of(state: State) -> str:
    """What the seat to move does; empty at the end."""
    seat = to_move(state)
    if seat is None:
        return ""
    return GUESS if seat == BREAKER else ANSWER if state.open_guess is not None else SET


def _text(state: State, row: Row | None) -> str | None:
    return None if row is None else state.board.text(row)


def marks_json(state: State, marks: StepMarks) -> Marks:
    """The rows of guesses and the places of the code that a step is about."""
    because = [
        f"{'guess' if one.rule is Rule.ANSWER else 'code'} {place + 1}"
        for one in marks.because
        if one.rule is not Rule.REPEAT
        for place in one.place
        if isinstance(place, int)
    ]
    return {
        "because": list(dict.fromkeys(because)),
        "given": _places(state, marks.given),
        "new": _places(state, marks.new),
    }


def _places(state: State, facts: Sequence[Any]) -> list[str]:
    names = (name for fact in facts for name in elements_of_atom(state, fact.atom))
    return list(dict.fromkeys(names))


def elements_of_atom(state: State, atom: Any) -> Sequence[str]:
    """The place of the code that a variable is about."""
    return [f"code {atom.position + 1}"] if isinstance(atom, HasSymbol) else []


EXAMPLE = """\
# tries 4
# code 3052
# symbols 6
# length 4

0011 1 0
2253 1 2
3052 4 0
"""

FIRST_BOARD = """\
# tries 6
# code open
# symbols 4
# length 3
"""

SIZES = ("3x4", "4x6", "4x8", "4x10", "5x8", "6x8", "6x10", "8x10")

BROWSER: BrowserView[State] = BrowserView(
    board_json,
    position_json,
    marks_json,
    elements_of_atom,
    first_board=FIRST_BOARD,
    first_solution=EXAMPLE,
    sizes=SIZES,
    size_words={"length": "places", "symbols": "symbols"},
)
