"""Proofs recorded by an engine, in a file or by a sink, and checked before the answer is returned."""

from __future__ import annotations

import mmap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, BinaryIO, Protocol

from satplay.arguments import show
from satplay.contracts.engine import ProofSink
from satplay.errors import BadInput, EngineError
from satplay.logic import dimacs
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause, FlatClauses, Lit
from satplay.proofs.checking import check_proof
from satplay.proofs.drat import BinaryDrat, TextDrat
from satplay.proofs.lrat import TextLrat
from satplay.proofs.reading import FORMATS, ProofBytes, expect_format
from satplay.proofs.rup import RupChecker
from satplay.proofs.verdict import Refused, Unfinished, Verified
from satplay.solving.solution_search import ProofWatcher

WRITERS: Mapping[str, Callable[[BinaryIO], ProofSink]] = {
    "drat": TextDrat,
    "drat-binary": BinaryDrat,
    "lrat": TextLrat,
}


def write_formula(formula: Formula, file: BinaryIO) -> None:
    """Write the formula that a proof refutes, as DIMACS, for ``check proof`` and other checkers."""
    dimacs.write_to(formula, file)


class CheckedProof(ProofWatcher, Protocol):
    """A proof that is recorded during a search and can be checked afterwards."""

    def shows(
        self,
        clauses: FlatClauses,
        core: Sequence[Lit],
        seconds: float | None,
        memory_mib: int | None = None,
    ) -> bool:
        """Whether the proof refutes the clauses with the assumptions of ``core``; False if out of time.

        ``MemoryError`` if the checker would need more memory than it may use.
        """


def expect_proof(proof: Any) -> None:
    """Raise ``BadInput`` unless a proof can be written there: a proof file or a sink."""
    is_sink = all(callable(getattr(proof, name, None)) for name in ("add", "delete"))
    if not is_sink and not isinstance(proof, ProofFile):
        raise BadInput("proof", found=show(proof), expected="a ProofFile, or a sink with add and delete")


class ProofFile:
    """A proof in a file that is open for writing and reading.

    The native engine writes to the file itself; the whole proof is checked after the search.
    """

    def __init__(self, file: BinaryIO, format: str) -> None:
        self._file = file
        self._format = expect_format(format)

    @property
    def file(self) -> BinaryIO:
        """The open file, for proofs that are not written by one engine."""
        return self._file

    @property
    def format(self) -> str:
        """The format of the proof."""
        return self._format

    def listen(self, session: Any, clauses: Iterable[Clause]) -> None:
        """Make the engine write its proof into the file."""
        if hasattr(session, "log_proof_file") and _is_real(self._file):
            session.log_proof_file(self._file.fileno(), FORMATS.index(self._format))
        else:
            session.log_proof(WRITERS[self._format](self._file))

    @property
    def takes_late_clauses(self) -> bool:
        """Whether clauses may be added while the proof is being written."""
        return self._format != "lrat"

    def restart(self) -> None:
        """Delete what was written: a proof of another formula follows."""
        self._file.seek(0)
        self._file.truncate()

    def add_given_clause(self, clause: Clause) -> None:
        """Accept a clause that is added during the search, for DRAT: it becomes part of the formula.

        LRAT numbers the clauses of the formula first, and the next numbers have been used.
        """
        if not self.takes_late_clauses:
            expected = "drat: this encoding states rules while it is being solved"
            raise BadInput("proof format", found="lrat", expected=expected)

    def shows(
        self,
        clauses: FlatClauses,
        core: Sequence[Lit],
        seconds: float | None,
        memory_mib: int | None = None,
    ) -> bool:
        """Check the file with a checker that shares no code with the engines."""
        with _content(self._file) as proof:
            verdict = check_proof(
                clauses,
                proof,
                format=self._format,
                goal=[-lit for lit in core],
                seconds=seconds,
                most_bytes=None if memory_mib is None else memory_mib << 20,
            )
        match verdict:
            case Refused():
                raise EngineError(f"the engine answered unsatisfiable, but its proof is wrong: {verdict}")
            case Unfinished(stopped="out of memory"):
                raise MemoryError("the proof cannot be checked in the memory given")
        return isinstance(verdict, Verified)


def _is_real(file: BinaryIO) -> bool:
    try:
        return file.fileno() >= 0
    except OSError:  # a file in memory
        return False


@contextmanager
def _content(file: BinaryIO) -> Iterator[ProofBytes]:
    """The content of the file, mapped into memory if possible."""
    file.flush()
    if not _is_real(file):
        file.seek(0)
        yield file.read()
        return
    file.seek(0, 2)
    if file.tell() == 0:  # an empty file cannot be mapped
        yield b""
        return
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped, memoryview(mapped) as view:
        yield view


class CheckedProofLines:
    """Passes a proof on to a sink, each line after checking it by reverse unit propagation."""

    def __init__(self, sink: ProofSink) -> None:
        self._checker = RupChecker()
        self._sink = sink

    def listen(self, session: Any, clauses: Iterable[Clause]) -> None:
        """Make the engine send its proof here."""
        for clause in clauses:
            self._checker.add(clause)
        session.log_proof(self)

    def add(self, clause_id: int, clause: Clause, antecedents: Sequence[int]) -> None:
        """A derived clause: it must follow from the clauses before it."""
        if not self._checker.follows(clause):
            raise EngineError(f"the engine derived {list(clause)}, which does not follow")
        self._checker.add(clause)
        self._sink.add(clause_id, clause, antecedents)

    def delete(self, clause_id: int, clause: Clause) -> None:
        """A deleted clause."""
        self._checker.delete(clause)
        self._sink.delete(clause_id, clause)

    def add_given_clause(self, clause: Clause) -> None:
        """A clause that was added to the formula later."""
        self._checker.add(clause)

    def shows(
        self,
        clauses: FlatClauses,
        core: Sequence[Lit],
        seconds: float | None,
        memory_mib: int | None = None,
    ) -> bool:
        """Whether the lines imply that the assumptions of ``core`` cannot all hold."""
        if not self._checker.follows([-lit for lit in core]):
            raise EngineError("the engine answered unsatisfiable, but its proof does not show it")
        return True
