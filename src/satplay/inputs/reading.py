"""Reading: what an input is (puzzle and format, recognised once) and the instance in it."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from satplay import puzzles
from satplay.arguments import expect_name, show
from satplay.contracts.format import Format
from satplay.contracts.puzzle import Puzzle
from satplay.errors import BadInput, NoSuchName, SatplayError
from satplay.inputs.examples import find_examples, is_example
from satplay.inputs.saved_game import is_saved_game, read_saved_board, saved_subject
from satplay.inputs.source import (
    Source,
    decode_text,
    name_errors,
    open_path,
    open_standard_input,
    quote_text,
    read_head,
)
from satplay.logic.compressed import content
from satplay.store.names import Reference, expect_reference, is_misspelt, reference

if TYPE_CHECKING:
    from satplay.logic.literal import Var


def subjects() -> list[str]:
    """The names of the puzzles, found without importing them."""
    return puzzles.names()


# -- sources -----------------------------------------------------------------------------------------


def find_source(text: str | Path | Source) -> Source:
    """The source that ``text`` names: ``-`` standard input, ``@NAME`` the store, a file; or a text itself.

    ``@examples/SUBJECT/NAME`` is an example that comes with satplay.

    A text that looks like a name or a file name is refused if there is no such file, not taken as a puzzle.
    """
    if isinstance(text, Source):
        return text
    if isinstance(text, Path):
        return open_path(text)
    if not isinstance(text, str):
        raise BadInput("input", found=show(text), expected="a text, a path, or '-' for standard input")
    if text == "-":
        return open_standard_input()
    named = find_named(text)
    if len(named) > 1:
        many = f"{len(named)} examples" if is_example(text) else f"a collection of {len(named)} boards"
        raise BadInput("input", found=f"{text}, {many}", expected=f"one of them, as {named[0].name}")
    if named:
        return named[0]
    if is_misspelt(text) and not os.path.lexists(text):
        expect_reference(text)  # raises the error, which states what a name may contain
    if _is_file_name(text):
        return open_path(Path(text), text)
    return quote_text(text)


def keep_pipe(text: str) -> str | Source:
    """The source of a pipe or a device, which can be opened once only; any other input as it was named.

    For a caller that has to look at an input before another function reads it.
    """
    try:
        mode = Path(text).stat().st_mode
    except (OSError, ValueError):  # no file; too long for a name, or with a null byte
        return text
    return text if stat.S_ISREG(mode) or stat.S_ISDIR(mode) else open_path(Path(text), text)


def find_named(text: str) -> list[Source]:
    """The sources that a name stands for, examples or stored texts; none if the text is not a name."""
    if is_example(text):
        return find_examples(text)
    target = reference(text)
    return [] if target is None else find_saved(target)


def find_saved(target: Reference) -> list[Source]:
    """The sources stored under a name: a saved game, or the boards of a collection."""
    from satplay.store.lookup import look_up
    from satplay.store.opening import open_to_read

    return [
        Source(str(one.reference), partial(BytesIO, one.text.encode()), subject=one.subject)
        for one in look_up(open_to_read(), target)
    ]


def _is_file_name(text: str) -> bool:
    if not text or "\0" in text or "\n" in text:  # Path("") is the current folder
        return False
    try:
        if Path(text).exists() or Path(text).is_symlink():
            return True
    except OSError:  # too long for a file name
        return False
    if any(form.recognises(text) for name in puzzles.names() for form in puzzles.find(name).formats):
        return False
    # Neither a file nor a puzzle: a text that looks like a path is an error in the path.
    has_suffix = re.search(r"\.[A-Za-z][A-Za-z0-9]{0,6}$", text) is not None
    return has_suffix or ("/" in text and re.search(r"\s", text) is None)


# -- instances ---------------------------------------------------------------------------------------


class InputInstance(NamedTuple):
    """One instance with its puzzle.

    ``source``      where it was read; None if the caller gave the instance itself
    ``projection``  the projection variables that its file asks for, if it was read for them
    ``position``    the partial solution of a saved game; None if there is none
    """

    puzzle: Puzzle[Any, Any]
    board: Any
    source: Source | None = None
    projection: Sequence[Var] | None = None
    position: Any = None


def read_instance(
    instance: Any, subject: str | None = None, format: str | None = None, *, projection: bool = False
) -> InputInstance:
    """The instance that a caller gave: text, a path, a source, an instance itself, or clauses in any form.

    ``projection``  also read the projection variables that the file asks for
    """
    if isinstance(instance, (str, Path, Source)):
        return _read_source(find_source(instance), subject, format, projection)
    if subject is not None:
        puzzle = puzzles.find(subject)
        instance = _formula_of(instance, puzzle)
        _expect_type(f"{puzzle.name} instance", instance, puzzle.instance)
        return InputInstance(puzzle, instance)
    for name in puzzles.names():
        puzzle = puzzles.find(name)
        if isinstance(instance, puzzle.instance):
            return InputInstance(puzzle, instance)
    for name in puzzles.names():
        puzzle = puzzles.find(name)
        if isinstance(formula := _formula_of(instance, puzzle), puzzle.instance):
            return InputInstance(puzzle, formula)
    expected = "text, a path or an instance of a puzzle, or clauses such as [[1, -2], [3]]"
    raise BadInput("instance", found=show(instance), expected=expected)


def _formula_of(instance: Any, puzzle: Puzzle[Any, Any]) -> Any:
    """Clauses in any form as a formula, if the instances of this puzzle are formulas."""
    if puzzle.plain_formula is None or isinstance(instance, puzzle.instance):
        return instance
    from satplay.logic.clause_input import is_formula  # imports numpy

    return puzzle.instance(instance) if is_formula(instance) else instance


def _expect_type(what: str, value: Any, kind: type[Any]) -> None:
    if not isinstance(value, kind):
        raise BadInput(what, found=show(value), expected=f"text, a path or a {kind.__name__}")


def read_board(
    value: Any, subject: str | None = None, format: str | None = None
) -> tuple[Puzzle[Any, Any], Any]:
    """The puzzle and the instance that a caller gave."""
    instance = read_instance(value, subject, format)
    return instance.puzzle, instance.board


def recognise_subject(source: Source) -> Puzzle[Any, Any]:
    """The puzzle that a source belongs to: the known one, or the first that recognises its text."""
    if source.subject is not None:
        return _known_subject(source)
    head = source.head()
    saved = saved_subject(head)
    return recognise(source if saved is None else source.of_subject(saved), head, None, None)[0]


def recognise(
    source: Source, head: str, subject: str | None, format: str | None
) -> tuple[Puzzle[Any, Any], Format[Any]]:
    """The puzzle and the format of a source: as requested, as the source declares, or as recognised."""
    format = source.format if format is None else format
    if subject is not None:
        puzzle = puzzles.find(subject)
        if source.subject not in (None, puzzle.name):
            found, expected = f"{source.name}, of {source.subject}", f"an instance of {puzzle.name}"
            raise BadInput("input", found=found, expected=expected)
        return puzzle, _choose_format(puzzle, head, format)
    if source.subject is not None:
        puzzle = _known_subject(source)
        return puzzle, _choose_format(puzzle, head, format)
    for name in puzzles.names():
        puzzle = puzzles.find(name)
        found_form = next((form for form in puzzle.formats if form.recognises(head)), None)
        if found_form is not None:
            return puzzle, found_form if format is None else _choose_format(puzzle, head, format)
    first = head.splitlines()[0][:40] if head.strip() else ""
    expected = f"an instance of {', '.join(puzzles.names())}; or name the subject"
    raise BadInput(
        "input", line=1, column=1, found=repr(first) if first else "nothing", expected=expected
    ).at(source.name)


def _known_subject(source: Source) -> Puzzle[Any, Any]:
    assert source.subject is not None
    if source.subject not in puzzles.names():
        found = f"{source.name}, a game of {source.subject}"
        raise BadInput("input", found=found, expected="a board of a puzzle")
    return puzzles.find(source.subject)


def _choose_format(puzzle: Puzzle[Any, Any], head: str, name: str | None) -> Format[Any]:
    if name is None:
        return next((form for form in puzzle.formats if form.recognises(head)), puzzle.formats[0])
    forms = {form.name: form for form in puzzle.formats}
    return forms[expect_name(f"{puzzle.name} format", name, forms)]


def _read_source(source: Source, subject: str | None, format: str | None, projection: bool) -> InputInstance:
    with source.open() as file:
        with name_errors(source):
            head = read_head(file)
        if is_saved_game(head):
            return _read_saved(source, subject, format)
        puzzle, form = recognise(source, head, subject, format)
        with name_errors(source):
            board = _read_stream(form, file, source.name)
            board = _apply_variants(puzzle, board, source)
            variables: Sequence[Var] | None = None
            if projection and puzzle.plain_formula is not None:
                file.seek(0)
                variables = puzzle.plain_formula.read_projection(file, board)
    return InputInstance(puzzle, board, source, variables)


def _read_saved(source: Source, subject: str | None, format: str | None) -> InputInstance:
    if format is not None:
        found = f"--format {format} with a saved game"
        raise BadInput("command", found=found, expected="a saved game alone: it names its format")
    saved = read_saved_board(source, subject)
    with name_errors(source):
        board = _apply_variants(saved.puzzle, saved.board, source)
    return InputInstance(saved.puzzle, board, source, position=saved.position)


def _read_stream(form: Format[Any], file: BinaryIO, name: str) -> Any:
    if form.stream is not None:
        return form.stream(file)
    return form.read(decode_text(content(file), name))


def _apply_variants(puzzle: Puzzle[Any, Any], board: Any, source: Source) -> Any:
    for name, value in source.settings:
        if name not in puzzle.variant_options:
            known = [f"--{option}" for option in puzzle.variant_options]
            raise NoSuchName(f"{puzzle.name} option", f"--{name}", known)
        board = puzzle.variant_options[name].apply(board, value)
    return board


def find_variant_value(name: str, subject: str | None) -> str | None:
    """The placeholder of a variant option's value, "" for a flag; None if no puzzle has such an option."""
    for puzzle in map(puzzles.find, puzzles.names() if subject is None else [subject]):
        if name in puzzle.variant_options:
            return puzzle.variant_options[name].takes or ""
    return None


