"""What a text can mean that is not a move of Hashi: other separators, words around it, or islands nearby."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from satplay.contracts.move_verbs import ERASE_SYNONYMS
from satplay.contracts.puzzle import MoveReadings
from satplay.drawing.places import cell_number
from satplay.errors import BadInput
from satplay.puzzles.hashi.board import Board, Bridges, Cell

NOISE = {
    "bridge",
    "bridges",
    "build",
    "add",
    "connect",
    "join",
    "link",
    "from",
    "to",
    "and",
    "the",
    "between",
    "draw",
}
COUNTS = {"one": "1", "single": "1", "once": "1", "two": "2", "double": "2", "twice": "2"}
GLUED = re.compile(r"([a-z]{1,3}[0-9]{1,4})([a-z]{1,3}[0-9]{1,4})(?:x([0-9]))?")
SIGNS = re.compile(r"-+>|[>→:;/|+()]+|\.{2,}")
TIMES = re.compile(r"[x*]([0-9])|([0-9])[x*]")


def readings(board: Board, bridges: Bridges, text: str) -> Sequence[str]:
    """The text in the usual words.

    >>> readings(Board(3, 5, {0: 3, 4: 2, 14: 1}), Bridges(()), "2 bridges a1e1")
    ['A1 E1 2']
    """
    words = list(_words(text))
    usual = " ".join(words)
    return [usual] if usual and usual.lower() != " ".join(text.lower().split()) else []


def nearby(board: Board, bridges: Bridges, text: str) -> Sequence[str]:
    """Bridges from the first named island to its neighbours, the nearest to the second named cell first.

    >>> board = Board(3, 5, {0: 3, 4: 2, 14: 1})
    >>> nearby(board, Bridges(()), "A1 E2"), nearby(board, Bridges(()), "no a1 c1")
    (['A1 E1'], ['no A1 E1'])
    """
    words = list(_words(text))
    first = words[0].lower() if words else ""
    if first == "done":
        return []
    before = f"{first} " if first in ("erase", "no", "not") else ""
    return [f"{before}{bridge}" for bridge in _nearby(board, words)]


def _words(text: str) -> Iterator[str]:
    """The usual words of a move: erase or no, the islands, and a number at the end."""
    marked = text.replace("=", " 2 ") if re.search("[A-Za-z][0-9] *=", text) else text
    count = ""
    for at, word in enumerate(re.sub("[-–,]", " ", SIGNS.sub(" ", marked)).split()):
        low = word.lower()
        times = TIMES.fullmatch(low)
        if at == 0 and low in ERASE_SYNONYMS:
            yield "erase"
        elif low in NOISE:
            continue
        elif low in COUNTS or times is not None or low.isdigit():
            count = COUNTS.get(low, "") or (low if times is None else times[1] or times[2])
        elif (both := GLUED.fullmatch(low)) is not None:
            yield both[1].upper()
            yield both[2].upper()
            count = both[3] or count
        else:
            yield word
    if count:
        yield count


def _nearby(board: Board, words: Sequence[str]) -> Iterator[str]:
    cells = [cell for cell in (_cell(board, word) for word in words) if cell is not None]
    start = next((cell for cell in cells if cell in board.islands), None)
    if start is None:
        return
    target = next((cell for cell in cells if cell != start), start)
    count = f" {words[-1]}" if words[-1].isdigit() else ""
    neighbours = [
        second if first == start else first
        for first, second in board.link_between
        if start in (first, second)
    ]
    for near in sorted(neighbours, key=lambda cell: _distance(board, cell, target)):
        yield f"{board.name(start)} {board.name(near)}{count}"


def _cell(board: Board, word: str) -> Cell | None:
    try:
        return cell_number(word, board.rows, board.columns)
    except BadInput:
        return None


def _distance(board: Board, one: Cell, other: Cell) -> int:
    (row, column), (row_2, column_2) = board.place(one), board.place(other)
    return abs(row - row_2) + abs(column - column_2)


READINGS: MoveReadings[Board, Bridges] = MoveReadings(readings, nearby)
