"""Solving one cube: the formula with the literals of the cube as unit clauses, in a new engine.

The answer depends on the formula and the cube alone, and on nothing that a process did before: so it is the
same on every machine, and so is its part of the proof.
"""

from __future__ import annotations

import mmap
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import BinaryIO, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.engine import UNLIMITED, Limit, Sat, Unknown, Unsat
from satplay.engines.catalogue import default, open_engine
from satplay.errors import needs_native_core
from satplay.fast_dataclass import dataclass
from satplay.logic.literal import Clause, FlatClauses, Lit
from satplay.proofs.reading import FORMATS

NO_PART = b""


@dataclass(frozen=True, slots=True)
class RefutedCube:
    """The formula implies ``clause``, which consists of negated literals of the cube.

    ``part`` is its derivation in the bytes of ``native/joining/part.hpp``; empty if none was requested.
    """

    clause: Clause
    part: bytes = NO_PART


CubeAnswer: TypeAlias = Sat | RefutedCube | Unknown


def solve_cube(
    clauses: FlatClauses,
    var_count: int,
    cube: Sequence[Lit],
    *,
    engine: str | None = None,
    seed: int = 0,
    limit: Limit = UNLIMITED,
    proof: bool = False,
) -> CubeAnswer:
    """A model of the clauses that satisfies the cube, or the clause that refutes it.

    ``proof``  also derive that clause, which only the native engine can

    >>> solve_cube(np.array([1, 2, 0, -2, 0], np.int32), 2, [-1])
    RefutedCube(clause=(1,), part=b'')
    """
    if proof:
        return _prove(clauses, var_count, cube, seed, limit)
    session = open_engine(engine, seed=seed)
    try:
        session.declare(var_count)
        session.add_flat(clauses)
        session.add_flat(_units(cube))
        answer = session.solve((), limit)
    finally:
        session.close()
    return RefutedCube(tuple(-lit for lit in cube)) if isinstance(answer, Unsat) else answer


def _prove(
    clauses: FlatClauses, var_count: int, cube: Sequence[Lit], seed: int, limit: Limit
) -> Sat | RefutedCube | Unknown:
    from satplay.engines.native import NativeEngine

    with tempfile.TemporaryFile() as file:
        session = NativeEngine(seed=seed)
        session.log_proof_file(file.fileno(), FORMATS.index("lrat"))
        session.declare(var_count)
        session.add_flat(clauses)
        session.add_flat(_units(cube))
        answer = session.solve((), limit)
        if not isinstance(answer, Unsat):
            return answer
        del session  # its memory is needed for the proof
        if (empty := _find_empty_clause(clauses)) is not None:
            return RefutedCube((), _copy_of(empty))  # the engine does not derive what is given
        part, clause = trim(cast(BinaryIO, file), count_clauses(clauses), cube)
        return RefutedCube(clause, part)


def _find_empty_clause(clauses: FlatClauses) -> int | None:
    """The number, from 1, of the first clause without literals; None if there is none."""
    ends = np.flatnonzero(clauses == 0)
    empty = np.flatnonzero(np.diff(ends, prepend=-1) == 1)
    return int(empty[0]) + 1 if empty.size else None


def _copy_of(clause: int) -> bytes:
    """A part whose only lemma is the empty clause, which follows from a given one, by its number."""
    hint = bytearray()
    code = 2 * clause
    while code > 0x7F:
        hint.append(code & 0x7F | 0x80)
        code >>= 7
    return bytes([0, 1, *hint, code, 0])


def trim(file: BinaryIO, given: int, cube: Sequence[Lit]) -> tuple[bytes, Clause]:
    """The part of a joined proof that an LRAT proof gives, and the clause that it derives.

    The proof refutes ``given`` clauses, numbered from 1, and after them the literals of the cube.
    """
    with needs_native_core("joining proofs"):
        from satplay._native import trim_proof
    with _content(file) as lrat:
        part, clause = trim_proof(lrat, given, list(cube))
    return part, tuple(clause)


@contextmanager
def _content(file: BinaryIO) -> Iterator[NDArray[np.uint8]]:
    """The bytes of a file, mapped into memory."""
    file.seek(0, 2)
    if file.tell() == 0:  # an empty file cannot be mapped
        yield np.empty(0, np.uint8)
        return
    mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    yield np.frombuffer(mapped, np.uint8)  # the mapping ends with the last reference to it


def _units(cube: Sequence[Lit]) -> FlatClauses:
    """Each literal of the cube as a clause."""
    flat = np.zeros(2 * len(cube), np.int32)
    flat[::2] = cube
    return flat


def count_clauses(clauses: FlatClauses) -> int:
    """The number of flat clauses."""
    return int(clauses.size - np.count_nonzero(clauses))


def name_of_engine(engine: str | None) -> str:
    """The name of the engine that solves cubes if this one is requested."""
    return default() if engine is None else engine


def is_contradictory(cube: Sequence[Lit]) -> bool:
    """Whether a cube contains a literal and its negation: no assignment satisfies it."""
    lits = set(cube)
    return any(-lit in lits for lit in lits)
