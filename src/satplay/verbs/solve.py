"""solve: find a solution and check it by the rules before anybody sees it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from satplay.contracts.encoding import Encoding, no_lazy_clauses
from satplay.contracts.engine import UNLIMITED, Answer, Engine, Limit, ProofSink, Sat, Stopped, Unknown, Unsat
from satplay.contracts.puzzle import Puzzle
from satplay.engines.catalogue import catalogue, default, open_engine
from satplay.engines.verify import first_false_clause
from satplay.errors import BadInput, EncodingError, EngineError, NoSuchName
from satplay.inputs.encoded_instance import opened, told_apart
from satplay.inputs.writing import Shown, as_text
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit, Var
from satplay.logic.model import Model
from satplay.reasoning.deduce import Contradiction
from satplay.reasoning.unique import blocking_clause, excluding, free_variable, with_literal
from satplay.solving.progress import Progress, reporting
from satplay.solving.session import connect, variables
from satplay.verbs.explain import no_solution, reason, reason_lines
from satplay.verifying.proof_file import CheckedLines, ProofFile, Proving
from satplay.verifying.refutation import refute, refuted

Status: TypeAlias = Literal["sat", "unsat", "unknown"]

REASONING = 10.0
"""Seconds after which an unsatisfiable puzzle is left without a reason where nobody set a limit."""

EXIT_STATUS: Mapping[str, int] = {"sat": 0, "unsat": 1, "unknown": 3}


@dataclass(frozen=True, slots=True)
class Seconds:
    """Where the time went."""

    encode: float
    solve: float
    verify: float


@dataclass(frozen=True, slots=True)
class Solved:
    """The answer to one instance.  A solution in here has passed the rules of its puzzle.

    ``core``    for an unsatisfiable answer: the assumptions that are already too much
    ``proved``  whether a proof was written and checked: that there is no solution, or none but this one
    ``unique``  where it was asked: whether this is the only solution; None when a limit came first
    ``another`` a second solution, where there is one
    ``limit``   what the solve was allowed to spend
    ``refuted`` what the proof is about: the formula, with all that was stated on the way; of uniqueness, with
                what was assumed and the clause that forbids the solution
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
    seconds: Seconds
    statistics: Mapping[str, int | float] = field(repr=False)
    assumed: tuple[Lit, ...] = ()
    core: tuple[Lit, ...] | None = None
    proved: bool = False
    asked_unique: bool = False
    unique: bool | None = None
    another: Any = None
    refuted: Formula | None = field(default=None, repr=False)
    limit: Limit = field(default=UNLIMITED, repr=False)

    @property
    def exit_status(self) -> int:
        """What the command line ends with."""
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
        """Why a puzzle has no solution: rule instances that cannot hold together, looked for when asked.

        None where there is a solution, where nobody can say, or where a limit comes first: the one that the
        solve had.
        """
        if self.status != "unsat" or self.assumed:
            return None
        limit = self.limit if self.limit.seconds is not None else replace(self.limit, seconds=REASONING)
        found = reason(self.puzzle, self.instance, limit)
        return found if isinstance(found, Contradiction) else None

    def remarks(self) -> list[str]:
        """What people may want to know besides the answer."""
        seconds = self.seconds
        said = [
            f"engine {self.engine}: {self.variables} variables, {self.clauses} clauses",
            f"encode {seconds.encode:.3f} s, solve {seconds.solve:.3f} s, verify {seconds.verify:.3f} s",
        ]
        if self.status == "sat" and self.variables > len(self.solution_literals):
            unmentioned = self.variables - len(self.solution_literals)
            said.append(f"{unmentioned} declared variables occur nowhere and are left out: any value will do")
        if isinstance(self.answer, Unknown):
            said.append(f"no answer: {self.answer.stopped.value}")
        if (word := self._uniqueness()) is not None:
            said.append(word)
        if self.proved:
            said.append("the proof was checked")
        if self.refuted is not None and self.status == "sat":
            added = " ".join(map(str, (*self.refuted.clause(len(self.refuted) - 1), 0)))
            said.append(f"it is about the formula, what was assumed, and the clause {added}")
        return said

    def _uniqueness(self) -> str | None:
        if not self.asked_unique or self.status != "sat":
            return None
        return f"unique: {'unknown' if self.unique is None else 'yes' if self.unique else 'no'}"

    @property
    def solution_literals(self) -> Sequence[Lit]:
        """The literals of the model, none without one."""
        return self.answer.model.literals.tolist() if isinstance(self.answer, Sat) else ()

    def lines(self, *, core: bool = False, shown: Shown = as_text) -> Iterator[str]:
        """The answer for people, in the convention of its field where there is one."""
        remarks = self.remarks()
        if core and self.core is not None:
            remarks.append(" ".join(["core", *map(str, self.core), "0"]))
        if self.puzzle.convention is not None:
            yield from self.puzzle.convention.lines(self.answer, self.solution, remarks)
        elif self.status == "sat":
            yield from shown(self.puzzle, self.instance, self.solution)
            if (word := self._uniqueness()) is not None:
                yield word
        elif isinstance(self.answer, Unknown):
            yield f"no answer: {self.answer.stopped.value}"
        else:
            reason = self.reason()
            yield no_solution(self.puzzle, self.instance, reason.because if reason is not None else ())
            if reason is not None:
                yield from reason_lines("because", reason.because)

    def __str__(self) -> str:
        return "\n".join(self.lines())

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
) -> Solved:
    """Solve one instance: text, a path, or the instance itself.

    ``subject`` may be left out where the input tells it by itself.  With a ``proof`` file the engine's
    proof is written there and checked before the answer is given; what is sent to a sink is checked line
    by line on the way, which is slow.

    An encoding that states rules while it is being solved is refuted once more for an LRAT proof, in a
    session that has all clauses from the start: LRAT numbers the given clauses before all others.

    ``unique`` asks whether another solution differs in the variables ``over`` (without them as for
    ``count``); a proof file then gets the proof that none does, in terms of ``Solved.refuted``.

    >>> print(solve("p cnf 2 2\\n1 2 0\\n-1 0").solution)
    Model(-1 2)
    >>> solve("p cnf 1 2\\n1 0\\n-1 0").status
    'unsat'
    """
    engine = engine if engine is not None else default()
    puzzle, board, where = opened(instance, subject, format)
    encoder_name = encoding if encoding is not None else next(iter(puzzle.encoders))
    if encoder_name not in puzzle.encoders:
        raise NoSuchName(f"{puzzle.name} encoding", encoder_name, puzzle.encoders)

    started = time.perf_counter()
    encoded = puzzle.encoders[encoder_name].encode(board)
    encode_seconds = time.perf_counter() - started
    _expect_known(assuming, encoded.formula.var_count)
    if unique and not (proof is None or isinstance(proof, ProofFile)):
        raise BadInput("proof of uniqueness", found=type(proof).__name__, expected="a ProofFile")
    if unique:
        over = told_apart(where, board, encoded) if over is None else over
        over = None if over is None else variables(over, encoded.formula, "tell solutions apart")

    another: Any = None
    if proof is not None:
        _expect_proofs(engine)
    afterwards = _proof_afterwards(encoded, proof)
    session = open_engine(engine, seed=seed)
    try:
        proving = None if afterwards is not None else _watch_proof(session, encoded, proof)
        started = time.perf_counter()
        with reporting(session.statistics, progress):
            session.declare(encoded.formula.var_count)
            session.add_flat(encoded.formula.flat)
            if proof is None:  # what a theory derives would stand in a proof without reasons
                connect(session, encoded.connectivity)
            answer, solution = _search(session, encoded, assuming, limit, proving)
            second: Answer | None = None
            if unique and isinstance(answer, Sat):
                left = _less_time(limit, started)
                second, another = _another(session, encoded, assuming, left, answer.model, over)
        solve_seconds = time.perf_counter() - started
        statistics = session.statistics()
    finally:
        session.close()

    began, started = started, time.perf_counter()
    if isinstance(answer, Sat):
        _verify(puzzle, board, encoded, assuming, answer.model, solution)
    if isinstance(second, Sat):
        _verify(puzzle, board, encoded, assuming, second.model, another)
    # An answer with a proof was asked for: without one there is none.
    about: Formula | None = None
    if isinstance(answer, Sat) and isinstance(second, Unsat) and isinstance(proof, ProofFile):
        about = excluding(encoded.formula, answer.model, over, assuming)
        stopped = refute(about, proof, engine=engine, limit=limit, started=began, seed=seed)
        second = second if stopped is None else Unknown(stopped)
    elif isinstance(answer, Unsat) and afterwards is not None:
        about = encoded.formula
        answer = refuted(
            about, afterwards, engine=engine, limit=limit, started=began, seed=seed, assuming=assuming
        )
    elif isinstance(answer, Unsat) and proving is not None:
        about = encoded.formula
        stopped = _unshown(proving, about, answer, _less_time(limit, began))
        answer = answer if stopped is None else Unknown(stopped)
    proved = about is not None and not isinstance(second if isinstance(answer, Sat) else answer, Unknown)
    return Solved(
        status="sat" if isinstance(answer, Sat) else "unsat" if isinstance(answer, Unsat) else "unknown",
        puzzle=puzzle,
        instance=board,
        answer=answer,
        solution=solution,
        engine=engine,
        encoding=encoder_name,
        variables=encoded.formula.var_count,
        clauses=encoded.formula.clause_count,
        seconds=Seconds(encode_seconds, solve_seconds, time.perf_counter() - started),
        statistics=statistics,
        assumed=tuple(assuming),
        core=answer.core if isinstance(answer, Unsat) else None,
        proved=proved,
        asked_unique=unique,
        unique=None if not isinstance(second, Sat | Unsat) else isinstance(second, Unsat),
        another=another if isinstance(second, Sat) else None,
        refuted=about if proved else None,
        limit=limit,
    )


