"""The forms in which callers give clauses, beside lists of lists: arrays, formulas of other packages, DIMACS.

``Formula`` and every function that takes a formula accept them.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from satplay.arguments import show
from satplay.errors import BadInput
from satplay.logic.literal import MAX_VAR, Clause, FlatClauses

if TYPE_CHECKING:
    from satplay.logic.formula import Formula

BYTES = (bytes, bytearray, memoryview)
"""DIMACS as bytes.  Their items are numbers: without a check a text in a list would be a clause."""

NO_CLAUSES = (str, *BYTES, dict)
"""Iterables whose items are not the literals of a clause; no abstract class, which fails when Python ends."""

LITERALS = f"literals from 1 to {MAX_VAR} or negated, such as [1, -2]"

FORMULAS = "clauses such as [[1, -2], [3]], a Formula, a CNF of PySAT, an array, DIMACS text or a path"
"""What a function that takes a formula expects."""


def expect_clause(lits: Any) -> None:
    """Raise ``BadInput`` for a text, bytes or a mapping in place of a clause."""
    if isinstance(lits, NO_CLAUSES):
        raise BadInput("clause", found=show(lits), expected=LITERALS)


def expect_clauses(clauses: Sequence[Any]) -> None:
    """The same for many clauses, by their few types."""
    if any(issubclass(kind, NO_CLAUSES) for kind in set(map(type, clauses))):
        for clause in clauses:
            expect_clause(clause)


def expect_no_bool(lits: Collection[Any], what: str = "clause") -> None:
    """Raise ``BadInput`` for True among literals, which Python takes as 1; False is the literal 0."""
    if 1 in lits and bool in map(type, lits):
        raise BadInput(what, found=show(lits), expected=LITERALS)


def one_clause(given: tuple[Any, ...]) -> Clause:
    """The literals of ``add(1, -2)`` or ``add([1, -2])``."""
    if len(given) == 1 and not isinstance(given[0], int | np.integer):
        clause: Clause = given[0]
        return clause
    return given


def read_formula(source: str | bytes | bytearray | memoryview | os.PathLike[str]) -> Formula:
    """The formula in a DIMACS text, or in the file at a path."""
    from satplay.logic import dimacs

    if isinstance(source, BYTES):
        return dimacs.stream(BytesIO(source))
    if isinstance(source, str) and not source.strip():
        raise BadInput("formula", found="an empty text", expected=FORMULAS)
    if isinstance(source, str) and ("\n" in source or dimacs.recognises(source)):
        return dimacs.read(source)
    return dimacs.load(source)


def flatten_array(clauses: NDArray[Any]) -> FlatClauses:
    """An array of clauses as flat clauses, each terminated by 0.

    In two dimensions a row is a clause, filled up with 0; a row of zeros is the empty clause.  In one
    dimension the clauses are flat already.

    >>> flatten_array(np.array([[1, -2, 0], [1, 2, 3]])).tolist()
    [1, -2, 0, 1, 2, 3, 0]
    >>> flatten_array(np.array([1, -2, 0, 3, 0])).tolist()
    [1, -2, 0, 3, 0]

    An array of objects has the integers that they are; an array of no literals may have any type.
    """
    if np.any(getattr(clauses, "mask", False)):
        raise BadInput("array of clauses", found="masked literals", expected="integers without a mask")
    if clauses.dtype == object:
        clauses = _integers(clauses)
    elif not clauses.size:
        clauses = clauses.astype(np.int32)
    if clauses.dtype.kind not in "iu" or clauses.ndim not in (1, 2):
        found = f"{clauses.dtype} in {clauses.ndim} dimensions"
        raise BadInput("array of clauses", found=found, expected="integers in 1 or 2 dimensions")
    if clauses.size:
        low, high = int(clauses.min()), int(clauses.max())
        if low < -MAX_VAR or high > MAX_VAR:
            found = str(low if low < -MAX_VAR else high)
            raise BadInput(
                "array of clauses", found=found, expected=f"literals from 1 to {MAX_VAR} or negated"
            )
    if clauses.ndim == 1:
        return np.ascontiguousarray(clauses, np.int32)
    rows, width = clauses.shape
    block = np.zeros((rows, width + 1), np.int32)
    block[:, :width] = clauses
    used = block != 0
    used[:, width] = True
    flat: FlatClauses = block[used]
    return flat


def _integers(objects: NDArray[Any]) -> NDArray[Any]:
    """An array of Python's or numpy's integers as an array of numbers."""
    for item in objects.flat:
        if isinstance(item, bool) or not isinstance(item, int | np.integer):
            expected = "integers in 1 or 2 dimensions; clauses of different lengths in a list"
            raise BadInput("array of clauses", found=show(item), expected=expected)
    try:
        return objects.astype(np.int64)
    except OverflowError:
        raise BadInput("array of clauses", found="a number of more than 64 bits", expected=LITERALS) from None


def listed_clauses(formula: Any) -> Iterable[Any]:
    """The clauses of an iterable, or of an object with ``clauses`` and ``nv``, as a ``CNF`` of PySAT.

    Cardinality constraints of other packages and soft clauses are refused: they are no clauses.
    """
    if getattr(formula, "atmosts", None):
        expected = "clauses only; encode the constraints, or use satplay.Solver"
        raise BadInput("formula", found="cardinality constraints", expected=expected)
    if hasattr(formula, "soft") and hasattr(formula, "hard"):
        expected = "clauses without weights, such as its attribute hard"
        raise BadInput("formula", found=show(formula), expected=expected)
    if isinstance(formula, Iterable) and not isinstance(formula, NO_CLAUSES):
        return formula
    if hasattr(formula, "nv") and isinstance(clauses := getattr(formula, "clauses", None), Iterable):
        return clauses
    raise BadInput("clauses", found=show(formula), expected=FORMULAS)


def is_formula(value: Any) -> bool:
    """Whether a value is clauses in one of these forms, or DIMACS as bytes, and not a text or a path."""
    if isinstance(value, str | os.PathLike):
        return False
    return isinstance(value, Iterable) or hasattr(value, "nv")
