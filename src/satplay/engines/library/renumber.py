"""Renumbering: variables made dense for a library that allocates for all numbers up to the greatest.

Engines keep several hundred bytes for each variable number up to the greatest, used or not: the one
clause ``2000000000`` would cost them a terabyte.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

SLACK = 1000
"""Gaps of so many numbers are never worth renumbering."""


class Renumbering:
    """Numbers outside, numbers inside, in both directions; grows as new literals come.

    As long as the greatest variable is not beyond the number of literals seen (and ``SLACK``), numbers stay
    what they are: most formulas are dense, and engines favour variables by number.  From the first
    literal that is further out, a new variable gets the next free number.

    >>> renumbering = Renumbering()
    >>> inside = renumbering.inside(np.array([1, -3, 0, 2_000_000_000, 3, 0], np.int32))
    >>> inside.tolist()
    [1, -2, 0, 3, 2, 0]
    >>> renumbering.outside(inside).tolist()
    [1, -3, 0, 2000000000, 3, 0]
    """

    def __init__(self) -> None:
        self._seen = 0  # literals so far
        self._same = 0  # 1 .. _same are the same inside and outside
        self._far: NDArray[np.int32] = np.empty(0, np.int32)  # all others outside, ascending
        self._near: NDArray[np.int32] = np.empty(0, np.int32)  # what each of _far is inside
        self._back: NDArray[np.int32] = np.empty(0, np.int32)  # _back[i] is _same + 1 + i outside

    @property
    def count(self) -> int:
        """Inside, variables are 1 .. ``count``."""
        return self._same + self._far.size

    def inside(self, lits: NDArray[np.int32]) -> NDArray[np.int32]:
        """The literals as the library sees them; zeros stay zeros.  Not a copy when nothing changes."""
        if not lits.size:
            return lits
        greatest = max(int(lits.max()), -int(lits.min()))
        self._seen += lits.size
        if greatest <= self._same:
            return lits
        if not self._far.size and greatest <= self._seen + SLACK:
            self._same = greatest
            return lits
        variables = np.abs(lits)
        far = variables > self._same
        self._meet(np.unique(variables[far]))
        variables[far] = self._near[np.searchsorted(self._far, variables[far])]
        return np.where(lits < 0, -variables, variables)

    def _meet(self, variables: NDArray[np.int32]) -> None:
        new = np.setdiff1d(variables, self._far, assume_unique=True)
        if new.size:
            numbers = np.arange(self.count + 1, self.count + 1 + new.size, dtype=np.int32)
            places = np.searchsorted(self._far, new)
            self._far = np.insert(self._far, places, new)
            self._near = np.insert(self._near, places, numbers)
            self._back = np.concatenate([self._back, new])

    def outside(self, lits: NDArray[np.int32]) -> NDArray[np.int32]:
        """Literals of the library, each between 1 and ``count`` or negated, as the caller knows them."""
        variables = np.abs(lits)
        far = variables > self._same
        if not far.any():
            return lits
        variables[far] = self._back[variables[far] - self._same - 1]
        return np.where(lits < 0, -variables, variables)
