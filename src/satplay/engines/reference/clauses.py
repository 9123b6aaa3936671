"""The clause database: given and learned clauses under their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from satplay.logic.literal import Lit


@dataclass(slots=True, eq=False)
class ClauseRecord:
    """One clause; the order of ``lits`` is the propagator's business (it watches the first two)."""

    id: int
    lits: list[Lit]
    learned: bool = False
    kept: bool = True
    """False for a clause that serves as a reason only and goes when it is no longer one."""
    glue: int = 0
    """How many decision levels it spanned when learned (LBD: Audemard & Simon 2009)."""
    used_at: int = field(default=0, compare=False)
    """The number of the last conflict whose analysis used it."""


class ClauseDatabase:
    """Clauses by number, from 1 in the order they come; numbers are never used twice."""

    def __init__(self) -> None:
        self._records: dict[int, ClauseRecord] = {}
        self._next_id = 1

    def next_id(self) -> int:
        """A number for a clause that is derived but not stored."""
        self._next_id += 1
        return self._next_id - 1

    def add(
        self, lits: Iterable[Lit], *, learned: bool = False, kept: bool = True, glue: int = 0
    ) -> ClauseRecord:
        """Store a clause; a literal said twice counts once."""
        record = ClauseRecord(self.next_id(), list(dict.fromkeys(lits)), learned, kept, glue)
        self._records[record.id] = record
        return record

    def remove(self, record: ClauseRecord) -> None:
        """Forget a clause."""
        del self._records[record.id]

    def __iter__(self) -> Iterator[ClauseRecord]:
        return iter(self._records.values())

    def given(self) -> Iterator[ClauseRecord]:
        """The clauses that were given."""
        return (record for record in self if not record.learned)

    def learned(self) -> Iterator[ClauseRecord]:
        """The clauses that were learned and are still there."""
        return (record for record in self if record.learned)
