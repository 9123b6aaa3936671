"""How long the clauses of a random formula are, and how many of them leave open whether it has a model."""

from __future__ import annotations

from collections.abc import Mapping

from satplay.logic.threshold import half_ratio, weight

SINGLES = 0.4
"""Clauses of length 1 among the clauses for one variable, in all: one or two a formula, however large."""

SHORTER, LONGER = 0.3, 0.3
"""Which part of the other clauses is shorter or longer than the usual length, by one."""


def mixture(usual: int, variables: int) -> dict[int, float]:
    """Lengths around the usual one, each with its share; none is longer than there are variables.

    A formula with more than a few clauses of length 1 would soon have two that contradict each other: their
    share shrinks with its size.

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
    """So many clauses per variable of a mixture that a model is about as likely as none.

    Few variables bear more, for chance spreads clauses unevenly over the assignments: half of the formulas
    had a model at a weight per variable of 1.56 with 4 variables, 1.06 with 12, 0.98 with 20, 0.84 with 100
    (usual length 3; those of 2 and 4 within 0.1, which from 50 variables on makes a difference).
    """
    if len(shares) == 1:
        return half_ratio(next(iter(shares)), variables)
    return (0.8 + 3 / variables) / sum(share * weight(length) for length, share in shares.items())
