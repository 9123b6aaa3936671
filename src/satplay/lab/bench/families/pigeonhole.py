"""The pigeonhole principle: one pigeon more than holes, and no two share one.

Unsatisfiable, and every resolution proof of it is exponentially long (Haken, "The Intractability of
Resolution", 1985).
"""

from __future__ import annotations

from itertools import combinations
from random import Random

from satplay.lab.bench.families.scramble import scramble
from satplay.logic.formula import Formula
from satplay.logic.literal import Named


def pigeonhole(seed: int, holes: int) -> Formula:
    """``holes + 1`` pigeons; variables renumbered and clauses shuffled by the seed.

    The order of pigeons in the formula would be a hint on how to count them.
    """
    formula = Formula()
    at = formula.block((holes + 1, holes), lambda pigeon, hole: Named(f"pigeon {pigeon} in hole {hole}"))
    formula.add_rows(at)
    for first, second in combinations(at, 2):
        formula.add_all((-int(a), -int(b)) for a, b in zip(first, second, strict=True))
    return scramble(formula, Random(seed))
