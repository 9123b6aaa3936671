"""Source: the bytes of one input, under a name for error messages.

A file is opened once if possible: small files and files that cannot be read twice (pipes, FIFOs,
``/dev/stdin``) are kept in memory after the first opening; only a large regular file is opened again.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import BinaryIO

from satplay.contracts.format import HEAD
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.logic.compressed import CHUNK, content, expect_size, open_input

SMALL = 1 << 14
"""Files of at most this many bytes are kept in memory."""


LARGEST_PIPE = 1 << 30
"""The most bytes of standard input or a pipe: they are kept in memory."""


@dataclass(frozen=True, slots=True)
class Source:
    """Bytes under a name; ``open`` returns a seekable stream of them, each time it is called.

    ``line``      the line of the file at which they begin
    ``settings``  rule variants chosen apart from the text: names of options and their values
    ``subject``   the puzzle or game that the text belongs to, if known
    ``format``    the name of its format, if known
    """

    name: str
    open: Callable[[], BinaryIO]
    line: int = 1
    settings: tuple[tuple[str, str], ...] = ()
    subject: str | None = None
    format: str | None = None

    def text(self) -> str:
        """The whole text, decompressed and decoded."""
        with self.open() as file:
            return decode_text(content(file), self.name)

    def head(self) -> str:
        """The beginning of the text, for recognising its format."""
        with self.open() as file:
            return read_head(file)

    def of_subject(self, subject: str) -> Source:
        """The same bytes, known to belong to a puzzle or game."""
        return replace(self, subject=subject)

    def part(self, line: int, text: str, format: str) -> Source:
        """One of several instances in the text: it begins at ``line`` and is in the named format."""
        return replace(self, open=partial(io.BytesIO, text.encode()), line=line, format=format)


class StreamOpener:
    """Opens a file, and remembers its content if it is small or cannot be read twice."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._content: bytes | None = None

    def __call__(self) -> BinaryIO:
        if self._content is not None:
            return io.BytesIO(self._content)
        file = open_input(self._path)
        try:
            beginning = _read(file, SMALL + 1)
            if file.seekable() and len(beginning) > SMALL:
                file.seek(0)
                return file
            content = beginning if len(beginning) <= SMALL else _read_rest(file, beginning)
        except BaseException as error:  # Ctrl-C, too: it is raised again
            file.close()
            if isinstance(error, BadInput):
                error.at(str(self._path))
            if isinstance(error, OSError):
                found = f"an error while reading: {error.strerror or error}"
                expected = "a file that can be read"
                raise BadInput("file", found=found, expected=expected, source=str(self._path)) from None
            raise
        file.close()
        self._content = content
        return io.BytesIO(self._content)


def _read(file: BinaryIO, most: int) -> bytes:
    """Up to ``most`` bytes: a raw stream may return fewer at a time."""
    result = b""
    while len(result) < most and (piece := file.read(most - len(result))):
        result += piece
    return result


def _read_rest(file: BinaryIO, beginning: bytes = b"") -> bytes:
    """The beginning and everything that follows it; ``BadInput`` if that is too large for the memory."""
    content = io.BytesIO()
    content.write(beginning)
    while piece := file.read(CHUNK):
        content.write(piece)
        expect_size(content.tell(), LARGEST_PIPE)
    return content.getvalue()


def open_path(path: Path, name: str | None = None) -> Source:
    """The source of a file; it is opened when it is first read."""
    return Source(str(path) if name is None else name, StreamOpener(path))


def open_standard_input() -> Source:
    """The source of standard input, read now."""
    try:
        content = _read_rest(sys.stdin.buffer)
    except BadInput as error:
        error.at("<stdin>")
        raise
    return Source("<stdin>", partial(io.BytesIO, content))


def quote_text(text: str, name: str = "<argument>") -> Source:
    """The source of a literal text."""
    try:
        data = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # no bytes of the command line; refused when it is decoded
        data = text.encode("utf-8", "surrogatepass")
    return Source(name, partial(io.BytesIO, data))


def read_head(file: BinaryIO) -> str:
    """The beginning of an open file, decompressed; bytes that are not UTF-8 become question marks.

    The stream is rewound.
    """
    head = content(file, HEAD).decode("utf-8", "replace")
    file.seek(0)
    return head


def decode_text(data: bytes, name: str) -> str:
    """Bytes as UTF-8 text; ``BadInput`` names the position of the first invalid byte."""
    try:
        # Not "utf-8-sig": its decoder is written in Python, which replaces the message of a time limit there.
        return data.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        found = f"byte 0x{data[error.start]:02x}"
        raise BadInput(
            "text", line=line, column=column, found=found, expected="UTF-8 text", source=name
        ) from None


@contextmanager
def name_errors(source: Source) -> Iterator[None]:
    """``BadInput`` raised in the block gets the name of the source and the line in the whole file."""
    try:
        yield
    except BadInput as error:
        if error.line is not None and error.source is None:
            error.line += source.line - 1
        error.at(source.name)
        raise
