"""Where an instance comes from (a file, standard input, the store, the words themselves) and what it is."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from satplay import puzzles
from satplay.contracts.format import HEAD, Format
from satplay.contracts.puzzle import Puzzle
from satplay.errors import BadInput, NoSuchName, SatplayError
from satplay.logic.compressed import content, opened
from satplay.store.names import Reference, reference


def subjects() -> list[str]:
    """The names that a verb can be asked about, found without importing them."""
    return puzzles.names()


@dataclass(frozen=True, slots=True)
class Source:
    """Bytes under a name that error messages can use; ``line`` is the line of the file they begin at.

    ``settings`` are rules that were chosen apart from the text, and what each was told; ``subject`` is what
    the text is known to be of.
    """

    name: str
    open: Callable[[], BinaryIO]
    line: int = 1
    settings: tuple[tuple[str, str], ...] = ()
    subject: str | None = None

    def text(self) -> str:
        """Everything, decompressed and decoded."""
        with self.open() as file:
            return _decoded(content(file), self.name)

    def head(self) -> str:
        """The beginning, for recognising a format; bytes that are no text become question marks."""
        with self.open() as file:
            return content(file, HEAD).decode("utf-8", "replace")


def source(given: str | Path | Source) -> Source:
    """What ``given`` stands for: ``-`` standard input, ``@NAME`` what is kept, a file, or the text itself.

    A text that looks like the name of a file but is not there is refused, not taken as a puzzle.
    """
    if isinstance(given, Source):
        return given
    if isinstance(given, Path):
        return Source(str(given), lambda: opened(given))
    if given == "-":
        everything = sys.stdin.buffer.read()
        return Source("<stdin>", lambda: io.BytesIO(everything))
    if (wanted := reference(given)) is not None:
        found = kept(wanted)
        if len(found) > 1:
            many = f"{given}, a collection of {len(found)} boards"
            raise BadInput("input", found=many, expected=f"one of them, as {found[0].name}")
        return found[0]
    if _names_a_file(given):
        return Source(given, lambda: opened(Path(given)))
    return Source("<argument>", lambda: io.BytesIO(given.encode("utf-8", "surrogateescape")))


def kept(wanted: Reference) -> list[Source]:
    """What the store has under a name: a saved game, or the boards of a collection."""
    from satplay.store.kept import look_up
    from satplay.store.opening import open_store

    return [
        Source(str(one.reference), partial(io.BytesIO, one.text.encode()), subject=one.subject)
        for one in look_up(open_store(), wanted)
    ]


def _names_a_file(given: str) -> bool:
    if "\0" in given or "\n" in given:
        return False
    try:
        if Path(given).exists() or Path(given).is_symlink():
            return True
    except OSError:  # too long for a name
        return False
    if _recognised(given):
        return False
    # Not there, and no puzzle: what looks like a path was meant as one.
    has_suffix = re.search(r"\.[A-Za-z][A-Za-z0-9]{0,6}$", given) is not None
    return has_suffix or ("/" in given and re.search(r"\s", given) is None)


def _recognised(head: str) -> bool:
    return any(f.recognises(head) for name in puzzles.names() for f in puzzles.find(name).formats)


def subject_of(source: Source) -> Puzzle[Any, Any]:
    """The puzzle that the input is known to be of, or that recognises it by itself."""
    if source.subject is not None:
        if source.subject not in puzzles.names():
            found = f"{source.name}, a game of {source.subject}"
            raise BadInput("input", found=found, expected="a board of a puzzle")
        return puzzles.find(source.subject)
    head = source.head()
    for name in puzzles.names():
        puzzle = puzzles.find(name)
        if any(form.recognises(head) for form in puzzle.formats):
            return puzzle
    first = head.splitlines()[0][:40] if head.strip() else ""
    expected = f"an instance of {', '.join(puzzles.names())}; or name the subject"
    raise BadInput(
        "input", line=1, column=1, found=repr(first) if first else "nothing", expected=expected
    ).at(source.name)


def read(source: Source, puzzle: Puzzle[Any, Any], format_name: str | None = None) -> Any:
    """The instance of ``puzzle`` that the source holds, in the named format or the one that recognises it."""
    if source.subject not in (None, puzzle.name):
        found, expected = f"{source.name}, of {source.subject}", f"an instance of {puzzle.name}"
        raise BadInput("input", found=found, expected=expected)
    form = _format(source, puzzle, format_name)
    with naming(source):
        if form.stream is not None:
            with source.open() as file:
                instance = form.stream(file)
        else:
            instance = form.read(source.text())
        for name, said in source.settings:
            if name not in puzzle.variant_options:
                raise NoSuchName(
                    f"{puzzle.name} option", f"--{name}", [f"--{n}" for n in puzzle.variant_options]
                )
            instance = puzzle.variant_options[name].apply(instance, said)
    return instance


def setting_takes(name: str, subject: str | None) -> str | None:
    """What a setting of a puzzle wants to be told, maybe nothing; None if nobody has one of this name."""
    for puzzle in map(puzzles.find, puzzles.names() if subject is None else [subject]):
        if name in puzzle.variant_options:
            return puzzle.variant_options[name].takes or ""
    return None


def _format(source: Source, puzzle: Puzzle[Any, Any], name: str | None) -> Format[Any]:
    if name is not None:
        for form in puzzle.formats:
            if form.name == name:
                return form
        raise NoSuchName(f"{puzzle.name} format", name, [form.name for form in puzzle.formats])
    if len(puzzle.formats) == 1:
        return puzzle.formats[0]
    head = source.head()
    return next((form for form in puzzle.formats if form.recognises(head)), puzzle.formats[0])


def instance_of(
    given: Any, subject: str | None = None, format_name: str | None = None
) -> tuple[Puzzle[Any, Any], Any]:
    """The puzzle and the instance meant by what a caller gave: text, a path, or an instance itself."""
    if isinstance(given, (str, Path, Source)):
        where = source(given)
        puzzle = puzzles.find(subject) if subject is not None else subject_of(where)
        return puzzle, read(where, puzzle, format_name)
    if subject is not None:
        return puzzles.find(subject), given
    for name in puzzles.names():
        puzzle = puzzles.find(name)
        if isinstance(given, puzzle.instance):
            return puzzle, given
    raise BadInput("instance", found=repr(given)[:60], expected="text, a path or an instance of a puzzle")


def read_solution(puzzle: Puzzle[Any, Any], board: Any, given: Any) -> Any:
    """The solution of ``board`` that a caller gave: text, a path, or the solution itself."""
    if not isinstance(given, (str, Path, Source)):
        return given
    where = source(given)
    with naming(where):
        text = where.text()
        forms = (form for form in puzzle.solutions if form.recognises(board, text))
        return next(forms, puzzle.solutions[0]).read(board, text)


def instances(
    given: str | Path | Source, subject: str | None = None, format_name: str | None = None
) -> list[Source]:
    """The instances that an input holds, one after the other; most hold one.

    What cannot be told or opened stays whole: whoever reads it complains, when its turn comes.
    """
    if isinstance(given, str) and (wanted := reference(given)) is not None:
        return kept(wanted)
    whole = source(given)
    try:
        puzzle = puzzles.find(subject) if subject is not None else subject_of(whole)
        if all(form.split is None for form in puzzle.formats):
            return [whole]
        split = _format(whole, puzzle, format_name).split
        parts = split(whole.text()) if split is not None else ()
    except SatplayError:
        return [whole]
    if len(parts) < 2:
        return [whole]
    return [replace(whole, open=partial(io.BytesIO, text.encode()), line=line) for line, text in parts]


@contextmanager
def naming(source: Source) -> Iterator[None]:
    """Complaints about the input inside say where it came from."""
    try:
        yield
    except BadInput as error:
        if error.line is not None and error.source is None:
            error.line += source.line - 1
        error.at(source.name)
        raise


def _decoded(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        found = f"byte 0x{data[error.start]:02x}"
        raise BadInput(
            "text", line=line, column=column, found=found, expected="UTF-8 text", source=name
        ) from None
