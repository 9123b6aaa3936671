"""DIMACS CNF reader in plain Python: the readable reference, and the fallback without the native core.

The grammar (DIMACS, "Satisfiability: Suggested Format", 1993, as solvers read it today):

- A line that starts with ``c`` is a comment, before the header or between clauses, not inside a clause.
- ``p cnf VARIABLES CLAUSES`` is alone on its line and occurs once, before the first clause.
- Then numbers from ``-VARIABLES`` to ``VARIABLES``; a 0 closes a clause.  A clause may span lines, a line may
  hold several clauses.  The number of clauses is exactly ``CLAUSES``.
- A line ``%`` ends the file, as in the old SATLIB collections; only zeros and blanks may follow.
- The comment ``c name N TEXT`` gives variable N a name.  The text of a comment is never an error.

``native/formula/dimacs.cpp`` is the same reader in C++; a test compares all their results.
"""

from __future__ import annotations

import re
from array import array
from enum import Enum, auto
from typing import NoReturn, TypeAlias

import numpy as np

from satplay.errors import BadInput
from satplay.logic.literal import MAX_VAR, FlatClauses

Fault: TypeAlias = tuple[str, bytes, int, int]
"""(expected, token, line, column): the first syntax error of a file.

``token`` is the unexpected text: empty for the end of the file, a newline for the end of a line.  ``line``
and ``column`` count from 1, columns in bytes.  ``complaint`` makes the error message.
"""

WHAT = "DIMACS"

MAX_CLAUSES = 2**63 - 1
LONGEST_TOKEN = 64  # no valid token is longer; the rest of a longer one is dropped

WORD_OR_NEWLINE = re.compile(rb"\n|[^ \t\r\n]+")
NUMBERS = re.compile(rb"[ \t\r\n]*+(?:-?[0-9]{1,10}[ \t\r\n]++)*+")  # the content of nearly every line
NUMBER = re.compile(rb"0+|-?0*[1-9][0-9]*")
NAMING = re.compile(rb"c name ([0-9]{1,10}) (.*)", re.DOTALL)


class _State(Enum):
    BEFORE_HEADER = auto()
    FORMAT = auto()
    VARIABLE_COUNT = auto()
    CLAUSE_COUNT = auto()
    END_OF_HEADER = auto()
    CLAUSES = auto()
    ENDED = auto()


MISSING_FROM_HEADER = {
    _State.FORMAT: "cnf",
    _State.VARIABLE_COUNT: "variable count",
    _State.CLAUSE_COUNT: "clause count",
}


class _SyntaxFaultError(Exception):
    """Carries the fault from where it is found to ``feed``."""


