"""The clause database: given and learned clauses by number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from satplay.fast_dataclass import dataclass
from satplay.logic.literal import Lit


@dataclass(slots=True, eq=False)
class ClauseRecord:
    """One clause; the propagator changes the order of ``lits`` (it watches the first two)."""

    id: int
    lits: list[Lit]
    learned: bool = False
    reason_only: bool = False
    """True for a clause that is deleted when it is no longer a reason."""
    glue: int = 0
    """Number of decision levels when it was learned (LBD: Audemard & Simon 2009)."""
    used_at: int = field(default=0, compare=False)
    """Number of the last conflict whose analysis used it."""


class ClauseDatabase:
    """Clauses numbered from 1 in order of arrival; numbers are never reused."""

    def __init__(self) -> None:
        self._records: dict[int, ClauseRecord] = {}
        self._next_id = 1

    def next_id(self) -> int:
        """A number for a clause that is derived but not stored."""
        self._next_id += 1
        return self._next_id - 1

    def add(
        self, lits: Iterable[Lit], *, learned: bool = False, reason_only: bool = False, glue: int = 0
    ) -> ClauseRecord:
        """Store a clause without duplicate literals."""
        record = ClauseRecord(self.next_id(), list(dict.fromkeys(lits)), learned, reason_only, glue)
        self._records[record.id] = record
        return record

    def remove(self, record: ClauseRecord) -> None:
        """Remove a clause."""
        del self._records[record.id]

    def __iter__(self) -> Iterator[ClauseRecord]:
        return iter(self._records.values())

    def given_clauses(self) -> Iterator[ClauseRecord]:
        """The given clauses."""
        return (record for record in self if not record.learned)

    def learned_clauses(self) -> Iterator[ClauseRecord]:
        """The learned clauses that have not been deleted."""
        return (record for record in self if record.learned)
