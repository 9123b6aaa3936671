"""ProofPlan: how the proof of an answer of ``solve`` is written and checked.

An unsatisfiable answer is proved by the engine that found it, during its search.  There are two exceptions.
LRAT numbers the clauses of the formula before all others, so an encoding with lazy clauses is refuted once
more, in an engine that has all clauses from the start.  Uniqueness is proved by refuting the formula with the
blocking clause of the solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from satplay.contracts.budget import Budget
from satplay.contracts.encoding import Encoding
from satplay.contracts.engine import ProofSink, Unknown, Unsat
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit, Var
from satplay.solving.lazy_refinement import Result, Solution, has_lazy_clauses
from satplay.solving.projection import exclude_model
from satplay.verifying.proof_file import CheckedProof, CheckedProofLines, ProofFile
from satplay.verifying.refutation import check_refutation, expect_proofs, refute

Results: TypeAlias = tuple[Result[Any], Result[Any] | None]
"""The results of a search: a first solution and, if requested, another one."""


@dataclass(frozen=True, slots=True)
class ProofPlan:
    """``watcher`` records the proof during the search; without one it is written to ``file`` afterwards."""

    encoding: Encoding[Any]
    engine: str
    seed: int
    watcher: CheckedProof | None
    file: ProofFile | None

    @classmethod
    def make(
        cls, proof: ProofFile | ProofSink, encoding: Encoding[Any], engine: str, seed: int, *, unique: bool
    ) -> ProofPlan:
        """The plan for a proof file or sink; ``BadInput`` if the engine or the sink cannot do it."""
        if unique and not isinstance(proof, ProofFile):
            raise BadInput("proof of uniqueness", found=type(proof).__name__, expected="a ProofFile")
        expect_proofs(engine)
        if not isinstance(proof, ProofFile):
            return cls(encoding, engine, seed, CheckedProofLines(proof), None)
        afterwards = has_lazy_clauses(encoding) and not proof.takes_late_clauses
        return cls(encoding, engine, seed, None if afterwards else proof, proof)

    def prove(
        self,
        results: Results,
        assuming: Sequence[Lit],
        project_onto: Sequence[Var] | None,
        budget: Budget,
    ) -> tuple[Results, Formula | None]:
        """The results, and the formula that the checked proof refutes.

        If a limit prevents the proof, the answer becomes ``Unknown``: no answer is returned without its
        proof.
        """
        first, second = results
        formula = self.encoding.formula
        if isinstance(first, Unsat):
            answer = self._prove_unsatisfiable(first, assuming, budget)
            return (answer, second), formula if isinstance(answer, Unsat) else None
        if isinstance(first, Solution) and isinstance(second, Unsat) and self.file is not None:
            excluded = exclude_model(formula, first.model, project_onto, assuming)
            limit = budget.remaining_time()
            refuted = refute(excluded, self.file, limit, engine=self.engine, seed=self.seed)
            return (first, refuted), excluded if isinstance(refuted, Unsat) else None
        return results, None

    def _prove_unsatisfiable(self, answer: Unsat, assuming: Sequence[Lit], budget: Budget) -> Unsat | Unknown:
        formula = self.encoding.formula
        if self.watcher is not None:
            stopped = check_refutation(self.watcher, formula, answer.core, budget)
            return answer if stopped is None else Unknown(stopped)
        assert self.file is not None
        limit = budget.remaining_time()
        return refute(formula, self.file, limit, engine=self.engine, seed=self.seed, assuming=assuming)
