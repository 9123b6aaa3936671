"""Proofs of both engines, corrupted proofs, and the verdicts of both checkers."""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Sequence
from random import Random

import numpy as np
from hypothesis import strategies as st

from satplay.contracts.engine import Engine, Unsat
from satplay.engines.native import NativeEngine
from satplay.engines.reference import ReferenceEngine
from satplay.engines.reference.options import SearchOptions
from satplay.logic.literal import FlatClauses
from satplay.proofs.checking import check_in_python, check_proof
from satplay.proofs.drat import BinaryDrat, TextDrat
from satplay.proofs.lrat import TextLrat
from satplay.proofs.reading import FORMATS
from satplay.proofs.verdict import Verdict, Verified
from tests.engines.formulas import Clauses, pigeonhole, random_ksat

WRITERS = {"drat": TextDrat, "drat-binary": BinaryDrat, "lrat": TextLrat}
UNSATISFIABLE: list[Clauses] = [
    pigeonhole(3),
    random_ksat(12, 80, Random(1)),
    random_ksat(20, 120, Random(2)),
    [[1, 2], [1, -2], [-1, 3], [-1, -3]],
]


def flat(clauses: Sequence[Sequence[int]]) -> FlatClauses:
    return np.array([lit for clause in clauses for lit in (*clause, 0)], np.int32)


def core_of(engine: Engine, clauses: Clauses, assuming: Sequence[int] = ()) -> tuple[int, ...]:
    engine.add_flat(flat(clauses))
    answer = engine.solve(assuming)
    assert isinstance(answer, Unsat)
    return answer.core


def reference_proof(
    clauses: Clauses, format: str, options: SearchOptions, assuming: Sequence[int] = ()
) -> tuple[bytes, tuple[int, ...]]:
    """Return the reference engine's proof and the core that it proves."""
    file = io.BytesIO()
    engine = ReferenceEngine(options)
    engine.log_proof(WRITERS[format](file))
    core = core_of(engine, clauses, assuming)
    return file.getvalue(), core


def native_proof(
    clauses: Clauses, format: str, assuming: Sequence[int] = (), **chosen: int
) -> tuple[bytes, tuple[int, ...]]:
    """Return the proof that the native engine writes to a file, and its core."""
    with tempfile.TemporaryFile() as file:
        engine = NativeEngine(**chosen)
        engine.log_proof_file(file.fileno(), FORMATS.index(format))
        core = core_of(engine, clauses, assuming)
        return os.pread(file.fileno(), 1 << 24, 0), core


@st.composite
def corrupted(draw: st.DrawFn, lines: list[bytes]) -> list[bytes]:
    """The lines of a text with some dropped, altered, swapped or duplicated."""
    lines = list(lines)
    for _ in range(draw(st.integers(1, 3))):
        if not lines:
            break
        at = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["drop", "alter", "swap", "double", "delete"])):
            case "drop":
                del lines[at]
            case "alter":
                words = lines[at].split()
                which = draw(st.integers(0, len(words) - 1))
                if words[which] not in (b"0", b"d"):
                    change = draw(st.sampled_from([b"-", b"1", b"2"]))
                    words[which] = words[which].lstrip(b"-") if words[which] < b"0" else change + words[which]
                    words[which] = words[which][:4]
                lines[at] = b" ".join(words)
            case "swap":
                other = draw(st.integers(0, len(lines) - 1))
                lines[at], lines[other] = lines[other], lines[at]
            case "double":
                lines.insert(draw(st.integers(0, len(lines))), lines[at])
            case _:
                lines.insert(draw(st.integers(0, len(lines))), b"d " + lines[at].removeprefix(b"d "))
    return lines


# -- verdicts of the checkers -------------------------------------------------------------------------

ANYTHING = (9, -9)
"""A goal that needs no proof: only the lines themselves are checked."""


def check_with_both(
    clauses: Clauses, proof: bytes, format: str, goal: tuple[int, ...] = (), every_line: bool = False
) -> tuple[Verdict, Verdict]:
    """Return the verdicts of the native and the Python checker."""
    native = check_proof(flat(clauses), proof, format=format, goal=goal, every_line=every_line)
    plain = check_in_python(flat(clauses), proof, format, goal, every_line)
    return native, plain


def comparable_verdict(verdict: Verdict) -> tuple[object, ...]:
    """Return the part of a verdict on which both line-by-line checkers must agree."""
    if isinstance(verdict, Verified):
        return verdict.additions, verdict.not_there, verdict.kept_units
    return (verdict,)
