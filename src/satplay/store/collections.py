"""Collections of boards: each board is stored once and keeps its number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, Row, Select, delete, exists, func, select, update

from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.store.digests import digest
from satplay.store.names import expect_free
from satplay.store.retries import retried
from satplay.store.runs import now
from satplay.store.tables import BOARDS, COLLECTIONS, GAMES
from satplay.store.transactions import chunks, expect_row, expect_values, insert, lock_name, transaction


@dataclass(frozen=True, slots=True)
class NewBoard:
    """A board to store.

    ``level``, ``rating``, ``size``  describe it
    ``canonical``  a digest that all boards have that are the same up to symmetry
    ``key``        that of the job that made it
    """

    text: str
    level: str | None = None
    rating: Mapping[str, Any] | None = None
    size: str | None = None
    canonical: str | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """One board with its number; ``solved`` is the time of the first solution by a person."""

    place: int
    text: str
    solved: str | None = None
    level: str | None = None
    rating: Mapping[str, Any] | None = None
    size: str | None = None
    canonical: str | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Collection:
    """Boards of one puzzle, in the order of their numbers."""

    name: str
    subject: str
    begun: str
    boards: tuple[Board, ...]


@dataclass(frozen=True, slots=True)
class CollectionSummary:
    """A collection without its boards: how many there are, and how many of them have been solved."""

    name: str
    subject: str
    begun: str
    board_count: int
    solved: int


class Added(NamedTuple):
    """How many boards were added, and how many were in the collection already.

    ``symmetric``  those of the known boards whose text is another, but which are the same up to symmetry
    """

    new: int = 0
    known: int = 0
    symmetric: int = 0

    def and_also(self, more: Added) -> Added:
        """The sums of both."""
        return Added(self.new + more.new, self.known + more.known, self.symmetric + more.symmetric)


def add(store: Engine, name: str, subject: str, boards: Iterable[str | NewBoard]) -> int:
    """Add boards to a collection as ``add_all`` does; returns the number of new boards."""
    return add_all(store, name, subject, boards).new


def add_all(store: Engine, name: str, subject: str, boards: Iterable[str | NewBoard]) -> Added:
    """Add boards to a collection, which is created if needed.

    A board is known already if its text or its canonical digest is in the collection; what is stored about it
    stays.  One whose key is there was added before by the same job, and is not counted.  All are added in one
    transaction, or none.  The time does not depend on the size of the collection.
    """
    added = Added()
    with transaction(store) as connection:
        lock_name(connection, name)
        if not _exists(connection, name, subject):
            connection.execute(
                insert(connection, COLLECTIONS).values(name=name, subject=subject, begun=now())
            )
        highest = select(func.max(BOARDS.c.place)).where(BOARDS.c.collection == name)
        last = connection.execute(highest).scalar() or 0
        for chunk in chunks(boards):
            new, counted = _new_rows(connection, name, chunk)
            rows = [
                {**row, "collection": name, "place": at} for at, row in enumerate(new, last + added.new + 1)
            ]
            if rows:
                connection.execute(insert(connection, BOARDS), rows)
            added = added.and_also(counted)
    return added


def _new_rows(
    connection: Connection, name: str, boards: Sequence[str | NewBoard]
) -> tuple[list[dict[str, Any]], Added]:
    """The rows of the boards that are not in the collection, each once; and the numbers of boards."""
    rows = [_row(NewBoard(one) if isinstance(one, str) else one) for one in boards]
    seen = {column: _known(connection, name, column, rows) for column in ("key", "digest", "canonical")}
    new: list[dict[str, Any]] = []
    known = symmetric = 0
    for row in rows:
        if row["key"] in seen["key"]:
            continue
        if row["digest"] in seen["digest"] or row["canonical"] in seen["canonical"]:
            known += 1
            symmetric += row["digest"] not in seen["digest"]
            continue
        new.append(row)
        for column, values in seen.items():
            if row[column] is not None:
                values.add(row[column])
    return new, Added(len(new), known, symmetric)


def _row(board: NewBoard) -> dict[str, Any]:
    values = {name: getattr(board, name) for name in NewBoard.__slots__}
    return {**values, "digest": digest(board.text)}


def _known(connection: Connection, name: str, column: str, rows: Sequence[Mapping[str, Any]]) -> set[str]:
    """The values of these rows in a column that boards of the collection have already."""
    wanted = [row[column] for row in rows if row[column] is not None]
    if not wanted:
        return set()
    query = select(BOARDS.c[column]).where((BOARDS.c.collection == name) & BOARDS.c[column].in_(wanted))
    return set(connection.execute(query).scalars())


def expect(store: Engine, name: str, subject: str) -> None:
    """Raise ``BadInput`` if boards of this puzzle cannot be stored under the name."""
    with transaction(store) as connection:
        _exists(connection, name, subject)


def _exists(connection: Connection, name: str, subject: str) -> bool:
    """Whether the collection exists; raises ``BadInput`` if the name is used for something else."""
    expect_free(connection, name, GAMES, "a saved game")
    row = connection.execute(select(COLLECTIONS).where(COLLECTIONS.c.name == name)).first()
    if row is not None and row.subject != subject:
        found = f"@{name}, boards of {row.subject}"
        raise BadInput("collection", found=found, expected=f"one of {subject}, or a new name")
    return row is not None


def find(store: Engine, name: str) -> Collection | None:
    """The collection of that name with all its boards; None if there is none."""
    with transaction(store) as connection:
        row = connection.execute(select(COLLECTIONS).where(COLLECTIONS.c.name == name)).first()
        return None if row is None else _collection(connection, row)


@retried
def count_boards(store: Engine, name: str) -> int:
    """The number of boards of a collection; 0 if there is none."""
    with transaction(store) as connection:
        number = select(func.count()).select_from(BOARDS).where(BOARDS.c.collection == name)
        return connection.execute(number).scalar_one()


def all_collections(store: Engine) -> list[CollectionSummary]:
    """All collections, by name."""
    with transaction(store) as connection:
        return _summaries(connection, _SUMMARIES.order_by(COLLECTIONS.c.name))


def find_summary(store: Engine, name: str) -> CollectionSummary | None:
    """The collection of that name; None if there is none."""
    with transaction(store) as connection:
        found = _summaries(connection, _SUMMARIES.where(COLLECTIONS.c.name == name))
    return found[0] if found else None


_SUMMARIES = (
    select(
        COLLECTIONS,
        func.count(BOARDS.c.place).label("board_count"),
        func.count(BOARDS.c.solved).label("solved"),
    )
    .join_from(COLLECTIONS, BOARDS, isouter=True)
    .group_by(COLLECTIONS.c.name, COLLECTIONS.c.subject, COLLECTIONS.c.begun)
)


def _summaries(connection: Connection, query: Select[Any]) -> list[CollectionSummary]:
    found = []
    for *described, board_count, solved in connection.execute(query).all():
        values = expect_values(COLLECTIONS, dict(zip(COLLECTIONS.c.keys(), described, strict=True)))
        found.append(CollectionSummary(**values, board_count=board_count, solved=solved))
    return found


def mark_solved(store: Engine, name: str, place: int) -> None:
    """Record that a board has been solved, the first time only."""
    this = (BOARDS.c.collection == name) & (BOARDS.c.place == place) & BOARDS.c.solved.is_(None)
    with transaction(store) as connection:
        connection.execute(update(BOARDS).where(this).values(solved=now()))


def forget(store: Engine, name: str, place: int | None = None) -> bool:
    """Delete a board or a collection; returns whether it existed.  An empty collection is deleted, too."""
    whole = delete(COLLECTIONS).where(COLLECTIONS.c.name == name)
    with transaction(store) as connection:
        lock_name(connection, name)
        if place is None:
            return bool(connection.execute(whole).rowcount)
        one = delete(BOARDS).where((BOARDS.c.collection == name) & (BOARDS.c.place == place))
        deleted = bool(connection.execute(one).rowcount)
        connection.execute(whole.where(~exists().where(BOARDS.c.collection == name)))
        return deleted


def _collection(connection: Connection, row: Row[Any]) -> Collection:
    values = expect_row(COLLECTIONS, row)
    return Collection(**values, boards=_boards(connection, values["name"]))


def _boards(connection: Connection, name: str) -> tuple[Board, ...]:
    columns = [BOARDS.c[column] for column in Board.__slots__]
    wanted = select(*columns).where(BOARDS.c.collection == name).order_by(BOARDS.c.place)
    return tuple(Board(**expect_row(BOARDS, row)) for row in connection.execute(wanted).all())
