"""What counting and enumerating share: an instance in clauses, and the variables that tell answers apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from satplay import puzzles
from satplay.contracts.encoding import Encoding
from satplay.contracts.puzzle import Puzzle
from satplay.errors import BadInput, NoSuchName
from satplay.inputs.reading import Source, instance_of, naming, read, source, subject_of
from satplay.logic.formula import Formula
from satplay.logic.literal import Var
from satplay.logic.shown import shown


@dataclass(frozen=True, slots=True)
class Stated:
    """An instance in clauses, said by the encoder called ``name``.

    Answers differ in the variables ``over``, or in any that is declared.
    """

    puzzle: Puzzle[Any, Any]
    board: Any
    name: str
    encoding: Encoding[Any]
    over: Sequence[Var] | None


def stated(
    instance: Any,
    subject: str | None = None,
    *,
    over: Sequence[Var] | None = None,
    encoding: str | None = None,
    format: str | None = None,
) -> Stated:
    """The clauses of one instance: text, a path, or the instance itself.

    A puzzle's answers differ in what its encoding calls the answer, a formula's in what its comments show or,
    without any, in all declared variables; ``over`` goes before both.
    """
    puzzle, board, where = opened(instance, subject, format)
    return in_clauses(puzzle, board, where, over=over, encoding=encoding)


def in_clauses(
    puzzle: Puzzle[Any, Any],
    board: Any,
    where: Source | None,
    *,
    over: Sequence[Var] | None = None,
    encoding: str | None = None,
) -> Stated:
    """The same of an instance that has been read."""
    name = encoding if encoding is not None else next(iter(puzzle.encoders))
    if name not in puzzle.encoders:
        raise NoSuchName(f"{puzzle.name} encoding", name, puzzle.encoders)
    encoded = puzzle.encoders[name].encode(board)
    return Stated(puzzle, board, name, encoded, told_apart(where, board, encoded) if over is None else over)


def opened(
    instance: Any, subject: str | None, format: str | None
) -> tuple[Puzzle[Any, Any], Any, Source | None]:
    """The puzzle and the instance, and where it came from, if it came from somewhere."""
    if not isinstance(instance, (str, Path, Source)):
        return *instance_of(instance, subject, format), None
    where = source(instance)
    puzzle = puzzles.find(subject) if subject is not None else subject_of(where)
    return puzzle, read(where, puzzle, format), where


def told_apart(where: Source | None, board: Any, encoded: Encoding[Any]) -> Sequence[Var] | None:
    """The variables in which answers differ where nobody has chosen any; None are all."""
    if not isinstance(board, Formula):
        return [abs(lit) for lit in encoded.answer]
    return None if where is None else _shown(where, board)


def _shown(where: Source, formula: Formula) -> list[Var] | None:
    with naming(where), where.open() as file:
        variables = shown(file)
        for var in variables or ():
            if var > formula.var_count:
                expected = f"variables from 1 to {formula.var_count}"
                raise BadInput("projection", found=str(var), expected=expected)
    return variables