def _search(
    session: Engine,
    encoded: Encoding[Any],
    assuming: Sequence[Lit],
    limit: Limit,
    proving: Proving | None,
) -> tuple[Answer, Any]:
    """Ask the engine; state lazily the rules that a found solution still breaks; ask again."""
    deadline = None if limit.seconds is None else time.monotonic() + limit.seconds
    try:
        # What another way has found is asked about first: a whole solution, and the search is over.
        likely = () if encoded.warm_start is None or assuming or proving is not None else encoded.warm_start()
        while True:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            answer = session.solve([*assuming, *likely], replace(limit, seconds=left))
            if likely and isinstance(answer, Unsat):
                likely = ()
                continue
            if not isinstance(answer, Sat):
                return answer, None
            solution = encoded.decode(answer.model)
            missing = list(encoded.lazy_clauses(solution))
            if not missing:
                return answer, solution
            for instance, clause in missing:
                with encoded.formula.stating(instance):
                    encoded.formula.add(*clause)
                if proving is not None:
                    proving.given(clause)
                session.add(clause)
    except MemoryError:
        return Unknown(Stopped.MEMORY), None


def _another(
    session: Engine,
    encoded: Encoding[Any],
    assuming: Sequence[Lit],
    limit: Limit,
    model: Model,
    over: Sequence[Var] | None,
) -> tuple[Answer, Any]:
    """A solution that differs in the variables ``over``, from the same session."""
    # A variable that nothing speaks of may be turned, unless a rule that is stated later speaks of it.
    is_whole = encoded.lazy_clauses is no_lazy_clauses
    free = free_variable(encoded.formula, over, assuming) if is_whole else None
    if free is not None:
        other = with_literal(model, free if model.value(free) is False else -free)
        return Sat(other), encoded.decode(other)
    session.add(blocking_clause(encoded.formula, model, over, assuming))
    return _search(session, encoded, assuming, limit, None)


