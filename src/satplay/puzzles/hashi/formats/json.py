"""Solutions in JSON: ``{"bridges": [{"from": [row, col], "to": [row, col], "count": 1}]}``, all from 0.

The list is also read if it is part of a larger document, such as the output of ``solve --json``.
"""

from __future__ import annotations

import json
import re
from typing import Any

from satplay.contracts.located_json import JsonDocument, JsonValue, read_document
from satplay.contracts.texts import quote_json
from satplay.errors import BadInput
from satplay.puzzles.hashi.board import Board, Bridges, Cell
from satplay.puzzles.hashi.formats.bridge_collector import BridgeCollector
from satplay.puzzles.hashi.formats.text import SOLUTION

NAME = "json"
SHAPE = '{"bridges": [{"from": [row, col], "to": [row, col], "count": 1}]}'
# A quotation mark inside a string has a backslash before it, so this matches keys only.
BRIDGES = re.compile(r'(?<!\\)"bridges"\s*:\s*(?=\[)')


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
    document = read_document(text, SHAPE, SOLUTION)
    found = list(BRIDGES.finditer(text))
    if len(found) != 1:
        at = found[1].start() if found else 0
        raise document.bad(at, "a second list of bridges" if found else "no list of bridges", SHAPE)
    collector = BridgeCollector(board)
    for item in document.items(found[0].end()):
        _add(board, document, item, collector)
    return collector.bridges()


def _add(board: Board, document: JsonDocument, item: JsonValue, collector: BridgeCollector) -> None:
    value = item.value
    if not isinstance(value, dict) or value.keys() != {"from", "to", "count"}:
        raise document.bad(item.at, quote_json(value), "an object with 'from', 'to' and 'count'")
    count = value["count"]
    if type(count) is not int:
        raise document.bad(item.at, f"the count {quote_json(count)}", "a whole number")
    for end in ("from", "to"):
        if not _is_on_board(board, value[end]):
            expected = f"[row, col] from [0, 0] to [{board.rows - 1}, {board.columns - 1}]"
            raise document.bad(item.at, quote_json(value[end]), expected)
    try:
        collector.add(_cell(board, value["from"]), _cell(board, value["to"]), count, 1, 1)
    except BadInput as error:  # the place is computed only if it is needed
        error.line, error.column = document.place(item.at)
        raise


def _cell(board: Board, place: list[int]) -> Cell:
    row, column = place
    return row * board.columns + column


def _is_on_board(board: Board, place: Any) -> bool:
    return (
        isinstance(place, list)
        and [type(number) for number in place] == [int, int]
        and 0 <= place[0] < board.rows
        and 0 <= place[1] < board.columns
    )


def recognises(board: Board, text: str) -> bool:
    """Whether the text begins like an object."""
    return text.lstrip().startswith("{")
