"""JSON: ``{"symbols": "0123456789", "length": 4, "guesses": [["0123", 2, 1]], "repeats": true}``.

The third item of a guess may be null or missing: the white pegs are unknown.  All keys except ``guesses`` may
be missing if the guesses determine them; ``symbols`` may be the number of symbols.
"""

from __future__ import annotations

import json
import re
from typing import Any

from satplay.contracts.located_json import JsonDocument, JsonValue, read_document
from satplay.contracts.texts import quote_json
from satplay.puzzles.mastermind.board import SYMBOLS, Board
from satplay.puzzles.mastermind.formats.guess_collector import MANY, WrittenGuess, board_of, read_symbols
from satplay.puzzles.mastermind.formats.text import BOARD, Terms, expect_length, expect_symbols, rows

NAME = "json"
SHAPE = '{"symbols": "0123456789", "length": 4, "guesses": [["0123", 2, 1]]}'
KEYS = ("symbols", "length", "guesses", "repeats")
BEGINS = re.compile(r'\s*\{\s*"(?:symbols|length|guesses|repeats)"\s*:')


def read(text: str) -> Board:
    """A board from its document.

    >>> read('{"guesses": [["RGBY", 2, 1], ["RRGG", 1]], "repeats": false}').guesses
    (Guess(row=(0, 1, 2, 3), black=2, white=1), Guess(row=(0, 0, 1, 1), black=1, white=None))
    """
    found = read_document(text, SHAPE, BOARD)
    start = found.value(0)
    if not isinstance(start.value, dict):
        raise found.bad(start.at, quote_json(start.value), SHAPE)
    given: dict[str, JsonValue] = {}
    for key, value in found.pairs(start.at):
        if key.value not in KEYS:
            raise found.bad(key.at, f"the key {quote_json(key.value)}", f"only {', '.join(KEYS)}")
        if key.value in given:
            raise found.bad(key.at, f"{key.value} a second time", "each key once")
        given[key.value] = value
    return board_of(_terms(found, given), _guesses(found, given.get("guesses")))


def _terms(found: JsonDocument, given: dict[str, JsonValue]) -> Terms:
    symbols: str | int | None = None
    length: int | None = None
    repeats: bool | None = None
    if (value := given.get("symbols")) is not None:
        symbols = _symbols(found, value)
    if (value := given.get("length")) is not None:
        number = value.value if type(value.value) is int else None
        length = expect_length(number, quote_json(value.value), *found.place(value.at))
    if (value := given.get("repeats")) is not None:
        if not isinstance(value.value, bool):
            raise found.bad(value.at, quote_json(value.value), "true or false")
        repeats = value.value
    last = max((value.at for name, value in given.items() if name != "guesses"), default=0)
    return Terms(symbols, length, repeats, found.place(last))


def _symbols(found: JsonDocument, value: JsonValue) -> str | int:
    symbols = value.value
    if isinstance(symbols, str):
        return expect_symbols(symbols, *found.place(value.at))
    if type(symbols) is int and 1 <= symbols <= SYMBOLS:
        return symbols
    raise found.bad(value.at, quote_json(symbols), f"symbols in a string, or how many, 1 to {SYMBOLS}")


def _guesses(found: JsonDocument, value: JsonValue | None) -> list[WrittenGuess]:
    if value is None:
        return []
    if not isinstance(value.value, list):
        raise found.bad(value.at, quote_json(value.value), "a list of guesses")
    return [_guess(found, item) for item in found.items(value.at)]


def _guess(found: JsonDocument, item: JsonValue) -> WrittenGuess:
    shape = 'a guess such as ["0123", 2, 1], or ["0123", 2] for black pegs alone'
    if not isinstance(item.value, list) or len(item.value) not in (2, 3):
        raise found.bad(item.at, quote_json(item.value), shape)
    guess, black, *others = found.items(item.at)
    white = others[0] if others and others[0].value is not None else None
    if not isinstance(guess.value, str):
        raise found.bad(guess.at, quote_json(guess.value), shape)
    for number in (black, white):
        if number is not None and (type(number.value) is not int or abs(number.value) > MANY):
            raise found.bad(number.at, quote_json(number.value), "a number of pegs")
    line, column = found.place(guess.at)
    return WrittenGuess(
        line,
        read_symbols(guess.value, line, column + 1),
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
    fields: dict[str, Any] = {"symbols": board.symbols, "length": board.length, "guesses": guesses}
    return json.dumps(fields if board.repeats else fields | {"repeats": False}) + "\n"


def recognises(text: str) -> bool:
    """Whether the text begins with an object whose first key is a board's."""
    return BEGINS.match(text) is not None
