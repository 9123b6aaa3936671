"""The format ``p inccnf``: the clauses of a formula, then a line ``a LITERALS 0`` for each cube.

The format of incremental solvers and of March (Wieringa & Heljanko, "Asynchronous Multi-core Incremental
SAT Solving", 2013).  Clauses are written as in DIMACS, but the header has no numbers.  Like March's output, a
file may also consist of cubes alone, without header and clauses.  gzip and xz are read directly.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO, NamedTuple

import numpy as np

from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.logic import dimacs_plain
from satplay.logic.compressed import Piece, open_input, pieces
from satplay.logic.dimacs import new_reader, written_clauses
from satplay.logic.flat_clauses import clause_lists
from satplay.logic.formula import Formula
from satplay.logic.literal import MAX_VAR, FlatClauses, Lit

WHAT = "cube file"
HEADER = b"p inccnf\n"
A_LITERAL = "a literal or 0"

CUBE_LINE = re.compile(rb"^[ \t]*a(?=[ \t\r\n]|\Z)[^\n]*", re.MULTILINE)
NUMBER = re.compile(rb"-?[0-9]{1,10}")
WORD = re.compile(rb"[^ \t\r]+")


class Cube(NamedTuple):
    """The literals of a cube, in their order, and its line in the file."""

    lits: tuple[Lit, ...]
    line: int


@dataclass(frozen=True, slots=True)
class CubeFile:
    """The content of a file; ``clauses`` is None if it has cubes alone."""

    cubes: tuple[Cube, ...]
    clauses: FlatClauses | None

    def cubes_of(self, formula: Formula) -> tuple[tuple[Lit, ...], ...]:
        """The cubes; ``BadInput`` unless they belong to this formula."""
        if self.clauses is not None:
            _expect_same_clauses(formula.flat, self.clauses)
        last = formula.var_count
        for cube in self.cubes:
            for lit in cube.lits:
                if abs(lit) > last:
                    expected = f"a literal of the formula, from -{last} to {last}" if last else "no literal"
                    raise BadInput(WHAT, line=cube.line, found=f"'{lit}'", expected=expected)
        return tuple(cube.lits for cube in self.cubes)


# -- writing -----------------------------------------------------------------------------------------


def write_to(formula: Formula, cubes: Iterable[Sequence[Lit]], file: BinaryIO) -> None:
    """Write a formula and its cubes into an open file."""
    file.write(HEADER)
    for piece in written_clauses(formula):
        file.write(piece)
    for cube in cubes:
        file.write(f"{cube_line(cube)}\n".encode())


def cube_line(cube: Sequence[Lit]) -> str:
    """The line of a cube.

    >>> cube_line([1, -2])
    'a 1 -2 0'
    """
    return " ".join(["a", *map(str, cube), "0"])


# -- reading -----------------------------------------------------------------------------------------


def recognises(head: str) -> bool:
    r"""Whether the first line that is neither blank nor a comment is ``p inccnf``, or a cube.

    >>> recognises("c\np inccnf\n"), recognises("a 1 0\n"), recognises("p cnf 1 1\n")
    (True, True, False)
    """
    for line in head.split("\n"):
        words = line.split()
        if words and not line.startswith("c"):
            return words == ["p", "inccnf"] or words[0] == "a"
    return False


def read(text: str) -> CubeFile:
    r"""Parse a text.

    >>> read("p inccnf\n1 2 0\na 1 0\na -1 0\n").cubes
    (Cube(lits=(1,), line=3), Cube(lits=(-1,), line=4))
    >>> read("p inccnf\n1 2 0\na 1 x 0\n")
    Traceback (most recent call last):
    ...
    satplay.errors.BadInput: line 3, column 5: bad cube file: found 'x', expected a literal or 0
    """
    return _parse([text.encode("utf-8", "surrogatepass")])


def load(path: str | os.PathLike[str]) -> CubeFile:
    """Read a file; errors name it."""
    with open_input(path) as file:
        try:
            return _parse(pieces(file))
        except BadInput as bad:
            bad.at(os.fspath(path))
            raise


def _parse(chunks: Iterable[Piece]) -> CubeFile:
    parser = _Parser()
    for block in _whole_lines(chunks):
        parser.feed(block)
    return parser.finish()


def _whole_lines(chunks: Iterable[Piece]) -> Iterator[bytes]:
    """The same bytes in pieces that end where a line ends."""
    rest = b""
    for chunk in chunks:
        lines, newline, rest = (rest + bytes(chunk)).rpartition(b"\n")
        if newline:
            yield lines + newline
    if rest:
        yield rest


class _Parser:
    """Reads the cubes itself, and passes all other lines to the reader of DIMACS.

    That reader gets a blank line in place of a cube, so that its line numbers are those of the file.
    """

    def __init__(self) -> None:
        self._reader = new_reader()
        self._cubes: list[Cube] = []
        self._line = 1
        self._started = self._has_header = False

    def feed(self, block: bytes) -> None:
        if not self._started:
            block = self._read_header(block)
        begin = 0
        for found in CUBE_LINE.finditer(block):
            self._feed_clauses(block[begin : found.start()])
            self._cubes.append(Cube(self._read_cube(found[0]), self._line))
            begin = found.end()
        self._feed_clauses(block[begin:])

    def _feed_clauses(self, text: bytes) -> None:
        if self._has_header:
            self._expect(self._reader.feed(text))
        elif self._started and (wrong := re.search(rb"^(?!c)[ \t\r]*([^ \t\r\n]+)", text, re.MULTILINE)):
            line = self._line + text.count(b"\n", 0, wrong.start())
            expected = "a cube, as no header 'p inccnf' comes first"
            raise _bad(line, 1, wrong[1], expected)
        self._line += text.count(b"\n")

    def _read_header(self, block: bytes) -> bytes:
        """Pass on the lines up to the header; return the rest."""
        at = 0
        while at < len(block):
            end = block.find(b"\n", at) + 1 or len(block)
            line = block[at:end]
            words = line.split()
            if words and not line.startswith(b"c"):
                self._started = True
                if words == [b"p", b"inccnf"]:
                    self._has_header = True
                    blank = b"\n" * (self._line - 1)
                    header = f"p cnf {MAX_VAR} {dimacs_plain.MAX_CLAUSES}\n".encode()
                    self._expect(self._reader.feed(blank + header))
                    self._line += 1
                    return block[end:]
                if words[0] != b"a":
                    raise _bad(self._line, 1, line.strip(), "'p inccnf'")
                return block[at:]
            self._line += 1
            at = end
        return b""

    def _read_cube(self, text: bytes) -> tuple[Lit, ...]:
        words = list(WORD.finditer(text))[1:]
        lits: list[Lit] = []
        for word in words:
            column = word.start() + 1
            if lits and lits[-1] == 0:
                raise _bad(self._line, column, word[0], "the end of the line after 0")
            if not NUMBER.fullmatch(word[0]) or abs(int(word[0])) > MAX_VAR:
                raise _bad(self._line, column, word[0], A_LITERAL)
            lits.append(int(word[0]))
        if not lits or lits[-1] != 0:
            raise _bad(self._line, len(text.rstrip()) + 1, b"\n", "0 at the end of the cube")
        return tuple(dict.fromkeys(lits[:-1]))

    def finish(self) -> CubeFile:
        if not self._started:
            raise _bad(self._line, 1, b"", "'p inccnf', or cubes such as 'a 1 -2 0'")
        if not self._has_header:
            return CubeFile(tuple(self._cubes), None)
        fault = self._reader.finish()
        if fault is not None and fault[0] != "more clauses":  # the header does not say how many there are
            self._expect(fault)
        return CubeFile(tuple(self._cubes), self._reader.take_clauses())

    def _expect(self, fault: dimacs_plain.Fault | None) -> None:
        if fault is None:
            return
        error = dimacs_plain.complaint(self._reader, fault)
        expected = "a literal, 0, or a cube such as 'a 1 -2 0'" if fault[0] == "literal" else error.expected
        raise BadInput(WHAT, line=error.line, column=error.column, found=error.found, expected=expected)


def _bad(line: int, column: int, token: bytes, expected: str) -> BadInput:
    return BadInput(WHAT, line=line, column=column, found=dimacs_plain.quote(token), expected=expected)


def _expect_same_clauses(formula: FlatClauses, clauses: FlatClauses) -> None:
    """Raise ``BadInput`` unless both have the same clauses, in any order."""
    if np.array_equal(formula, clauses):
        return
    ours, theirs = ({frozenset(clause) for clause in clause_lists(flat)} for flat in (formula, clauses))
    for clause in clause_lists(clauses):
        if frozenset(clause) not in ours:
            raise BadInput(WHAT, found=_describe(clause), expected="the clauses of the formula and no others")
    for clause in clause_lists(formula):
        if frozenset(clause) not in theirs:
            raise BadInput(
                WHAT, found="other clauses", expected=f"all of the formula, also {_describe(clause)}"
            )


def _describe(clause: Sequence[Lit]) -> str:
    words = " ".join(map(str, [*clause, 0]))
    return f"the clause '{words[:40]}{'...' if len(words) > 40 else ''}'"
