"""One variable for each cell and one cardinality constraint for each clue."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from satplay.contracts.encoding import Encoding
from satplay.contracts.facts import Facts, costs_by_rule
from satplay.logic.cardinality import exactly
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit
from satplay.puzzles.mosaic.board import Board, Solution
from satplay.puzzles.mosaic.costs import COSTS
from satplay.puzzles.mosaic.encodings.cells import Lits, complete, variables
from satplay.puzzles.mosaic.encodings.connected import connectivity
from satplay.puzzles.mosaic.rules import count


def encode(board: Board) -> Encoding[Solution]:
    """COUNT and GIVEN as clauses; CONNECTED by lazy clauses, and as a graph for engines with the theory."""
    formula, shaded = _encode_counts(board)
    encoding = complete(board, formula, shaded)
    if not board.connected:
        return encoding
    return replace(encoding, connectivity=connectivity(board, formula, shaded))


def facts(board: Board) -> Facts[Solution]:
    """The same clauses for hints: the facts that a player can write are the shaded cells."""
    formula, shaded = _encode_counts(board)

    def known_literals(solution: Solution) -> list[Lit]:
        return [shaded[cell] for cell in sorted(solution)]

    def apply_facts(solution: Solution, lits: Sequence[Lit]) -> Solution:
        return solution.union(cell for cell, lit in shaded.items() if lit in lits)

    encoding = complete(board, formula, shaded)
    return Facts(
        encoding, encoding.answer, known_literals, frozenset(), apply_facts, cost_of=costs_by_rule(COSTS)
    )


def _encode_counts(board: Board) -> tuple[Formula, Lits]:
    formula, shaded = variables(board)
    for cell, clue in board.clues.items():
        with formula.stating(count(board, cell)):
            formula.add_all(exactly([shaded[near] for near in board.around(cell)], clue, formula.fresh))
    return formula, shaded
