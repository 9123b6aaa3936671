"""Typed moves of Mosaic: they shade cells and clear them."""

from __future__ import annotations

from satplay.contracts.puzzle import MoveEntry, bad_move
from satplay.drawing.places import cell_called
from satplay.puzzles.mosaic.board import Board, Cell, Solution
from satplay.puzzles.mosaic.rules import Rule, check, clue_for
from satplay.rule import RuleInstance

HELP = (
    "A1 B3      shade these cells",
    "erase B3   clear these cells",
)


def empty_position(board: Board) -> Solution:
    """The cells that are shaded from the start."""
    return frozenset(cell for cell, shaded in board.marks.items() if shaded)


def apply_move(board: Board, shaded: Solution, text: str) -> Solution:
    """The shaded cells after one typed move.

    >>> sorted(apply_move(Board(2, 3, {}, {}), frozenset(), "a1 C2"))
    [(0, 0), (1, 2)]
    """
    words = text.split()
    erase = words[:1] == ["erase"]
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


MOVE_ENTRY: MoveEntry[Board, Solution] = MoveEntry(empty_position, apply_move, irreparable_violations, HELP)
