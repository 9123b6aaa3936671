"""Playing Mosaic: typed moves shade cells, or make them white again."""

from __future__ import annotations

from satplay.contracts.puzzle import Pencil, bad_move
from satplay.drawing.places import cell_called
from satplay.puzzles.mosaic.board import Board, Cell, Solution
from satplay.puzzles.mosaic.rules import Rule, check, clue_for
from satplay.rule import RuleInstance

HELP = (
    "A1 B3      shade these cells",
    "erase B3   make them white again",
)


def blank(board: Board) -> Solution:
    """What is shaded from the start."""
    return frozenset(cell for cell, shaded in board.marks.items() if shaded)


def write(board: Board, shaded: Solution, text: str) -> Solution:
    """The shaded cells after one typed move.

    >>> sorted(write(Board(2, 3, {}, {}), frozenset(), "a1 C2"))
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


def spoilt(board: Board, shaded: Solution) -> list[RuleInstance]:
    """The rule instances that are broken whatever else is shaded: too much is, too little can be mended."""

    def is_final(broken: RuleInstance) -> bool:
        if broken.rule is Rule.CONNECTED:  # more shaded cells can join the groups
            return False
        cell = broken.place[0]
        assert isinstance(cell, tuple)
        if broken.rule is Rule.GIVEN:
            return not board.marks[cell]
        return clue_for(board, shaded, cell) > board.clues[cell]

    return [broken for broken in check(board, shaded) if is_final(broken)]


PENCIL: Pencil[Board, Solution] = Pencil(blank, write, spoilt, HELP)
