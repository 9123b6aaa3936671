"""Evaluation of models: every model is evaluated here before it is returned.

A model is cheap to check: each clause must contain a true literal.  Every ``Sat`` of every engine is
evaluated on the original clauses, not on the engine's own representation of them, so that no error in
preprocessing or search can produce a wrong model.
"""

from __future__ import annotations

import numpy as np

from satplay.logic.literal import MAX_VAR, FlatClauses
from satplay.logic.model import Model


def first_false_clause(clauses: FlatClauses, model: Model) -> int | None:
    """The index, from 0, of the first clause without a true literal; None if all are satisfied.

    Both literals of a variable without a value count as false.

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
    """The same without the native core: ``model`` are the true literals; -1 if all clauses are satisfied.

    It raises the same errors as the native core.
    """
    for array in (clauses, model):
        if array.dtype != np.int32 or array.ndim != 1 or not array.flags.c_contiguous:
            raise TypeError("expected one-dimensional contiguous arrays of int32")
    if clauses.size and clauses[-1] != 0:
        raise ValueError("the last clause is not terminated by 0")
    variables = np.unique(np.abs(model.astype(np.int64)))
    if variables.size and not 1 <= variables[0] <= variables[-1] <= MAX_VAR:
        raise ValueError("the model contains a number that is not a literal")
    if variables.size != np.unique(model).size:
        raise ValueError("the model assigns both values to a variable")
    ends = np.flatnonzero(clauses == 0)
    true_count = np.cumsum(np.isin(clauses, model))
    unsatisfied = np.flatnonzero(np.diff(true_count[ends], prepend=0) == 0)
    return int(unsatisfied[0]) if unsatisfied.size else -1
