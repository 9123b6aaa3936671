"""The result of checking a proof: verified, refused, or unfinished within the limits."""

from __future__ import annotations

from typing import TypeAlias

from satplay.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Verified:
    """The proof is correct.

    ``additions``   clauses added before the goal was reached
    ``needed``      number of those that were needed and checked; all of them in a forward check
    ``core``        indices, from 0, of the given clauses that were needed; None in a forward check
    ``not_there``   deletions of a clause that does not exist, without effect
    ``kept_units``  deletions of a unit clause, without effect
    """

    additions: int
    needed: int
    core: tuple[int, ...] | None = None
    not_there: int = 0
    kept_units: int = 0


@dataclass(frozen=True, slots=True)
class Refused:
    """The proof is incorrect.

    ``line`` is the first incorrect line, from 1: every line before it follows from the given clauses and
    earlier lines, and it does not, whether or not it is used.  None if every line follows but the goal is
    not reached.  In a binary proof every step counts as a line, and ``offset`` is its first byte, from 0.
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
    """A limit was reached: ``out of time`` or ``out of memory``."""

    stopped: str = "out of time"


Verdict: TypeAlias = Verified | Refused | Unfinished
