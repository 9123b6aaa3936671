"""Evaluating models: no model is shown to anybody before it has passed here.

An engine that says "satisfiable" also says why, and that is the one claim which is cheap to judge: look at
each clause and find a true literal in it.  Nothing an engine did to find its model (preprocessing, learning,
a bug, a cosmic ray) can get past that, so every answer ``Sat``, whoever gave it, is evaluated on the clauses
that were asked, not on those the engine made of them.
"""

from __future__ import annotations

import numpy as np

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
