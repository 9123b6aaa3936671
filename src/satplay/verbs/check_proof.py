"""check proof: check a proof that a formula is unsatisfiable."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias, cast

from satplay.arguments import expect_whole_number
from satplay.contracts.budget import Budget
from satplay.contracts.engine import Limit
from satplay.contracts.result_text import brief_repr, fit_screen
from satplay.fast_dataclass import dataclass
from satplay.inputs.reading import find_source
from satplay.inputs.source import Source, name_errors
from satplay.logic import dimacs
from satplay.logic.clause_input import is_formula
from satplay.logic.compressed import CHUNK, pieces
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit
from satplay.proofs import checking
from satplay.proofs.reading import expect_format, recognise_format
from satplay.proofs.verdict import Refused, Unfinished, Verdict, Verified
from satplay.solving.projection import check_assumptions

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

Progress: TypeAlias = Callable[[Mapping[str, int | float]], None]

REPORT_EVERY = 0.2
"""Seconds between two reports of progress."""


@dataclass(frozen=True, slots=True)
class JudgedProof:
    """The verdict on a proof in ``format``, of ``clauses`` clauses; both None if they were not read."""

    verdict: Verdict
    format: str | None
    clauses: int | None
    assumptions: tuple[Lit, ...]
    every_line: bool
    seconds: float = field(compare=False)

    @property
    def valid(self) -> bool | None:
        """Whether the proof is correct and refutes the formula; None if a limit was reached."""
        return None if isinstance(self.verdict, Unfinished) else isinstance(self.verdict, Verified)

    @property
    def exit_status(self) -> int:
        """0 verified, 1 refused, 3 out of time or memory."""
        return {True: 0, False: 1, None: 3}[self.valid]

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints; clauses of the core are counted from 1, as LRAT does."""
        document: dict[str, Any] = {"valid": self.valid, "subject": "proof", "format": self.format}
        match self.verdict:
            case Verified() as verified:
                document |= {
                    "status": "verified",
                    "additions": verified.additions,
                    "needed": verified.needed,
                    "core": None if verified.core is None else [index + 1 for index in verified.core],
                    "not_there": verified.not_there,
                    "kept_units": verified.kept_units,
                }
            case Refused() as refused:
                document |= {"status": "refused", "line": refused.line, "reason": refused.reason}
                if refused.offset is not None:
                    document["offset"] = refused.offset
            case Unfinished(stopped=why):
                document |= {"status": "unknown", "stopped": why}
        return document | {"every_line": self.every_line, "seconds": round(self.seconds, 6)}

    def lines(self) -> Iterator[str]:
        """The verdict as text."""
        match self.verdict:
            case Verified() as verified:
                goal = (
                    "the assumptions cannot all hold" if self.assumptions else "the formula is unsatisfiable"
                )
                yield f"verified: {goal}"
                if verified.core is None:
                    yield f"  every one of {verified.additions} added clauses follows"
                else:
                    yield (
                        f"  {verified.needed} of {verified.additions} added clauses were needed, "
                        f"{len(verified.core)} of {self.clauses} given ones"
                    )
                if verified.not_there:
                    yield f"  {verified.not_there} deletions of clauses that do not exist were ignored"
            case Refused() as refused:
                yield f"refused: {refused}"
            case Unfinished(stopped=why):
                yield f"no verdict: {why}"

    def __bool__(self) -> bool:
        """A result is true if the proof was verified; not if a limit was reached."""
        return self.valid is True

    def __str__(self) -> str:
        return fit_screen(self.lines())

    def __repr__(self) -> str:
        return brief_repr(self)


