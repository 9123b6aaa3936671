"""DIMACS CNF, plain, gzip or xz: the standard input format of SAT solvers.

``dimacs_plain`` documents the grammar.  The native reader is used if it was compiled; both readers stop at
the first error and report it identically.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import BinaryIO, cast

import numpy as np
from numpy.typing import NDArray

from satplay.errors import BadInput, one_line
from satplay.fast_dataclass import dataclass
from satplay.logic import dimacs_plain
from satplay.logic.compressed import Piece, open_input, pieces
from satplay.logic.formula import Formula
from satplay.logic.literal import Atom, Named, Var

CHUNK = 1 << 20
"""Number of literals written at a time."""


def new_reader() -> dimacs_plain.Reader:
    """Create the native reader, or the plain one in an installation without the native core.

    Both have the same methods.  Only a missing core falls back to the plain reader; a broken one is an error.
    """
    try:
        from satplay._native import Reader
    except ModuleNotFoundError:
        return dimacs_plain.Reader()
    return cast(dimacs_plain.Reader, Reader())


# -- reading ---------------------------------------------------------------------------------------


def read(text: str) -> Formula:
    r"""Parse a formula from ``text``.

    >>> read("c two clauses\np cnf 3 2\n1 -3 0\n2 3 -1 0\n")
    Formula(3 variables, 2 clauses)
    >>> read("p cnf 3 2\n1 -3 0\n2 4 0\n")
    Traceback (most recent call last):
    ...
    satplay.errors.BadInput: line 3, column 3: bad DIMACS: found '4', expected a literal from -3 to 3 or 0
    """
    starts = range(0, len(text), CHUNK)
    return _parse(text[start : start + CHUNK].encode("utf-8", "surrogatepass") for start in starts)


def stream(file: BinaryIO) -> Formula:
    """Read a formula from an open file; gzip and xz are recognised by their first bytes."""
    return _parse(pieces(file))


def load(path: str | os.PathLike[str]) -> Formula:
    """Read a formula from a file; errors name the file."""
    with open_input(path) as file:
        try:
            return stream(file)
        except BadInput as bad:
            bad.at(os.fspath(path))
            raise


def recognises(head: str) -> bool:
    r"""Whether the first line that is neither blank nor a comment starts with ``p cnf``.

    >>> recognises("c hello\np cnf 3 2\n"), recognises("p dnf 3 2\n"), recognises("2.3")
    (True, False, False)
    """
    for line in head.split("\n"):
        if line.strip() and not line.startswith("c"):
            return line.split()[:2] == ["p", "cnf"]
    return False


def _parse(chunks: Iterable[Piece]) -> Formula:
    reader = new_reader()
    for chunk in chunks:
        if fault := reader.feed(chunk):
            raise dimacs_plain.complaint(reader, fault)
    if fault := reader.finish():
        raise dimacs_plain.complaint(reader, fault)
    formula = Formula(var_count=reader.variables)
    formula.add_flat(reader.take_clauses(), adopt=True)
    give_names(formula, reader.names)
    return formula


# -- names -----------------------------------------------------------------------------------------

LOOKS_ESCAPED = re.compile(r"\\(?=x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})")
ESCAPED = re.compile(r"\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8}))")
BLANK_AT_END = re.compile(r"\A | \Z")


@dataclass(frozen=True, slots=True)
class Namesake:
    """An atom with the same name as an earlier variable of the file."""

    name: str
    var: Var

    @property
    def sentence(self) -> str:
        return f"{self.name} (variable {self.var})"

    @property
    def negation(self) -> str:
        return f"not {self.name} (variable {self.var})"

    def __str__(self) -> str:
        return self.name


def give_names(formula: Formula, names: Iterable[tuple[Var, bytes]]) -> None:
    """Name the variables as in the comments; ignore second names and names of undeclared variables."""
    taken: set[str] = set()
    for var, written in names:
        if var <= formula.var_count and formula.atom(var) is None:
            name = ESCAPED.sub(_unescape, written.decode("utf-8", "replace"))
            atom: Atom = Namesake(name, var) if name in taken else Named(name)
            formula.name(var, atom)
            taken.add(name)


def _unescape(escaped: re.Match[str]) -> str:
    code = int(escaped[escaped.lastindex or 0], 16)
    return chr(code) if code < 0x110000 else escaped[0]


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _escape_name(name: str) -> str:
    r"""Escape characters that a comment cannot hold; reading restores them.

    >>> print(_escape_name("bridge A1-A3"), _escape_name("two\nlines"))
    bridge A1-A3 two\x0alines
    """
    name = BLANK_AT_END.sub(r"\\x20", LOOKS_ESCAPED.sub(r"\\x5c", name))
    return name if name.isprintable() else "".join(c if c.isprintable() else _escape(c) for c in name)


# -- writing ---------------------------------------------------------------------------------------


def write(formula: Formula) -> str:
    """Write the formula as text, with a comment for every name: ``read(write(formula)) == formula``.

    >>> print(write(Formula([[1, -2], [2]])), end="")
    p cnf 2 2
    1 -2 0
    2 0
    """
    return "".join(piece.decode() for piece in _format_pieces(formula))


def write_to(formula: Formula, file: BinaryIO, comments: Iterable[str] = ()) -> None:
    """Write the formula into an open file, piece by piece; the comments come before the names."""
    for piece in _format_pieces(formula, comments):
        file.write(piece)


def _format_pieces(formula: Formula, comments: Iterable[str] = ()) -> Iterator[bytes]:
    # The header goes first: formats are recognised by the first few thousand characters.
    yield header(formula.var_count, formula.clause_count)
    yield from written_comments(formula, comments)
    yield from written_clauses(formula)


def header(var_count: int, clause_count: int) -> bytes:
    """The header line with the numbers of variables and clauses."""
    return f"p cnf {var_count} {clause_count}\n".encode()


def written_comments(formula: Formula, comments: Iterable[str] = ()) -> Iterator[bytes]:
    """The comments, then one for every name."""
    yield "".join([f"c {one_line(comment)}\n" for comment in comments]).encode()
    named = ((var, str(atom)) for var, atom in formula.atoms())
    while some := list(islice(named, CHUNK)):
        yield "".join([f"c name {var} {_escape_name(name)}\n" for var, name in some if name]).encode()


def written_clauses(formula: Formula) -> Iterator[bytes]:
    """The clauses, one per line, piece by piece."""
    flat = formula.flat
    words = _literal_table(formula.var_count) if flat.size > 2 * formula.var_count else None
    for start in range(0, flat.size, CHUNK):
        literals = flat[start : start + CHUNK]
        if words is not None:
            yield words[literals].tobytes().translate(None, b"\0")
        else:
            yield "".join([f"{lit} " if lit else "0\n" for lit in literals.tolist()]).encode()


def _literal_table(last: Var) -> NDArray[np.bytes_]:
    """Text of each literal, padded with zero bytes; the literal is the index, a negative one from the end.

    Looking literals up in this table is five times as fast as formatting each of them.

    >>> _literal_table(1).tolist()
    [b'0\\n', b'1 ', b'-1 ']
    """
    width = len(f"-{last} ")
    table = np.empty(2 * last + 1, f"S{width}")
    table[0] = b"0\n"
    step = CHUNK // 4  # a few milliseconds, so that Ctrl-C is noticed soon
    for start in range(1, last + 1, step):
        literals = np.arange(start, min(start + step, last + 1))
        for signed in (literals, -literals):
            table[signed] = np.char.add(signed.astype(np.bytes_), b" ")
    return table
