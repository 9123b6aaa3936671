"""Model: an assignment that makes a formula true, as an engine gave it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satplay.errors import BadInput
from satplay.logic.literal import MAX_VAR, Lit


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

    __slots__ = ("literals",)

    literals: NDArray[np.int32]
    """The true literals, by variable; read-only."""

    def __init__(self, literals: Iterable[Lit]) -> None:
        try:
            given = np.asarray(
                literals if isinstance(literals, np.ndarray) else list(literals), dtype=np.int64
            ).reshape(-1)
        except (TypeError, ValueError, OverflowError):
            raise BadInput("model", found=repr(literals)[:60], expected="integers") from None
        variables = np.abs(given)
        if given.size and (variables.min() == 0 or variables.max() > MAX_VAR):
            raise BadInput("model", found="a literal out of range", expected=f"1 to {MAX_VAR} or negated")
        order = np.argsort(variables, kind="stable")
        ordered = given[order]
        twice = np.flatnonzero(np.diff(variables[order]) == 0)
        if twice.size:
            a, b = int(ordered[twice[0]]), int(ordered[twice[0] + 1])
            if (np.diff(ordered)[twice] != 0).any():
                clash = twice[np.flatnonzero(np.diff(ordered)[twice] != 0)[0]]
                a, b = int(ordered[clash]), int(ordered[clash + 1])
                raise BadInput("model", found=f"both {a} and {b}", expected="each variable true or false")
            ordered = np.delete(ordered, twice)
        self.literals = ordered.astype(np.int32)
        self.literals.flags.writeable = False

    def value(self, lit: Lit) -> bool | None:
        """Whether ``lit`` is true; None where the model says nothing of its variable."""
        at = abs(lit) - 1
        size = self.literals.size
        if not (size and self.literals[-1] in (size, -size)):  # not simply 1 .. n: search
            at = int(np.searchsorted(np.abs(self.literals), abs(lit)))
        if at >= size or abs(int(self.literals[at])) != abs(lit):
            return None
        return int(self.literals[at]) == lit

    def __getitem__(self, lit: Lit) -> bool:
        value = self.value(lit)
        if value is None:
            raise KeyError(lit)
        return value

    def __contains__(self, lit: object) -> bool:
        return isinstance(lit, int) and bool(lit) and self.value(lit) is True

    def __iter__(self) -> Iterator[Lit]:
        return iter(self.literals.tolist())

    def __len__(self) -> int:
        return self.literals.size

    def __eq__(self, other: Any) -> bool:
        return np.array_equal(self.literals, other.literals) if isinstance(other, Model) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.literals.tobytes())

    def __repr__(self) -> str:
        shown = " ".join(map(str, self.literals[:20].tolist()))
        return f"Model({shown}{' ...' if len(self) > 20 else ''})"
