"""The files of ``--proof`` and ``--proof-formula``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from satplay.errors import BadInput

if TYPE_CHECKING:
    from satplay.verbs.backbone import BackboneResult
    from satplay.verbs.solve import SolveResult
    from satplay.verifying.proof_file import ProofFile


class ProofRequest(NamedTuple):
    """The values of ``--proof``, ``--proof-format`` and ``--proof-formula``; false if all are absent."""

    path: Path | None = None
    format: str | None = None
    formula: Path | None = None

    def __bool__(self) -> bool:
        return not (self.path is None and self.format is None and self.formula is None)

    @contextmanager
    def open(self) -> Iterator[ProofFile | None]:
        """The file for the proof, if one is requested; it gets its name when the block ends normally."""
        if self.path is None:
            if self:
                found = "--proof-format or --proof-formula"
                raise BadInput("command", found=found, expected="--proof with it")
            yield None
            return
        from satplay.cli.files import whole_file
        from satplay.verifying.proof_file import WRITERS, ProofFile

        suffix = self.path.suffix.removeprefix(".")
        if self.format is None and suffix not in WRITERS:
            expected = "a name ending in .drat or .lrat, or --proof-format"
            raise BadInput("proof file", found=repr(str(self.path)), expected=expected)
        with whole_file(self.path) as file:
            yield ProofFile(file, self.format or suffix)

    def write_formula(self, answer: SolveResult | BackboneResult) -> None:
        """Write the formula that the proof refutes, if it is requested and there is a proof."""
        if answer.refuted_formula is not None and self.formula is not None:
            from satplay.cli.files import whole_file
            from satplay.verifying.proof_file import write_formula

            with whole_file(self.formula) as file:
                write_formula(answer.refuted_formula, file)
