"""Solutions in JSON: ``{"code": "0123"}``; before it is known ``{"possible": ["01", "3"]}``, by position.

They are also read inside of something larger, such as what ``solve --json`` prints.
"""

from __future__ import annotations

import json
import re
from typing import Any

from satplay.contracts.texts import quoted
from satplay.puzzles.mastermind.board import Board, Code, symbols_in
from satplay.puzzles.mastermind.formats.alphabet import index
from satplay.puzzles.mastermind.formats.code import told
from satplay.puzzles.mastermind.formats.located_json import Document, Value, document
from satplay.puzzles.mastermind.formats.text import SOLUTION

NAME = "json"
SHAPE = '{"code": "0123"}'
# A quotation mark inside of a string has a backslash before it, so that this is found at a key only.
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
    found = document(text, SHAPE, SOLUTION)
    keys = list(KEY.finditer(text))
    if len(keys) != 1:
        at = keys[1].start() if keys else 0
        raise found.refuse(at, "a second code" if keys else "no code", f"one, such as {SHAPE}")
    value = found.value(keys[0].end())
    if keys[0]["key"] == "possible":
        return _possible(board, found, value)
    if not isinstance(value.value, str):
        raise found.refuse(value.at, quoted(value.value), f"a string as in {SHAPE}")
    line, column = found.place(value.at)
    return told(board, value.value, line, column + 1)


def _possible(board: Board, found: Document, value: Value) -> Code:
    shape = f"a list of {board.length} strings of symbols"
    if not isinstance(value.value, list) or len(value.value) != board.length:
        raise found.refuse(value.at, quoted(value.value), shape)
    may = []
    for item in found.items(value.at):
        if not isinstance(item.value, str):
            raise found.refuse(item.at, quoted(item.value), shape)
        numbers = [index(board.symbols, sign) for sign in item.value]
        known = {symbol for symbol in numbers if symbol is not None}
        if len(known) < len(numbers):
            raise found.refuse(item.at, quoted(item.value), f"some of {board.symbols}, each once")
        may.append(sum(1 << symbol for symbol in known))
    return Code(tuple(may))


def recognises(board: Board, text: str) -> bool:
    """It begins like an object."""
    return text.lstrip().startswith("{")
