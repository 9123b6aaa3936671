"""Refutations with a proof: written by an engine, checked by code that shares nothing with the engines."""

from __future__ import annotations

from collections.abc import Sequence

from satplay.contracts.budget import Budget
from satplay.contracts.engine import Limit, Stopped, Unknown, Unsat
from satplay.engines.catalogue import catalogue, default
from satplay.errors import BadInput, EngineError
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit
from satplay.solving.lazy_refinement import encode_formula
from satplay.solving.solution_search import open_search
from satplay.verifying.proof_file import CheckedProof, ProofFile


def refute(
    formula: Formula,
    proof: ProofFile,
    limit: Limit,
    *,
    engine: str | None = None,
    seed: int = 0,
    assuming: Sequence[Lit] = (),
    claim: str = "the formula that the engine refuted",
) -> Unsat | Unknown:
    """Refute an unsatisfiable formula in a new engine, write the proof and check it.

    All clauses are loaded before the search, as LRAT requires.  Raises ``EngineError`` about the
    ``claim`` if there is a model.
    """
    expect_proofs(engine)
    proof.restart()
    budget = Budget(limit)
    with open_search(encode_formula(formula), engine, seed=seed, proof=proof) as search:
        result = search.solve(assuming, search.budget(limit))
    match result:
        case Unsat(core=core):
            stopped = check_refutation(proof, formula, core, budget)
            return result if stopped is None else Unknown(stopped)
        case Unknown():
            return result
    raise EngineError(f"{claim} is satisfiable")


def check_refutation(
    proof: CheckedProof, formula: Formula, core: Sequence[Lit], budget: Budget
) -> Stopped | None:
    """Check that a proof refutes the formula with the assumptions of ``core``.

    Returns the limit that was reached before the end of the check, if any; raises ``EngineError`` if the
    proof is wrong.
    """
    limit = budget.remaining_time()
    try:
        is_refuted = proof.shows(formula.flat, core, limit.seconds, limit.memory_mib)
    except MemoryError:
        return Stopped.MEMORY
    return None if is_refuted else Stopped.TIME


def expect_proofs(engine: str | None) -> None:
    """Raise ``BadInput`` for an engine that writes no proofs."""
    name = default() if engine is None else engine
    if not catalogue().find(name).proofs:
        able = ", ".join(ability.name for ability in catalogue() if ability.proofs)
        raise BadInput("engine for a proof", found=repr(name), expected=f"one that writes proofs: {able}")
