"""Clause lengths of mixed random formulas, and the clause ratio at which half of them are satisfiable."""

from __future__ import annotations

from collections.abc import Mapping

from satplay.logic.threshold import half_ratio, weight

SINGLES = 0.4
"""The number of unit clauses relative to the clauses per variable: one or two per formula of any size."""

SHORTER, LONGER = 0.3, 0.3
"""The shares of the other clauses that are shorter or longer than the usual length by one."""


def mixture(usual: int, variables: int) -> dict[int, float]:
    """Lengths around the usual one with their shares; none exceeds the number of variables.

    With more than a few unit clauses, two of them would often contradict each other, so their share decreases
    with the number of variables.

    >>> {length: round(share, 3) for length, share in mixture(3, 8).items()}
    {1: 0.05, 2: 0.285, 3: 0.38, 4: 0.285}
    """
    single = SINGLES / max(4, variables)
    around = {usual - 1: SHORTER, usual: 1 - SHORTER - LONGER, usual + 1: LONGER}
    shares = {1: single}
    for length, share in around.items():
        possible = min(max(length, min(usual, 2)), variables)
        shares[possible] = shares.get(possible, 0.0) + (1 - single) * share
    return shares


def open_ratio(shares: Mapping[int, float], variables: int) -> float:
    """The clauses per variable of a mixture at which about half of the formulas are satisfiable.

    The ratio is larger for few variables, because random clauses are spread unevenly over the assignments:
    half of the formulas had a model at a weight per variable of 1.56 with 4 variables, 1.06 with 12, 0.98
    with 20, 0.84 with 100 (usual length 3; lengths 2 and 4 differ by up to 0.1, which matters from 50
    variables on).
    """
    if len(shares) == 1:
        return half_ratio(next(iter(shares)), variables)
    return (0.8 + 3 / variables) / sum(share * weight(length) for length, share in shares.items())
