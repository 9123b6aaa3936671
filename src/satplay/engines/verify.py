"""Evaluating models: no model is shown to anybody before it has passed here.

An engine that says "satisfiable" also says why, and that is the one claim which is cheap to judge: look at
each clause and find a true literal in it.  Nothing an engine did to find its model (preprocessing, learning,
a bug, a cosmic ray) can get past that, so every answer ``Sat``, whoever gave it, is evaluated on the clauses
that were asked, not on those the engine made of them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from satplay.logic.literal import MAX_VAR, FlatClauses
from satplay.logic.model import Model


def first_false_clause(clauses: FlatClauses, model: Model) -> int | None:
    """The index, from 0, of the first clause in which no literal is true; None where every clause has one.

    Neither literal of a variable that the model leaves out is true: a model that fails to decide what it
    ought to is wrong.

    >>> clauses = np.array([1, -2, 0, 2, 3, 0], np.int32)
    >>> first_false_clause(clauses, Model([-1, -2, 3])), first_false_clause(clauses, Model([1, -2, -3]))
    (None, 1)
    """
    try:
        from satplay._native import first_false_clause as find
    except ModuleNotFoundError:
        find = plain_first_false_clause
    index = find(clauses, model.literals)
    return None if index < 0 else index


def plain_first_false_clause(clauses: FlatClauses, model: FlatClauses) -> int:
    """The same without the native core; ``model`` are the true literals, and -1 says that no clause is false.

    What the native core refuses is refused here as well.
    """
    for array in (clauses, model):
        if array.dtype != np.int32 or array.ndim != 1 or not array.flags.c_contiguous:
            raise TypeError("expected one-dimensional contiguous arrays of int32")
    if clauses.size and clauses[-1] != 0:
        raise ValueError("the last clause is not closed by a 0")
    variables = np.unique(np.abs(model.astype(np.int64)))
    if variables.size and not 1 <= variables[0] <= variables[-1] <= MAX_VAR:
        raise ValueError("the model holds a number that is no literal")
    if variables.size != np.unique(model).size:
        raise ValueError("the model says that a variable is both true and false")
    ends = np.flatnonzero(clauses == 0)
    true_so_far = np.cumsum(np.isin(clauses, model))
    without = np.flatnonzero(np.diff(true_so_far[ends], prepend=0) == 0)
    return int(without[0]) if without.size else -1


BLOCK = 1 << 20
"""So many bytes are looked at together while many models are evaluated."""


class Evaluator:
    """Evaluates many models of the same variables at once: one bit each, a word for many models.

    ``variables`` are those that the models assign, ascending; what the first column of a model says is said
    of the first of them.

    >>> clauses = np.array([1, -2, 0, 2, 3, 0], np.int32)
    >>> evaluator = Evaluator(clauses, np.array([1, 2, 3], np.int32))
    >>> evaluator.first_false(np.array([[-1, -2, 3], [1, 2, 3]], np.int32))
    >>> evaluator.first_false(np.array([[-1, -2, 3], [-1, 2, 3], [1, -2, -3]], np.int32))
    (1, 0)
    """

    def __init__(self, clauses: FlatClauses, variables: NDArray[np.int32]) -> None:
        self._width = variables.size
        # Row 2i is the i-th variable, row 2i + 1 its negation, the last row is never true: it stands for the
        # closing 0 and for variables that the models leave out.
        never = 2 * self._width
        asked = np.abs(clauses)
        at = np.searchsorted(variables, asked)
        known = at < self._width
        known[known] = variables[at[known]] == asked[known]
        self._rows = np.where(known, 2 * at + (clauses < 0), never)
        self._starts = np.concatenate(([0], np.flatnonzero(clauses == 0) + 1))

    def first_false(self, models: NDArray[np.int32]) -> tuple[int, int] | None:
        """A model, by its row, and a clause that it makes false, from 0; None where all is well."""
        if models.shape[0] == 0:
            return None
        bits = self._bits(models)
        good = np.packbits(np.ones(models.shape[0], np.bool_))
        words = np.zeros((bits.shape[1],), np.uint64)
        words.view(np.uint8)[: good.size] = good
        at, count = 0, self._starts.size - 1
        literals = max(BLOCK // (8 * words.size), 1)
        while at < count:
            end = int(np.searchsorted(self._starts, self._starts[at] + literals, "right")) - 1
            end = min(max(end, at + 1), count)
            inside = self._rows[self._starts[at] : self._starts[end]]
            satisfied = np.bitwise_or.reduceat(bits[inside], self._starts[at:end] - self._starts[at], axis=0)
            if (satisfied & words != words).any():
                return self._found(satisfied, words, at)
            at = end
        return None

    def _bits(self, models: NDArray[np.int32]) -> NDArray[np.uint64]:
        """A row of bits for each literal, a bit for each model."""
        true = np.packbits(models.T > 0, axis=1)
        words = np.zeros((2 * self._width + 1, -(-true.shape[1] // 8)), np.uint64)
        padded = words[: 2 * self._width].view(np.uint8)
        padded[0::2, : true.shape[1]] = true
        padded[1::2, : true.shape[1]] = ~true
        return words

    @staticmethod
    def _found(satisfied: NDArray[np.uint64], words: NDArray[np.uint64], first: int) -> tuple[int, int]:
        clause = int(np.flatnonzero((satisfied & words != words).any(axis=1))[0])
        wrong = np.unpackbits((words & ~satisfied[clause]).view(np.uint8))
        return int(np.flatnonzero(wrong)[0]), first + clause
