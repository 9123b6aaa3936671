"""Collections of boards: each board is stored once and keeps its number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Engine, Row, delete, exists, func, select, update

from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.store.digests import digest
from satplay.store.names import expect_free
from satplay.store.runs import now
from satplay.store.tables import BOARDS, COLLECTIONS, GAMES
from satplay.store.transactions import chunks, expect_row, insert, lock_name, transaction


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

    @property
    def solved(self) -> int:
        """The number of boards that have been solved."""
        return sum(board.solved is not None for board in self.boards)


def add(store: Engine, name: str, subject: str, boards: Iterable[str | NewBoard]) -> int:
    """Add boards to a collection, which is created if needed; returns the number of new boards.

    A board is known already if its text or its key is in the collection; what is stored about it stays.  All
    are added in one transaction, or none.  The time does not depend on the size of the collection.
    """
    added = 0
    with transaction(store) as connection:
        lock_name(connection, name)
        if not _exists(connection, name, subject):
            connection.execute(
                insert(connection, COLLECTIONS).values(name=name, subject=subject, begun=now())
            )
        highest = select(func.max(BOARDS.c.place)).where(BOARDS.c.collection == name)
        last = connection.execute(highest).scalar() or 0
        for chunk in chunks(boards):
            new = _new_rows(connection, name, chunk)
            rows = [{**row, "collection": name, "place": at} for at, row in enumerate(new, last + added + 1)]
            if rows:
                connection.execute(insert(connection, BOARDS), rows)
            added += len(rows)
    return added


def _new_rows(connection: Connection, name: str, boards: Sequence[str | NewBoard]) -> list[dict[str, Any]]:
    """The rows of the boards that are not in the collection, each once."""
    rows = [_row(NewBoard(one) if isinstance(one, str) else one) for one in boards]
    known = {column: _known(connection, name, column, rows) for column in ("digest", "key")}
    new = []
    for row in rows:
        if row["digest"] not in known["digest"] and row["key"] not in known["key"]:
            new.append(row)
            known["digest"].add(row["digest"])
            if row["key"] is not None:
                known["key"].add(row["key"])
    return new


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


def count_boards(store: Engine, name: str) -> int:
    """The number of boards of a collection; 0 if there is none."""
    with transaction(store) as connection:
        number = select(func.count()).select_from(BOARDS).where(BOARDS.c.collection == name)
        return connection.execute(number).scalar_one()


def all_collections(store: Engine) -> list[Collection]:
    """All collections, by name."""
    with transaction(store) as connection:
        rows = connection.execute(select(COLLECTIONS).order_by(COLLECTIONS.c.name)).all()
        return [_collection(connection, row) for row in rows]


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
