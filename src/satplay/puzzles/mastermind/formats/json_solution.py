"""Solutions in JSON: ``{"code": "0123"}``; a partial one is ``{"possible": ["01", "3"]}``, by position.

They are also read as part of a larger document, such as the output of ``solve --json``.
"""

from __future__ import annotations

import json
import re
from typing import Any

from satplay.contracts.located_json import JsonDocument, JsonValue, read_document
from satplay.contracts.texts import quote_json
from satplay.puzzles.mastermind.board import Board, Code, symbols_in
from satplay.puzzles.mastermind.formats.alphabet import index
from satplay.puzzles.mastermind.formats.code import read_code
from satplay.puzzles.mastermind.formats.text import SOLUTION

NAME = "json"
SHAPE = '{"code": "0123"}'
# A quotation mark inside a string has a backslash before it, so this matches keys only.
KEY = re.compile(r'(?<!\\)"(?P<key>code|possible)"\s*:')


def as_json(board: Board, code: Code) -> Any:
    """The document as a value.

    >>> as_json(Board(2, "RGB"), Code.of((0, 2))), as_json(Board(2, "RGB"), Code((0b101, 0b010)))
    ({'code': 'RB'}, {'possible': ['RB', 'G']})
    """
    if code.row is not None:
        return {"code": board.text(code.row)}
    return {"possible": [board.text(symbols_in(bits)) for bits in code.may]}


def write(board: Board, code: Code) -> str:
    """The document on one line."""
    return json.dumps(as_json(board, code)) + "\n"


def read(board: Board, text: str) -> Code:
    """The code of a document."""
    found = read_document(text, SHAPE, SOLUTION)
    keys = list(KEY.finditer(text))
    if len(keys) != 1:
        at = keys[1].start() if keys else 0
        raise found.bad(at, "a second code" if keys else "no code", f"one, such as {SHAPE}")
    value = found.value(keys[0].end())
    if keys[0]["key"] == "possible":
        return _possible(board, found, value)
    if not isinstance(value.value, str):
        raise found.bad(value.at, quote_json(value.value), f"a string as in {SHAPE}")
    line, column = found.place(value.at)
    return read_code(board, value.value, line, column + 1)


def _possible(board: Board, found: JsonDocument, value: JsonValue) -> Code:
    shape = f"a list of {board.length} strings of symbols"
    if not isinstance(value.value, list) or len(value.value) != board.length:
        raise found.bad(value.at, quote_json(value.value), shape)
    may = []
    for item in found.items(value.at):
        if not isinstance(item.value, str):
            raise found.bad(item.at, quote_json(item.value), shape)
        numbers = [index(board.symbols, sign) for sign in item.value]
        known = {symbol for symbol in numbers if symbol is not None}
        if len(known) < len(numbers):
            raise found.bad(item.at, quote_json(item.value), f"some of {board.symbols}, each once")
        may.append(sum(1 << symbol for symbol in known))
    return Code(tuple(may))


def recognises(board: Board, text: str) -> bool:
    """Whether the text begins like an object."""
    return text.lstrip().startswith("{")
