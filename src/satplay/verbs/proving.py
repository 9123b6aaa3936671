"""Proofs on their way from an engine to a file, each line checked before it is passed on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import BinaryIO

from satplay.contracts.engine import ProofSink
from satplay.errors import EngineError, NoSuchName
from satplay.logic.literal import Clause, Lit
from satplay.proofs.drat import BinaryDrat, TextDrat
from satplay.proofs.lrat import TextLrat
from satplay.proofs.rup import RupChecker

WRITERS: Mapping[str, Callable[[BinaryIO], ProofSink]] = {
    "drat": TextDrat,
    "drat-binary": BinaryDrat,
    "lrat": TextLrat,
}


def proof_writer(format: str, file: BinaryIO) -> ProofSink:
    """Writes a proof into ``file`` in the format of that name."""
    if format not in WRITERS:
        raise NoSuchName("proof format", format, WRITERS)
    return WRITERS[format](file)


class CheckedProof:
    """Passes a proof on, line by line, once it has been checked by reverse unit propagation."""

    def __init__(self, clauses: Iterable[Clause], sink: ProofSink) -> None:
        self._checker = RupChecker(clauses)
        self._sink = sink

    def add(self, clause_id: int, clause: Clause, antecedents: Sequence[int]) -> None:
        """A derived clause: it must follow from those before."""
        if not self._checker.follows(clause):
            raise EngineError(f"the engine derived {list(clause)}, which does not follow")
        self._checker.add(clause)
        self._sink.add(clause_id, clause, antecedents)

    def delete(self, clause_id: int, clause: Clause) -> None:
        """A deleted clause."""
        self._checker.delete(clause)
        self._sink.delete(clause_id, clause)

    def given(self, clause: Clause) -> None:
        """A clause that was added to the formula later."""
        self._checker.add(clause)

    def expect_refuted(self, core: Sequence[Lit]) -> None:
        """The proof must show that the assumptions of ``core`` cannot all hold."""
        if not self._checker.follows([-lit for lit in core]):
            raise EngineError("the engine said unsatisfiable, but its proof does not show it")
