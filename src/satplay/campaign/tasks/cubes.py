"""A job of ``solve --cubes``: the answer to one cube."""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from satplay.contracts.engine import Limit, Sat, Unknown
from satplay.cubes.solving import NO_PART, RefutedCube, solve_cube
from satplay.errors import EngineError
from satplay.logic.literal import FlatClauses
from satplay.logic.model import Model

FUNCTION = f"{__name__}:solve_one_cube"

FAST = 1
"""Level of compression: parts and formulas are sent once, and a higher level takes longer than sending."""

_loaded: dict[str, FlatClauses] = {}
"""The formula of the last job of this worker, by its digest."""


def solve_one_cube(
    *,
    formula: str,
    variables: int,
    engine: str | None,
    seed: int,
    conflicts: int | None,
    seconds: float | None,
    proof: bool,
    cube: Sequence[int],
    path: str | None = None,
    content: str | None = None,
) -> dict[str, Any]:
    """The answer as values; with ``proof``, also the part of the proof, compressed.

    ``formula``  the digest of the clauses, which are in the file ``path`` of this machine, or ``content``
    """
    answer = solve_cube(
        load(formula, path, content),
        variables,
        cube,
        engine=engine,
        seed=seed,
        limit=Limit(seconds=seconds, conflicts=conflicts),
        proof=proof,
    )
    match answer:
        case Sat(model=model):
            return {"status": "sat", "model": model.literals.tolist()}
        case RefutedCube(clause=clause, part=part):
            refuted: dict[str, Any] = {"status": "unsat", "clause": list(clause)}
            return refuted | {"part": pack(part)} if proof else refuted
        case Unknown(stopped=stopped):
            return {"status": "unknown", "stopped": stopped.value}


def answer_of(values: Mapping[str, Any], part: str | None) -> Sat | RefutedCube:
    """The answer again, with the part of the proof; not of a cube that is unsolved."""
    if values["status"] == "sat":
        return Sat(Model(values["model"]))
    return RefutedCube(tuple(values["clause"]), NO_PART if part is None else unpack(part))


def pack(content: bytes | memoryview) -> str:
    """Bytes as a text for JSON, compressed.

    >>> unpack(pack(b"1 0"))
    b'1 0'
    """
    return base64.b64encode(zlib.compress(content, FAST)).decode("ascii")


def unpack(text: str) -> bytes:
    """The inverse of ``pack``."""
    return zlib.decompress(base64.b64decode(text))


# -- the formula of all jobs ---------------------------------------------------------------------------


def digest_of(clauses: FlatClauses) -> str:
    """A digest of flat clauses."""
    return hashlib.sha256(np.ascontiguousarray(clauses).view(np.uint8).data).hexdigest()


@contextmanager
def clauses_for_workers(clauses: FlatClauses, *, elsewhere: bool) -> Iterator[dict[str, str]]:
    """The arguments of jobs that tell workers the clauses.

    Processes of this machine map one file, which they share.  Workers ``elsewhere`` have no common file
    system: they get the compressed clauses.
    """
    if elsewhere:
        yield {"content": pack(np.ascontiguousarray(clauses).view(np.uint8).data)}
        return
    with TemporaryDirectory(prefix="satplay-") as folder:
        path = Path(folder, "clauses")
        clauses.tofile(path)
        yield {"path": str(path)}


def load(digest: str, path: str | None, content: str | None) -> FlatClauses:
    """The clauses, which stay loaded for the next job."""
    if digest not in _loaded:
        _loaded.clear()
        if content is not None:
            clauses = np.frombuffer(unpack(content), np.int32)
        else:
            assert path is not None
            clauses = _map(Path(path))
        if digest_of(clauses) != digest:
            raise EngineError("a worker has received other clauses than those of the formula")
        _loaded[digest] = clauses
    return _loaded[digest]


def _map(path: Path) -> FlatClauses:
    if path.stat().st_size == 0:  # an empty file cannot be mapped
        return np.empty(0, np.int32)
    return np.asarray(np.memmap(path, np.int32, "r"))
