"""What is found out about boards after they are stored: size, canonical digest, and rating."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Engine, bindparam, select, update

from satplay.store.digests import digest
from satplay.store.tables import BOARDS
from satplay.store.transactions import CHUNK, chunks, transaction

COLUMN = BOARDS.c


class NewRating(NamedTuple):
    """The rating of the board ``place``, if its text is still ``text``; ``level`` None if there is none."""

    place: int
    text: str
    level: str | None
    rating: Mapping[str, Any]


def set_missing_details(
    store: Engine,
    name: str,
    details_of: Callable[[int, str], tuple[str | None, str | None]],
    *,
    column: str = "canonical",
) -> int:
    """Find and store the details of all boards that lack ``column``; returns the number of these boards.

    ``details_of`` takes the number of a board and its text, and returns its size and canonical digest.
    ``CHUNK`` boards are in memory at a time.  Only collections of earlier versions have such boards.
    """
    lacks = (COLUMN.collection == name) & COLUMN[column].is_(None)
    query = select(COLUMN.place, COLUMN.text).where(lacks).order_by(COLUMN.place).limit(CHUNK)
    count = last = 0
    while True:
        with transaction(store) as connection:
            rows = connection.execute(query.where(COLUMN.place > last)).all()
        if not rows:
            return count
        found = [(place, text, details_of(place, text)) for place, text in rows]
        values = [
            {"at": place, "of": digest(text), "new_size": size, "new_canonical": canonical}
            for place, text, (size, canonical) in found
        ]
        _update(store, name, values, size="new_size", canonical="new_canonical")
        count, last = count + len(rows), rows[-1].place


def set_ratings(store: Engine, name: str, ratings: Iterable[NewRating]) -> None:
    """Store ratings of boards of a collection in one transaction; each replaces an earlier one."""
    values = [
        {"at": place, "of": digest(text), "new_level": level, "new_rating": dict(rating)}
        for place, text, level, rating in ratings
    ]
    _update(store, name, values, level="new_level", rating="new_rating")


def _update(store: Engine, name: str, rows: Iterable[Mapping[str, Any]], **columns: str) -> None:
    """Set columns to the values of these names; a board that was replaced in the meantime stays as it is."""
    this: ColumnElement[bool] = (COLUMN.collection == name) & (COLUMN.place == bindparam("at"))
    this &= COLUMN.digest == bindparam("of")
    new = {column: bindparam(value, type_=COLUMN[column].type) for column, value in columns.items()}
    with transaction(store) as connection:
        for chunk in chunks(rows):
            connection.execute(update(BOARDS).where(this).values(new), chunk)
