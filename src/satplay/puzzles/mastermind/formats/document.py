"""JSON: ``{"symbols": "0123456789", "length": 4, "guesses": [["0123", 2, 1]], "repeats": true}``.

The third item of a guess may be null or left out: nothing is known of white pegs.  All keys but ``guesses``
may be left out where guesses show what is meant; ``symbols`` may be how many there are.
"""

from __future__ import annotations

import json
import re
from typing import Any

from satplay.contracts.texts import quoted
from satplay.puzzles.mastermind.board import SYMBOLS, Board
from satplay.puzzles.mastermind.formats.guess_collector import MANY, Told, made, signs
from satplay.puzzles.mastermind.formats.located_json import Document, Value, document
from satplay.puzzles.mastermind.formats.text import Terms, expect_length, expect_symbols, rows

NAME = "json"
SHAPE = '{"symbols": "0123456789", "length": 4, "guesses": [["0123", 2, 1]]}'
KEYS = ("symbols", "length", "guesses", "repeats")
BEGINS = re.compile(r'\s*\{\s*"(?:symbols|length|guesses|repeats)"\s*:')


def read(text: str) -> Board:
    """A board from its document.

    >>> read('{"guesses": [["RGBY", 2, 1], ["RRGG", 1]], "repeats": false}').guesses
    (Guess(row=(0, 1, 2, 3), black=2, white=1), Guess(row=(0, 0, 1, 1), black=1, white=None))
    """
    found = document(text, SHAPE)
    start = found.value(0)
    if not isinstance(start.value, dict):
        raise found.refuse(start.at, quoted(start.value), SHAPE)
    said: dict[str, Value] = {}
    for key, value in found.pairs(start.at):
        if key.value not in KEYS:
            raise found.refuse(key.at, f"the key {quoted(key.value)}", f"only {', '.join(KEYS)}")
        if key.value in said:
            raise found.refuse(key.at, f"{key.value} a second time", "each key once")
        said[key.value] = value
    return made(_terms(found, said), _guesses(found, said.get("guesses")))


def _terms(found: Document, said: dict[str, Value]) -> Terms:
    symbols: str | int | None = None
    length: int | None = None
    repeats: bool | None = None
    if (value := said.get("symbols")) is not None:
        symbols = _symbols(found, value)
    if (value := said.get("length")) is not None:
        number = value.value if type(value.value) is int else None
        length = expect_length(number, quoted(value.value), *found.place(value.at))
    if (value := said.get("repeats")) is not None:
        if not isinstance(value.value, bool):
            raise found.refuse(value.at, quoted(value.value), "true or false")
        repeats = value.value
    last = max((value.at for name, value in said.items() if name != "guesses"), default=0)
    return Terms(symbols, length, repeats, found.place(last))


def _symbols(found: Document, value: Value) -> str | int:
    symbols = value.value
    if isinstance(symbols, str):
        return expect_symbols(symbols, *found.place(value.at))
    if type(symbols) is int and 1 <= symbols <= SYMBOLS:
        return symbols
    raise found.refuse(value.at, quoted(symbols), f"symbols in a string, or how many, 1 to {SYMBOLS}")


def _guesses(found: Document, value: Value | None) -> list[Told]:
    if value is None:
        return []
    if not isinstance(value.value, list):
        raise found.refuse(value.at, quoted(value.value), "a list of guesses")
    return [_told(found, item) for item in found.items(value.at)]


def _told(found: Document, item: Value) -> Told:
    shape = 'a guess such as ["0123", 2, 1], or ["0123", 2] for black pegs alone'
    if not isinstance(item.value, list) or len(item.value) not in (2, 3):
        raise found.refuse(item.at, quoted(item.value), shape)
    guess, black, *others = found.items(item.at)
    white = others[0] if others and others[0].value is not None else None
    if not isinstance(guess.value, str):
        raise found.refuse(guess.at, quoted(guess.value), shape)
    for number in (black, white):
        if number is not None and (type(number.value) is not int or abs(number.value) > MANY):
            raise found.refuse(number.at, quoted(number.value), "a number of pegs")
    line, column = found.place(guess.at)
    return Told(
        line,
        signs(guess.value, line, column + 1),
        found.place(black.at)[1],
        black.value,
        None if white is None else white.value,
    )


def write(board: Board) -> str:
    """The document on one line.

    >>> from satplay.puzzles.mastermind.board import Guess
    >>> write(Board(2, "AB", (Guess((0, 1), 1, 0), Guess((1, 1), 1))))
    '{"symbols": "AB", "length": 2, "guesses": [["AB", 1, 0], ["BB", 1]]}\\n'
    """
    guesses = [
        [row, guess.black, *([] if guess.white is None else [guess.white])]
        for row, guess in zip(rows(board, NAME), board.guesses, strict=True)
    ]
    told: dict[str, Any] = {"symbols": board.symbols, "length": board.length, "guesses": guesses}
    return json.dumps(told if board.repeats else told | {"repeats": False}) + "\n"


def recognises(text: str) -> bool:
    """An object whose first key is one of a board's."""
    return BEGINS.match(text) is not None
