"""Checks a proof with the native checker, or in Python if the native code was not compiled.

A DRAT proof can be checked in two ways.  *Does it prove its goal?*  Then only lines that the refutation uses
are checked, backwards (Heule, Hunt & Wetzler, "Trimming while checking clausal proofs", 2013): an incorrect
line that nothing uses does no harm.  *Is every line correct?*  Then all lines are checked, forwards, and
deleting a clause that does not exist is an error.  LRAT is always checked line by line, and so is everything
in Python.

A refusal always names the first incorrect line of the file, used or not: if the backward check finds an
incorrect line, all lines are checked again, forwards.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeAlias

from satplay.logic.flat_clauses import clause_lists
from satplay.logic.literal import Clause, FlatClauses
from satplay.proofs.drat_check import check_drat
from satplay.proofs.lrat_check import check_lrat
from satplay.proofs.reading import (
    FORMATS,
    ProofBytes,
    ProofStep,
    bad_proof,
    expect_format,
    read,
    recognise_format,
)
from satplay.proofs.verdict import Refused, Unfinished, Verdict, Verified

Progress: TypeAlias = Callable[[int, int], None]
"""Called from time to time with the number of lines read and of lines checked or skipped."""

MOST = 2**64 - 1
"""The largest limit that the checker accepts."""

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
    r"""Check that a proof derives ``goal`` from the clauses; by default the empty clause.

    The goal for "unsatisfiable under assumptions" is the clause of the negated assumptions.  ``most_bytes``
    limits what the checker allocates, excluding the clauses and the proof, which are not copied.  Raises
    ``BadInput`` if the proof is malformed.

    >>> import numpy as np
    >>> clauses = np.array([1, 2, 0, -1, 2, 0, -2, 3, 0, -2, -3, 0], np.int32)
    >>> check_proof(clauses, b"2 0\n0\n")
    Verified(additions=1, needed=1, core=(0, 1, 2, 3), not_there=0, kept_units=0)
    >>> print(check_proof(clauses[:6], b"2 0\n3 0\n0\n"))
    line 3: the empty clause does not follow by unit propagation
    >>> check_proof(clauses[:6], b"", goal=[2]).needed
    0
    """
    format = recognise_format(proof) if format is None else expect_format(format)
    try:
        from satplay._checker import check
    except ModuleNotFoundError:
        return check_in_python(clauses, proof, format, goal, every_line, seconds, most_bytes, progress)
    number = FORMATS.index(format)
    bound = None if most_bytes is None else min(max(most_bytes, 0), MOST)
    found = check(clauses, proof, number, list(goal), every_line, seconds, bound, progress)
    if isinstance(found, tuple):
        raise bad_proof(WHAT[format], *found)
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
    """A limit of the Python checker was reached; the text is that of ``Unfinished``."""


def check_in_python(
    clauses: FlatClauses,
    proof: ProofBytes,
    format: str,
    goal: Clause = (),
    every_line: bool = False,
    seconds: float | None = None,
    most_bytes: int | None = None,
    progress: Progress | None = None,
) -> Verdict:
    """The same in Python, where every line is checked."""
    deadline = None if seconds is None else time.monotonic() + seconds

    def meter(steps: Iterable[ProofStep], read: int | None = None) -> Iterator[ProofStep]:
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
            steps = list(meter(read(proof, format)))  # a malformed proof is not checked
            checked = meter(steps, len(steps))
            verdict = (
                check_lrat(given, checked, goal)
                if format == "lrat"
                else check_drat(given, checked, goal, strict=every_line)
            )
    except _Limit as limit:
        return Unfinished(str(limit))
    if isinstance(verdict, Refused) and format != "drat-binary":
        return replace(verdict, offset=None)
    return verdict


@contextmanager
def _memory(*, traced: bool) -> Iterator[Callable[[], int]]:
    """A function that counts the bytes allocated in the block; always 0 unless ``traced``, which is slow."""
    if not traced:
        yield lambda: 0
        return
    starts = not tracemalloc.is_tracing()
    if starts:
        tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    try:
        yield lambda: tracemalloc.get_traced_memory()[0] - before
    finally:
        if starts:
            tracemalloc.stop()
