"""What both encodings share: one variable for each cell, given marks, CONNECTED by lazy clauses, decoding."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from satplay.contracts.encoding import Encoding
from satplay.fast_dataclass import dataclass
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause, Lit
from satplay.logic.model import Model
from satplay.puzzles.mosaic.board import Board, Cell, Solution, name
from satplay.puzzles.mosaic.rules import connected, cuts, given
from satplay.puzzles.mosaic.settled_cells import settled_cells
from satplay.rule import RuleInstance

Lits: TypeAlias = Mapping[Cell, Lit]


@dataclass(frozen=True, slots=True)
class Shaded:
    """One cell is shaded.

    >>> Shaded((0, 1)).sentence, Shaded((0, 1)).negation
    ('B1 is shaded', 'B1 is not shaded')
    """

    cell: Cell

    @property
    def sentence(self) -> str:
        return f"{name(self.cell)} is shaded"

    @property
    def negation(self) -> str:
        return f"{name(self.cell)} is not shaded"

    def __str__(self) -> str:
        return f"shaded {name(self.cell)}"


def variables(board: Board) -> tuple[Formula, Lits]:
    """A formula that states GIVEN and nothing else, and the literal "is shaded" of every cell."""
    formula = Formula()
    shaded = {cell: formula.lit(Shaded(cell)) for cell in board.cells()}
    for cell, mark in board.marks.items():
        with formula.stating(given(board, cell)):
            formula.add(shaded[cell] if mark else -shaded[cell])
    return formula, shaded


def complete(board: Board, formula: Formula, shaded: Lits) -> Encoding[Solution]:
    """The encoding, once the formula states COUNT."""
    encoding: Encoding[Solution] = Encoding(
        formula,
        decode=partial(_decode, shaded),
        answer=list(shaded.values()),
        warm_start=partial(_warm_start, board, shaded),
    )
    if not board.connected:
        return encoding
    return replace(encoding, lazy_clauses=partial(_lazy_clauses, board, shaded))


def _decode(shaded: Lits, model: Model) -> Solution:
    return frozenset(cell for cell, lit in shaded.items() if model[lit])


def _lazy_clauses(board: Board, shaded: Lits, solution: Solution) -> Iterator[tuple[RuleInstance, Clause]]:
    """Cut clauses: two shaded cells, a border between them, and no cell of the border is shaded."""
    for one, other, border in cuts(board, solution):
        clause = [-shaded[one], -shaded[other], *(shaded[cell] for cell in border)]
        yield connected(one, other, border), clause


def _warm_start(board: Board, shaded: Lits) -> list[Lit]:
    return [shaded[cell] if dark else -shaded[cell] for cell, dark in settled_cells(board).items()]
