"""JSON: ``{"bridges": [{"from": [row, col], "to": [row, col], "count": 1}]}``, rows and columns from 0.

It is also read inside of something larger, such as what ``solve --json`` prints.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from satplay.contracts.texts import quoted, shown
from satplay.errors import BadInput
from satplay.puzzles.hashi.board import Board, Bridges, Cell
from satplay.puzzles.hashi.formats.bridge_collector import Gathered
from satplay.puzzles.hashi.formats.text import SOLUTION, bad

NAME = "json"
SHAPE = '{"bridges": [{"from": [row, col], "to": [row, col], "count": 1}]}'
# A quotation mark inside of a string has a backslash before it, so that this is found at a key only.
BRIDGES = re.compile(r'(?<!\\)"bridges"\s*:\s*\[')
BETWEEN = re.compile(r"[\s,]*")


def as_json(board: Board, bridges: Bridges) -> Any:
    """The document as a value.

    >>> as_json(Board(1, 3, {0: 2, 2: 2}), Bridges(((0, 2, 2),)))
    {'bridges': [{'from': [0, 0], 'to': [0, 2], 'count': 2}]}
    """
    return {
        "bridges": [
            {"from": list(board.place(first)), "to": list(board.place(second)), "count": count}
            for first, second, count in bridges.triples
        ]
    }


def write(board: Board, bridges: Bridges) -> str:
    """The document on one line."""
    return json.dumps(as_json(board, bridges)) + "\n"


def read(board: Board, text: str) -> Bridges:
    """The bridges of a document."""
    _expect_json(text)
    found = list(BRIDGES.finditer(text))
    if len(found) != 1:
        at = found[1].start() if found else 0
        _refuse(text, at, "a second list of bridges" if found else "no list of bridges", SHAPE)
    gathered = Gathered(board)
    for at, item in _items(text, found[0].end()):
        if not isinstance(item, dict) or item.keys() != {"from", "to", "count"}:
            _refuse(text, at, quoted(item), "an object with 'from', 'to' and 'count'")
        count = item["count"]
        if type(count) is not int:
            _refuse(text, at, f"the count {quoted(count)}", "a whole number")
        ends = [_cell(board, text, at, item[end]) for end in ("from", "to")]
        try:
            gathered.add(ends[0], ends[1], count, 1, 1)
        except BadInput as error:  # only then is it worth counting lines
            error.line, error.column = _place(text, at)
            raise
    return gathered.bridges()


def _expect_json(text: str) -> None:
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        found = shown(text[error.pos : error.pos + 10]) if error.pos < len(text) else "the end"
        _refuse(text, error.pos, found, f"JSON such as {SHAPE}")
    except (ValueError, RecursionError):
        _refuse(text, 0, "numbers or nesting beyond all measure", f"JSON such as {SHAPE}")


def _items(text: str, at: int) -> Iterator[tuple[int, Any]]:
    """The items of a list of well written JSON, each with where it begins."""
    decoder = json.JSONDecoder()
    while True:
        between = BETWEEN.match(text, at)
        at = between.end() if between is not None else at
        if text[at] == "]":
            return
        item, end = decoder.raw_decode(text, at)
        yield at, item
        at = end


def _cell(board: Board, text: str, at: int, place: Any) -> Cell:
    if not _is_on_board(board, place):
        expected = f"[row, col] from [0, 0] to [{board.rows - 1}, {board.columns - 1}]"
        _refuse(text, at, quoted(place), expected)
    row, column = place
    return int(row * board.columns + column)


def _is_on_board(board: Board, place: Any) -> bool:
    return (
        isinstance(place, list)
        and [type(number) for number in place] == [int, int]
        and 0 <= place[0] < board.rows
        and 0 <= place[1] < board.columns
    )


def _place(text: str, at: int) -> tuple[int, int]:
    """Line and column, both from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _refuse(text: str, at: int, found: str, expected: str) -> NoReturn:
    line, column = _place(text, at)
    raise bad(line, column, found, expected, SOLUTION)


def recognises(board: Board, text: str) -> bool:
    """It begins like an object."""
    return text.lstrip().startswith("{")
