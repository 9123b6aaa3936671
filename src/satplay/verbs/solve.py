"""solve: find a solution and check it by the rules before it is returned."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from satplay.contracts.budget import Budget
from satplay.contracts.engine import UNLIMITED, Answer, Limit, ProofSink, Sat, Unknown, Unsat
from satplay.contracts.puzzle import Puzzle
from satplay.contracts.result_text import brief_repr, fit_screen
from satplay.engines.catalogue import default
from satplay.errors import NativeCoreMissing
from satplay.fast_dataclass import dataclass
from satplay.inputs.encoded_instance import EncodedInstance, encode_instance
from satplay.inputs.writing import SolutionWriter, write_lines
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit, Var
from satplay.solving.evaluation import check_model, check_rules
from satplay.solving.lazy_refinement import Result, Solution
from satplay.solving.progress import Progress, report_progress
from satplay.solving.projection import check_assumptions, check_projection
from satplay.solving.solution_search import open_search

if TYPE_CHECKING:  # imported on demand: most calls need neither a reason nor a proof
    from satplay.reasoning.deduce import Contradiction
    from satplay.verifying.proof_file import ProofFile
    from satplay.verifying.proof_plan import ProofPlan

Status: TypeAlias = Literal["sat", "unsat", "unknown"]

REASON_SECONDS = 10.0
"""Time limit for the reason of an unsatisfiable puzzle if the call set none."""

EXIT_STATUS: Mapping[str, int] = {"sat": 0, "unsat": 1, "unknown": 3}


class SolveSeconds(NamedTuple):
    """Seconds spent on each stage."""

    encode: float
    solve: float
    verify: float


@dataclass(frozen=True, slots=True)
class SolveResult:
    """The answer to one instance; its solution has been checked by the rules.

    ``core``             for an unsatisfiable answer: assumptions that are unsatisfiable together
    ``proved``           whether a proof was written and checked: that there is no solution, or no other one
    ``unique``           whether this is the only solution; None if not requested or a limit was reached
    ``another``          a second solution, if one was found
    ``limit``            the limit of the call
    ``refuted_formula``  the formula that the proof refutes, with all lazy clauses; for uniqueness also with
                         the assumptions as unit clauses and the blocking clause of the solution
    """

    status: Status
    puzzle: Puzzle[Any, Any] = field(repr=False)
    instance: Any = field(repr=False)
    answer: Answer = field(repr=False)
    solution: Any
    engine: str
    encoding: str
    variables: int
    clauses: int
    seconds: SolveSeconds
    statistics: Mapping[str, int | float] = field(repr=False)
    assumptions: tuple[Lit, ...] = ()
    core: tuple[Lit, ...] | None = None
    proved: bool = False
    asked_unique: bool = False
    unique: bool | None = None
    another: Any = None
    refuted_formula: Formula | None = field(default=None, repr=False)
    limit: Limit = field(default=UNLIMITED, repr=False)

    @property
    def exit_status(self) -> int:
        """The exit status of the command."""
        convention = self.puzzle.convention
        return (convention.exit_status if convention else EXIT_STATUS)[self.status]

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        shape = self.puzzle.solutions[0].as_json
        document: dict[str, Any] = {
            "status": self.status,
            "subject": self.puzzle.name,
            "solution": shape(self.instance, self.solution) if self.status == "sat" else None,
        }
        if isinstance(self.answer, Unknown):
            document["stopped"] = self.answer.stopped.value
        if self.core is not None:
            document["core"] = list(self.core)
            document["proved"] = self.proved
        if (reason := self.reason()) is not None:
            document["reason"] = [instance.as_json() for instance in reason.because]
            document["minimal"] = reason.minimal
            if self.puzzle.conflict_summary is not None:
                document["contradiction"] = self.puzzle.conflict_summary(self.instance, reason.because)
        if self.asked_unique and self.status == "sat":
            document["unique"] = self.unique
            if self.unique is False:
                document["another"] = shape(self.instance, self.another)
            elif self.unique:
                document["proved"] = self.proved
        return document | {
            "engine": self.engine,
            "encoding": self.encoding,
            "variables": self.variables,
            "clauses": self.clauses,
            "seconds": {
                "encode": round(self.seconds.encode, 6),
                "solve": round(self.seconds.solve, 6),
                "verify": round(self.seconds.verify, 6),
            },
            "statistics": dict(self.statistics),
        }

    def reason(self) -> Contradiction | None:
        """Why a puzzle has no solution: rule instances that cannot hold together, computed by this call.

        None if there is a solution, the puzzle gives no reasons, or the limit of the solve is reached first.
        """
        if self.status != "unsat" or self.assumptions:
            return None
        limit = self.limit if self.limit.seconds is not None else replace(self.limit, seconds=REASON_SECONDS)
        from satplay.reasoning.deduce import Contradiction
        from satplay.verbs.explain import reason

        try:
            found = reason(self.puzzle, self.instance, limit)
        except NativeCoreMissing:  # the answer itself needs no core
            return None
        return found if isinstance(found, Contradiction) else None

    def remarks(self) -> list[str]:
        """Comments on the answer: engine, size, times, uniqueness, proof."""
        seconds = self.seconds
        remarks = [
            f"engine {self.engine}: {self.variables} variables, {self.clauses} clauses",
            f"encode {seconds.encode:.3f} s, solve {seconds.solve:.3f} s, verify {seconds.verify:.3f} s",
        ]
        assigned = len(self.answer.model) if isinstance(self.answer, Sat) else self.variables
        if self.variables > assigned:
            unmentioned = self.variables - assigned
            remarks.append(
                f"{unmentioned} declared variables occur nowhere and are left out: any value will do"
            )
        if isinstance(self.answer, Unknown):
            remarks.append(f"no answer: {self.answer.stopped.value}")
        if (word := self._uniqueness()) is not None:
            remarks.append(word)
        if self.proved:
            remarks.append("the proof was checked")
        if self.refuted_formula is not None and self.status == "sat":
            added = " ".join(map(str, (*self.refuted_formula.clause(len(self.refuted_formula) - 1), 0)))
            remarks.append(f"it refutes the formula with the assumptions and the clause {added}")
        return remarks

    def _uniqueness(self) -> str | None:
        if not self.asked_unique or self.status != "sat":
            return None
        return f"unique: {'unknown' if self.unique is None else 'yes' if self.unique else 'no'}"

    @property
    def solution_literals(self) -> Sequence[Lit]:
        """The literals of the model; empty without one."""
        return self.answer.model.literals.tolist() if isinstance(self.answer, Sat) else ()

    def lines(self, *, core: bool = False, write_solution: SolutionWriter = write_lines) -> Iterator[str]:
        """The answer as text, in the convention of its field if there is one."""
        remarks = self.remarks()
        if core and self.core is not None:
            remarks.append(" ".join(["core", *map(str, self.core), "0"]))
        if self.puzzle.convention is not None:
            yield from self.puzzle.convention.lines(self.answer, self.solution, remarks)
        elif self.status == "sat":
            yield from write_solution(self.puzzle, self.instance, self.solution)
            if (word := self._uniqueness()) is not None:
                yield word
        elif isinstance(self.answer, Unknown):
            yield f"no answer: {self.answer.stopped.value}"
        else:
            reason = self.reason()
            from satplay.verbs.hint import no_solution, reason_lines

            yield no_solution(self.puzzle, self.instance, reason.because if reason is not None else ())
            if reason is not None:
                yield from reason_lines("because", reason.because)

    def __bool__(self) -> bool:
        """A result is true if there is a solution: ``sat``, not ``unsat`` or ``unknown``."""
        return self.status == "sat"

    def __str__(self) -> str:
        return fit_screen(self.lines())

    def __repr__(self) -> str:
        return brief_repr(self)

    def _repr_svg_(self) -> str:
        return self.puzzle.draw(self.instance, self.solution)._repr_svg_()


def solve(
    instance: Any,
    subject: str | None = None,
    *,
    engine: str | None = None,
    encoding: str | None = None,
    assuming: Sequence[Lit] = (),
    limit: Limit = UNLIMITED,
    seed: int = 0,
    format: str | None = None,
    proof: ProofFile | ProofSink | None = None,
    unique: bool = False,
    over: Sequence[Var] | None = None,
    progress: Progress | None = None,
) -> SolveResult:
    """Solve one instance: text, a path, or the instance itself.

    ``subject``  may be omitted if the input is recognised by itself
    ``proof``    a file for the engine's proof, which is checked before the answer is returned; the lines that
                 a sink receives are checked one by one, which is slow
    ``unique``   also decide whether another solution differs in the projection variables ``over`` (default:
                 as for ``count``); a proof file then gets the proof that none does, which refutes
                 ``SolveResult.refuted_formula``

    >>> print(solve("p cnf 2 2\\n1 2 0\\n-1 0").solution)
    Model(-1 2)
    >>> solve("p cnf 1 2\\n1 0\\n-1 0").status
    'unsat'
    """
    budget = Budget(limit)
    if proof is not None:
        from satplay.verifying.proof_file import expect_proof

        expect_proof(proof)
    engine = engine if engine is not None else default()
    encoded = encode_instance(
        instance, subject, project_onto=over, encoding=encoding, format=format, needs_projection=unique
    )
    assumed = check_assumptions(assuming, encoded.encoding.formula)
    projection = _projection(encoded) if unique else None
    query = _Query(engine, seed, assumed, budget.remaining_time(), unique, projection)
    return _solve_encoded(encoded, query, proof, progress)


@dataclass(frozen=True, slots=True)
class _Query:
    """The parameters of one search in an encoded instance."""

    engine: str
    seed: int
    assuming: Sequence[Lit]
    limit: Limit
    unique: bool
    project_onto: Sequence[Var] | None


def _projection(encoded: EncodedInstance) -> list[Var] | None:
    return check_projection(encoded.projection, encoded.encoding.formula, "project onto")


def _solve_encoded(
    encoded: EncodedInstance, query: _Query, proof: ProofFile | ProofSink | None, progress: Progress | None
) -> SolveResult:
    """Search; check a solution by clauses and rules; prove a refutation."""
    encoding = encoded.encoding
    plan = None if proof is None else _plan_proof(proof, encoded, query)
    watcher = None if plan is None else plan.watcher
    second: Result[Any] | None = None
    clock = Budget(query.limit)
    with open_search(encoding, query.engine, seed=query.seed, proof=watcher) as search:
        with report_progress(search.statistics, progress):
            budget = search.budget(query.limit)
            first = search.solve(query.assuming, budget)
            if query.unique and isinstance(first, Solution):
                second = search.find_another(first, query.project_onto, query.assuming, budget)
        solve_seconds, statistics = clock.elapsed_seconds, search.statistics()

    for result in (first, second):
        if isinstance(result, Solution):
            check_model(encoding.formula, result.model, query.assuming)
            check_rules(encoded.puzzle, encoded.board, result.value, encoded.encoder_name)

    refuted_formula: Formula | None = None
    if plan is not None:
        (first, second), refuted_formula = plan.prove(
            (first, second), query.assuming, query.project_onto, clock
        )
    seconds = SolveSeconds(encoded.seconds, solve_seconds, clock.elapsed_seconds - solve_seconds)
    return SolveResult(
        status="sat" if isinstance(first, Solution) else "unsat" if isinstance(first, Unsat) else "unknown",
        puzzle=encoded.puzzle,
        instance=encoded.board,
        answer=Sat(first.model) if isinstance(first, Solution) else first,
        solution=first.value if isinstance(first, Solution) else None,
        engine=query.engine,
        encoding=encoded.encoder_name,
        variables=encoding.formula.var_count,
        clauses=encoding.formula.clause_count,
        seconds=seconds,
        statistics=statistics,
        assumptions=tuple(query.assuming),
        core=first.core if isinstance(first, Unsat) else None,
        proved=refuted_formula is not None,
        asked_unique=query.unique,
        unique=None if second is None or isinstance(second, Unknown) else isinstance(second, Unsat),
        another=second.value if isinstance(second, Solution) else None,
        refuted_formula=refuted_formula,
        limit=clock.remaining_time(),
    )


def _plan_proof(proof: ProofFile | ProofSink, encoded: EncodedInstance, query: _Query) -> ProofPlan:
    from satplay.verifying.proof_plan import ProofPlan

    return ProofPlan.make(proof, encoded.encoding, query.engine, query.seed, unique=query.unique)
