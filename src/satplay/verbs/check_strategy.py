"""check strategy: check a strategy for a quantified formula."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import field, replace
from pathlib import Path
from typing import Any, BinaryIO, cast

from satplay.contracts.budget import Budget
from satplay.contracts.engine import UNLIMITED, Answer, Limit, Sat, Stopped, Unknown, Unsat
from satplay.contracts.result_text import brief_repr, fit_screen
from satplay.engines.catalogue import open_engine
from satplay.errors import EngineError
from satplay.fast_dataclass import dataclass
from satplay.inputs.quantified_formula import read_quantified
from satplay.inputs.reading import find_source
from satplay.inputs.source import name_errors
from satplay.logic import aiger
from satplay.logic.quantified import Quantified
from satplay.logic.replies import gate_rows
from satplay.logic.strategy import Strategy
from satplay.proofs.strategy_check import (
    CHOOSERS,
    LostGame,
    counterexample_formula,
    false_clause_variables,
    lost_game,
    why_malformed,
)
from satplay.solving.progress import Progress, report_progress
from satplay.solving.session import load_formula
from satplay.verifying.proof_file import ProofFile

CONFLICTS = 30
"""Conflict limit for a single clause.  In formulas of games most clauses are refuted easily, and all clauses
together would take ten times as long; in random formulas the single clauses take twice as long without it."""

GIVEN_UP = {Unknown(why) for why in Stopped if why is not Stopped.CONFLICTS}


@dataclass(frozen=True, slots=True)
class JudgedStrategy:
    """The verdict on a strategy.

    ``why_malformed``  why it is not a strategy for this formula, if it is not
    ``lost_game``      a game that it loses, if there is one
    ``stopped``        the limit that was reached; if all three are None, the strategy wins
    """

    question: Quantified = field(repr=False)
    strategy: Strategy = field(repr=False)
    why_malformed: str | None
    lost_game: LostGame | None
    stopped: Stopped | None
    seconds: float = field(compare=False)

    @property
    def valid(self) -> bool | None:
        """Whether the strategy wins every game; None if a limit was reached."""
        return None if self.stopped is not None else self.why_malformed is None and self.lost_game is None

    @property
    def exit_status(self) -> int:
        """0 verified, 1 refused, 3 out of time or memory."""
        return {True: 0, False: 1, None: 3}[self.valid]

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints; clauses are counted from 1."""
        document: dict[str, Any] = {
            "valid": self.valid,
            "subject": "strategy",
            "status": {True: "verified", False: "refused", None: "unknown"}[self.valid],
            "winner": aiger.WORDS[self.strategy.winner],
            "functions": len(self.strategy.functions),
            "gates": sum(1 for _ in gate_rows(self.strategy)),
        }
        if self.stopped is not None:
            document["stopped"] = self.stopped.value
        if self.why_malformed is not None:
            document["reason"] = self.why_malformed
        if self.lost_game is not None:
            lost = self.lost_game
            document["lost"] = {
                "chosen": list(lost.choices),
                "replied": list(lost.replies),
                "clause": None if lost.clause is None else lost.clause + 1,
            }
        return document | {"seconds": round(self.seconds, 6)}

    def lines(self) -> Iterator[str]:
        """The verdict as text."""
        chooser = CHOOSERS[self.strategy.winner]
        if self.stopped is not None:
            yield f"no verdict: {self.stopped.value}"
        elif self.why_malformed is not None:
            yield f"refused: {self.why_malformed}"
        elif self.lost_game is not None:
            lost = self.lost_game
            yield "refused: it loses a game"
            yield f"  against  {_literals(lost.choices)}"
            yield f"  replies  {_literals(lost.replies)}"
            if lost.clause is None:
                yield "  and all clauses are true"
            else:
                clause = ",".join(map(str, self.question.matrix.clause(lost.clause)))
                yield f"  and clause {lost.clause + 1} {{{clause}}} is false"
        else:
            holds = "true" if self.strategy.winner.value == "e" else "false"
            yield f"verified: the formula is {holds}"
            yield f"  the player who chooses the {chooser} variables wins every game with this strategy"

    def __bool__(self) -> bool:
        """A result is true if the strategy was verified; not if a limit was reached."""
        return self.valid is True

    def __str__(self) -> str:
        return fit_screen(self.lines())

    def __repr__(self) -> str:
        return brief_repr(self)


def _literals(lits: tuple[int, ...]) -> str:
    return " ".join(map(str, lits)) or "-"


def check_strategy(
    formula: Quantified | str | Path,
    strategy: Strategy | str | Path,
    *,
    strict: bool = False,
    limit: Limit = UNLIMITED,
    progress: Progress | None = None,
) -> JudgedStrategy:
    """Check a strategy (AIGER) for a quantified formula (QDIMACS): each a path, a text, or the thing itself.

    A checked proof shows that no choice beats it; otherwise the verdict has a choice that does.

    >>> print(check_strategy("p cnf 2 1\\ne 1 0\\na 2 0\\n1 2 0\\n", "aag 0 0 0 1 0\\n1\\no0 v1\\n"))
    verified: the formula is true
      the player who chooses the existential variables wins every game with this strategy
    """
    budget = Budget(limit)
    question = read_quantified(formula, strict=strict)
    if not isinstance(strategy, Strategy):
        where = find_source(strategy)
        with name_errors(where):
            strategy = aiger.read(where.text(), question)
    return judge_strategy(question, strategy, budget, progress)


def judge_strategy(
    question: Quantified, strategy: Strategy, budget: Budget, progress: Progress | None = None
) -> JudgedStrategy:
    """The verdict on a strategy, within the time and memory of a budget."""

    def verdict(why: str | None, lost: LostGame | None, stopped: Stopped | None) -> JudgedStrategy:
        return JudgedStrategy(question, strategy, why, lost, stopped, budget.elapsed_seconds)

    why = why_malformed(question, strategy)
    if why is not None:
        return verdict(why, None, None)
    try:
        answer = _refute_choices(question, strategy, budget, progress)
    except MemoryError:
        answer = Unknown(Stopped.MEMORY)
    match answer:
        case Sat(model=model):
            lost = lost_game(question, strategy, model)
            if lost is None:
                raise EngineError("the engine found a lost game that the strategy wins")
            return verdict(None, lost, None)
        case Unknown(stopped=stopped):
            return verdict(None, None, stopped)
    return verdict(None, None, None)


def _refute_choices(
    question: Quantified, strategy: Strategy, budget: Budget, progress: Progress | None
) -> Answer:
    """Whether some choice beats the strategy; ``Unsat`` has been proved, and the proof checked.

    One engine decides first for each clause, with a conflict limit, whether it can be false, then for all
    clauses together, with the clauses that it has learned.
    """

    def remaining_limit() -> Limit:
        return replace(budget.remaining_time(), conflicts=None, propagations=None)

    against = counterexample_formula(question, strategy)
    session = open_engine()
    try:
        with tempfile.TemporaryFile() as file, report_progress(session.statistics, progress):
            proof = ProofFile(cast(BinaryIO, file), "lrat")
            proof.listen(session, against)
            load_formula(session, against)
            for fault in false_clause_variables(question, strategy, against):
                answer = session.solve([fault], replace(remaining_limit(), conflicts=CONFLICTS))
                if isinstance(answer, Sat) or answer in GIVEN_UP:
                    return answer
            answer = session.solve((), remaining_limit())
            if not isinstance(answer, Unsat):
                return answer
            now = remaining_limit()
            is_refuted = proof.shows(against.flat, (), now.seconds, now.memory_mib)
    finally:
        session.close()
    return answer if is_refuted else Unknown(Stopped.TIME)
