"""One sample of a QBF engine of ours: from the formula in memory to the answer, in CPU time."""

from __future__ import annotations

from typing import Any

from satplay.contracts.budget import Budget
from satplay.contracts.qbf_engine import Fails, Holds
from satplay.logic import qdimacs
from satplay.logic.quantified import Quantified
from satplay.qbf.catalogue import open_qbf
from satplay.verbs.check_strategy import judge_strategy
from satplay.workers.limits import cpu_seconds, restart_time_limit

SMALL = "p cnf 2 1\na 1 0\ne 2 0\n1 2 0\n"


def sample(engine: str, checked: bool, file: str) -> dict[str, Any]:
    """One sample in a child process; modules are imported and the file is read before the clock starts."""
    question = qdimacs.load(file)
    measure(engine, checked, qdimacs.read(SMALL))
    restart_time_limit()
    status, seconds = measure(engine, checked, question)
    return {"status": status, "times": [{"total": seconds}]}


def measure(engine: str, checked: bool, question: Quantified) -> tuple[str, float]:
    """Decide the question; if ``checked``, with a strategy that is checked, as ``satplay solve qbf`` does."""
    started = cpu_seconds()
    answer = open_qbf(engine, strategy=checked).decide(question)
    if not isinstance(answer, Holds | Fails):
        raise RuntimeError(f"no answer without a limit: {answer.stopped.value}")
    if checked:
        if answer.strategy is None:
            raise RuntimeError("no strategy")
        verdict = judge_strategy(question, answer.strategy, Budget())
        if not verdict.valid:
            raise RuntimeError(f"the strategy is {verdict}")
    return "sat" if isinstance(answer, Holds) else "unsat", cpu_seconds() - started
