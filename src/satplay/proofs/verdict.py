"""What a checker says of a proof: verified, refused, or not finished within the limits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Verified:
    """The proof shows what it should.

    ``additions``   clauses added up to where the goal was reached
    ``needed``      of those, the ones that were needed and checked; all of them unless backwards
    ``core``        the given clauses that were needed, counted from 0; None where nobody kept account
    ``not_there``   deletions of a clause that was not there: they did nothing
    ``kept_units``  deletions of a unit clause: they did nothing
    """

    additions: int
    needed: int
    core: tuple[int, ...] | None = None
    not_there: int = 0
    kept_units: int = 0


@dataclass(frozen=True, slots=True)
class Refused:
    """The proof does not show it.

    ``line`` is the first bad line, from 1: every line before it follows from the given clauses and the lines
    before it, and it does not, whether or not anything uses it.  None when every line follows but the goal is
    not reached.  In a binary proof every step counts as a line, and ``offset`` is where it begins, in bytes
    from 0.
    """

    line: int | None
    reason: str
    offset: int | None = None

    def __str__(self) -> str:
        if self.line is None:
            return self.reason
        place = f"line {self.line}" if self.offset is None else f"step {self.line} at byte {self.offset}"
        return f"{place}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A limit came first: ``out of time`` or ``out of memory``."""

    stopped: str = "out of time"


Verdict: TypeAlias = Verified | Refused | Unfinished
