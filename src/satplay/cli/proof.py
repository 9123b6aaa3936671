"""The files of ``--proof`` and ``--proof-formula``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from satplay.errors import BadInput

if TYPE_CHECKING:
    from satplay.verbs.backbone import BackboneResult
    from satplay.verbs.solve import Solved
    from satplay.verifying.proof_file import ProofFile


@contextmanager
def proof_file(
    path: Path | None, format_name: str | None, formula: Path | None
) -> Iterator[ProofFile | None]:
    """A file for the proof, if there is to be one; ``formula`` is where that which it is about goes."""
    if path is None:
        if format_name is not None or formula is not None:
            found = "--proof-format or --proof-formula"
            raise BadInput("command", found=found, expected="--proof with it")
        yield None
        return
    from satplay.cli.files import whole_file
    from satplay.verifying.proof_file import WRITERS, ProofFile

    by_name = path.suffix.removeprefix(".")
    if format_name is None and by_name not in WRITERS:
        raise BadInput(
            "proof file", found=repr(str(path)), expected="a name in .drat or .lrat, or --proof-format"
        )
    with whole_file(path) as file:
        yield ProofFile(file, format_name or by_name)


def keep_formula(answer: Solved | BackboneResult, path: Path | None) -> None:
    """Write what the proof is about, if anybody wants it."""
    if answer.refuted is not None and path is not None:
        from satplay.cli.files import whole_file
        from satplay.verifying.proof_file import write_formula

        with whole_file(path) as file:
            write_formula(answer.refuted, file)