def _less_time(limit: Limit, started: float) -> Limit:
    """What is left of the limit for the rest of the work that began then."""
    if limit.seconds is None:
        return limit
    return replace(limit, seconds=max(0.0, limit.seconds - (time.perf_counter() - started)))


def _verify(
    puzzle: Puzzle[Any, Any],
    board: Any,
    encoded: Encoding[Any],
    assuming: Sequence[Lit],
    model: Model,
    solution: Any,
) -> None:
    """Nothing is shown that the evaluator and the referee have not both passed."""
    wrong = first_false_clause(encoded.formula.flat, model)
    if wrong is not None:
        raise EngineError(
            f"the engine's model makes clause {wrong + 1} {encoded.formula.clause(wrong)} false"
        )
    denied = [lit for lit in assuming if model.value(lit) is not True]
    if denied:
        raise EngineError(f"the engine's model denies the assumption {denied[0]}")
    broken = puzzle.check(board, solution)
    if broken:
        raise EncodingError(f"the solution found breaks a rule of {puzzle.title}: {broken[0]}")


def _expect_known(assuming: Sequence[Lit], var_count: int) -> None:
    for lit in assuming:
        if not 1 <= abs(lit) <= var_count:
            raise BadInput(
                "assumption", found=str(lit), expected=f"a literal from {-var_count} to {var_count}, not 0"
            )


# -- proofs -----------------------------------------------------------------------------------------


def _expect_proofs(engine: str) -> None:
    if not catalogue().named(engine).proofs:
        able = ", ".join(ability.name for ability in catalogue() if ability.proofs)
        raise BadInput("engine for a proof", found=repr(engine), expected=f"one that writes proofs: {able}")


def _proof_afterwards(encoded: Encoding[Any], proof: ProofFile | ProofSink | None) -> ProofFile | None:
    """The proof file, where the proof cannot be written while rules are still being stated."""
    if isinstance(proof, ProofFile) and not proof.takes_late_clauses:
        return None if encoded.lazy_clauses is no_lazy_clauses else proof
    return None


def _unshown(proving: Proving, formula: Formula, answer: Unsat, limit: Limit) -> Stopped | None:
    """Which limit came before the proof was checked; None where it was checked and shows the answer."""
    try:
        shown = proving.shows(formula.flat, answer.core, limit.seconds, limit.memory_mib)
    except MemoryError:
        return Stopped.MEMORY
    return None if shown else Stopped.TIME


def _watch_proof(
    session: Engine, encoded: Encoding[Any], proof: ProofFile | ProofSink | None
) -> Proving | None:
    if proof is None:
        return None
    proving: Proving = proof if isinstance(proof, ProofFile) else CheckedLines(proof)
    proving.listen(session, encoded.formula)
    return proving
