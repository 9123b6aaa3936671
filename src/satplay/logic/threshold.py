"""The number of clauses at which about half of the random formulas are satisfiable.

With k literals a clause there is a number of clauses per variable at which large formulas change from nearly
always satisfiable to nearly never: for k = 1 there is none above 0, for k = 2 it is 1 (Goerdt 1996, Chvátal &
Reed 1992), from k = 3 on as Mertens, Mézard & Zecchina (2006) have it.  Small formulas change later.
"""

from __future__ import annotations

from math import cbrt, log2, sqrt

THRESHOLD = {1: 0.0, 2: 1.0, 3: 4.267, 4: 9.931, 5: 21.117, 6: 43.37, 7: 87.79}
"""Clauses per variable, of formulas without end."""


def half_ratio(length: int, variables: int) -> float:
    """Clauses per variable at which about half of the formulas with this number of variables are satisfiable.

    Measured by adding random clauses until there was none left, medians of 60 to 200 formulas with 4 to 80
    variables: within 6 % everywhere.  That clauses of one literal follow a square root is the birthday
    paradox; that those of two follow a cube root is the width of their threshold (Bollobás et al. 2001).

    >>> [round(half_ratio(length, 6), 2) for length in range(1, 6)]
    [0.78, 2.49, 5.48, 11.42, 24.28]
    """
    if length == 1:
        return 1.9 / sqrt(variables)
    if length == 2:
        return 1 + 1.8 / cbrt(variables) + 3 / variables
    return THRESHOLD[length] + 7.3 / variables if length == 3 else THRESHOLD[length] * (1 + 0.9 / variables)


def weight(length: int) -> float:
    """How much a clause of this length does to leave no model: n variables bear about n in all.

    Up to length 3 as measured on formulas that one would play with; from there on by how many bits it narrows
    the choice of an assignment (first moment), which is nearly the same.

    >>> [round(weight(length), 3) for length in range(1, 6)]
    [1.65, 0.52, 0.2, 0.093, 0.046]
    """
    return {1: 1.65, 2: 0.52, 3: 0.20}.get(length) or -log2(1 - 2.0**-length)