def check_proof(
    formula: Any,
    proof: bytes | str | Path,
    *,
    format: str | None = None,
    assuming: Sequence[Lit] = (),
    every_line: bool = False,
    seconds: float | None = None,
    memory_mib: int | None = None,
    progress: Progress | None = None,
) -> JudgedProof:
    """Check a DRAT or LRAT proof that a formula has no model, or none in which all of ``assuming`` hold.

    Formula and proof are a path, a text, or the thing itself, the formula in any form; gzip and xz are read
    directly.  ``every_line`` also checks the lines that the refutation does not use.

    ``seconds`` run from the call, reading included.  ``memory_mib`` bounds what the clauses, the unpacked
    proof and the data structures of the checker take together, counted in requested bytes.

    >>> print(check_proof("p cnf 2 4\\n1 2 0\\n1 -2 0\\n-1 2 0\\n-1 -2 0", "1 0\\n0\\n"))
    verified: the formula is unsatisfiable
      1 of 1 added clauses were needed, 4 of 4 given ones
    """
    if memory_mib is not None:
        memory_mib = expect_whole_number("memory limit", memory_mib)
    watch = _Watch(seconds, memory_mib, progress)
    clauses: Formula | None = None
    try:
        if is_formula(formula):
            clauses = formula if isinstance(formula, Formula) else Formula(formula)
        else:
            clauses = _read_formula(find_source(formula), watch)
        check_assumptions(assuming, clauses)
        watch.holds(clauses.flat.nbytes)
        where = (
            Source("<proof>", lambda: io.BytesIO(proof)) if isinstance(proof, bytes) else find_source(proof)
        )
        content = _read_all(where, watch)
        format = recognise_format(content) if format is None else expect_format(format)
        with name_errors(where):
            verdict = checking.check_proof(
                clauses.flat,
                content,
                format=format,
                goal=[-lit for lit in assuming],
                every_line=bool(every_line),
                seconds=watch.seconds_left(),
                most_bytes=watch.bytes_left(),
                progress=watch.judging,
            )
    except _LimitReached as limit:
        verdict = Unfinished(str(limit))
    count = None if clauses is None else clauses.clause_count
    return JudgedProof(verdict, format, count, tuple(assuming), every_line, watch.seconds())


# -- limits and progress ----------------------------------------------------------------------------


class _LimitReached(Exception):
    """A limit was reached while reading; the message is a reason of ``Unfinished``."""


class _Watch:
    """The time and memory of one call, and its progress reports."""

    def __init__(self, seconds: float | None, memory_mib: int | None, progress: Progress | None) -> None:
        self._budget = Budget(Limit(seconds))
        self._last = 0.0
        if memory_mib is not None:
            memory_mib = expect_whole_number("limit of memory", memory_mib)
        self._bytes_left = None if memory_mib is None else memory_mib << 20
        self._progress = progress
        self._read = 0

    def seconds(self) -> float:
        return self._budget.elapsed_seconds

    def seconds_left(self) -> float | None:
        return self._budget.remaining().seconds

    def bytes_left(self) -> int | None:
        return self._bytes_left

    def look(self) -> None:
        """Raise ``_LimitReached`` if the time is up."""
        if self._budget.expired:
            raise _LimitReached("out of time")

    def holds(self, more_bytes: int) -> None:
        """Account for more bytes in memory."""
        if self._bytes_left is not None:
            self._bytes_left -= more_bytes
            if self._bytes_left < 0:
                raise _LimitReached("out of memory")

    def reading(self, more_bytes: int) -> None:
        """Account for more bytes read."""
        self.look()
        self._read += more_bytes
        self._report({"MiB read": self._read >> 20})

    def judging(self, read: int, checked: int) -> None:
        """Report how many lines were read, and how many of them were checked or skipped."""
        self._report({"lines read": read, "checked": checked})

    def _report(self, counters: Mapping[str, int | float]) -> None:
        if self._progress is not None and self.seconds() - self._last >= REPORT_EVERY:
            self._last = self.seconds()
            self._progress(counters)


# -- reading ----------------------------------------------------------------------------------------


class _DecompressedStream(io.RawIOBase):
    """A decompressed stream that checks the limits at every piece, however high the compression ratio."""

    def __init__(self, file: BinaryIO, watch: _Watch) -> None:
        self._pieces = pieces(file)
        self._rest = memoryview(b"")
        self._watch = watch

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        while not self._rest:
            self._watch.look()
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._rest = memoryview(piece)
            self._watch.reading(len(piece))
        count = min(len(target := memoryview(buffer)), len(self._rest))
        target[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        return count


def _read_formula(where: Source, watch: _Watch) -> Formula:
    with name_errors(where), where.open() as file:
        return dimacs.stream(cast(BinaryIO, _DecompressedStream(file, watch)))


def _read_all(where: Source, watch: _Watch) -> bytearray:
    """All bytes of a proof, decompressed, in one buffer."""
    content = bytearray()
    with name_errors(where), where.open() as file:
        unpacked = _DecompressedStream(file, watch)
        while piece := unpacked.read(CHUNK):
            watch.holds(len(piece))
            content += piece
    return content
