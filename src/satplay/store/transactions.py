"""Transactions, and the values in their rows: SQLite notices damage to its structure, but not to values."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from json import JSONDecodeError
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Row, Table

from satplay.store.failures import damaged_store


class DamagedValue(Exception):
    """A value that satplay does not write."""


@contextmanager
def transaction(store: Engine) -> Iterator[Connection]:
    """One transaction; a damaged value in it is reported with the name of the file."""
    try:
        with store.begin() as connection:
            yield connection
    except (DamagedValue, JSONDecodeError) as error:
        raise damaged_store(Path(store.url.database or ""), str(error)) from None


def expect_row(table: Table, row: Row[*tuple[Any, ...]]) -> dict[str, Any]:
    """The values of a row by column; raises ``DamagedValue`` if one has the wrong type."""
    values = dict(row._mapping)
    for name, value in values.items():
        column = table.c[name]
        if not (isinstance(value, column.type.python_type) or (value is None and column.nullable)):
            raise DamagedValue(f"{str(value)[:40]!r} in the column {name!r} of the table {table.name!r}")
    return values
