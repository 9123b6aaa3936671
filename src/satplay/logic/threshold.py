"""The number of clauses at which about half of the random formulas are satisfiable.

For clauses of k literals there is a ratio of clauses to variables at which large random formulas change from
almost always to almost never satisfiable: 0 for k = 1, 1 for k = 2 (Goerdt 1996, Chvátal & Reed 1992); from
k = 3 on the values are from Mertens, Mézard & Zecchina (2006).  Small formulas change at a higher ratio.
"""

from __future__ import annotations

from math import cbrt, log2, sqrt

THRESHOLD = {1: 0.0, 2: 1.0, 3: 4.267, 4: 9.931, 5: 21.117, 6: 43.37, 7: 87.79}
"""Clauses per variable, in the limit of large formulas."""


def half_ratio(length: int, variables: int) -> float:
    """Clauses per variable at which about half of the formulas with this number of variables are satisfiable.

    Measured by adding random clauses until the formula was unsatisfiable; medians of 60 to 200 formulas with
    4 to 80 variables, within 6 % everywhere.  The square root for unit clauses is the birthday paradox; the
    cube root for binary clauses is the width of their threshold window (Bollobás et al. 2001).

    >>> [round(half_ratio(length, 6), 2) for length in range(1, 6)]
    [0.78, 2.49, 5.48, 11.42, 24.28]
    """
    if length == 1:
        return 1.9 / sqrt(variables)
    if length == 2:
        return 1 + 1.8 / cbrt(variables) + 3 / variables
    return THRESHOLD[length] + 7.3 / variables if length == 3 else THRESHOLD[length] * (1 + 0.9 / variables)


def weight(length: int) -> float:
    """How strongly a clause of this length constrains: at the threshold the weights add up to about n.

    Measured on puzzle-sized formulas up to length 3; above that the number of bits by which the clause
    reduces the expected number of models (first moment), which is nearly the same.

    >>> [round(weight(length), 3) for length in range(1, 6)]
    [1.65, 0.52, 0.2, 0.093, 0.046]
    """
    return {1: 1.65, 2: 0.52, 3: 0.20}.get(length) or -log2(1 - 2.0**-length)