class Reader:
    r"""Reads DIMACS CNF, fed in chunks of any size.

    >>> reader = Reader()
    >>> reader.feed(b"p cnf 2 1\n1 -")
    >>> reader.feed(b"2 0\n")
    >>> reader.finish()
    >>> reader.take_clauses().tolist()
    [1, -2, 0]
    """

    def __init__(self) -> None:
        self.names: list[tuple[int, bytes]] = []
        self.variables = 0
        self.declared_clauses = 0
        self.clause_count = 0
        self.header_line = 0
        self.commented = False
        self._numbers = array("i")
        self._in_clause = False
        self._state = _State.BEFORE_HEADER
        self._fault: Fault | None = None
        self._rest = b""  # a word or comment that may continue in the next chunk
        self._line = 1
        self._column = 1  # where _rest begins

    def feed(self, chunk: bytes | bytearray | memoryview) -> Fault | None:
        """Read the next chunk; return the first error so far, if any."""
        if self._fault is None:
            self._read(self._rest + chunk, final=False)
        return self._fault

    def finish(self) -> Fault | None:
        """End the file; return the first error, if any."""
        if self._fault is None:
            self._read(self._rest, final=True)
        return self._fault

    def take_clauses(self) -> FlatClauses:
        """Return all clauses, flat, each closed by a 0, and release them: a second call returns none."""
        taken, self._numbers = self._numbers, array("i")
        return np.frombuffer(taken, np.int32) if taken else np.empty(0, np.int32)

    def _read(self, text: bytes, *, final: bool) -> None:
        try:
            self._rest = self._read_words(text, final=final)
            if final:
                self._end_of_file()
        except _SyntaxFaultError as stop:
            (self._fault,) = stop.args

    def _read_words(self, text: bytes, *, final: bool) -> bytes:
        """Check every complete word and line; return the rest, which may continue in the next chunk."""
        at = 0
        line_start = 1 - self._column  # a column is always the position minus line_start, plus 1
        plain = True  # no block of numbers was rejected yet
        while True:
            if plain and at == line_start and self._state is _State.CLAUSES:
                numbers = NUMBERS.match(text, at)
                end = text.rfind(b"\n", at, numbers.end() if numbers else at) + 1
                if end and (plain := self._take_numbers(text[at:end])):
                    at = line_start = end
            word = WORD_OR_NEWLINE.search(text, at)
            if word is None:
                break
            start, at = word.span()
            column = start - line_start + 1
            if text[start] == ord("\n"):
                self._end_of_line(column)
                line_start = at
                continue
            if text[start] == ord("c") and column == 1 and self._state is not _State.ENDED:
                if self._in_clause:
                    self._fail("no comment", b"c", column)
                self.commented = True
                newline = text.find(b"\n", start)
                if newline < 0 and not final:
                    self._column = 1
                    return text[start:]
                at = newline if newline >= 0 else len(text)
                self._end_of_comment(text[start:at])
                continue
            if at == len(text) and not final and at - start <= LONGEST_TOKEN:
                self._column = column
                return text[start:]
            self._check_token(text[start:at], column)
        self._column = len(text) - line_start + 1
        return b""

    def _take_numbers(self, lines: bytes) -> bool:
        """Take lines of numbers and blanks only; return False if they may contain an error.

        This is the fast path, as in the native reader; rejected lines are checked word by word.
        """
        numbers = np.array(lines.split(), np.int64)
        zeros = int(numbers.size - np.count_nonzero(numbers))
        left = self.declared_clauses - self.clause_count - zeros
        in_clause = bool(numbers[-1]) if numbers.size else self._in_clause
        if b"-0" in lines or left < 0 or (left == 0 and in_clause):
            return False
        if numbers.size and not -self.variables <= numbers.min() <= numbers.max() <= self.variables:
            return False
        self._numbers.frombytes(numbers.astype(np.int32).tobytes())
        self._in_clause = in_clause
        self.clause_count += zeros
        self._line += lines.count(b"\n")
        return True

    def _end_of_comment(self, comment: bytes) -> None:
        if naming := NAMING.fullmatch(comment):
            variable, name = int(naming[1]), naming[2].strip(b" \t\r")
            if 1 <= variable <= MAX_VAR and name:
                self.names.append((variable, name))

    def _end_of_line(self, column: int) -> None:
        if self._state in MISSING_FROM_HEADER:
            self._fail(MISSING_FROM_HEADER[self._state], b"\n", column)
        if self._state is _State.END_OF_HEADER:
            self._state = _State.CLAUSES
        self._line += 1

    def _check_token(self, token: bytes, column: int) -> None:
        match self._state:
            case _State.CLAUSES:
                self._check_number(token, column)
            case _State.BEFORE_HEADER:
                if token != b"p":
                    self._fail("header", token, column)
                self.header_line = self._line
                self._state = _State.FORMAT
            case _State.FORMAT:
                if token != b"cnf":
                    self._fail("cnf", token, column)
                self._state = _State.VARIABLE_COUNT
            case _State.VARIABLE_COUNT:
                self.variables = self._count("variable count", token, column, MAX_VAR)
                self._state = _State.CLAUSE_COUNT
            case _State.CLAUSE_COUNT:
                self.declared_clauses = self._count("clause count", token, column, MAX_CLAUSES)
                self._state = _State.END_OF_HEADER
            case _State.END_OF_HEADER:
                self._fail("end of header", token, column)
            case _State.ENDED:
                if token != b"0":
                    self._fail("end of file", token, column)

    def _count(self, expected: str, token: bytes, column: int, limit: int) -> int:
        if len(token) > LONGEST_TOKEN or not token.isdigit() or int(token) > limit:
            self._fail(expected, token, column)
        return int(token)

    def _check_number(self, token: bytes, column: int) -> None:
        if len(token) > LONGEST_TOKEN or not NUMBER.fullmatch(token):
            if token == b"%" and column == 1 and not self._in_clause:
                self._state = _State.ENDED
                return
            self._fail("one header" if token == b"p" else "literal", token, column)
        if not self._in_clause and self.clause_count == self.declared_clauses:
            self._fail("no more clauses", token, column)
        number = int(token)
        if not -self.variables <= number <= self.variables:
            self._fail("literal", token, column)
        self._numbers.append(number)
        self._in_clause = number != 0
        self.clause_count += number == 0

    def _end_of_file(self) -> None:
        if self._state is _State.BEFORE_HEADER:
            self._fail("header", b"", self._column)
        if self._state in MISSING_FROM_HEADER:
            self._fail(MISSING_FROM_HEADER[self._state], b"", self._column)
        if self._in_clause:
            self._fail("end of clause", b"", self._column)
        if self.clause_count < self.declared_clauses:
            self._fail("more clauses", b"", self._column)

    def _fail(self, expected: str, token: bytes, column: int) -> NoReturn:
        raise _SyntaxFaultError((expected, token[:LONGEST_TOKEN], self._line, column))


