"""Mosaic with lazy clauses for its marks, and a format for files with several boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from satplay.contracts.encoding import Encoder, Encoding
from satplay.contracts.puzzle import Puzzle
from satplay.logic.literal import Clause
from satplay.puzzles.mosaic import PUZZLE
from satplay.puzzles.mosaic.board import Board, Solution
from satplay.puzzles.mosaic.rules import Rule, given
from satplay.rule import RuleInstance

GRID, LINE = PUZZLE.formats


def encode(board: Board) -> Encoding[Solution]:
    """The direct encoding with lazy clauses for the marks."""
    whole = PUZZLE.encoders["direct"].encode(board)
    shaded = dict(zip(board.cells(), whole.answer, strict=True))

    def lazy_clauses(solution: Solution) -> Iterator[tuple[RuleInstance, Clause]]:
        for cell, mark in board.marks.items():
            if (cell in solution) != mark:
                yield given(board, cell), [shaded[cell] if mark else -shaded[cell]]

    return replace(whole, formula=whole.formula.without(Rule.GIVEN), lazy_clauses=lazy_clauses)


def split_lines(text: str) -> list[tuple[int, str]]:
    """Split a text into boards of the second format, one per line."""
    numbered = enumerate(text.split("\n"), start=1)
    return [(number, line) for number, line in numbered if line.strip()]


SEVERAL = replace(LINE, split=split_lines)
LAZY: Puzzle[Any, Any] = replace(
    PUZZLE, encoders={**PUZZLE.encoders, "lazy": Encoder(encode, source="a test")}, formats=(GRID, SEVERAL)
)
