"""The verbs for quantified formulas, proofs and strategies, for worker processes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from satplay.web.answers import client_text
from satplay.web.verb_inputs import PART_FOR_SEARCH, Document, counters, time_limit


def solve_qbf(*, input: str, seconds: float, conflicts: int | None = None, **options: Any) -> Document:
    """Decide a quantified formula (QDIMACS) and check the winner's strategy.

    ``status`` is ``sat`` if the formula is true and ``unsat`` if it is false.
    """
    from satplay.verbs.solve_qbf import solve_qbf

    limit = time_limit(seconds, conflicts)
    return solve_qbf(client_text(input), limit=limit, progress=counters(), **options).as_json()


def check_proof(
    *, formula: str, proof: str, seconds: float, assume: Sequence[int] = (), **options: Any
) -> Document:
    """Check a DRAT or LRAT proof that a formula is unsatisfiable.

    A refusal names the first incorrect line. With ``assume`` the proof is that not all of these literals can
    be true.
    """
    from satplay.verbs.check_proof import check_proof

    sources: Any = client_text(formula, "formula"), client_text(proof, "proof")
    limit = PART_FOR_SEARCH * seconds
    return check_proof(*sources, assuming=assume, seconds=limit, progress=counters(), **options).as_json()


def check_strategy(*, formula: str, strategy: str, seconds: float, strict: bool = False) -> Document:
    """Check a strategy (AIGER) for a quantified formula (QDIMACS).

    A refusal shows a game that the strategy loses.
    """
    from satplay.verbs.check_strategy import check_strategy

    sources: Any = client_text(formula, "formula"), client_text(strategy, "strategy")
    limit = time_limit(seconds)
    return check_strategy(*sources, strict=strict, limit=limit, progress=counters()).as_json()
