"""The common part of all encodings of Mastermind: one symbol at every position, and decoding."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.encoding import Encoding
from satplay.logic.cardinality import pairwise
from satplay.logic.formula import Formula
from satplay.logic.model import Model
from satplay.puzzles.mastermind.board import Board, Code
from satplay.puzzles.mastermind.encodings.atoms import HasSymbol
from satplay.puzzles.mastermind.rules import place, repeat

Lits = NDArray[np.int32]


def declare_symbols(board: Board, *, one_by_definition: bool = False) -> tuple[Formula, Lits]:
    """A formula whose first variables are ``holds[position, symbol]``, with the rules PLACE and REPEAT.

    ``one_by_definition``: that a position holds no other symbol belongs to the meaning of "it is 7" and is no
    part of PLACE, so that explanations need not mention it.
    """
    formula = Formula()
    holds = formula.block((board.length, len(board.symbols)), lambda i, k: HasSymbol(board, i, k))
    state_one_symbol_each(board, formula, holds, one_by_definition=one_by_definition)
    if not board.repeats and board.length > 1:
        pairs = pairwise.at_most_rows(np.ascontiguousarray(holds.T), 1)
        formula.add_rows(pairs, stating=lambda k: repeat(board, k), each=len(pairs) // len(board.symbols))
    return formula, holds


def state_one_symbol_each(
    board: Board, formula: Formula, holds: Lits, *, one_by_definition: bool = False
) -> None:
    """PLACE: at least one symbol at every position, and no two."""
    some, pairs = pairwise.exactly_one_rows(holds)
    formula.add_rows(some, stating=lambda i: place(board, i))
    if one_by_definition:
        with formula.defining():
            formula.add_rows(pairs)
    elif len(pairs):
        formula.add_rows(pairs, stating=lambda i: place(board, i), each=len(pairs) // board.length)


def finish_encoding(board: Board, formula: Formula, holds: Lits) -> Encoding[Code]:
    """The encoding of a complete formula, with its decoder."""
    weights = [1 << symbol for symbol in range(len(board.symbols))]
    return Encoding(formula, partial(_decode, weights, board.length), holds.ravel().tolist())


def _decode(weights: Sequence[int], length: int, model: Model) -> Code:
    """The symbols of each position as a sum of weights, from the first variables."""
    true = model.literals[: length * len(weights)].reshape(length, len(weights)) > 0
    return Code(
        tuple(
            [
                sum(weight for weight, is_true in zip(weights, row, strict=True) if is_true)
                for row in true.tolist()
            ]
        )
    )
