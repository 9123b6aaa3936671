"""Boards of a collection that meet conditions, in an order; read one after the other, not all at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import eq, ge, gt, le, lt, ne
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import ColumnElement, Engine, and_, case, delete, exists, func, or_, select

from satplay.store.collections import Board
from satplay.store.tables import BOARDS, COLLECTIONS
from satplay.store.transactions import CHUNK, expect_row, lock_name, transaction

COLUMN = BOARDS.c

RATED = {"cost": "dearest", "sum": "total", "steps": "steps", "narrowest": "narrowest"}
"""The numbers of a rating that boards are selected by, and their names in the stored rating."""

ORDERED = {"level": COLUMN.level, "size": COLUMN.size}
"""Texts that have an order of their own, which the caller states."""

COMPARISONS: Mapping[str, Callable[[Any, Any], Any]] = {
    "=": eq,
    "!=": ne,
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
}


class Condition(NamedTuple):
    """What a board must meet.

    ``key``    "number", "level", "size", "solved", or a key of ``RATED``
    ``value``  a number; True or False for "solved"; the accepted texts for "level" and "size"
    ``comparison``  one of ``COMPARISONS``; "=" or "!=" except for numbers

    A board of which nothing is known meets "!=" and no other comparison.
    """

    key: str
    comparison: str
    value: Any


class SortKey(NamedTuple):
    """What boards are ordered by; ``order`` lists the texts of "level" or "size", the smallest first."""

    key: str
    descending: bool = False
    order: Sequence[str] = ()


Conditions: TypeAlias = Sequence[Condition]


def select_boards(
    store: Engine, name: str, conditions: Conditions = (), sorting: Sequence[SortKey] = ()
) -> Iterator[Board]:
    """The boards that meet all conditions, as they are now; ``CHUNK`` of them are in memory at a time.

    Boards of which the sorting key is not known come last; equal ones are in the order of their numbers.
    """
    order = [part for key in sorting for part in _order(key)]
    query = select(*(COLUMN[column] for column in Board.__slots__)).where(_meets(name, conditions))
    query = query.order_by(*order, COLUMN.place).execution_options(yield_per=CHUNK)
    with transaction(store) as connection:
        for row in connection.execute(query):
            yield Board(**expect_row(BOARDS, row))


def count_selected(store: Engine, name: str, conditions: Conditions = ()) -> int:
    """The number of boards that meet all conditions."""
    with transaction(store) as connection:
        query = select(func.count()).select_from(BOARDS).where(_meets(name, conditions))
        return connection.execute(query).scalar_one()


def forget_selected(store: Engine, name: str, conditions: Conditions) -> int:
    """Delete the boards that meet all conditions; returns their number.

    An empty collection is deleted, too.
    """
    with transaction(store) as connection:
        lock_name(connection, name)
        deleted = connection.execute(delete(BOARDS).where(_meets(name, conditions))).rowcount
        is_empty = ~exists().where(COLUMN.collection == name)
        connection.execute(delete(COLLECTIONS).where((COLLECTIONS.c.name == name) & is_empty))
    return deleted


def sizes(store: Engine, name: str) -> list[str]:
    """The different sizes of the boards of a collection."""
    with transaction(store) as connection:
        query = select(COLUMN.size).where((COLUMN.collection == name) & COLUMN.size.is_not(None)).distinct()
        return list(connection.execute(query).scalars())


def unrated(
    store: Engine, name: str, conditions: Conditions, *, after: int, most: int, level_only: bool
) -> list[Board]:
    """The first boards after a number that have no rating, ``most`` at most.

    ``level_only``  a board whose level is known needs no rating
    """
    columns = [COLUMN[column] for column in Board.__slots__]
    query = select(*columns).where(_lacks_rating(name, conditions, level_only) & (COLUMN.place > after))
    with transaction(store) as connection:
        rows = connection.execute(query.order_by(COLUMN.place).limit(most)).all()
        return [Board(**expect_row(BOARDS, row)) for row in rows]


def count_unrated(store: Engine, name: str, conditions: Conditions, *, level_only: bool) -> int:
    """The number of boards without a rating."""
    query = select(func.count()).select_from(BOARDS).where(_lacks_rating(name, conditions, level_only))
    with transaction(store) as connection:
        return connection.execute(query).scalar_one()


def next_place(store: Engine, name: str, after: int, *, unsolved: bool) -> int | None:
    """The number of the next board after ``after``, or else of the first one; None if there is none.

    ``unsolved``  only boards that no person has solved
    """
    chosen = COLUMN.collection == name
    if unsolved:
        chosen &= COLUMN.solved.is_(None)
    query = select(func.min(COLUMN.place))
    with transaction(store) as connection:
        later = connection.execute(query.where(chosen & (COLUMN.place > after))).scalar()
        return later if later is not None else connection.execute(query.where(chosen)).scalar()


def places(store: Engine, name: str) -> tuple[int, int]:
    """The numbers of the first and the last board of a collection; 0 if there is none."""
    ends = select(func.min(COLUMN.place), func.max(COLUMN.place)).where(COLUMN.collection == name)
    with transaction(store) as connection:
        first, last = connection.execute(ends).one()
        return first or 0, last or 0


def _meets(name: str, conditions: Conditions) -> ColumnElement[bool]:
    return and_(COLUMN.collection == name, *map(_condition, conditions))


def _lacks_rating(name: str, conditions: Conditions, level_only: bool) -> ColumnElement[bool]:
    missing = COLUMN.rating.is_(None)
    return and_(_meets(name, conditions), missing, *([COLUMN.level.is_(None)] if level_only else []))


def _condition(condition: Condition) -> ColumnElement[bool]:
    key, comparison, value = condition
    if key == "solved":
        is_solved = value is (comparison == "=")
        return COLUMN.solved.is_not(None) if is_solved else COLUMN.solved.is_(None)
    if key in ORDERED:
        accepted = ORDERED[key].in_(value)
        return accepted if comparison == "=" else or_(~accepted, ORDERED[key].is_(None))
    number = _number(key)
    compared: ColumnElement[bool] = COMPARISONS[comparison](number, value)
    return or_(compared, number.is_(None)) if comparison == "!=" else compared


def _number(key: str) -> ColumnElement[Any]:
    return COLUMN.rating[RATED[key]].as_integer() if key in RATED else COLUMN.place


def _order(sorting: SortKey) -> list[ColumnElement[Any]]:
    value: ColumnElement[Any]
    if sorting.key == "solved":
        return [COLUMN.solved.is_(None) if sorting.descending else COLUMN.solved.is_not(None)]
    if sorting.key in ORDERED:
        ranks = {text: rank for rank, text in enumerate(sorting.order)}
        value = case(ranks, value=ORDERED[sorting.key], else_=None) if ranks else ORDERED[sorting.key]
    else:
        value = _number(sorting.key)
    return [value.is_(None), value.desc() if sorting.descending else value]
