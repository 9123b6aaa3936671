"""Collections of boards: each board once, under a number that stays its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, delete, func, insert, select, update

from satplay.errors import BadInput
from satplay.store.names import expect_free
from satplay.store.runs import now
from satplay.store.tables import BOARDS, COLLECTIONS, GAMES


@dataclass(frozen=True, slots=True)
class Board:
    """One board; ``solved`` is when somebody first filled it in."""

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
        """How many of them somebody has filled in."""
        return sum(board.solved is not None for board in self.boards)


def add(store: Engine, name: str, subject: str, texts: Iterable[str]) -> int:
    """Add boards to a collection, which is made if there is none; how many of them were new."""
    with store.begin() as connection:
        if not _expected(connection, name, subject):
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
    """Refuse a name under which boards of this puzzle cannot be kept."""
    with store.begin() as connection:
        _expected(connection, name, subject)


def _expected(connection: Connection, name: str, subject: str) -> bool:
    """Whether there is such a collection; a name of something else is refused."""
    expect_free(connection, name, GAMES, "a saved game")
    there = connection.execute(select(COLLECTIONS).where(COLLECTIONS.c.name == name)).first()
    if there is not None and there.subject != subject:
        found = f"@{name}, boards of {there.subject}"
        raise BadInput("collection", found=found, expected=f"one of {subject}, or a new name")
    return there is not None


def find(store: Engine, name: str) -> Collection | None:
    """The collection of that name."""
    with store.begin() as connection:
        row = connection.execute(select(COLLECTIONS).where(COLLECTIONS.c.name == name)).first()
        return None if row is None else Collection(**row._mapping, boards=_boards(connection, name))


def all_collections(store: Engine) -> list[Collection]:
    """Every collection, by name."""
    with store.begin() as connection:
        rows = connection.execute(select(COLLECTIONS).order_by(COLLECTIONS.c.name)).all()
        return [Collection(**row._mapping, boards=_boards(connection, row.name)) for row in rows]


def mark_solved(store: Engine, name: str, place: int) -> None:
    """Somebody has filled in a board; the first time counts."""
    this = (BOARDS.c.collection == name) & (BOARDS.c.place == place) & BOARDS.c.solved.is_(None)
    with store.begin() as connection:
        connection.execute(update(BOARDS).where(this).values(solved=now()))


def forget(store: Engine, name: str, place: int | None = None) -> bool:
    """Forget a board, or a whole collection; whether there was one.  With its last board it goes as well."""
    whole = delete(COLLECTIONS).where(COLLECTIONS.c.name == name)
    with store.begin() as connection:
        if place is None:
            return bool(connection.execute(whole).rowcount)
        one = delete(BOARDS).where((BOARDS.c.collection == name) & (BOARDS.c.place == place))
        gone = bool(connection.execute(one).rowcount)
        left = select(func.count()).select_from(BOARDS).where(BOARDS.c.collection == name)
        if connection.execute(left).scalar_one() == 0:
            connection.execute(whole)
        return gone


def _boards(connection: Connection, name: str) -> tuple[Board, ...]:
    wanted = select(BOARDS.c.place, BOARDS.c.text, BOARDS.c.solved).where(BOARDS.c.collection == name)
    return tuple(Board(*row) for row in connection.execute(wanted.order_by(BOARDS.c.place)))
