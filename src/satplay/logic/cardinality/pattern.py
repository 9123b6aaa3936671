"""Patterns: the clauses of a counter, built once and instantiated for many groups of literals.

The clauses of a counter depend only on the number of literals and on the bound.  A pattern stores them, flat,
over the literals 1 to n followed by the auxiliary variables; instantiating it is one look-up in numpy, which
makes thousands of clauses in microseconds.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from satplay.fast_dataclass import dataclass
from satplay.logic.cardinality import layers, pairwise
from satplay.logic.cardinality.totalizer import Window
from satplay.logic.formula import Formula

Lits = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """Clauses over ``inputs`` literals and ``helpers`` auxiliary variables, flat; ``outputs`` among them."""

    inputs: int
    helpers: int
    flat: NDArray[np.int32]
    outputs: NDArray[np.intp]

    def lay(self, formula: Formula, lits: Lits) -> Lits:
        """Add the clauses for these literals; return the outputs as literals of the formula.

        >>> formula = Formula(var_count=9)
        >>> exactly(3, 1).lay(formula, np.array([9, -4, 2], np.int32)).tolist(), list(formula)
        ([], [(9, -4, 2), (-9, 4), (-9, -2), (4, -2)])
        """
        first = formula.var_count + 1
        formula.declare(formula.var_count + self.helpers)
        # The negations are stored from the end, so that a negative literal is their index.
        known = np.concatenate([lits, np.arange(first, first + self.helpers, dtype=np.int32)], dtype=np.int32)
        table = np.concatenate([[0], known, -known[::-1]], dtype=np.int32)
        formula.add_flat(table[self.flat])
        return table[self.outputs]


FEW = 200
"""Up to this number of clauses no auxiliary variables are used, which is faster even if not smallest."""


@lru_cache(maxsize=4096)
def exactly(n: int, bound: int) -> Pattern:
    """Exactly k of n literals: pairwise if that is short, else a totalizer."""
    if pairwise.size_exactly(n, bound).clauses <= FEW or not 0 < bound < n:
        lits = np.arange(1, n + 1, dtype=np.int32)[None, :]
        flat = np.concatenate([_flatten_rows(rows) for rows in pairwise.exactly_rows(lits, bound)])
        return Pattern(n, 0, flat, np.empty(0, np.intp))
    return _totalizer(n, Window(n, bound), beyond=1)


@lru_cache(maxsize=4096)
def unary(n: int, cap: int) -> Pattern:
    """How many of n literals are true, up to ``cap``, in unary: the outputs mean at least 1, at least 2, ...

    If that is short, directly: any j literals imply output j, and it implies one of any n - j + 1.
    """
    digits = range(1, min(n, cap) + 1)
    lits = np.arange(1, n + 1, dtype=np.int32)[None, :]
    if n == 1 or not digits:
        return Pattern(n, 0, np.empty(0, np.int32), lits[0, : len(digits)].astype(np.intp))
    if sum(comb(n, j) + comb(n, j - 1) for j in digits) <= FEW:
        flat = [
            _flatten_rows(np.concatenate([rows, np.full((len(rows), 1), sign * (n + j), np.int32)], axis=1))
            for j in digits
            for rows, sign in ((pairwise.at_most_rows(lits, j - 1), 1), (pairwise.at_least_rows(lits, j), -1))
        ]
        return Pattern(n, len(digits), np.concatenate(flat), n + np.array(digits, np.intp))
    # A window for cap additional literals, so that every output up to cap is built.
    return _totalizer(n, Window(n + cap, cap), beyond=0)


def _totalizer(n: int, window: Window, beyond: int) -> Pattern:
    flat, root = layers.clauses(n, window, beyond)
    return Pattern(n, max(int(np.abs(flat).max()), int(root.max(initial=n))) - n, flat, root.astype(np.intp))


def _flatten_rows(rows: Lits) -> Lits:
    """Clauses of equal width, flat."""
    return np.concatenate([rows, np.zeros((len(rows), 1), np.int32)], axis=1, dtype=np.int32).ravel()
