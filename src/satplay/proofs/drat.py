"""DRAT: a proof as a list of added and deleted clauses (Wetzler, Heule & Hunt 2014).

Text has one clause a line, closed by 0, deletions after a ``d``.  Binary has the byte ``a`` or ``d``, then
each literal as 2 * variable + sign in groups of seven bits, the lowest first, closed by a zero byte.
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
        """A derived clause; DRAT does not say from what."""
        self._file.write(" ".join(map(str, [*clause, 0])).encode("ascii") + b"\n")

    def delete(self, clause_id: int, clause: Clause) -> None:
        """A deleted clause."""
        self._file.write(b"d " + " ".join(map(str, [*clause, 0])).encode("ascii") + b"\n")


class BinaryDrat:
    """Writes DRAT as bytes."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def add(self, clause_id: int, clause: Clause, antecedents: Sequence[int]) -> None:
        """A derived clause; DRAT does not say from what."""
        self._file.write(b"a" + b"".join(map(encoded, clause)) + b"\0")

    def delete(self, clause_id: int, clause: Clause) -> None:
        """A deleted clause."""
        self._file.write(b"d" + b"".join(map(encoded, clause)) + b"\0")


def encoded(lit: Lit) -> bytes:
    """One literal in binary DRAT.

    >>> encoded(1).hex(), encoded(-1).hex(), encoded(-64).hex()
    ('02', '03', '8101')
    """
    number = 2 * abs(lit) + (lit < 0)
    groups = bytearray()
    while number > 0x7F:
        groups.append(number & 0x7F | 0x80)
        number >>= 7
    groups.append(number)
    return bytes(groups)
