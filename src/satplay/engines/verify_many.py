"""Evaluation of many models at once, one bit per model, so that each clause is visited once for all of them.

An enumeration finds models faster than they can be evaluated one by one.  The rules are as in ``verify``.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from satplay.engines.verify import plain_first_false_clause
from satplay.logic.literal import FlatClauses


class Evaluator(Protocol):
    """Evaluates batches of models over the same variables."""

    def first_false(self, models: NDArray[np.int32], /) -> tuple[int, int] | None:
        """The row of the first model that falsifies a clause, and the index of that clause; both from 0.

        Raises ``ValueError`` unless each row has one literal per variable, in their order.
        """


def evaluator(clauses: FlatClauses, variables: NDArray[np.int32]) -> Evaluator:
    """An evaluator for these clauses and for models over these variables, in ascending order.

    Both literals of any other variable count as false.

    >>> clauses = np.array([1, -2, 0, 2, 3, 0], np.int32)
    >>> judge = evaluator(clauses, np.array([1, 2, 3], np.int32))
    >>> judge.first_false(np.array([[-1, -2, 3], [1, 2, 3]], np.int32))
    >>> judge.first_false(np.array([[-1, -2, 3], [1, -2, -3], [-1, 2, 3]], np.int32))
    (1, 1)
    """
    try:
        from satplay._native import Evaluator as Native
    except ModuleNotFoundError:
        return PlainEvaluator(clauses, variables)
    return Native(clauses, variables)


BLOCK = 1 << 20
"""Bytes that are processed together without the native core."""


class PlainEvaluator:
    """The same without the native core; it raises the same errors."""

    def __init__(self, clauses: FlatClauses, variables: NDArray[np.int32]) -> None:
        for array in (clauses, variables):
            _expect_literals(array, 1)
        if clauses.size and clauses[-1] != 0:
            raise ValueError("the last clause is not terminated by 0")
        if variables.size and variables[0] < 1:
            raise ValueError("a variable of the models is not positive")
        if (variables[1:] <= variables[:-1]).any():
            raise ValueError("the variables of the models are not in ascending order")
        self._clauses = clauses.copy()
        self._variables = variables.copy()
        # Row 2i is the i-th variable, row 2i + 1 its negation; the last row is always false: it represents
        # the terminating 0 and variables without a value.
        width = variables.size
        used = np.abs(clauses)
        at = np.searchsorted(variables, used)
        known = at < width
        known[known] = variables[at[known]] == used[known]
        self._rows = np.where(known, 2 * at + (clauses < 0), 2 * width)
        self._starts = np.concatenate(([0], np.flatnonzero(clauses == 0) + 1))

    def first_false(self, models: NDArray[np.int32], /) -> tuple[int, int] | None:
        """The first model that falsifies a clause, and the first clause that it falsifies."""
        _expect_literals(models, 2)
        if models.shape[1] != self._variables.size:
            raise ValueError("the models have a different number of variables")
        if (np.abs(models) != self._variables).any():
            raise ValueError("a model assigns a different variable")
        wrong = self._falsifying(models)
        if not wrong.any():
            return None
        first = int(wrong.argmax())
        return first, plain_first_false_clause(self._clauses, models[first])

    def _falsifying(self, models: NDArray[np.int32]) -> NDArray[np.bool_]:
        """For each model whether it falsifies a clause."""
        bits = self._bits(models)
        right = ~np.zeros(bits.shape[1], np.uint64)
        at, count = 0, self._starts.size - 1
        literals = max(BLOCK // (8 * max(right.size, 1)), 1)
        while at < count:
            end = int(np.searchsorted(self._starts, self._starts[at] + literals, "right")) - 1
            end = min(max(end, at + 1), count)
            inside = self._rows[self._starts[at] : self._starts[end]]
            satisfied = np.bitwise_or.reduceat(bits[inside], self._starts[at:end] - self._starts[at], axis=0)
            right &= np.bitwise_and.reduce(satisfied, axis=0)
            at = end
        wrong: NDArray[np.bool_] = np.unpackbits(right.view(np.uint8), count=models.shape[0]) == 0
        return wrong

    def _bits(self, models: NDArray[np.int32]) -> NDArray[np.uint64]:
        """One row of bits per literal, one bit per model."""
        width = self._variables.size
        true = np.packbits(models.T > 0, axis=1)
        words = np.zeros((2 * width + 1, -(-models.shape[0] // 64)), np.uint64)
        padded = words[: 2 * width].view(np.uint8)
        padded[0::2, : true.shape[1]] = true
        padded[1::2, : true.shape[1]] = ~true
        return words


def _expect_literals(array: NDArray[np.int32], dimensions: int) -> None:
    if array.dtype != np.int32 or array.ndim != dimensions or not array.flags.c_contiguous:
        raise TypeError(f"expected a contiguous array of int32 with {dimensions} dimensions")
