"""Uniform random k-SAT: every clause has k different variables, with random signs.

For k = 3 and 4.267 clauses per variable about half of the formulas are satisfiable, and those are the
hardest (Mitchell, Selman and Levesque, "Hard and Easy Distributions of SAT Problems", 1992; the threshold:
Mertens, Mézard and Zecchina, 2006).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from satplay.logic.formula import Formula

THRESHOLD = 4.267


def random_ksat(seed: int, variables: int, ratio: float = THRESHOLD, width: int = 3) -> Formula:
    """``round(ratio * variables)`` clauses; rows with a repeated variable are drawn again.

    Drawn from the raw 64-bit stream of PCG64, which numpy keeps stable across versions, unlike its other
    methods: the known status of the formula of a seed must remain true.
    """
    raw = np.random.PCG64(seed)
    rows = _draw_rows(raw, round(ratio * variables), width, variables)
    while (repeating := _repeating(rows)).size:  # every choice of different variables stays equally likely
        rows[repeating] = _draw_rows(raw, repeating.size, width, variables)
    formula = Formula(var_count=variables)
    formula.add_rows(rows)
    return formula


def _draw_rows(raw: np.random.PCG64, count: int, width: int, variables: int) -> NDArray[np.int32]:
    draws = np.asarray(raw.random_raw(count * width), np.uint64).reshape(count, width)
    # 2^63 is no multiple of the number of variables: a bias of less than one in 10^13.
    chosen = (draws >> np.uint64(1)) % np.uint64(variables) + np.uint64(1)
    signs = 1 - 2 * (draws & np.uint64(1)).astype(np.int32)
    return chosen.astype(np.int32) * signs.astype(np.int32)


def _repeating(rows: NDArray[np.int32]) -> NDArray[np.intp]:
    return np.flatnonzero((np.diff(np.sort(np.abs(rows), axis=1), axis=1) == 0).any(axis=1))
