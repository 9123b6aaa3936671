"""FlatBuffer: clauses in one growing int32 array, each closed by a 0, shared without copies."""

from __future__ import annotations

from array import array

import numpy as np
from numpy.typing import NDArray

from satplay.logic.literal import FlatClauses, Lit


class FlatBuffer:
    """A growing buffer of clauses that the caller has validated.

    Growing allocates a new array and never resizes one in place, so earlier views stay valid.
    """

    def __init__(self) -> None:
        self._store: FlatClauses = np.empty(0, np.int32)
        self._used = 0  # length of the used part of _store
        self._tail = array("i")  # clauses added one by one, not yet in _store
        self._ends: NDArray[np.int64] | None = None

    def append(self, clause: array[int]) -> None:
        """Add one clause, including its closing 0."""
        self._tail.extend(clause)

    def room(self, more: int) -> FlatClauses:
        """Extend the buffer by ``more`` numbers and return them for the caller to fill."""
        self._flush(more)
        self._ends = None
        room = self._store[self._used : self._used + more]
        self._used += more
        return room

    def adopt(self, clauses: FlatClauses) -> bool:
        """Use this array as the buffer without a copy if the buffer is empty; return whether it was."""
        if self._used or self._tail or not clauses.flags.c_contiguous:
            return False
        self._store, self._used, self._ends = clauses, clauses.size, None
        return True

    def _flush(self, more: int = 0) -> None:
        tail = len(self._tail)
        needed = self._used + tail + more
        if needed > self._store.size:
            grown = np.empty(max(needed, 2 * self._store.size, 1024), np.int32)
            grown[: self._used] = self._store[: self._used]
            self._store = grown
        if tail:
            self._store[self._used : self._used + tail] = np.frombuffer(self._tail, np.int32)
            self._used += tail
            self._tail = array("i")
            self._ends = None

    @property
    def view(self) -> FlatClauses:
        """All clauses, read-only."""
        self._flush()
        view = self._store[: self._used]
        view.flags.writeable = False
        return view

    @property
    def ends(self) -> NDArray[np.int64]:
        """For each clause the position of its closing 0."""
        self._flush()
        if self._ends is None:
            self._ends = np.flatnonzero(self._store[: self._used] == 0)
        return self._ends


def clause_lists(clauses: FlatClauses) -> list[list[Lit]]:
    """Flat clauses as lists of lists, for libraries that accept nothing else."""
    result: list[list[Lit]] = []
    clause: list[Lit] = []
    for lit in clauses.tolist():
        if lit:
            clause.append(lit)
        else:
            result.append(clause)
            clause = []
    return result
