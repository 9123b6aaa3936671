"""Saved games: a text under a name, replaced as a whole after every move."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine, Row, delete, select

from satplay.fast_dataclass import dataclass
from satplay.store.names import expect_free
from satplay.store.runs import now
from satplay.store.tables import COLLECTIONS, GAMES
from satplay.store.transactions import expect_row, insert, lock_name, transaction


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game or a half-filled board as text; ``begun`` and ``changed`` are times."""

    name: str
    subject: str
    text: str
    begun: str
    changed: str


def save(store: Engine, name: str, subject: str, text: str) -> None:
    """Store a text under a name; it replaces the previous one."""
    moment = now()
    row = {"name": name, "subject": subject, "text": text, "begun": moment, "changed": moment}
    changed = {"subject": subject, "text": text, "changed": moment}
    with transaction(store) as connection:
        lock_name(connection, name)
        expect_free(connection, name, COLLECTIONS, "a collection")
        new = insert(connection, GAMES).values(**row)
        connection.execute(new.on_conflict_do_update(index_elements=["name"], set_=changed))


def find(store: Engine, name: str) -> SavedGame | None:
    """The game of that name, if there is one."""
    with transaction(store) as connection:
        row = connection.execute(select(GAMES).where(GAMES.c.name == name)).first()
        return None if row is None else _game(row)


def all_games(store: Engine) -> list[SavedGame]:
    """All saved games, the last one changed first."""
    with transaction(store) as connection:
        rows = connection.execute(select(GAMES).order_by(GAMES.c.changed.desc(), GAMES.c.name)).all()
        return [_game(row) for row in rows]


def forget(store: Engine, name: str) -> bool:
    """Delete a game; return whether there was one."""
    with transaction(store) as connection:
        return bool(connection.execute(delete(GAMES).where(GAMES.c.name == name)).rowcount)


def _game(row: Row[Any]) -> SavedGame:
    return SavedGame(**expect_row(GAMES, row))