def read_solution(puzzle: Puzzle[Any, Any], board: Any, solution: Any) -> Any:
    """The solution of ``board`` that a caller gave: text, a path, or the solution itself.

    The literals of a model may be given as any iterable.
    """
    return read_position(puzzle, board, solution).value


class GivenPosition(NamedTuple):
    """A partial solution; ``is_text`` if it was given as text, which holds no marks of a player."""

    value: Any
    is_text: bool


def read_position(puzzle: Puzzle[Any, Any], board: Any, solution: Any) -> GivenPosition:
    """The solution of ``board`` that a caller gave, which may be partial; see ``read_solution``."""
    if not isinstance(solution, (str, Path, Source)):
        if puzzle.plain_formula is not None and isinstance(solution, Iterable):
            solution = solution if isinstance(solution, puzzle.solution) else puzzle.solution(solution)
        _expect_type(f"{puzzle.name} solution", solution, puzzle.solution)
        return GivenPosition(solution, is_text=False)
    source = find_source(solution)
    with name_errors(source):
        text = source.text()
        if is_saved_game(text) and (position := read_saved_board(source, puzzle.name).position) is not None:
            return GivenPosition(position, is_text=False)
        forms = (form for form in puzzle.solutions if form.recognises(board, text))
        return GivenPosition(next(forms, puzzle.solutions[0]).read(board, text), is_text=True)


def split_instances(
    instances: str | Path | Source, subject: str | None = None, format: str | None = None
) -> list[Source]:
    """The instances in an input, one after the other; most inputs have one.

    An input that cannot be recognised or opened is returned as one: reading it raises the error.
    """
    if isinstance(instances, str) and (named := find_named(instances)):
        return named
    whole = find_source(instances)
    try:
        if is_saved_game(whole.head()):
            return [whole]
        if subject is not None and all(form.split is None for form in puzzles.find(subject).formats):
            return [whole]
        puzzle, form = recognise(whole, whole.head(), subject, format)
        known = replace(whole, subject=puzzle.name, format=form.name)
        parts = form.split(whole.text()) if form.split is not None else ()
    except SatplayError:
        return [whole]
    return [known.part(line, text, form.name) for line, text in parts] if len(parts) > 1 else [known]
