"""DRAT: a proof as a list of added and deleted clauses (Wetzler, Heule & Hunt 2014).

Text has one clause per line, terminated by 0; deletions start with ``d``.  Binary has the byte ``a`` or
``d``, then each literal as 2 * variable + sign in groups of seven bits, the lowest first, then a zero byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import BinaryIO

from satplay.logic.literal import Clause, Lit


class TextDrat:
    """Writes DRAT as text."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def add(self, clause_id: int, clause: Clause, antecedents: Sequence[int]) -> None:
        """Write a derived clause; DRAT has no hints."""
        self._file.write(" ".join(map(str, [*clause, 0])).encode("ascii") + b"\n")

    def delete(self, clause_id: int, clause: Clause) -> None:
        """Write a deleted clause."""
        self._file.write(b"d " + " ".join(map(str, [*clause, 0])).encode("ascii") + b"\n")


class BinaryDrat:
    """Writes DRAT as bytes."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def add(self, clause_id: int, clause: Clause, antecedents: Sequence[int]) -> None:
        """Write a derived clause; DRAT has no hints."""
        self._file.write(b"a" + b"".join(map(encode_literal, clause)) + b"\0")

    def delete(self, clause_id: int, clause: Clause) -> None:
        """Write a deleted clause."""
        self._file.write(b"d" + b"".join(map(encode_literal, clause)) + b"\0")


def encode_literal(lit: Lit) -> bytes:
    """One literal in binary DRAT.

    >>> encode_literal(1).hex(), encode_literal(-1).hex(), encode_literal(-64).hex()
    ('02', '03', '8101')
    """
    number = 2 * abs(lit) + (lit < 0)
    groups = bytearray()
    while number > 0x7F:
        groups.append(number & 0x7F | 0x80)
        number >>= 7
    groups.append(number)
    return bytes(groups)
