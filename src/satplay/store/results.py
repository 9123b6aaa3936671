"""Results of games that persons played: one row per game, never changed."""

from __future__ import annotations

from sqlalchemy import Engine, delete, insert, select

from satplay.fast_dataclass import dataclass
from satplay.store.runs import now
from satplay.store.tables import RESULTS
from satplay.store.transactions import expect_row, transaction


@dataclass(frozen=True, slots=True)
class StoredResult:
    """One game; ``ending`` is the value of an ``Ending``, ``ended`` the time."""

    subject: str
    level: str
    ending: str
    seconds: float
    moves: int
    hints: int
    ended: str = ""


def add(store: Engine, result: StoredResult) -> None:
    """Store a result with the current time."""
    row = {name: getattr(result, name) for name in StoredResult.__slots__ if name != "ended"}
    with transaction(store) as connection:
        connection.execute(insert(RESULTS).values(**row, ended=now()))


def all_results(store: Engine, subject: str | None = None) -> list[StoredResult]:
    """All results, or those of one puzzle or game, the oldest first."""
    query = select(RESULTS).order_by(RESULTS.c.id)
    if subject is not None:
        query = query.where(RESULTS.c.subject == subject)
    with transaction(store) as connection:
        rows = [expect_row(RESULTS, row) for row in connection.execute(query).all()]
    return [StoredResult(**{name: value for name, value in row.items() if name != "id"}) for row in rows]


def forget(store: Engine, subject: str | None = None) -> int:
    """Delete all results, or those of one puzzle or game; returns their number."""
    query = delete(RESULTS) if subject is None else delete(RESULTS).where(RESULTS.c.subject == subject)
    with transaction(store) as connection:
        return connection.execute(query).rowcount
