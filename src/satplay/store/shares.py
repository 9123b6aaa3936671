"""Shared boards: a text under a slug that is made from it, so that the same board always has the same link.

The table is bounded, because everybody who reaches a public server can fill it: a new share removes those
that were not visited for the longest time, so that a tenth of the room is free again.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import Connection, Engine, delete, func, select, update

from satplay.fast_dataclass import dataclass
from satplay.store.runs import now
from satplay.store.tables import SHARES
from satplay.store.transactions import chunks, expect_row, insert, transaction

SLUG_LENGTH = 16
"""Characters of a slug, 5 bits each: no other board that has it can be found."""

DAY = len("2026-11-19")


class Room(NamedTuple):
    """The most shares, and the most bytes of their texts."""

    shares: int = 50_000
    size: int = 256 << 20


ROOM = Room()


@dataclass(frozen=True, slots=True)
class Share:
    """A board, or a position on it, as text; ``used`` is the time of sharing, or the first visit of a day."""

    slug: str
    subject: str
    text: str
    begun: str
    used: str


def slug_of(subject: str, text: str) -> str:
    """The slug of a text: small letters and digits.

    >>> slug_of("nim", "3 4 5")
    'tir2cr22a7dfwpwc'
    """
    digest = hashlib.sha256(f"{subject}\n{text}".encode()).digest()
    return base64.b32encode(digest)[:SLUG_LENGTH].decode().lower()


def keep(store: Engine, subject: str, text: str, room: Room = ROOM) -> str:
    """Store a text, if it is new, and return its slug."""
    slug, moment = slug_of(subject, text), now()
    size = len(text.encode())
    row = {"slug": slug, "subject": subject, "begun": moment, "used": moment, "size": size, "text": text}
    with transaction(store) as connection:
        new = insert(connection, SHARES).values(**row)
        change = new.on_conflict_do_update(index_elements=["slug"], set_={"used": moment})
        connection.execute(change)
        _make_room(connection, slug, room)
    return slug


def find(store: Engine, slug: str) -> Share | None:
    """The share with this slug, if there is one; the visit is noted, once a day."""
    this = SHARES.c.slug == slug
    with transaction(store) as connection:
        row = connection.execute(select(SHARES).where(this)).first()
        if row is None:
            return None
        found = expect_row(SHARES, row)
        moment = now()
        if found["used"][:DAY] != moment[:DAY]:
            connection.execute(update(SHARES).where(this).values(used=moment))
    return Share(**{name: found[name] for name in Share.__slots__})


def is_known(store: Engine, slug: str) -> bool:
    """Whether there is a share with this slug; that is no visit."""
    with transaction(store) as connection:
        return connection.execute(select(SHARES.c.slug).where(SHARES.c.slug == slug)).first() is not None


def _make_room(connection: Connection, kept: str, room: Room) -> None:
    """Remove the shares that were not visited for the longest time, if there are too many; one is kept."""
    totals = select(func.count(), func.coalesce(func.sum(SHARES.c.size), 0)).select_from(SHARES)
    count, size = connection.execute(totals).one()
    if count <= room.shares and size <= room.size:
        return
    for slugs in chunks([*_unused(connection, kept, count, size, room)]):
        connection.execute(delete(SHARES).where(SHARES.c.slug.in_(slugs)))


def _unused(connection: Connection, kept: str, count: int, size: int, room: Room) -> Iterator[str]:
    """The slugs to remove until nine tenths of the room are used."""
    oldest = select(SHARES.c.slug, SHARES.c.size).order_by(SHARES.c.used, SHARES.c.slug)
    for row in connection.execute(oldest.where(SHARES.c.slug != kept)):
        if count <= 0.9 * room.shares and size <= 0.9 * room.size:
            return
        count, size = count - 1, size - row.size
        yield row.slug
