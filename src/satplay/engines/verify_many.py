"""Evaluating many models of the same clauses at once: a bit each, so that one look at a clause serves all.

An enumeration finds models faster than they could be evaluated one by one, and each of them is a claim like
that of any other ``Sat``: what ``verify`` says of one model holds here for every row.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from satplay.engines.verify import plain_first_false_clause
from satplay.logic.literal import FlatClauses


class Evaluator(Protocol):
    """Evaluates many models of the same variables, again and again."""

    def first_false(self, models: NDArray[np.int32], /) -> tuple[int, int] | None:
        """The first model, by its row, that makes a clause false, and the first such clause, both from 0.

        ``ValueError`` when a row is not a literal for each variable, in their order.
        """


def evaluator(clauses: FlatClauses, variables: NDArray[np.int32]) -> Evaluator:
    """One for these clauses.

    ``variables`` are those that the models assign, ascending.  Neither literal of one that they leave out is
    true.

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
"""So many bytes are looked at together without the native core."""


class PlainEvaluator:
    """The same without the native core; what that refuses is refused here as well."""

    def __init__(self, clauses: FlatClauses, variables: NDArray[np.int32]) -> None:
        for array in (clauses, variables):
            _refuse_unless_literals(array, 1)
        if clauses.size and clauses[-1] != 0:
            raise ValueError("the last clause is not closed by a 0")
        if variables.size and variables[0] < 1:
            raise ValueError("a variable of the models is not positive")
        if (variables[1:] <= variables[:-1]).any():
            raise ValueError("the variables of the models do not ascend")
        self._clauses = clauses.copy()
        self._variables = variables.copy()
        # Row 2i is the i-th variable, row 2i + 1 its negation, the last row is never true: it stands for the
        # closing 0 and for variables that the models leave out.
        width = variables.size
        asked = np.abs(clauses)
        at = np.searchsorted(variables, asked)
        known = at < width
        known[known] = variables[at[known]] == asked[known]
        self._rows = np.where(known, 2 * at + (clauses < 0), 2 * width)
        self._starts = np.concatenate(([0], np.flatnonzero(clauses == 0) + 1))

    def first_false(self, models: NDArray[np.int32], /) -> tuple[int, int] | None:
        """The first model that makes a clause false, and the first clause that it makes false."""
        _refuse_unless_literals(models, 2)
        if models.shape[1] != self._variables.size:
            raise ValueError("the models have another width")
        if (np.abs(models) != self._variables).any():
            raise ValueError("a model says something of another variable")
        wrong = self._wrong(models)
        if not wrong.any():
            return None
        first = int(wrong.argmax())
        return first, plain_first_false_clause(self._clauses, models[first])

    def _wrong(self, models: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Of each model whether it makes a clause false."""
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
        """A row of bits for each literal, a bit for each model."""
        width = self._variables.size
        true = np.packbits(models.T > 0, axis=1)
        words = np.zeros((2 * width + 1, -(-models.shape[0] // 64)), np.uint64)
        padded = words[: 2 * width].view(np.uint8)
        padded[0::2, : true.shape[1]] = true
        padded[1::2, : true.shape[1]] = ~true
        return words


def _refuse_unless_literals(array: NDArray[np.int32], dimensions: int) -> None:
    if array.dtype != np.int32 or array.ndim != dimensions or not array.flags.c_contiguous:
        raise TypeError(f"expected a contiguous array of int32 with {dimensions} dimensions")
