"""split: cubes of a formula, chosen by look-ahead, for ``solve --cubes``."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import field
from typing import Any, BinaryIO

from satplay.arguments import expect_whole_number
from satplay.contracts.result_text import brief_repr, fit_screen
from satplay.cubes.icnf import cube_line, write_to
from satplay.cubes.splitting import split_formula
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.inputs.reading import read_instance
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit


@dataclass(frozen=True, slots=True)
class SplitResult:
    """The cubes; every assignment satisfies exactly one of them.

    ``refuted``    the number of cubes that the look-ahead has refuted already
    ``satisfied``  whether unit propagation in some cube leads to a model
    """

    subject: str
    formula: Formula = field(repr=False)
    cubes: tuple[tuple[Lit, ...], ...]
    refuted: int
    satisfied: bool
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        return {
            "subject": self.subject,
            "cubes": [list(cube) for cube in self.cubes],
            "refuted": self.refuted,
            "satisfied": self.satisfied,
            "variables": self.formula.var_count,
            "clauses": self.formula.clause_count,
            "seconds": round(self.seconds, 6),
        }

    def write_to(self, file: BinaryIO) -> None:
        """Write the clauses and the cubes: ``p inccnf``."""
        write_to(self.formula, self.cubes, file)

    def lines(self) -> Iterator[str]:
        """The lines of the cubes, without the clauses."""
        return map(cube_line, self.cubes)

    def __str__(self) -> str:
        return fit_screen(self.lines())

    def __repr__(self) -> str:
        return brief_repr(self)


def split(formula: Any, subject: str | None = None, *, cubes: int, format: str | None = None) -> SplitResult:
    """At most ``cubes`` cubes of a formula; the same for the same formula.

    >>> print(split("p cnf 3 4\\n1 2 3 0\\n-1 -2 0\\n2 -3 0\\n-1 3 0\\n", cubes=2))
    a 3 0
    a -3 0
    """
    expect_whole_number("number of cubes", cubes, least=1)
    read = read_instance(formula, subject, format)
    if read.puzzle.plain_formula is None:
        raise BadInput("split", found=f"an instance of {read.puzzle.name}", expected="a formula")
    started = time.perf_counter()
    found = split_formula(read.board, cubes)
    seconds = time.perf_counter() - started
    return SplitResult(read.puzzle.name, read.board, found.cubes, found.refuted, found.satisfied, seconds)
