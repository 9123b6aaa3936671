"""Checks before anything is shown: models against the clauses, decoded solutions against the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from satplay.contracts.puzzle import Puzzle
from satplay.engines.verify import first_false_clause
from satplay.errors import EncodingError, EngineError, KnownGap
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit
from satplay.logic.model import Model


def check_model(formula: Formula, model: Model, assuming: Sequence[Lit] = ()) -> None:
    """Raise ``EngineError`` if the model falsifies a clause or does not satisfy an assumption."""
    wrong = first_false_clause(formula.flat, model)
    if wrong is not None:
        clause = formula.clause(wrong)
        raise EngineError(f"the engine's model makes clause {wrong + 1} {clause} false")
    denied = [lit for lit in assuming if model.value(lit) is not True]
    if denied:
        raise EngineError(f"the engine's model denies the assumption {denied[0]}")


def check_rules(puzzle: Puzzle[Any, Any], board: Any, solution: Any, encoder: str | None = None) -> None:
    """Raise ``EncodingError`` if a decoded solution violates a rule of its puzzle.

    ``encoder``  the name of the encoding that it was decoded from; for one with a known gap, ``KnownGap``
    """
    violated = puzzle.check(board, solution)
    if violated:
        gap = None if encoder is None else puzzle.encoders[encoder].gap
        if encoder is not None and gap is not None:
            raise KnownGap(encoder, gap, str(violated[0]))
        raise EncodingError(f"the solution found breaks a rule of {puzzle.title}: {violated[0]}")
