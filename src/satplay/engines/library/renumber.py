"""Dense renumbering of variables for libraries that allocate memory for all numbers up to the largest.

Engines allocate several hundred bytes for each variable up to the largest, used or not: the single
clause ``2000000000`` would need a terabyte.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

SLACK = 1000
"""Gaps of this size are not worth renumbering."""


class Renumbering:
    """Maps external literals (the caller's) to internal ones (the library's) and back; grows on demand.

    While the largest variable is at most the number of literals seen plus ``SLACK``, numbers are unchanged:
    most formulas are dense, and engines prefer variables by number.  After the first larger one, each new
    variable gets the next free number.

    >>> renumbering = Renumbering()
    >>> internal = renumbering.to_internal(np.array([1, -3, 0, 2_000_000_000, 3, 0], np.int32))
    >>> internal.tolist()
    [1, -2, 0, 3, 2, 0]
    >>> renumbering.to_external(internal).tolist()
    [1, -3, 0, 2000000000, 3, 0]
    """

    def __init__(self) -> None:
        self._seen = 0  # number of literals seen
        self._same = 0  # variables 1 .. _same are unchanged
        self._far: NDArray[np.int32] = np.empty(0, np.int32)  # the other external variables, ascending
        self._near: NDArray[np.int32] = np.empty(0, np.int32)  # internal numbers of _far
        self._back: NDArray[np.int32] = np.empty(0, np.int32)  # external numbers of _same + 1, ...

    @property
    def count(self) -> int:
        """Internal variables are 1 .. ``count``."""
        return self._same + self._far.size

    def to_internal(self, lits: NDArray[np.int32]) -> NDArray[np.int32]:
        """The internal literals; zeros are unchanged.  Returns the same array if nothing changes."""
        if not lits.size:
            return lits
        largest = max(int(lits.max()), -int(lits.min()))
        self._seen += lits.size
        if largest <= self._same:
            return lits
        if not self._far.size and largest <= self._seen + SLACK:
            self._same = largest
            return lits
        variables = np.abs(lits)
        far = variables > self._same
        self._number_new(np.unique(variables[far]))
        variables[far] = self._near[np.searchsorted(self._far, variables[far])]
        return np.where(lits < 0, -variables, variables)

    def _number_new(self, variables: NDArray[np.int32]) -> None:
        new = np.setdiff1d(variables, self._far, assume_unique=True)
        if new.size:
            numbers = np.arange(self.count + 1, self.count + 1 + new.size, dtype=np.int32)
            places = np.searchsorted(self._far, new)
            self._far = np.insert(self._far, places, new)
            self._near = np.insert(self._near, places, numbers)
            self._back = np.concatenate([self._back, new])

    def to_external(self, lits: NDArray[np.int32]) -> NDArray[np.int32]:
        """The external literals of internal ones, which are between 1 and ``count`` or negated."""
        variables = np.abs(lits)
        far = variables > self._same
        if not far.any():
            return lits
        variables[far] = self._back[variables[far] - self._same - 1]
        return np.where(lits < 0, -variables, variables)
