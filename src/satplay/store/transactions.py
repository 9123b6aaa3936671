"""Transactions, what they lock and insert, and the values in their rows.

A database notices damage to its structure, but not to values.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from json import JSONDecodeError
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Row, Table, func, select
from sqlalchemy.dialects import postgresql, sqlite

from satplay.errors import BadInput
from satplay.store.failures import damaged_store

T = TypeVar("T")

# Ctrl-C while a connection is closed is raised again; SQLAlchemy would also print a traceback.
logging.getLogger("sqlalchemy.pool").addHandler(logging.NullHandler())

CHUNK = 500
"""Rows that one statement reads or writes, at most; SQLite allows 32766 parameters."""


KEEP_OPEN = "satplay_keep_open"
"""The execution option with a function that opens the store again, with connections that stay open."""

WHERE = "satplay_store"
"""The execution option of an engine that contains the file or server of the store."""


class DamagedValue(Exception):
    """A value that satplay does not write."""


@contextmanager
def transaction(store: Engine) -> Iterator[Connection]:
    """One transaction; a damaged value in it is reported with the name of the store."""
    try:
        with store.begin() as connection:
            yield connection
    except (DamagedValue, JSONDecodeError) as error:
        raise damaged_store(store.get_execution_options()[WHERE], str(error)) from None
    except BadInput as error:
        raise error from None  # without its cause, the error of the database, which may contain an address


@contextmanager
def many_transactions(store: Engine) -> Iterator[Engine]:
    """The same store for many short transactions: a file stays open between them.

    SQLite copies its log into the file when the last connection is closed, which takes as long as a
    transaction.
    """
    keep_open = store.get_execution_options().get(KEEP_OPEN)
    if keep_open is None:
        yield store
        return
    kept: Engine = keep_open()
    try:
        yield kept
    finally:
        kept.dispose()


def lock_name(connection: Connection, name: str) -> None:
    """Until the end of the transaction no other process stores or deletes under this name.

    On SQLite no other process can write at all.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtext("satplay"), func.hashtext(name))))


def insert(connection: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An insertion that can state what to do on a conflict, which is no part of standard SQL."""
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)


def expect_row(table: Table, row: Row[*tuple[Any, ...]]) -> dict[str, Any]:
    """The values of a row by column; raises ``DamagedValue`` if one has the wrong type."""
    return expect_values(table, dict(row._mapping))


def expect_values(table: Table, values: dict[str, Any]) -> dict[str, Any]:
    """The values by column; raises ``DamagedValue`` if one has the wrong type."""
    for name, value in values.items():
        column = table.c[name]
        if not (isinstance(value, column.type.python_type) or (value is None and column.nullable)):
            raise DamagedValue(f"{str(value)[:40]!r} in the column {name!r} of the table {table.name!r}")
    return values


def chunks(values: Iterable[T], size: int = CHUNK) -> Iterator[Sequence[T]]:
    """The values in lists of ``size``; only one of these is in memory.

    >>> list(chunks("abcde", 2))
    [['a', 'b'], ['c', 'd'], ['e']]
    """
    rest = iter(values)
    while chunk := list(islice(rest, size)):
        yield chunk
