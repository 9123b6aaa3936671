"""A minimal unsatisfiable core: clauses that have no model together, but have one without any of them.

Found by deletion: a clause is left out if the others still have no model.  One that was needed stays needed
when others go, so that asking once about each is enough (Bakker et al. 1993; Marques-Silva 2010).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from satplay.contracts.oracle import Oracle
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause
from satplay.puzzles.cnf.encodings.clauses import encode


def core(formula: Formula, rng: Random, oracle: Oracle) -> Formula | None:
    """A core of the formula, its clauses in their order; None if the formula has a model.

    Which one, chance decides by the order in which clauses are tried; an oracle only says yes or no, so that
    another one gives the same.
    """
    if _has_model(formula, oracle):
        return None
    kept = list(enumerate(formula))
    tried = list(kept)
    rng.shuffle(tried)
    for clause in tried:
        fewer = [other for other in kept if other != clause]
        if not _has_model(_of(fewer, formula.var_count), oracle):
            kept = fewer
    return _of(kept, formula.var_count)


def _has_model(formula: Formula, oracle: Oracle) -> bool:
    return oracle.solution(encode(formula)) is not None


def _of(numbered: Sequence[tuple[int, Clause]], var_count: int) -> Formula:
    return Formula([clause for _, clause in numbered], var_count=var_count)
