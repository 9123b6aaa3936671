"""JoinedProof: the parts of all cubes, one after the other, as one LRAT proof of the formula.

A part derives the clause that refutes its cube.  The last part refutes these clauses, which shows that the
cubes cover all assignments.  Only the clauses that parts derive at their ends stay; all other lemmas are
deleted after their last use.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from satplay.cubes.solving import RefutedCube, count_clauses
from satplay.errors import EngineError, needs_native_core
from satplay.logic.literal import FlatClauses

ALL_GIVEN = np.empty(0, np.int64)
"""The given clauses of a part are those of the formula."""


class JoinedProof:
    """Writes an LRAT proof into an open file; the memory that it needs is that of one part."""

    def __init__(self, clauses: FlatClauses, file: BinaryIO) -> None:
        self._file = file
        self._last = self._formula = count_clauses(clauses)
        self._ends: list[int] = []

    def add(self, refuted: RefutedCube) -> None:
        """Append the part of a cube; its place among the parts is the number of its clause."""
        self._ends.append(self._write(refuted.part, ALL_GIVEN))

    def finish(self, cover: RefutedCube) -> None:
        """Append the refutation of the clauses that the parts have derived, numbered in their order."""
        if cover.clause:
            raise EngineError("the clauses of the cubes are not refuted")
        self._write(cover.part, np.array(self._ends, np.int64))

    def _write(self, part: bytes, names: NDArray[np.int64]) -> int:
        with needs_native_core("joining proofs"):
            from satplay._native import write_proof_part
        self._file.flush()
        try:
            self._last = write_proof_part(
                np.frombuffer(part, np.uint8), self._last + 1, names, self._file.fileno()
            )
        except ValueError as error:
            raise EngineError(f"the proof cannot be joined: {error}") from None
        return self._last

    def restart(self) -> None:
        """Delete everything that was written."""
        self._file.seek(0)
        self._file.truncate()
        self._last = self._formula
        self._ends.clear()


def refuting_clause(parts: Sequence[RefutedCube]) -> int | None:
    """The place of the first part that derives the empty clause, if there is one."""
    return next((place for place, part in enumerate(parts) if not part.clause), None)
