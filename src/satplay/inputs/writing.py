"""How an instance or a solution is written down: in which formats it can be, and one text after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

from satplay.contracts.format import Format
from satplay.contracts.puzzle import Puzzle
from satplay.errors import BadInput, NoSuchName

SolutionWriter: TypeAlias = Callable[[Puzzle[Any, Any], Any, Any], Sequence[str]]
"""A solution of a board as lines for people."""


def write_lines(puzzle: Puzzle[Any, Any], board: Any, solution: Any) -> list[str]:
    """The lines of a solution as the first of its formats writes them."""
    return puzzle.solutions[0].write(board, solution).rstrip("\n").split("\n")


def solution_formats(puzzle: Puzzle[Any, Any], board: Any) -> list[Format[Any]]:
    """The formats of solutions as formats of this board's solutions."""
    return [
        Format(
            form.name,
            read=partial(form.read, board),
            write=partial(form.write, board),
            recognises=partial(form.recognises, board),
        )
        for form in puzzle.solutions
    ]


def write_losslessly(form: Format[Any], value: Any) -> str:
    """The text of a value; refused where the format cannot say it, or would lose a part of it on the way."""
    text = form.write(value)
    try:
        kept = bool(form.read(text) == value)
    except BadInput:
        kept = False
    if not kept:
        found = "something that reading it back would lose"
        raise BadInput(f"input for the format {form.name!r}", found=found, expected="another format")
    return text


def list_able_formats(forms: Sequence[Format[Any]], value: Any) -> list[str]:
    """The names of those that can say the value."""
    names = []
    for form in forms:
        try:
            write_losslessly(form, value)
        except BadInput:
            continue
        names.append(form.name)
    return names


def write_in_format(
    forms: Sequence[Format[Any]], value: Any, to: str | None = None, *, kind: str, several: bool = False
) -> tuple[Format[Any], str]:
    """The value in the format called ``to``, or in the first that can say it.

    Where ``several`` are going to stand in one file, formats that can hold several come first.
    """
    if to is not None:
        for form in forms:
            if form.name == to:
                return form, write_losslessly(form, value)
        raise NoSuchName(kind, to, [form.name for form in forms])
    refusal: BadInput | None = None
    for form in sorted(forms, key=lambda form: several and form.split is None):
        try:
            return form, write_losslessly(form, value)
        except BadInput as error:
            refusal = refusal or error
    assert refusal is not None, f"no {kind} at all"
    raise refusal


def find_separator(form: Format[Any], before: str, after: str) -> str:
    r"""What parts two texts, each closed by a newline: nothing, or a blank line to see it by.

    >>> plain = Format("plain", read=str, write=str, recognises=bool)
    >>> find_separator(plain, "one line\n", "another\n"), find_separator(plain, "two\nlines\n", "another\n")
    ('', '\n')
    """
    if form.split is not None:
        return "" if len(form.split(before + after)) == 2 else "\n"
    return "\n" if before.count("\n") > 1 or after.count("\n") > 1 else ""
