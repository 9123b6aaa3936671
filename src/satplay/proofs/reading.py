"""Reads proofs in Python: the readable version, used if the native code was not compiled.

``drat``         ``LITERALS 0`` adds a clause, ``d LITERALS 0`` deletes one
``drat-binary``  the byte ``a`` or ``d``, literals as by ``drat.encode_literal``, then a zero byte
``lrat``         ``ID LITERALS 0 HINTS 0`` adds a clause, ``ID d IDS 0`` deletes some

In text formats a step may span lines; before a step, ``c`` starts a comment up to the end of the line.
``native/checker/reader.cpp`` is the same reader in C++; a test compares the two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NoReturn, TypeAlias

from satplay.errors import BadInput, NoSuchName
from satplay.fast_dataclass import dataclass
from satplay.logic.literal import MAX_VAR, Lit

FORMATS = ("drat", "drat-binary", "lrat")
"""In the order of the native code."""

ProofBytes: TypeAlias = bytes | bytearray | memoryview

HEAD = 1 << 16
"""Number of bytes that suffice to recognise the format."""

MAX_ID = 1 << 62
LONGEST_SHOWN = 40

A_STEP = "a literal, 0 or d"
A_LITERAL = "a literal or 0 to close the clause"
A_LINE = "the number of a clause"
A_HINT = "the number of a clause or 0 to close the list"
A_MARK = "the byte a or d"
A_CODE = "a literal from 2 to 4294967295 or 0 to close the clause"


@dataclass(frozen=True, slots=True)
class ProofStep:
    """One step of a proof and its position.

    ``ids`` are the hints of an LRAT line, or the clauses that it deletes.
    """

    line: int
    offset: int
    deletes: bool
    lits: tuple[Lit, ...] = ()
    clause_id: int = 0
    ids: tuple[int, ...] = ()


def recognise_format(proof: ProofBytes) -> str:
    r"""The format of a proof, recognised by its first step.

    Only a binary proof contains zero bytes.  An LRAT line has two zeros, or a ``d`` after its number.

    >>> [recognise_format(proof) for proof in (b"1 -2 0\n", b"a\x02\x00", b"8 1 -2 0 3 4 0\n", b"")]
    ['drat', 'drat-binary', 'lrat', 'drat']
    """
    head = bytes(proof[:HEAD])
    if head[:1] in (b"a", b"d") and b"\0" in head:
        return "drat-binary"
    for line in head.split(b"\n"):
        words = line.split()
        if words and not words[0].startswith(b"c"):
            return "lrat" if words[1:2] == [b"d"] or words.count(b"0") > 1 else "drat"
    return "drat"


def expect_format(name: str) -> str:
    """The name; raises ``NoSuchName`` if it is not a proof format."""
    if not isinstance(name, str) or name not in FORMATS:
        raise NoSuchName("proof format", name, FORMATS)
    return name


def read(proof: ProofBytes, format: str) -> Iterator[ProofStep]:
    """Iterate over the steps of a proof; raises ``BadInput`` at the first error."""
    match expect_format(format):
        case "drat":
            return _Words(bytes(proof), "DRAT proof").drat()
        case "lrat":
            return _Words(bytes(proof), "LRAT proof").lrat()
        case _:
            return _binary(bytes(proof))


# -- text -------------------------------------------------------------------------------------------


class _Words:
    """The words of a text with their positions."""

    WORD = re.compile(rb"[^ \t-\r]+")
    NUMBER = re.compile(rb"(-?)0*([0-9]{1,19})")

    def __init__(self, text: bytes, what: str) -> None:
        self._text = text
        self._what = what
        self._at = 0
        self._line = 1
        self._line_start = 0

    def _peek(self) -> bytes:
        """The next word, without consuming it; empty at the end."""
        word = self.WORD.search(self._text, self._at)
        start = len(self._text) if word is None else word.start()
        self._line += self._text.count(b"\n", self._at, start)
        self._line_start = self._text.rfind(b"\n", 0, start) + 1
        self._at = start
        return b"" if word is None else word[0]

    def _fail(self, expected: str) -> NoReturn:
        raise bad_proof(
            self._what, expected, self._peek()[:LONGEST_SHOWN], self._line, self._at - self._line_start + 1
        )

    def _at_a_step(self) -> bool:
        while (word := self._peek()).startswith(b"c"):
            end = self._text.find(b"\n", self._at)
            self._at = len(self._text) if end < 0 else end
        return bool(word)

    def _number(self, least: int, most: int, expected: str) -> int:
        word = self._peek()
        number = self.NUMBER.fullmatch(word)
        value = None if number is None else int(number[1] + number[2])
        if value is None or not least <= value <= most or (value == 0 and word.startswith(b"-")):
            self._fail(expected)
        self._at += len(word)
        return value

    def _numbers(self, least: int, most: int, expected: str) -> tuple[int, ...]:
        return tuple(iter(lambda: self._number(least, most, expected), 0))

    def _deletion_mark(self) -> bool:
        if self._peek() != b"d":
            return False
        self._at += 1
        return True

    def drat(self) -> Iterator[ProofStep]:
        while self._at_a_step():
            line, start = self._line, self._at
            deletes = self._deletion_mark()
            first = 0 if deletes else self._number(-MAX_VAR, MAX_VAR, A_STEP)
            rest = self._numbers(-MAX_VAR, MAX_VAR, A_LITERAL) if deletes or first else ()
            yield ProofStep(line, start, deletes, (first, *rest) if first else rest)

    def lrat(self) -> Iterator[ProofStep]:
        while self._at_a_step():
            line, start = self._line, self._at
            clause_id = self._number(0, MAX_ID, A_LINE)
            deletes = self._deletion_mark()
            lits = () if deletes else self._numbers(-MAX_VAR, MAX_VAR, A_LITERAL)
            ids = self._numbers(0 if deletes else -MAX_ID, MAX_ID, A_HINT)
            yield ProofStep(line, start, deletes, lits, clause_id, ids)


# -- bytes ------------------------------------------------------------------------------------------


def _binary(proof: bytes) -> Iterator[ProofStep]:
    at = number = 0

    def fail(place: int, expected: str) -> NoReturn:
        raise bad_proof("binary DRAT proof", expected, proof[place : place + 1], 0, place)

    while at < len(proof):
        start = at
        mark = proof[at : at + 1]
        if mark not in (b"a", b"d"):
            fail(at, A_MARK)
        at += 1
        lits: list[Lit] = []
        while True:
            first = at
            code = shift = 0
            while True:
                if at == len(proof):
                    fail(at, A_CODE)
                byte = proof[at]
                at += 1
                code |= (byte & 0x7F) << shift
                if byte < 0x80:
                    break
                if shift == 28:  # five groups of seven bits hold every literal
                    fail(first, A_CODE)
                shift += 7
            if code == 0 and at - first == 1:
                break
            if not 2 <= code < 1 << 32:
                fail(first, A_CODE)
            lits.append(-(code >> 1) if code & 1 else code >> 1)
        number += 1
        yield ProofStep(number, start, mark == b"d", tuple(lits))


def bad_proof(what: str, expected: str, token: bytes, line: int, column: int) -> BadInput:
    """The error for a malformed proof, for this and the native reader; line 0 means a byte offset."""
    if line:
        found = repr(token.decode("ascii", "backslashreplace")) if token else "the end of the file"
        return BadInput(what, line=line, column=column, found=found, expected=expected)
    found = f"0x{token[0]:02x}" if token else "the end of the file"
    return BadInput(what, found=f"{found} at byte {column}", expected=expected)
