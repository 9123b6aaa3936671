"""Typed moves of Mosaic: they shade cells and clear them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from satplay.contracts.move_verbs import ERASE, ERASE_SYNONYMS, starts_with
from satplay.contracts.puzzle import MoveEntry, MoveGuidance, MoveReadings, bad_move
from satplay.drawing.places import cell_called, cell_name
from satplay.errors import BadInput
from satplay.puzzles.mosaic.board import Board, Cell, Solution
from satplay.puzzles.mosaic.rules import Rule, check, clue_for
from satplay.rule import RuleInstance

NOISE = {"shade", "fill", "black", "mark", "and", "to", "the", "cell", "cells"}
CLEAR = {*ERASE, *ERASE_SYNONYMS, "white"}


def empty_position(board: Board) -> Solution:
    """The cells that are shaded from the start."""
    return frozenset(cell for cell, shaded in board.marks.items() if shaded)


def apply_move(board: Board, shaded: Solution, text: str) -> Solution:
    """The shaded cells after one typed move.

    >>> sorted(apply_move(Board(2, 3, {}, {}), frozenset(), "a1 C2"))
    [(0, 0), (1, 2)]
    """
    words = text.replace(",", " ").split()
    erase = starts_with(words, ERASE)
    cells = frozenset(_cell(board, word) for word in words[erase:])
    if not cells:
        raise bad_move(repr(text.strip()) if words else "nothing", "cells such as A1 B3, or 'help'")
    return shaded - cells if erase else shaded | cells


def _cell(board: Board, word: str) -> Cell:
    cell = cell_called(word, board.height, board.width)
    if cell is None:
        raise bad_move(repr(word), "a cell such as A1, 'erase', or 'help'")
    return cell


def irreparable_violations(board: Board, shaded: Solution) -> list[RuleInstance]:
    """The rule instances that stay violated whatever else is shaded: too many shaded cells, never too few."""

    def is_final(violation: RuleInstance) -> bool:
        if violation.rule is Rule.CONNECTED:  # more shaded cells can join the groups
            return False
        cell = violation.place[0]
        assert isinstance(cell, tuple)
        if violation.rule is Rule.GIVEN:
            return not board.marks[cell]
        return clue_for(board, shaded, cell) > board.clues[cell]

    return [broken for broken in check(board, shaded) if is_final(broken)]


# -- guidance ------------------------------------------------------------------------------------------


def rules(board: Board) -> Sequence[str]:
    """The rules of this board in short."""
    connected = " All shaded cells are connected." if board.connected else ""
    return (
        "Shade some of the cells.",
        "A number counts the shaded cells around it and its own cell: nine at most.",
        f"Cells without a number may be shaded or not.{connected}",
    )


def example(board: Board, shaded: Solution) -> str:
    """A cell that is not shaded yet."""
    cells = ((row, column) for row in range(board.height) for column in range(board.width))
    free = (cell for cell in cells if cell not in shaded and cell not in board.marks)
    return cell_name(*next(free, (0, 0)))


def help_lines(board: Board, shaded: Solution) -> Sequence[str]:
    """How moves are typed, with a cell of this board."""
    name, last = example(board, shaded), cell_name(board.height - 1, board.width - 1)
    return (
        f"{f'{name} {last}':<17} shade these cells; A1-A3 shades a run of cells",
        f"{f'erase {name}':<17} clear these cells",
    )


def moves_between(board: Board, before: Solution, after: Solution) -> Sequence[str]:
    """The cells to shade and the cells to clear."""
    new, gone = sorted(after - before), sorted(before - after)
    shade = [" ".join(cell_name(*cell) for cell in new)] if new else []
    return [*shade, *([f"erase {' '.join(cell_name(*cell) for cell in gone)}"] if gone else [])]


def readings(board: Board, shaded: Solution, text: str) -> Sequence[str]:
    """The move that other separators, words around the cells, and runs such as A1-A3 mean."""
    words = re.sub(r"[,;:]", " ", re.sub(r"\s*(?:-+>?|→|\.{2,})\s*", "-", text)).split()
    erase = bool(words) and words[0].lower() in CLEAR
    cells: list[str] = []
    for word in words[erase:]:
        first, run, last = word.partition("-")
        if word.lower() in NOISE:
            continue
        cells += _run(board, first, last) if run else [word]
    return [" ".join(["erase", *cells] if erase else cells)] if cells else []


def nearby(board: Board, shaded: Solution, text: str) -> Sequence[str]:
    """The cells alone, without the words that are none."""
    names = [word for word in re.split(r"[\s,;]+", text) if _is_cell(board, word)]
    return [" ".join(names), f"erase {' '.join(names)}"] if names else []


def _is_cell(board: Board, word: str) -> bool:
    try:
        return cell_called(word, board.height, board.width) is not None
    except BadInput:
        return False


def _run(board: Board, first: str, last: str) -> list[str]:
    """The names of the cells in the rectangle between two cells; the texts if they are no cells."""
    try:
        ends = [cell_called(name, board.height, board.width) for name in (first, last)]
    except BadInput:
        ends = [None]
    if None in ends:
        return [first, last]
    (row, column), (row_2, column_2) = (cell for cell in ends if cell is not None)
    rows = range(min(row, row_2), max(row, row_2) + 1)
    return [cell_name(r, c) for r in rows for c in range(min(column, column_2), max(column, column_2) + 1)]


MOVE_ENTRY: MoveEntry[Board, Solution] = MoveEntry(
    empty_position,
    apply_move,
    irreparable_violations,
    MoveGuidance(rules, example, help_lines, moves_between),
    MoveReadings(readings, nearby),
)
