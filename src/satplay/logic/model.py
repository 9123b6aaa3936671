"""Model: a satisfying assignment, as returned by an engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satplay.errors import BadInput
from satplay.logic.literal import MAX_VAR, Lit, Var


class Model:
    """The literals that are true, one for each assigned variable, ordered by variable.

    >>> model = Model([2, -1, 3])
    >>> model
    Model(-1 2 3)
    >>> model[2], model[-2], -1 in model
    (True, False, True)
    >>> list(model)
    [-1, 2, 3]
    """

    __slots__ = ("_variables", "literals")

    literals: NDArray[np.int32]
    """The true literals, by variable; read-only."""

    def __init__(self, literals: Iterable[Lit]) -> None:
        given = _integers(literals)
        if given.size and not (-MAX_VAR <= given.min() <= given.max() <= MAX_VAR and given.all()):
            raise BadInput("model", found="a literal out of range", expected=f"1 to {MAX_VAR} or negated")
        given = given.astype(np.int64)
        variables = np.abs(given)
        order = np.argsort(variables, kind="stable")
        ordered = given[order]
        twice = np.flatnonzero(np.diff(variables[order]) == 0)
        clash = twice[ordered[twice] != ordered[twice + 1]]
        if clash.size:
            a, b = ordered[clash[0] : clash[0] + 2].tolist()
            raise BadInput("model", found=f"both {a} and {b}", expected="each variable true or false")
        self._store(np.delete(ordered, twice).astype(np.int32))

    @classmethod
    def of_ordered(cls, literals: NDArray[np.int32]) -> Model:
        """A model of literals already ordered by variable, one per variable; this is not checked."""
        model = cls.__new__(cls)
        model._store(literals)
        return model

    @classmethod
    def of_rows(cls, rows: NDArray[np.int32]) -> Iterator[Model]:
        """One model for each row; all rows have the same variables, in order.

        >>> list(Model.of_rows(np.array([[-1, 3], [1, 3]], np.int32)))
        [Model(-1 3), Model(1 3)]
        """
        rows.flags.writeable = False
        shared = cls.of_ordered(rows[0])._variables if len(rows) else None
        for row in rows:
            model = cls.__new__(cls)
            model.literals = row
            model._variables = shared
            yield model

    def _store(self, literals: NDArray[np.int32]) -> None:
        self.literals = literals
        self.literals.flags.writeable = False
        # Most models assign exactly 1 .. n; only the others need a search for a variable.
        size = self.literals.size
        simple = size == 0 or abs(int(self.literals[-1])) == size
        self._variables = None if simple else np.abs(self.literals)

    def __reduce__(self) -> tuple[Any, ...]:
        return Model.of_ordered, (self.literals,)  # read-only again: numpy does not pickle that

    def value(self, lit: Lit) -> bool | None:
        """Whether ``lit`` is true; None if the model does not assign its variable."""
        var = abs(lit)
        at = var - 1 if self._variables is None else int(np.searchsorted(self._variables, var))
        if not 0 <= at < self.literals.size or abs(int(self.literals[at])) != var:
            return None
        return int(self.literals[at]) == lit

    def __getitem__(self, lit: Lit) -> bool:
        value = self.value(lit)
        if value is None:
            raise KeyError(lit)
        return value

    def __contains__(self, lit: object) -> bool:
        return isinstance(lit, int | np.integer) and self.value(int(lit)) is True

    def __iter__(self) -> Iterator[Lit]:
        return iter(self.literals.tolist())

    def __len__(self) -> int:
        return self.literals.size

    def __eq__(self, other: Any) -> bool:
        return np.array_equal(self.literals, other.literals) if isinstance(other, Model) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.literals.tobytes())

    def __repr__(self) -> str:
        text = " ".join(map(str, self.literals[:20].tolist()))
        return f"Model({text}{' ...' if len(self) > 20 else ''})"


def _integers(literals: Iterable[Lit]) -> NDArray[Any]:
    """The literals as an array of integers, without rounding or parsing other types."""
    try:
        listed = literals if isinstance(literals, np.ndarray) else list(literals)
        given = np.asarray(listed)
    except (TypeError, ValueError):  # not iterable; or lists of unequal length
        raise BadInput("model", found=repr(literals)[:60], expected="integers") from None
    if given.ndim != 1 or (given.size and given.dtype.kind not in "iu"):
        raise BadInput("model", found=repr(listed)[:60], expected="integers")
    return given


LISTED_UNUSED = 1_000_000
"""A model lists every declared variable, unless more than this number are unassigned."""


def complete(literals: Iterable[Lit], var_count: int, choose: Callable[[Var], Lit] = int.__neg__) -> Model:
    """The model of the variables 1 .. ``var_count`` with the given literals, and ``choose`` for the others.

    A DIMACS header may declare 2 000 000 000 variables for three clauses: if more than ``LISTED_UNUSED``
    declared variables are unassigned, they are left out.
    """
    given = list(literals)
    if var_count - len(given) <= LISTED_UNUSED:
        assigned = {abs(lit) for lit in given}
        given += [choose(var) for var in range(1, var_count + 1) if var not in assigned]
    return Model(given)
