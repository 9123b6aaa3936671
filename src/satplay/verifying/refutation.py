"""Refuting what has been found out to be impossible once more, with a proof that is checked."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from satplay.contracts.engine import Limit, Sat, Stopped, Unknown, Unsat
from satplay.errors import EngineError
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit
from satplay.verifying.proof_file import ProofFile


def refute(
    formula: Formula, proof: ProofFile, *, engine: str | None, limit: Limit, started: float, seed: int = 0
) -> Stopped | None:
    """Write and check a proof that the formula has no model; which limit came first, or None.

    ``started`` is when (``time.perf_counter``) the time of the limit began to run.
    """
    answer = refuted(formula, proof, engine=engine, limit=limit, started=started, seed=seed)
    return answer.stopped if isinstance(answer, Unknown) else None


def refuted(
    formula: Formula,
    proof: ProofFile,
    *,
    engine: str | None,
    limit: Limit,
    started: float,
    seed: int = 0,
    assuming: Sequence[Lit] = (),
) -> Unsat | Unknown:
    """The same under assumptions, in a session of its own: the proof begins with all clauses given."""
    from satplay.verbs.solve import solve  # which refutes, too: that there is no other solution

    left = limit.seconds
    if left is not None:
        left = max(left - (time.perf_counter() - started), 0.0)
    proof.restart()
    limit = replace(limit, seconds=left)
    answer = solve(formula, engine=engine, assuming=assuming, limit=limit, seed=seed, proof=proof).answer
    if isinstance(answer, Sat):
        raise EngineError("the engine refuted a formula, and now satisfies it")
    return answer
