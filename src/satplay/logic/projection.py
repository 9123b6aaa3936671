"""Projection variables in the comments of a DIMACS file.

``c p show 1 2 3 0`` is the notation of the Model Counting Competition (Fichte, Hecher & Hamiti, "The Model
Counting Competition 2020", 2021); ``c ind 1 2 3 0`` is the older notation of sampling tools.  A line ends
with 0; several lines are combined; a line with 0 alone declares no variable.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from satplay.errors import BadInput
from satplay.logic.compressed import Piece, pieces
from satplay.logic.literal import Var

COMMENT = re.compile(rb"c[ \t]+(?:p[ \t]+show|ind)(?:[ \t]+(.*))?", re.DOTALL)
NUMBER = re.compile(rb"[0-9]{1,10}")


def read_projection_variables(file: BinaryIO) -> list[Var] | None:
    r"""The projection variables of a file (plain, gzip or xz); None if no comment declares any.

    >>> import io
    >>> read_projection_variables(io.BytesIO(b"p cnf 4 1\nc p show 1 2 0\n1 4 0\nc p show 4 0\n"))
    [1, 2, 4]
    >>> read_projection_variables(io.BytesIO(b"p cnf 4 0\nc a comment\n")) is None
    True
    """
    found: list[Var] | None = None
    for number, line in _comments(pieces(file)):
        if comment := COMMENT.fullmatch(line):
            found = [*(found or ()), *_variables(comment[1] or b"", number)]
    return found


def _variables(words: bytes, line: int) -> Iterator[Var]:
    closed = False
    for word in words.split():
        text = word[:40].decode("utf-8", "backslashreplace")
        if closed:
            raise BadInput("projection", line=line, found=repr(text), expected="the end of the line after 0")
        if not NUMBER.fullmatch(word):
            raise BadInput("projection", line=line, found=repr(text), expected="a variable or 0")
        closed = int(word) == 0
        if not closed:
            yield int(word)
    if not closed:
        raise BadInput("projection", line=line, found="end of line", expected="0 after the last variable")


def _comments(chunks: Iterable[Piece]) -> Iterator[tuple[int, bytes]]:
    """The lines that start with ``c``, without line ends, and their numbers from 1."""
    rest, number = b"", 0
    for chunk in chunks:
        *lines, rest = (rest + bytes(chunk)).split(b"\n")
        for line in lines:
            number += 1
            if line.startswith(b"c"):
                yield number, line.rstrip(b"\r")
    if rest.startswith(b"c"):
        yield number + 1, rest.rstrip(b"\r")
