"""FlatBuffer: clauses in one growing int32 array, each closed by a 0, shared without copies."""

from __future__ import annotations

from array import array

import numpy as np
from numpy.typing import NDArray

from satplay.logic.literal import FlatClauses, Lit

PIECE = 1 << 20
"""Numbers that one call of numpy processes: a few milliseconds, so that Ctrl-C is noticed soon."""


class FlatBuffer:
    """A growing buffer of clauses that the caller has validated.

    Earlier views stay valid: the array grows in place only while there are none, otherwise it is replaced.
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
            size = self._store.size
            # A large array is moved, not copied, and what is added is filled: it grows in small steps.
            self._grow(max(needed, size + (size if size < PIECE else size // 8), 1024))
        if tail:
            self._store[self._used : self._used + tail] = np.frombuffer(self._tail, np.int32)
            self._used += tail
            self._tail = array("i")
            self._ends = None

    def _grow(self, size: int) -> None:
        if self._store.flags.writeable:  # an adopted array may not be
            try:
                self._store.resize(size)  # the system moves the pages of a large array instead of copying it
                return
            except ValueError:  # there is a view, or the array does not own its memory
                pass
        grown = np.empty(size, np.int32)
        grown[: self._used] = self._store[: self._used]
        self._store = grown

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
            self._ends = find_ends(self._store[: self._used])
        return self._ends


def find_ends(clauses: FlatClauses) -> NDArray[np.int64]:
    """For each clause the position of its closing 0."""
    if clauses.size <= PIECE:
        return np.flatnonzero(clauses == 0)
    starts = range(0, clauses.size, PIECE)
    return np.concatenate([start + np.flatnonzero(clauses[start : start + PIECE] == 0) for start in starts])


def range_of(numbers: NDArray[np.int32]) -> tuple[int, int]:
    """The least and the greatest number; there is at least one."""
    if numbers.size <= PIECE or len(numbers) == 1:
        return int(numbers.min()), int(numbers.max())
    step = max(1, PIECE * len(numbers) // numbers.size)
    parts = [range_of(numbers[start : start + step]) for start in range(0, len(numbers), step)]
    return min(low for low, _ in parts), max(high for _, high in parts)


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
