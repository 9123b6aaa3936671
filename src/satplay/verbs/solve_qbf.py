"""solve qbf: decide a quantified formula and check the winner's strategy before the answer is returned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, Literal, TypeAlias

from satplay.contracts.budget import Budget
from satplay.contracts.engine import UNLIMITED, Limit, Stopped, Unknown
from satplay.contracts.qbf_engine import Fails, Holds
from satplay.contracts.result_text import brief_repr, fit_screen
from satplay.errors import BadInput, EngineError
from satplay.fast_dataclass import dataclass
from satplay.inputs.quantified_formula import read_quantified
from satplay.inputs.source import Source
from satplay.logic import aiger
from satplay.logic.literal import MAX_VAR, Lit
from satplay.logic.prefix import merge_blocks
from satplay.logic.qdimacs import recognises
from satplay.logic.quantified import Quantified, Quantifier
from satplay.logic.replies import gate_rows, replies
from satplay.logic.strategy import Strategy
from satplay.qbf.catalogue import catalogue, default, find_engine, open_qbf
from satplay.solving.progress import Progress, report_progress
from satplay.verbs.check_strategy import judge_strategy

__all__ = ["QbfResult", "recognises", "solve_qbf"]

Status: TypeAlias = Literal["sat", "unsat", "unknown"]
Decision: TypeAlias = Holds | Fails | Unknown

EXIT_STATUS: Mapping[str, int] = {"sat": 10, "unsat": 20, "unknown": 0}
RESULT: Mapping[str, int] = {"sat": 1, "unsat": 0, "unknown": -1}
"""The number after ``s cnf`` in the output format of QDIMACS 1.1."""

ROOMY = MAX_VAR // 2
"""With more variables there may be no numbers left for the gates, which are numbered after them."""


@dataclass(frozen=True, slots=True)
class QbfResult:
    """The answer to one quantified formula: ``sat`` if it is true, ``unsat`` if it is false.

    ``outermost``  values for the variables of the first block, if the winner chooses them; a variable that is
                   left out may have either value
    ``strategy``   the winner's strategy; None if nothing was checked, or there is no answer
    """

    status: Status
    question: Quantified = field(repr=False)
    answer: Decision = field(repr=False)
    outermost: tuple[Lit, ...]
    strategy: Strategy | None = field(repr=False)
    engine: str
    solve_seconds: float = field(compare=False)
    verify_seconds: float = field(compare=False)

    @property
    def checked(self) -> bool:
        """Whether a checked winning strategy confirms the answer."""
        return self.strategy is not None

    @property
    def exit_status(self) -> int:
        """The exit status of the command, as QBF solvers define it."""
        return EXIT_STATUS[self.status]

    def strategy_text(self, comments: Iterable[str] = ()) -> str:
        """The checked strategy as AIGER."""
        if self.strategy is None:
            raise BadInput("answer", found="one without a checked strategy", expected="one with a strategy")
        return aiger.write(self.strategy, self.question, comments)

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        document: dict[str, Any] = {
            "status": self.status,
            "subject": "qbf",
            "answer": {"sat": True, "unsat": False, "unknown": None}[self.status],
            "solution": {"outermost": list(self.outermost)} if self.status != "unknown" else None,
            "checked": self.checked,
        }
        if isinstance(self.answer, Unknown):
            document["stopped"] = self.answer.stopped.value
        if self.strategy is not None:
            document["strategy"] = {
                "winner": aiger.WORDS[self.strategy.winner],
                "functions": len(self.strategy.functions),
                "gates": _gates(self.strategy),
            }
        matrix = self.question.matrix
        return document | {
            "engine": self.engine,
            "encoding": "clauses",
            "variables": matrix.var_count,
            "clauses": matrix.clause_count,
            "blocks": len(merge_blocks(self.question)),
            "seconds": {
                "encode": 0.0,
                "solve": round(self.solve_seconds, 6),
                "verify": round(self.verify_seconds, 6),
            },
        }

    def remarks(self) -> list[str]:
        """Comments on the answer: engine, size, times, check."""
        matrix, blocks = self.question.matrix, len(merge_blocks(self.question))
        remarks = [
            f"engine {self.engine}: {matrix.var_count} variables, {matrix.clause_count} clauses, "
            f"{blocks} block{'s' * (blocks != 1)}",
            f"solve {self.solve_seconds:.3f} s, verify {self.verify_seconds:.3f} s",
        ]
        if isinstance(self.answer, Unknown):
            remarks.append(f"no answer: {self.answer.stopped.value}")
        elif self.strategy is None:
            remarks.append("the answer was not checked")
        else:
            functions, gates = len(self.strategy.functions), _gates(self.strategy)
            remarks.append(
                f"the winner's strategy was checked: {functions} function{'s' * (functions != 1)}, "
                f"{gates} gate{'s' * (gates != 1)}"
            )
        return remarks

    def lines(self) -> Iterator[str]:
        """The answer as QBF solvers print it (QDIMACS 1.1)."""
        yield from (f"c {remark}" for remark in self.remarks())
        matrix = self.question.matrix
        yield f"s cnf {RESULT[self.status]} {matrix.var_count} {matrix.clause_count}"
        yield from (f"V {lit} 0" for lit in self.outermost)

    def __bool__(self) -> bool:
        """A result is true if the formula is: ``sat``, not ``unsat`` or ``unknown``."""
        return self.status == "sat"

    def __str__(self) -> str:
        return fit_screen(self.lines())

    def __repr__(self) -> str:
        return brief_repr(self)


def _gates(strategy: Strategy) -> int:
    return sum(1 for _ in gate_rows(strategy))


def solve_qbf(
    formula: Quantified | str | Path | Source,
    *,
    engine: str | None = None,
    limit: Limit = UNLIMITED,
    strict: bool = False,
    unchecked: bool = False,
    progress: Progress | None = None,
) -> QbfResult:
    """Decide a quantified formula: QDIMACS text, a path, or the formula itself.

    The engine also gives the winner's strategy.  The answer is returned after a checker that shares no code
    with the engine has verified that no choice beats the strategy; without a check within the limit there is
    no answer.  ``unchecked`` skips the check.  ``strict`` refuses a file that does not match its header.

    >>> solve_qbf("p cnf 2 2\\na 1 0\\ne 2 0\\n1 2 0\\n-1 -2 0\\n").status
    'sat'
    """
    engine = engine if engine is not None else default()
    if not unchecked and not find_engine(engine).strategies:
        able = ", ".join(ability.name for ability in catalogue() if ability.strategies)
        expected = f"one that gives strategies ({able}), or --unchecked"
        raise BadInput("engine for an answer that is checked", found=repr(engine), expected=expected)
    whole = Budget(limit)
    question = read_quantified(formula, strict=strict)
    session = open_qbf(engine, strategy=not unchecked)
    limit = whole.remaining_time()
    budget = Budget(limit)
    with report_progress(getattr(session, "statistics", dict), progress):
        answer = session.decide(question, limit)
    solve_seconds = budget.elapsed_seconds
    strategy = None
    if not unchecked and isinstance(answer, Holds | Fails):
        strategy = _winning(engine, question, answer)
        verdict = judge_strategy(question, strategy, budget, progress)
        if verdict.valid is False:
            raise EngineError(f"{engine} is wrong about a formula: its strategy is {verdict}")
        if isinstance(verdict.stopped, Stopped):
            answer, strategy = Unknown(verdict.stopped), None
    return QbfResult(
        status="sat" if isinstance(answer, Holds) else "unsat" if isinstance(answer, Fails) else "unknown",
        question=question,
        answer=answer,
        outermost=_outermost(question, answer, strategy),
        strategy=strategy,
        engine=engine,
        solve_seconds=solve_seconds,
        verify_seconds=budget.elapsed_seconds - solve_seconds,
    )


def _winning(engine: str, question: Quantified, answer: Holds | Fails) -> Strategy:
    winner = Quantifier.EXISTS if isinstance(answer, Holds) else Quantifier.FORALL
    if answer.strategy is None and question.matrix.var_count > ROOMY:
        found = f"{question.matrix.var_count} variables"
        raise BadInput("formula for a strategy", found=found, expected=f"at most {ROOMY}, or --unchecked")
    if answer.strategy is None or answer.strategy.winner is not winner:
        raise EngineError(f"{engine} was asked for the winner's strategy and gave none")
    return answer.strategy


def _outermost(question: Quantified, answer: Decision, strategy: Strategy | None) -> tuple[Lit, ...]:
    """The winner's first values: from the checked strategy, or else from the engine."""
    first = next(iter(merge_blocks(question)), None)
    if isinstance(answer, Unknown) or first is None:
        return ()
    values = answer.outermost if strategy is None else replies(strategy, ())
    winner = Quantifier.EXISTS if isinstance(answer, Holds) else Quantifier.FORALL
    known = set(first.variables) if first.quantifier is winner else set()
    return tuple(sorted((lit for lit in values if abs(lit) in known), key=abs))