# -- error messages --------------------------------------------------------------------------------


def complaint(reader: Reader, fault: Fault) -> BadInput:
    """The error message for a fault of this reader or of the native reader."""
    kind, token, line, column = fault
    found = quote(token, at_start=line == column == 1)
    here = f"clause {reader.clause_count + 1}"
    last = reader.variables
    match kind:
        case "header":
            expected = "'p cnf VARIABLES CLAUSES'"
            if not token:
                found = "a file of comments only" if reader.commented else "an empty file"
        case "one header":
            found, expected = "a second header", f"only the one in line {reader.header_line}"
        case "cnf":
            expected = "'cnf'"
        case "variable count":
            expected = f"the number of variables, 0 to {MAX_VAR}"
        case "clause count":
            expected = f"the number of clauses, 0 to {MAX_CLAUSES}"
        case "end of header":
            expected = "the end of the line after the number of clauses"
        case "literal":
            expected = (
                f"a literal from -{last} to {last} or 0" if last else "0, as the header declares no variable"
            )
        case "no comment":
            found, expected = "a comment", f"the rest of {here} up to its 0"
        case "end of clause":
            expected = f"0 at the end of {here}"
        case "no more clauses":
            found, expected = here, f"{_clauses(reader.declared_clauses)} as declared in the header"
        case "more clauses":
            found = _clauses(reader.clause_count)
            expected = f"{_clauses(reader.declared_clauses)} as declared in the header"
        case _:
            expected = "nothing but 0 after '%'"
    return BadInput(WHAT, line=line, column=column, found=found, expected=expected)


def _clauses(count: int) -> str:
    return f"{count} clause{'s' * (count != 1)}"


def quote(token: bytes, *, at_start: bool = False) -> str:
    """Describe an unexpected token; a file may begin with a byte order mark, which editors do not show."""
    if token in NO_WORD:
        return NO_WORD[token]
    if at_start:
        for mark, name in BYTE_ORDER_MARKS.items():
            if token.startswith(mark):
                return name
    text = token.decode("utf-8", "backslashreplace")
    quoted = f"'{text[:40]}{'...' if len(text) > 40 else ''}'"
    return f"binary data {quoted}" if min(token) < ord(" ") else quoted


NO_WORD = {b"": "end of file", b"\n": "end of line"}
BYTE_ORDER_MARKS = {
    b"\xef\xbb\xbf": "a UTF-8 byte order mark",
    b"\xff\xfe": "UTF-16 text",
    b"\xfe\xff": "UTF-16 text",
}
