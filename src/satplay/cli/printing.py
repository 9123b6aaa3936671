"""Printing: answers to stdout, remarks to stderr, texts to files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

from satplay.cli.files import whole_file
from satplay.contracts.format import Format

PIECE = 1 << 20
"""Characters that are written at a time."""


def print_lines(lines: Iterable[str]) -> None:
    """Print lines of text."""
    sys.stdout.writelines(f"{line}\n" for line in lines)
    sys.stdout.flush()


def print_json(document: Any) -> None:
    """Print one JSON document on one line."""
    import json

    _write_in_pieces(json.dumps(document, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def _write_in_pieces(text: str) -> None:
    """Write a text to standard output; between two pieces Python notices Ctrl-C."""
    for start in range(0, len(text), PIECE):
        sys.stdout.write(text[start : start + PIECE])


class PrintableResult(Protocol):
    """The result of a verb: printable as lines or as JSON, with an exit status."""

    def lines(self) -> Iterable[str]:
        """The answer as text."""

    def as_json(self) -> Any:
        """The answer as a JSON value."""

    @property
    def exit_status(self) -> int:
        """The exit status of the command."""


def print_answer(answer: PrintableResult, json: bool) -> int:
    """Print an answer as lines or as JSON; return its exit status."""
    if json:
        print_json(answer.as_json())
    else:
        print_lines(answer.lines())
    return answer.exit_status


def remark(text: str) -> None:
    """Print a remark that is not part of the answer; one that cannot be written is lost."""
    if "postgres" in text:
        from satplay.store.location import without_addresses

        text = without_addresses(text)
    with suppress(OSError):
        sys.stderr.write(f"satplay: {text}\n")


def write_text(path: Path, text: str) -> None:
    """Write a text file atomically."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file atomically."""
    with whole_file(path) as file:
        file.write(content)


class TextWriter:
    """Writes texts one after the other, each ending in a newline, with the separators of their format.

    ``write`` writes a part of a text as it is.
    """

    def __init__(self, write: Callable[[str], object]) -> None:
        self.write = write
        self._previous: str | None = None
        self._warned = False

    def add(self, text: str, form: Format[Any] | None = None) -> None:
        """Write the next text; without a format it is a line."""
        from satplay.inputs.writing import find_separator

        text = text if text.endswith("\n") else f"{text}\n"
        if form is not None and self._previous is not None:
            self.write(find_separator(form, self._previous, text))
            if form.split is None and not self._warned:
                remark(f"the format {form.name!r} holds one instance per file: these cannot be read back")
                self._warned = True
        self.write(text)
        self._previous = text


@contextmanager
def open_output(path: Path | None) -> Iterator[TextWriter]:
    """A writer of texts to a file, written atomically, or to standard output, flushed after each text."""
    if path is not None:
        with whole_file(path) as file:
            yield TextWriter(lambda text: file.write(text.encode("utf-8")))
        return

    def write(text: str) -> None:
        _write_in_pieces(text)
        sys.stdout.flush()

    yield TextWriter(write)
