"""The proof of a session as lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from satplay.engines.native import NativeEngine
from satplay.logic.literal import Clause


class ProofLines:
    """Receives the proof of an engine; created before the first clause."""

    def __init__(self, engine: NativeEngine) -> None:
        self._lines: list[str] = []
        self._engine = engine
        engine.log_proof(self)

    def add(self, clause_id: int, clause: Clause, antecedents: Sequence[int]) -> None:
        """Store a derived clause."""
        self._lines.append(" ".join(map(str, (*clause, 0))))

    def delete(self, clause_id: int, clause: Clause) -> None:
        """Store a deletion."""
        self._lines.append(" ".join(["d", *map(str, clause), "0"]))

    def lines(self) -> list[str]:
        """All lines so far."""
        self._engine.drain_proof()
        return list(self._lines)
