"""convert: an instance, or a solution of one, from one format into another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Any

from satplay.contracts.format import Format
from satplay.contracts.puzzle import Puzzle
from satplay.contracts.result_text import brief_repr
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.inputs.reading import read_instance, read_solution
from satplay.inputs.writing import find_format, list_able_formats, solution_formats, write_in_format


@dataclass(frozen=True, slots=True)
class ConvertResult:
    """The text in its new format; reading it gives the same instance, or solution, again."""

    puzzle: Puzzle[Any, Any] = field(repr=False)
    instance: Any = field(repr=False)
    solution: Any = field(repr=False)
    format: str = field(repr=False)
    text: str

    @property
    def form(self) -> Format[Any]:
        """The format of the text."""
        return find_format(self._forms(), self.format)

    def formats(self) -> list[str]:
        """The names of all formats that can express it."""
        value = self.instance if self.solution is None else self.solution
        return list_able_formats(self._forms(), value)

    def _forms(self) -> Sequence[Format[Any]]:
        if self.solution is None:
            return self.puzzle.formats
        return solution_formats(self.puzzle, self.instance)

    def __repr__(self) -> str:
        return brief_repr(self)

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        return {"subject": self.puzzle.name, "format": self.format, "text": self.text}

    def __str__(self) -> str:
        return self.text.removesuffix("\n")


def convert(
    instance: Any,
    subject: str | None = None,
    *,
    to: str | None = None,
    solution: Any = None,
    format: str | None = None,
) -> ConvertResult:
    """Write an instance (text, a path, or the instance itself) in the format ``to``.

    Without ``to`` it is the first format that can express it; ``BadInput`` if the format cannot.  With a
    ``solution`` (text, a path, or itself) the solution is written instead; it is not checked.

    >>> print(convert("c hello\\np cnf 2 1\\n1\\n2 0", to="dimacs"))
    p cnf 2 1
    1 2 0
    """
    found = read_instance(instance, subject, format)
    puzzle, board, where = found.puzzle, found.board, found.source
    value, kind = board, f"{puzzle.name} format"
    forms: Sequence[Format[Any]] = puzzle.formats
    if solution is not None:
        solution = read_solution(puzzle, board, solution)
        value, kind = solution, f"{puzzle.name} format of solutions"
        forms = solution_formats(puzzle, board)
    try:
        form, text = write_in_format(forms, value, to, kind=kind)
    except BadInput as error:
        if where is not None and solution is None:
            error.line = where.line  # where it begins: a file may hold several
            error.at(where.name)
        raise
    return ConvertResult(puzzle, board, solution, form.name, text)
