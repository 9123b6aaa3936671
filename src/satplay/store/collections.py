"""Collections of boards: each board is stored once and keeps its number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, Engine, Row, delete, func, insert, select, update

from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.store.names import expect_free
from satplay.store.runs import now
from satplay.store.tables import BOARDS, COLLECTIONS, GAMES
from satplay.store.transactions import expect_row, transaction


@dataclass(frozen=True, slots=True)
class Board:
    """One board; ``solved`` is the time of the first solution by a person."""

    place: int
    text: str
    solved: str | None = None


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


def add(store: Engine, name: str, subject: str, texts: Iterable[str]) -> int:
    """Add boards to a collection, which is created if needed; returns the number of new boards."""
    with transaction(store) as connection:
        if not _exists(connection, name, subject):
            connection.execute(insert(COLLECTIONS).values(name=name, subject=subject, begun=now()))
        boards = _boards(connection, name)
        known = {board.text for board in boards}
        new = [text for text in dict.fromkeys(texts) if text not in known]
        first = 1 + max((board.place for board in boards), default=0)
        rows = [{"collection": name, "place": at, "text": text} for at, text in enumerate(new, first)]
        if rows:
            connection.execute(insert(BOARDS), rows)
    return len(rows)


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
    """The collection of that name; None if there is none."""
    with transaction(store) as connection:
        row = connection.execute(select(COLLECTIONS).where(COLLECTIONS.c.name == name)).first()
        return None if row is None else _collection(connection, row)


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
        if place is None:
            return bool(connection.execute(whole).rowcount)
        one = delete(BOARDS).where((BOARDS.c.collection == name) & (BOARDS.c.place == place))
        deleted = bool(connection.execute(one).rowcount)
        left = select(func.count()).select_from(BOARDS).where(BOARDS.c.collection == name)
        if connection.execute(left).scalar_one() == 0:
            connection.execute(whole)
        return deleted


def _collection(connection: Connection, row: Row[Any]) -> Collection:
    values = expect_row(COLLECTIONS, row)
    return Collection(**values, boards=_boards(connection, values["name"]))


def _boards(connection: Connection, name: str) -> tuple[Board, ...]:
    wanted = select(BOARDS.c.place, BOARDS.c.text, BOARDS.c.solved).where(BOARDS.c.collection == name)
    rows = connection.execute(wanted.order_by(BOARDS.c.place)).all()
    return tuple(Board(**expect_row(BOARDS, row)) for row in rows)
