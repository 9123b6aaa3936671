"""QDIMACS, plain, gzip or xz: the standard input format of QBF solvers (QDIMACS 1.1, qbflib.org, 2005).

It is DIMACS with lines between the header and the clauses that bind variables, the outermost first:

- ``e 1 2 0`` quantifies 1 and 2 existentially, ``a 3 0`` quantifies 3 universally.
- No variable is bound twice.  A free variable is existential and outermost.
- Adjacent lines with the same quantifier are not merged; lines that bind nothing are kept.

The numbers in the headers of public files are often wrong, so they are checked only if ``strict`` is set.
The lines before the first clause are read here, the rest by the DIMACS reader.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from satplay.errors import BadInput
from satplay.logic import dimacs, dimacs_plain
from satplay.logic.compressed import Piece, open_input, pieces
from satplay.logic.dimacs_plain import NUMBER, WORD_OR_NEWLINE, Fault
from satplay.logic.formula import Formula
from satplay.logic.literal import MAX_VAR, Var
from satplay.logic.quantified import Block, Quantified, Quantifier

WHAT = "QDIMACS"

MARK = "c QDIMACS\n"
"""First line of a file with names: the names of all variables may come before its header."""

ANY_NUMBERS = b"p cnf %d %d\n" % (MAX_VAR, dimacs_plain.MAX_CLAUSES)
"""A header that any content satisfies."""

QUANTIFIERS = {quantifier.value.encode(): quantifier for quantifier in Quantifier}
PLAIN_BLOCK = re.compile(rb"[ea](?: [1-9][0-9]{0,9})* 0\r?")
FIRST_WORD = re.compile(rb"[ \t\r]*([^ \t\r\n]*)")


# -- reading ---------------------------------------------------------------------------------------


def read(text: str, *, strict: bool = False) -> Quantified:
    r"""Parse a formula from ``text``; ``strict`` also checks the numbers of its header.

    >>> read("p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n").prefix[1]
    Block(quantifier=<Quantifier.EXISTS: 'e'>, variables=(2,))
    >>> read("p cnf 2 1\ne 1\n1 2 0\n")
    Traceback (most recent call last):
    ...
    satplay.errors.BadInput: line 2, column 4: bad QDIMACS: found end of line, expected 0 to close the block
    """
    return _parse([text.encode("utf-8", "surrogatepass")], strict)


def stream(file: BinaryIO, *, strict: bool = False) -> Quantified:
    """Read a formula from an open file; gzip and xz are recognised by their first bytes."""
    return _parse(pieces(file), strict)


def load(path: str | os.PathLike[str], *, strict: bool = False) -> Quantified:
    """Read a formula from a file; errors name the file."""
    with open_input(path) as file:
        try:
            return stream(file, strict=strict)
        except BadInput as bad:
            bad.at(os.fspath(path))
            raise


def recognises(head: str) -> bool:
    r"""Whether a quantifier follows ``p cnf``, or the file begins with ``MARK``.

    >>> recognises("c hello\np cnf 3 2\ne 1 0\n"), recognises("p cnf 3 2\n1 0\n"), recognises(MARK)
    (True, False, True)
    """
    if head.startswith(MARK):
        return True
    lines = (line.split() for line in head.split("\n") if line.strip() and not line.startswith("c"))
    if next(lines, [])[:2] != ["p", "cnf"]:
        return False
    return next(lines, [""])[0] in {quantifier.value for quantifier in Quantifier}


def _parse(chunks: Iterable[Piece], strict: bool) -> Quantified:
    reader = _Reader(strict)
    for chunk in chunks:
        reader.feed(chunk)
    return reader.finish()


class _Reader:
    """Reads the lines before the first clause; passes the rest on, with blank lines for the prefix."""

    def __init__(self, strict: bool) -> None:
        self._strict = strict
        self._reader = dimacs.new_reader()
        self._incomplete: bytes | None = b""  # incomplete line before the first clause; None after the prefix
        self._line = 1
        self._body = (0, 0)  # line and column of the first word after the prefix
        self._header: dimacs_plain.Reader | None = None
        self._prefix: list[Block] = []
        self._bound: dict[Var, int] = {}  # the line that binds each variable

    def feed(self, chunk: Piece) -> None:
        """Read the next chunk."""
        if self._incomplete is None:
            self._pass_on(chunk)
            return
        text = self._incomplete + bytes(chunk)
        start = 0
        while (end := text.find(b"\n", start)) >= 0:
            if not self._take(text[start:end]):
                break
            start = end + 1
        rest = text[start:]
        if end >= 0 or not self._may_be_prefix(rest):
            self._end_prefix(rest)
        else:
            self._incomplete = rest

    def finish(self) -> Quantified:
        """End the file; return the formula."""
        if self._incomplete is not None and (
            not self._incomplete or not self._take(self._incomplete, last=True)
        ):
            self._end_prefix(self._incomplete)
        fault = self._reader.finish()
        if fault and (self._strict or fault[0] != "more clauses"):
            raise self._complaint(fault)
        flat = self._reader.take_clauses()
        header = self._header
        declared = header.variables if header is not None else 0
        highest = int(max(flat.max(), -int(flat.min()))) if flat.size else 0
        formula = Formula(var_count=max(declared, highest, max(self._bound, default=0)))
        formula.add_flat(flat, adopt=True)
        dimacs.give_names(formula, self._reader.names)
        return Quantified(tuple(self._prefix), formula)

    def _end_prefix(self, rest: bytes) -> None:
        """End the prefix: the first clause begins here."""
        self._incomplete = None
        word = FIRST_WORD.match(rest)
        self._body = (self._line, word.start(1) + 1 if word is not None else 1)
        self._pass_on(rest)

    def _may_be_prefix(self, begun: bytes) -> bool:
        """Whether a line with this beginning may come before the first clause."""
        word = FIRST_WORD.match(begun)
        return word is None or word[1] in (b"", b"p", *QUANTIFIERS) or begun.startswith(b"c")

    def _take(self, line: bytes, *, last: bool = False) -> bool:
        """Take a line before the first clause; return False if it does not belong there."""
        word = FIRST_WORD.match(line)
        first = word[1] if word is not None else b""
        end = b"" if last else b"\n"
        if not first or line.startswith(b"c"):
            self._pass_on(line + end)
        elif self._header is None:
            if first != b"p":
                return False
            self._take_header(line + end)
        elif first in QUANTIFIERS:
            self._take_block(line, last)
            self._pass_on(end)
        else:
            return False
        self._line += 1
        return True

    def _take_header(self, line: bytes) -> None:
        self._header = dimacs.new_reader()
        fault = self._header.feed(line)
        if not fault and not line.endswith(b"\n"):
            fault = self._header.finish()
            fault = None if fault and fault[0] == "more clauses" else fault
        if fault:
            expected, token, _, column = fault
            raise self._complaint((expected, token, self._line, column))
        self._pass_on(line if self._strict else ANY_NUMBERS)

    def _take_block(self, line: bytes, last: bool) -> None:
        quantifier = QUANTIFIERS[line.split(maxsplit=1)[0]]
        variables = tuple(map(int, line.split()[1:-1])) if PLAIN_BLOCK.fullmatch(line) else None
        if variables is None or not self._are_unbound(variables):
            variables = tuple(self._checked_variables(line, last))
        self._bound.update(dict.fromkeys(variables, self._line))
        self._prefix.append(Block(quantifier, variables))

    def _are_unbound(self, variables: tuple[Var, ...]) -> bool:
        fresh = set(variables)
        known = len(fresh) < len(variables) or not self._bound.keys().isdisjoint(fresh)
        return not known and max(variables, default=0) <= self._max_variable

    @property
    def _max_variable(self) -> Var:
        assert self._header is not None  # or no block would be read
        return self._header.variables if self._strict else MAX_VAR

    def _checked_variables(self, line: bytes, last: bool) -> Iterator[Var]:
        """The variables of a quantifier line, word by word, up to the first error."""
        here: set[Var] = set()
        closed = False
        for word in list(WORD_OR_NEWLINE.finditer(line))[1:]:
            token, column = word[0], word.start() + 1
            found = dimacs_plain.quote(token)
            if closed:
                raise self._bad(column, found, "the end of the line after 0")
            known = NUMBER.fullmatch(token) if len(token) <= dimacs_plain.LONGEST_TOKEN else None
            var = int(token) if known else -1
            if not 0 <= var <= self._max_variable:
                raise self._bad(column, found, f"a variable from 1 to {self._max_variable} or 0")
            closed = var == 0
            if var in here or var in self._bound:
                where = self._bound.get(var, self._line)
                expected = f"each variable bound once; {var} is bound in line {where}"
                raise self._bad(column, f"variable {var} a second time", expected)
            if var:
                here.add(var)
                yield var
        if not closed:
            column = len(line.removesuffix(b"\r")) + 1
            raise self._bad(column, dimacs_plain.quote(b"" if last else b"\n"), "0 to close the block")

    def _bad(self, column: int, found: str, expected: str) -> BadInput:
        return BadInput(WHAT, line=self._line, column=column, found=found, expected=expected)

    def _pass_on(self, chunk: Piece) -> None:
        if fault := self._reader.feed(chunk):
            raise self._complaint(fault)

    def _complaint(self, fault: Fault) -> BadInput:
        """An error of the DIMACS reader, in terms of this format."""
        bad = dimacs_plain.complaint(self._reader, fault)
        bad.what = WHAT
        kind, token, *place = fault
        if kind == "literal" and token in QUANTIFIERS:
            bad.found, bad.expected = "a quantifier line", "quantifiers before the first clause"
        elif kind == "literal" and tuple(place) == self._body:
            bad.expected = f"'e', 'a' or {bad.expected}"
        return bad


# -- writing ---------------------------------------------------------------------------------------


def write(question: Quantified) -> str:
    """Write the formula as text, with a comment for every name: ``read(write(question)) == question``.

    >>> print(write(Quantified((Block(Quantifier.FORALL, (1,)),), Formula([[1, -2], [2]]))), end="")
    p cnf 2 2
    a 1 0
    1 -2 0
    2 0
    """
    return b"".join(_format_pieces(question)).decode()


def write_to(question: Quantified, file: BinaryIO, comments: Iterable[str] = ()) -> None:
    """Write the formula into an open file, piece by piece; the comments come before the names."""
    for piece in _format_pieces(question, comments):
        file.write(piece)


def _format_pieces(question: Quantified, comments: Iterable[str] = ()) -> Iterator[bytes]:
    # QDIMACS has comments before the header only, so ``recognises`` looks for the mark.
    matrix = question.matrix
    lines = b"".join(dimacs.written_comments(matrix, comments))
    if lines:
        yield MARK.encode() + lines
    bound = max((max(block.variables, default=0) for block in question.prefix), default=0)
    yield dimacs.header(max(matrix.var_count, bound), matrix.clause_count)
    for block in question.prefix:
        yield " ".join([block.quantifier.value, *map(str, block.variables), "0\n"]).encode()
    yield from dimacs.written_clauses(matrix)
