"""Checking a proof: by the native checker, or in plain Python where nothing was compiled.

Two questions can be asked of a DRAT proof.  *Does it show its goal?*  Then only the lines that the refutation
uses are judged, going backwards (Heule, Hunt & Wetzler, "Trimming while checking clausal proofs", 2013): a
bad line that nothing uses does no harm.  *Is every line right?*  Then all are judged, going forwards, and
deleting a clause that is not there is an error.  LRAT is judged line by line in any case; so is everything in
plain Python.

A refusal always names the first bad line of the file, used or not: when going backwards meets a needed line
that is bad, the lines are judged once more, forwards from the first.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeAlias

from satplay.logic.flat import clause_lists
from satplay.logic.literal import Clause, FlatClauses
from satplay.proofs.drat_check import check_drat
from satplay.proofs.lrat_check import check_lrat
from satplay.proofs.reading import FORMATS, ProofBytes, Step, complaint, known_format, read, recognised
from satplay.proofs.verdict import Refused, Unfinished, Verdict, Verified

Progress: TypeAlias = Callable[[int, int], None]
"""Called every now and then with the number of lines read and of lines judged or passed over."""

MOST = 2**64 - 1
"""More bytes than anybody has."""

WHAT = {"drat": "DRAT proof", "drat-binary": "binary DRAT proof", "lrat": "LRAT proof"}


def check_proof(
    clauses: FlatClauses,
    proof: ProofBytes,
    *,
    format: str | None = None,
    goal: Clause = (),
    every_line: bool = False,
    seconds: float | None = None,
    most_bytes: int | None = None,
    progress: Progress | None = None,
) -> Verdict:
    r"""Whether a proof shows that ``goal`` follows from the clauses: the empty clause, unless told otherwise.

    The goal of "unsatisfiable under assumptions" is the clause of the negated assumptions.  ``most_bytes``
    bounds what the checker itself asks for, not the clauses and the proof, which are read where they lie.
    Raises ``BadInput`` when the proof is not well written.

    >>> import numpy as np
    >>> clauses = np.array([1, 2, 0, -1, 2, 0, -2, 3, 0, -2, -3, 0], np.int32)
    >>> check_proof(clauses, b"2 0\n0\n")
    Verified(additions=1, needed=1, core=(0, 1, 2, 3), not_there=0, kept_units=0)
    >>> print(check_proof(clauses[:6], b"2 0\n3 0\n0\n"))
    line 3: the empty clause does not follow by unit propagation
    >>> check_proof(clauses[:6], b"", goal=[2]).needed
    0
    """
    format = recognised(proof) if format is None else known_format(format)
    try:
        from satplay._checker import check
    except ModuleNotFoundError:
        return check_plainly(clauses, proof, format, goal, every_line, seconds, most_bytes, progress)
    number = FORMATS.index(format)
    bound = None if most_bytes is None else min(max(most_bytes, 0), MOST)
    found = check(clauses, proof, number, list(goal), every_line, seconds, bound, progress)
    if isinstance(found, tuple):
        raise complaint(WHAT[format], *found)
    match found["verdict"]:
        case "verified":
            return Verified(
                found["additions"],
                found["needed"],
                None if every_line or format == "lrat" else tuple(found["core"].tolist()),
                found["not_there"],
                found["kept_units"],
            )
        case "refused":
            offset = found["offset"] if format == "drat-binary" and found["line"] else None
            return Refused(found["line"] or None, found["reason"], offset)
        case stopped:
            return Unfinished(stopped)


class _Limit(Exception):
    """A limit of the plain checker is reached; the words are those of ``Unfinished``."""


def check_plainly(
    clauses: FlatClauses,
    proof: ProofBytes,
    format: str,
    goal: Clause = (),
    every_line: bool = False,
    seconds: float | None = None,
    most_bytes: int | None = None,
    progress: Progress | None = None,
) -> Verdict:
    """The same in plain Python, where every line is judged always."""
    deadline = None if seconds is None else time.monotonic() + seconds

    def watched(steps: Iterable[Step], read: int | None = None) -> Iterator[Step]:
        for number, step in enumerate(steps):
            if deadline is not None and time.monotonic() >= deadline:
                raise _Limit("out of time")
            if most_bytes is not None and held() > most_bytes:
                raise _Limit("out of memory")
            if progress is not None and number % 100 == 0:
                progress(number if read is None else read, 0 if read is None else number)
            yield step

    try:
        with _memory(traced=most_bytes is not None) as held:
            given = clause_lists(clauses)
            steps = list(watched(read(proof, format)))  # what is not well written is not judged
            judged = watched(steps, len(steps))
            verdict = (
                check_lrat(given, judged, goal)
                if format == "lrat"
                else check_drat(given, judged, goal, strict=every_line)
            )
    except _Limit as limit:
        return Unfinished(str(limit))
    if isinstance(verdict, Refused) and format != "drat-binary":
        return replace(verdict, offset=None)
    return verdict


@contextmanager
def _memory(*, traced: bool) -> Iterator[Callable[[], int]]:
    """Count the bytes that Python asks for inside; only where it is wanted, for it makes all slower."""
    if not traced:
        yield lambda: 0
        return
    begins = not tracemalloc.is_tracing()
    if begins:
        tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    try:
        yield lambda: tracemalloc.get_traced_memory()[0] - before
    finally:
        if begins:
            tracemalloc.stop()
