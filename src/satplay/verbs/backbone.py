"""backbone: the literals that are true in every solution, under assumptions if any are given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from typing import Any

from satplay.arguments import show
from satplay.contracts.budget import Budget
from satplay.contracts.engine import UNLIMITED, Limit, Stopped, Unknown
from satplay.contracts.puzzle import Puzzle
from satplay.contracts.result_text import brief_repr, fit_screen
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.inputs.encoded_instance import encode_instance
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit, Var
from satplay.reasoning.backbone import Backbone, deny_backbone
from satplay.reasoning.backbone import backbone as find
from satplay.solving.lazy_refinement import has_lazy_clauses
from satplay.solving.projection import conjoin_literals
from satplay.verifying.proof_file import ProofFile
from satplay.verifying.refutation import refute


@dataclass(frozen=True, slots=True)
class BackboneResult:
    """The backbone of one instance.

    ``literals``         true in every solution; None if there is no solution, or none was found
    ``undecided``        may be true in every solution: a limit was reached before it was known
    ``refuted_formula``  the formula that a checked proof refutes: the clauses, the assumptions as unit
                         clauses, and a clause of the negated backbone literals
    """

    puzzle: Puzzle[Any, Any] = field(repr=False)
    formula: Formula = field(repr=False)
    literals: tuple[Lit, ...] | None
    undecided: tuple[Lit, ...]
    stopped: Stopped | None
    seconds: float
    proved: bool = False
    refuted_formula: Formula | None = None

    @property
    def exit_status(self) -> int:
        """0 everything is decided, 1 there is no solution, 3 a limit was reached."""
        return 3 if self.stopped is not None else 1 if self.literals is None else 0

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        literals = None if self.literals is None else list(self.literals)
        document: dict[str, Any] = {"backbone": literals, "subject": self.puzzle.name}
        if self.stopped is not None:
            document |= {"undecided": list(self.undecided), "stopped": self.stopped.value}
        return document | {"proved": self.proved, "seconds": round(self.seconds, 6)}

    def lines(self) -> Iterator[str]:
        """The literals on one line that ends in 0; for a puzzle, one sentence each."""
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

    def __bool__(self) -> bool:
        """A result is true if a solution was found, even if no literal is in the backbone."""
        return self.literals is not None

    def __str__(self) -> str:
        return fit_screen(self.lines())

    def __repr__(self) -> str:
        return brief_repr(self)


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
) -> BackboneResult:
    """The literals that are true in every solution of one instance: text, a path, or the instance itself.

    ``proof`` receives a checked proof that none of them can be false; it refutes
    ``BackboneResult.refuted_formula``.  If a limit prevents it, the result has no literals.

    >>> print(backbone("p cnf 3 3\\n1 2 0\\n1 -2 0\\n-1 3 2 0"))
    1 0
    >>> print(backbone("p cnf 3 3\\n1 2 0\\n1 -2 0\\n-1 3 2 0", assuming=[-2]))
    1 -2 3 0
    """
    whole = Budget(limit)
    if not isinstance(proof, ProofFile | None):
        raise BadInput("proof", found=show(proof), expected="a ProofFile")
    encoded = encode_instance(instance, subject, project_onto=over, encoding=encoding, format=format)
    formula = encoded.encoding.formula
    if proof is not None and has_lazy_clauses(encoded.encoding):
        found, able = repr(encoded.encoder_name), "one that states all its rules at once"
        raise BadInput(f"{encoded.puzzle.name} encoding for a proof", found=found, expected=able)
    limit = whole.remaining_time()
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
    result = BackboneResult(encoded.puzzle, formula, None, (), None, 0.0)
    match answer:
        case Unknown(stopped=why):
            result = replace(result, stopped=why)
        case Backbone(literals=literals, undecided=undecided, stopped=stopped):
            result = replace(result, literals=literals, undecided=undecided, stopped=stopped)
    if proof is not None and result.stopped is None:
        result = _prove(result, assuming, proof, engine, budget)
    return replace(result, seconds=budget.elapsed_seconds)


def _prove(
    result: BackboneResult, assuming: Sequence[Lit], proof: ProofFile, engine: str | None, budget: Budget
) -> BackboneResult:
    if result.literals == ():
        return result  # an empty backbone needs no proof
    formula = result.formula
    if result.literals is None:
        refuted = conjoin_literals(formula, assuming)
    else:
        refuted = deny_backbone(formula, result.literals, assuming)
    answer = refute(refuted, proof, budget.remaining_time(), engine=engine)
    if isinstance(answer, Unknown):
        return replace(result, literals=None, undecided=result.literals or (), stopped=answer.stopped)
    return replace(result, proved=True, refuted_formula=refuted)
