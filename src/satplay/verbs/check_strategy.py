"""check strategy: judge somebody's strategy for a quantified formula."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, BinaryIO, cast

from satplay.contracts.engine import UNLIMITED, Limit, Sat, Stopped, Unknown
from satplay.logic import aiger, qdimacs
from satplay.logic.quantified import Quantified
from satplay.logic.replies import gate_rows
from satplay.logic.strategy import Strategy
from satplay.proofs.strategy_check import CHOOSERS, LostGame, lost_game, opposite, unfair
from satplay.verbs.proving import ProofFile
from satplay.verbs.reading import Source, naming, source
from satplay.verbs.reporting import Progress
from satplay.verbs.solve import solve


@dataclass(frozen=True, slots=True)
class JudgedStrategy:
    """The verdict on a strategy.

    ``unfair``   why it is no strategy for this formula at all, where it is none
    ``lost``     a game that it loses, where there is one
    ``stopped``  which limit came first; if all three are None, the strategy wins
    """

    question: Quantified = field(repr=False)
    strategy: Strategy = field(repr=False)
    unfair: str | None
    lost: LostGame | None
    stopped: Stopped | None
    seconds: float = field(compare=False)

    @property
    def valid(self) -> bool | None:
        """Whether the strategy wins every game; None when a limit came first."""
        return None if self.stopped is not None else self.unfair is None and self.lost is None

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
        if self.unfair is not None:
            document["reason"] = self.unfair
        if self.lost is not None:
            lost = self.lost
            document["lost"] = {
                "chosen": list(lost.chosen),
                "replied": list(lost.replied),
                "clause": None if lost.clause is None else lost.clause + 1,
            }
        return document | {"seconds": round(self.seconds, 6)}

    def lines(self) -> Iterator[str]:
        """The verdict for people."""
        chooser = CHOOSERS[self.strategy.winner]
        if self.stopped is not None:
            yield f"no verdict: {self.stopped.value}"
        elif self.unfair is not None:
            yield f"refused: {self.unfair}"
        elif self.lost is not None:
            lost = self.lost
            yield "refused: it loses a game"
            yield f"  against  {_literals(lost.chosen)}"
            yield f"  it says  {_literals(lost.replied)}"
            if lost.clause is None:
                yield "  and all clauses are true"
            else:
                clause = ",".join(map(str, self.question.matrix.clause(lost.clause)))
                yield f"  and clause {lost.clause + 1} {{{clause}}} is false"
        else:
            holds = "true" if self.strategy.winner.value == "e" else "false"
            yield f"verified: the formula is {holds}"
            yield f"  whoever chooses the {chooser} variables wins every game by this strategy"

    def __str__(self) -> str:
        return "\n".join(self.lines())


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
    """Judge a strategy (AIGER) for a quantified formula (QDIMACS): each a path, a text, or the thing itself.

    That no choice beats it is shown by a refutation whose proof is checked; a choice that does is shown.

    >>> print(check_strategy("p cnf 2 1\\ne 1 0\\na 2 0\\n1 2 0\\n", "aag 0 0 0 1 0\\n1\\no0 v1\\n"))
    verified: the formula is true
      whoever chooses the existential variables wins every game by this strategy
    """
    started = time.perf_counter()
    question = formula if isinstance(formula, Quantified) else read_quantified(source(formula), strict=strict)
    if not isinstance(strategy, Strategy):
        where = source(strategy)
        with naming(where):
            strategy = aiger.read(where.text(), question)
    return judged(question, strategy, limit=limit, started=started, progress=progress)


def read_quantified(where: Source, *, strict: bool = False) -> Quantified:
    """The formula in a file, plain or packed."""
    with naming(where), where.open() as file:
        return qdimacs.stream(file, strict=strict)


def judged(
    question: Quantified,
    strategy: Strategy,
    *,
    limit: Limit = UNLIMITED,
    started: float,
    progress: Progress | None = None,
) -> JudgedStrategy:
    """The verdict; ``started`` is when (``time.perf_counter``) the time of the limit began to run."""

    def verdict(why: str | None, lost: LostGame | None, stopped: Stopped | None) -> JudgedStrategy:
        return JudgedStrategy(question, strategy, why, lost, stopped, time.perf_counter() - started)

    why = unfair(question, strategy)
    if why is not None:
        return verdict(why, None, None)
    left = limit.seconds
    if left is not None:
        left = max(left - (time.perf_counter() - started), 0.0)
    with tempfile.TemporaryFile() as file:
        proof = ProofFile(cast(BinaryIO, file), "lrat")
        against = opposite(question, strategy)
        limit = replace(limit, seconds=left)
        answer = solve(against, "cnf", limit=limit, proof=proof, progress=progress).answer
    match answer:
        case Sat(model=model):
            return verdict(None, lost_game(question, strategy, model), None)
        case Unknown(stopped=stopped):
            return verdict(None, None, stopped)
    return verdict(None, None, None)
