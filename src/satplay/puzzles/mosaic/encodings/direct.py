"""One variable a cell, one cardinality constraint a clue, one unit clause a mark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from satplay.contracts.encoding import Encoding
from satplay.contracts.facts import Facts
from satplay.logic.cardinality import exactly
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit
from satplay.logic.model import Model
from satplay.puzzles.mosaic.board import Board, Cell, Solution, name
from satplay.puzzles.mosaic.rules import count, given


@dataclass(frozen=True, slots=True)
class Shaded:
    """One cell is shaded.

    >>> Shaded((0, 1)).affirmed, Shaded((0, 1)).denied
    ('B1 is shaded', 'B1 is not shaded')
    """

    cell: Cell

    @property
    def affirmed(self) -> str:
        return f"{name(self.cell)} is shaded"

    @property
    def denied(self) -> str:
        return f"{name(self.cell)} is not shaded"

    def __str__(self) -> str:
        return f"shaded {name(self.cell)}"


def encode(board: Board) -> Encoding[Solution]:
    """Every rule is stated at once: nothing to refine, nothing built in."""
    return facts(board).encoding


def facts(board: Board) -> Facts[Solution]:
    """The same with what a person can write: which cells are shaded."""
    formula = Formula()
    shaded = {cell: formula.lit(Shaded(cell)) for cell in board.cells()}

    for cell, clue in board.clues.items():
        with formula.stating(count(board, cell)):
            formula.add_all(exactly([shaded[near] for near in board.around(cell)], clue, formula.fresh))
    for cell, mark in board.marks.items():
        with formula.stating(given(board, cell)):
            formula.add(shaded[cell] if mark else -shaded[cell])

    def decode(model: Model) -> Solution:
        return frozenset(cell for cell, lit in shaded.items() if model[lit])

    def known(solution: Solution) -> list[Lit]:
        return [shaded[cell] for cell in sorted(solution)]

    def written(solution: Solution, lits: Sequence[Lit]) -> Solution:
        return solution.union(cell for cell, lit in shaded.items() if lit in lits)

    answer = list(shaded.values())
    return Facts(Encoding(formula, decode, answer), answer, known, frozenset(), written)
