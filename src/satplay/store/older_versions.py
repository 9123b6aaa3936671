"""Stores in memory, for reading: empty ones, and migrated copies of databases of an older version."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, MetaData, StaticPool, select

from satplay.store.connections import make_engine
from satplay.store.tables import METADATA
from satplay.store.transactions import chunks
from satplay.store.versions import VERSION, migrate

if TYPE_CHECKING:
    from satplay.store.location import Server


def empty_store(server: Server) -> Engine:
    """A store without contents."""
    store = _engine_in_memory(server)
    METADATA.create_all(store)
    return store


def migrated_copy(old: Connection, server: Server) -> Engine:
    """A copy with the newest tables; the original is not changed.

    The tables of the old version are made by its migrations, and filled row by row.
    """
    version = old.exec_driver_sql(f"SELECT version_num FROM {VERSION}").scalar_one()
    store = _engine_in_memory(server)
    migrate(store, server, version)
    tables = MetaData()
    with store.begin() as new:
        tables.reflect(new)
        for table in tables.sorted_tables:
            if table.name != VERSION:
                for rows in chunks(old.execute(select(table))):
                    new.execute(table.insert(), [dict(row._mapping) for row in rows])
    migrate(store, server)
    return store


def _engine_in_memory(server: Server) -> Engine:
    memory = sqlite3.connect(":memory:", isolation_level=None)
    return make_engine(server, lambda: memory, "BEGIN", StaticPool)
