"""backbone: the literals that are true in every solution, under assumptions if there are any."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from satplay.contracts.engine import UNLIMITED, Limit, Stopped, Unknown, Unsat
from satplay.contracts.puzzle import Puzzle
from satplay.errors import BadInput
from satplay.inputs.encoded_instance import encode_instance
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit, Var
from satplay.reasoning.backbone import backbone as find
from satplay.reasoning.backbone import deny_backbone
from satplay.solving.budget import Budget
from satplay.solving.lazy_refinement import has_lazy_clauses
from satplay.solving.projection import conjoin_literals
from satplay.verifying.proof_file import ProofFile
from satplay.verifying.refutation import refute


@dataclass(frozen=True, slots=True)
class Forced:
    """What is true in every solution: ``literals``, or None where there is no solution or none is known.

    ``undecided`` may be forced as well: a limit came first.  With a proof, ``refuted`` is what was shown
    to be unsatisfiable: the clauses, the assumptions as facts, and that one of the literals is false.
    """

    puzzle: Puzzle[Any, Any] = field(repr=False)
    formula: Formula = field(repr=False)
    literals: tuple[Lit, ...] | None
    undecided: tuple[Lit, ...]
    stopped: Stopped | None
    seconds: float
    proved: bool = False
    refuted: Formula | None = None

    @property
    def exit_status(self) -> int:
        """0 all is known, 1 there is no solution, 3 a limit came first."""
        return 3 if self.stopped is not None else 1 if self.literals is None else 0

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        literals = None if self.literals is None else list(self.literals)
        document: dict[str, Any] = {"backbone": literals, "subject": self.puzzle.name}
        if self.stopped is not None:
            document |= {"undecided": list(self.undecided), "stopped": self.stopped.value}
        return document | {"proved": self.proved, "seconds": round(self.seconds, 6)}

    def lines(self) -> Iterator[str]:
        """The literals on one line that ends in 0; of a puzzle, a sentence each."""
        if self.literals is not None:
            if any(self.formula.atom(lit) is not None for lit in self.literals):
                yield from map(self.formula.fact, self.literals)
            else:
                yield " ".join(map(str, (*self.literals, 0)))
        elif self.stopped is None:
            yield "no solution"
        if self.stopped is not None:
            left = f"; {len(self.undecided)} undecided" if self.literals is not None else ""
            yield f"no {'full ' if self.literals is not None else ''}answer: {self.stopped.value}{left}"

    def __str__(self) -> str:
        return "\n".join(self.lines())


def backbone(
    instance: Any,
    subject: str | None = None,
    *,
    over: Sequence[Var] | None = None,
    assuming: Sequence[Lit] = (),
    encoding: str | None = None,
    engine: str | None = None,
    limit: Limit = UNLIMITED,
    seed: int = 0,
    format: str | None = None,
    proof: ProofFile | None = None,
) -> Forced:
    """The literals that every solution of one instance makes true: text, a path, or the instance itself.

    ``proof`` gets a checked proof that none of them can be false, in terms of ``Forced.refuted``; where
    it does not fit into the limit, the answer is none.

    >>> print(backbone("p cnf 3 3\\n1 2 0\\n1 -2 0\\n-1 3 2 0"))
    1 0
    >>> print(backbone("p cnf 3 3\\n1 2 0\\n1 -2 0\\n-1 3 2 0", assuming=[-2]))
    1 -2 3 0
    """
    encoded = encode_instance(instance, subject, project_onto=over, encoding=encoding, format=format)
    formula = encoded.encoding.formula
    if proof is not None and has_lazy_clauses(encoded.encoding):
        found, able = repr(encoded.encoder_name), "one that states all its rules at once"
        raise BadInput(f"{encoded.puzzle.name} encoding for a proof", found=found, expected=able)
    budget = Budget(limit)
    answer = find(
        formula,
        encoded.projection,
        assuming=assuming,
        limit=limit,
        encoding=encoded.encoding,
        engine=engine,
        seed=seed,
    )
    match answer:
        case Unknown(stopped=why):
            forced = Forced(encoded.puzzle, formula, None, (), why, 0.0)
        case Unsat():
            forced = Forced(encoded.puzzle, formula, None, (), None, 0.0)
        case _:
            forced = Forced(encoded.puzzle, formula, answer.literals, answer.undecided, answer.stopped, 0.0)
    if proof is not None and forced.stopped is None:
        literals = forced.literals
        refuted = (
            conjoin_literals(formula, assuming)
            if literals is None
            else deny_backbone(formula, literals, assuming)
        )
        forced = _prove(forced, refuted, proof, engine, budget)
    return replace(forced, seconds=budget.elapsed)


def _prove(forced: Forced, refuted: Formula, proof: ProofFile, engine: str | None, budget: Budget) -> Forced:
    if forced.literals == ():
        return forced  # nothing is forced: there is nothing to prove
    answer = refute(refuted, proof, budget.remaining_time(), engine=engine)
    if isinstance(answer, Unknown):
        return replace(forced, literals=None, undecided=forced.literals or (), stopped=answer.stopped)
    return replace(forced, proved=True, refuted=refuted)
