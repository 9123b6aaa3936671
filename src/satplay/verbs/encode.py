"""encode: an instance as clauses, in DIMACS with a name for every variable that has a meaning."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Any, BinaryIO

from satplay.contracts.encoding import Encoder, Encoding, no_lazy_clauses
from satplay.contracts.puzzle import Puzzle
from satplay.contracts.result_text import brief_repr
from satplay.fast_dataclass import dataclass
from satplay.inputs.encoded_instance import encode_instance
from satplay.logic import dimacs
from satplay.logic.formula import Formula
from satplay.logic.literal import Var

IN_A_LINE = 20
"""Number of variables on one line of a projection."""


@dataclass(frozen=True, slots=True)
class EncodeResult:
    """One instance as clauses; ``over`` are its projection variables, or None for all.

    ``str`` is the DIMACS text; ``write_to`` writes it into an open file, for large ones.
    """

    puzzle: Puzzle[Any, Any] = field(repr=False)
    instance: Any = field(repr=False)
    name: str
    encoding: Encoding[Any] = field(repr=False)
    over: Sequence[Var] | None = field(repr=False)
    seconds: float

    @property
    def formula(self) -> Formula:
        """The clauses."""
        return self.encoding.formula

    @property
    def encoder(self) -> Encoder[Any, Any]:
        """The encoder that made it."""
        return self.puzzle.encoders[self.name]

    @property
    def complete(self) -> bool:
        """Whether every rule is in the clauses; if not, a model may violate a lazy clause."""
        return self.encoding.lazy_clauses is no_lazy_clauses

    def comments(self) -> Iterator[str]:
        """The comments of the file: its encoding, and the projection for model counters.

        ``logic/projection.py`` describes the format of the projection.
        """
        yield f"{self.puzzle.title}, encoding {self.name}: {self.encoder.source}"
        if self.encoder.gap is not None:
            yield f"known to be wrong: {self.encoder.gap}"
        if not self.complete:
            yield "some rules are missing here: 'satplay solve' adds them as lazy clauses"
        if self.over is not None:
            variables = list(dict.fromkeys(map(abs, self.over)))
            for start in range(0, max(1, len(variables)), IN_A_LINE):
                yield " ".join(["p show", *map(str, variables[start : start + IN_A_LINE]), "0"])

    def write_to(self, file: BinaryIO) -> None:
        """Write DIMACS into an open file."""
        dimacs.write_to(self.formula, file, self.comments())

    def __repr__(self) -> str:
        return brief_repr(self)

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        formula = self.formula
        return {
            "subject": self.puzzle.name,
            "encoding": self.name,
            "source": self.encoder.source,
            "gap": self.encoder.gap,
            "complete": self.complete,
            "variables": formula.var_count,
            "clauses": formula.clause_count,
            "names": {str(var): str(atom) for var, atom in formula.atoms()},
            "over": None if self.over is None else list(dict.fromkeys(map(abs, self.over))),
            "cnf": list(map(list, formula)),
            "seconds": {"encode": round(self.seconds, 6)},
        }

    def __str__(self) -> str:
        file = io.BytesIO()
        self.write_to(file)
        return file.getvalue().decode()


def encode(
    instance: Any, subject: str | None = None, *, encoding: str | None = None, format: str | None = None
) -> EncodeResult:
    """Encode one instance: text, a path, or the instance itself.

    >>> print(encode("p cnf 2 2\\nc name 1 rain\\n1 2 0\\n-1 0"), end="")
    p cnf 2 2
    c Satisfiability, encoding clauses: the formula itself
    c name 1 rain
    1 2 0
    -1 0
    """
    started = time.perf_counter()
    found = encode_instance(instance, subject, encoding=encoding, format=format)
    seconds = time.perf_counter() - started
    return EncodeResult(
        found.puzzle, found.board, found.encoder_name, found.encoding, found.projection, seconds
    )
