"""One sample: an engine of ours decides a formula in a fresh process, which measures its own CPU time.

    python -m satplay.lab.bench.quantified.sample ENGINE CHECKED FILE SECONDS

The one line printed is JSON: ``status`` and ``cpu``.  Modules are imported and the file is read before the
clock runs.  CHECKED is ``yes`` where the engine has to give a strategy and that is checked while the clock
runs, as ``satplay solve qbf`` does it, and ``no`` for the bare answer.
"""

from __future__ import annotations

import json
import sys

from satplay.contracts.engine import Fails, Holds
from satplay.lab.process import cpu_seconds, limit_cpu
from satplay.logic import qdimacs
from satplay.logic.quantified import Quantified
from satplay.qbf.catalogue import open_qbf
from satplay.solving.budget import Budget
from satplay.verbs.check_strategy import judge_strategy


def measure(engine: str, checked: bool, question: Quantified) -> dict[str, str | float]:
    """Decide the question and, if asked to, check the strategy."""
    started = cpu_seconds()
    answer = open_qbf(engine, strategy=checked).decide(question)
    if not isinstance(answer, Holds | Fails):
        raise RuntimeError(f"no answer to an unlimited question: {answer.stopped.value}")
    if checked:
        if answer.strategy is None:
            raise RuntimeError("no strategy")
        verdict = judge_strategy(question, answer.strategy, Budget())
        if not verdict.valid:
            raise RuntimeError(f"the strategy is {verdict}")
    return {"status": "sat" if isinstance(answer, Holds) else "unsat", "cpu": cpu_seconds() - started}


def main(arguments: list[str]) -> None:
    """Measure what the arguments say and print it."""
    engine, checked, file, seconds = arguments
    question = qdimacs.load(file)
    # So that every module is there before the clock runs.
    measure(engine, checked == "yes", qdimacs.read("p cnf 2 1\na 1 0\ne 2 0\n1 2 0\n"))
    limit_cpu(float(seconds))
    print(json.dumps(measure(engine, checked == "yes", question)))


if __name__ == "__main__":
    main(sys.argv[1:])
