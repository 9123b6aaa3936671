"""Minimal unsatisfiable cores by deletion.

A clause is removed if the others are still unsatisfiable.  A needed clause stays needed when others are
removed, so one query per clause is enough (Bakker et al. 1993; Marques-Silva 2010).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from satplay.contracts.oracle import Oracle
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause
from satplay.puzzles.cnf.encodings.clauses import encode


def find_core(formula: Formula, rng: Random, oracle: Oracle) -> Formula | None:
    """A minimal unsatisfiable core, its clauses in their order; None if the formula is satisfiable.

    Clauses are tried in random order.  Only satisfiability is queried, so the result is the same with every
    engine.
    """
    if _has_model(formula, oracle):
        return None
    clauses = list(enumerate(formula))
    order = list(clauses)
    rng.shuffle(order)
    for clause in order:
        fewer = [other for other in clauses if other != clause]
        if not _has_model(_formula(fewer, formula.var_count), oracle):
            clauses = fewer
    return _formula(clauses, formula.var_count)


def _has_model(formula: Formula, oracle: Oracle) -> bool:
    return oracle.solution(encode(formula)) is not None


def _formula(numbered: Sequence[tuple[int, Clause]], var_count: int) -> Formula:
    return Formula([clause for _, clause in numbered], var_count=var_count)
