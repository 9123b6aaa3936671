"""check proof: judge somebody's proof that a formula has no model."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from satplay.errors import BadInput
from satplay.logic import dimacs
from satplay.logic.compressed import pieces
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit
from satplay.proofs import checking
from satplay.proofs.reading import known_format, recognised
from satplay.proofs.verdict import Refused, Unfinished, Verdict, Verified
from satplay.verbs.reading import Source, naming, source

Progress: TypeAlias = Callable[[Mapping[str, int | float]], None]

REPORT_EVERY = 0.2
"""Seconds between two reports of progress."""


@dataclass(frozen=True, slots=True)
class JudgedProof:
    """The verdict on a proof in ``format``, over ``clauses`` clauses."""

    verdict: Verdict
    format: str
    clauses: int
    assumed: tuple[Lit, ...]
    every_line: bool
    seconds: float = field(compare=False)

    @property
    def valid(self) -> bool | None:
        """Whether the proof shows what it should; None when time ran out."""
        return None if isinstance(self.verdict, Unfinished) else isinstance(self.verdict, Verified)

    @property
    def exit_status(self) -> int:
        """0 verified, 1 refused, 3 out of time."""
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
            case Unfinished():
                document |= {"status": "unknown", "stopped": "out of time"}
        return document | {"every_line": self.every_line, "seconds": round(self.seconds, 6)}

    def lines(self) -> Iterator[str]:
        """The verdict for people."""
        match self.verdict:
            case Verified() as verified:
                goal = "the assumptions cannot all hold" if self.assumed else "the formula is unsatisfiable"
                yield f"verified: {goal}"
                if verified.core is None:
                    yield f"  every one of {verified.additions} added clauses follows"
                else:
                    yield (
                        f"  {verified.needed} of {verified.additions} added clauses were needed, "
                        f"{len(verified.core)} of {self.clauses} given ones"
                    )
                if verified.not_there:
                    yield f"  {verified.not_there} deletions of a clause that is not there did nothing"
            case Refused() as refused:
                yield f"refused: {refused}"
            case Unfinished():
                yield "no verdict: out of time"

    def __str__(self) -> str:
        return "\n".join(self.lines())


def check_proof(
    formula: Formula | str | Path,
    proof: bytes | str | Path,
    *,
    format: str | None = None,
    assuming: Sequence[Lit] = (),
    every_line: bool = False,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> JudgedProof:
    """Judge a DRAT or LRAT proof that a formula has no model, or none in which all of ``assuming`` hold.

    Formula and proof are a path, a text, or the thing itself; gzip and xz are read directly.  ``every_line``
    judges even the lines that the refutation does not use.

    >>> print(check_proof("p cnf 2 4\\n1 2 0\\n1 -2 0\\n-1 2 0\\n-1 -2 0", "1 0\\n0\\n"))
    verified: the formula is unsatisfiable
      1 of 1 added clauses were needed, 4 of 4 given ones
    """
    clauses = formula if isinstance(formula, Formula) else _formula(source(formula))
    for lit in assuming:
        if not 1 <= abs(lit) <= clauses.var_count:
            expected = f"a literal from {-clauses.var_count} to {clauses.var_count}, not 0"
            raise BadInput("assumption", found=str(lit), expected=expected)
    where = Source("<proof>", lambda: io.BytesIO(proof)) if isinstance(proof, bytes) else source(proof)
    content = _whole(where)
    format = recognised(content) if format is None else known_format(format)
    started = time.perf_counter()
    with naming(where):
        verdict = checking.check_proof(
            clauses.flat,
            content,
            format=format,
            goal=[-lit for lit in assuming],
            every_line=every_line,
            seconds=seconds,
            progress=None if progress is None else _now_and_then(progress),
        )
    passed = time.perf_counter() - started
    return JudgedProof(verdict, format, clauses.clause_count, tuple(assuming), every_line, passed)


def _formula(where: Source) -> Formula:
    with naming(where), where.open() as file:
        return dimacs.stream(file)


def _whole(where: Source) -> bytearray:
    """All bytes of a proof, decompressed, in one piece of memory."""
    content = bytearray()
    with naming(where), where.open() as file:
        for piece in pieces(file):
            content += piece
    return content


def _now_and_then(progress: Progress) -> checking.Progress:
    last = time.monotonic()

    def report(read: int, checked: int) -> None:
        nonlocal last
        if time.monotonic() - last >= REPORT_EVERY:
            last = time.monotonic()
            progress({"lines read": read, "checked": checked})

    return report
