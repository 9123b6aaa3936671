"""What a text can mean that is not a move of Flow: other separators, more words, or a line with a corner."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from satplay.contracts.move_verbs import ERASE_SYNONYMS
from satplay.contracts.puzzle import MoveReadings
from satplay.drawing.places import CELL, WAYS, cell_name
from satplay.errors import BadInput
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.move_words import cell_named, colour_called
from satplay.puzzles.flow.paths import Flow

NOISE = {
    "draw",
    "line",
    "path",
    "connect",
    "join",
    "link",
    "from",
    "to",
    "then",
    "and",
    "go",
    "via",
    "move",
    "the",
}
GLUED = re.compile(f"(?:{CELL}){{2,}}")
ARROWS = re.compile(r"-+>|=+>|[>→:;/|+]+|\.{2,}")


def readings(board: Board, flow: Flow, text: str) -> Sequence[str]:
    """Moves that the text can mean.

    >>> readings(Board(2, 3, ((0, 2), (3, 5))), Flow(frozenset()), "from a1 -> b1b2")
    ['a1 b1 b2']
    """
    words = list(_words(board, ARROWS.sub(" ", text)))
    usual = [" ".join(words)] if words and " ".join(words) != " ".join(text.split()) else []
    return [*usual, *_without_label(board, words)]


def nearby(board: Board, flow: Flow, text: str) -> Sequence[str]:
    """A line with a corner between two cells, or a step from one cell or letter.

    >>> nearby(Board(2, 3, ((0, 2), (3, 5))), Flow(frozenset()), "a1 b2")
    ['A1 B1 B2', 'A1 A2 B2']
    """
    words = list(_words(board, ARROWS.sub(" ", text)))
    return [*_corners(board, words), *_single(board, flow, words)]


def _words(board: Board, text: str) -> Iterator[str]:
    """The words that mean something; cells may be written without blanks."""
    for at, word in enumerate(text.replace(",", " ").split()):
        if colour_called(board, word) is not None:
            yield word
        elif at == 0 and word.lower() in ERASE_SYNONYMS:
            yield "erase"
        elif GLUED.fullmatch(word):
            yield from re.findall(r"[A-Za-z]{1,3}[0-9]{1,4}", word)
        elif word.lower() not in NOISE:
            yield word


def _without_label(board: Board, words: Sequence[str]) -> Iterator[str]:
    """A letter before the cells names the line and is not a part of it."""
    if len(words) > 2 and colour_called(board, words[0]) is not None and words[1].lower() not in WAYS:
        yield " ".join(words[1:])


def _corners(board: Board, words: Sequence[str]) -> Iterator[str]:
    """Two cells that are not in one row or column: a line with one corner, either way."""
    places = [_place(board, word) for word in words]
    if len(places) == 2 and places[0] is not None and places[1] is not None:
        (row, column), (row_2, column_2) = places[0], places[1]
        if row != row_2 and column != column_2:
            for corner in (cell_name(row, column_2), cell_name(row_2, column)):
                yield f"{cell_name(row, column)} {corner} {cell_name(row_2, column_2)}"


def _single(board: Board, flow: Flow, words: Sequence[str]) -> Iterator[str]:
    """One cell or one letter: a step from there to a neighbour."""
    if len(words) != 1:
        return
    place = _place(board, words[0])
    if place is None:
        if colour_called(board, words[0]) is not None:
            yield from (f"{words[0]} {way}" for way in ("right", "down", "left", "up"))
        return
    here = place[0] * board.columns + place[1]
    joined = board.grid.adjacency(flow.links)
    for first, second in board.grid.cells.tolist():
        if here in (first, second):
            other = second if here == first else first
            if not joined[other] or len(joined[other]) == 1:
                yield f"{board.name(other)} {board.name(here)}"


def _place(board: Board, word: str) -> tuple[int, int] | None:
    try:
        cell = cell_named(board, word)
    except BadInput:
        return None
    return None if cell is None else board.place(cell)


READINGS: MoveReadings[Board, Flow] = MoveReadings(readings, nearby)
