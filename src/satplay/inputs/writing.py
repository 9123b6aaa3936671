"""Writing instances and solutions: the formats that can express them, and separators between texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

from satplay.arguments import expect_name
from satplay.contracts.format import Format
from satplay.contracts.puzzle import Puzzle
from satplay.errors import BadInput

SolutionWriter: TypeAlias = Callable[[Puzzle[Any, Any], Any, Any], Sequence[str]]
"""Writes a solution of a board as lines of text; takes puzzle, board and solution."""


def write_lines(puzzle: Puzzle[Any, Any], board: Any, solution: Any) -> list[str]:
    """The lines of a solution in the puzzle's first solution format."""
    return puzzle.solutions[0].write(board, solution).rstrip("\n").split("\n")


def solution_formats(puzzle: Puzzle[Any, Any], board: Any) -> list[Format[Any]]:
    """The solution formats of a puzzle, bound to this board."""
    return [
        Format(
            form.name,
            read=partial(form.read, board),
            write=partial(form.write, board),
            recognises=partial(form.recognises, board),
        )
        for form in puzzle.solutions
    ]


def find_format(forms: Sequence[Format[Any]], name: str) -> Format[Any]:
    """The format of that name, which is one of them."""
    return next(form for form in forms if form.name == name)


def write_losslessly(form: Format[Any], value: Any) -> str:
    """The text of a value; ``BadInput`` if the format cannot express it, or cannot express all of it."""
    text = form.write(value)
    try:
        is_lossless = bool(form.read(text) == value)
    except BadInput:
        is_lossless = False
    if not is_lossless:
        found = "a value that the format cannot express completely"
        raise BadInput(f"input for the format {form.name!r}", found=found, expected="another format")
    return text


def list_able_formats(forms: Sequence[Format[Any]], value: Any) -> list[str]:
    """The names of the formats that can express the value."""
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
    """The value in the format called ``to``, or in the first format that can express it.

    With ``several``, formats that can hold several values in one file come first.
    """
    if to is not None:
        named = {form.name: form for form in forms}
        form = named[expect_name(kind, to, named)]
        return form, write_losslessly(form, value)
    refusal: BadInput | None = None
    for form in sorted(forms, key=lambda form: bool(several) and form.split is None):
        try:
            return form, write_losslessly(form, value)
        except BadInput as error:
            refusal = refusal or error
    assert refusal is not None, f"no {kind} at all"
    raise refusal


def find_separator(form: Format[Any], before: str, after: str) -> str:
    r"""The separator of two texts that end in a newline: empty, or a blank line if a reader needs it.

    >>> plain = Format("plain", read=str, write=str, recognises=bool)
    >>> find_separator(plain, "one line\n", "another\n"), find_separator(plain, "two\nlines\n", "another\n")
    ('', '\n')
    """
    if form.split is not None:
        return "" if len(form.split(before + after)) == 2 else "\n"
    return "\n" if before.count("\n") > 1 or after.count("\n") > 1 else ""
