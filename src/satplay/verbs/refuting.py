"""Refuting what has been found out to be impossible once more, with a proof that is checked."""

from __future__ import annotations

import time
from dataclasses import replace

from satplay.contracts.engine import Limit, Stopped, Unknown
from satplay.errors import EngineError
from satplay.logic.formula import Formula
from satplay.verbs.proving import ProofFile
from satplay.verbs.solve import solve


def refute(
    formula: Formula, proof: ProofFile, *, engine: str | None, limit: Limit, started: float
) -> Stopped | None:
    """Write and check a proof that the formula has no model; which limit came first, or None.

    ``started`` is when (``time.perf_counter``) the time of the limit began to run.
    """
    left = limit.seconds
    if left is not None:
        left = max(left - (time.perf_counter() - started), 0.0)
    solved = solve(formula, engine=engine, limit=replace(limit, seconds=left), proof=proof)
    if isinstance(solved.answer, Unknown):
        return solved.answer.stopped
    if not solved.proved:
        raise EngineError("the engine refuted a formula, and now satisfies it")
    return None
