"""LRAT: DRAT with hints, so that checking needs no search.

(Cruz-Filipe, Heule, Hunt, Kaufmann & Schneider-Kamp 2017.)  A line is ``ID LITERALS 0 HINTS 0``, a
deletion ``ID d IDS 0``; the given clauses are 1 .. m.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import BinaryIO

from satplay.logic.literal import Clause


class TextLrat:
    """Writes LRAT as text."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._last_id = 0

    def add(self, clause_id: int, clause: Clause, antecedents: Sequence[int]) -> None:
        """Write a derived clause with its hints: clauses that become unit in this order if it is false."""
        self._last_id = clause_id
        self._file.write(" ".join(map(str, [clause_id, *clause, 0, *antecedents, 0])).encode("ascii") + b"\n")

    def delete(self, clause_id: int, clause: Clause) -> None:
        """Write a deleted clause; the format requires the number of the last added clause."""
        self._file.write(f"{self._last_id} d {clause_id} 0\n".encode("ascii"))
