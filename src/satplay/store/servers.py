"""Connections to a PostgreSQL database: for writing, and for reading without any change to it.

A connection lasts for one transaction: a restart of the server between two of them has no effect, a program
that waits holds no connection, and a process that was forked shares none.  The tables are in the first schema
of the search path, normally ``public``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, NullPool, create_engine, event, text

from satplay.store import connections
from satplay.store.failures import explain_in_engine
from satplay.store.server_connections import connect, expect_driver
from satplay.store.tables import METADATA
from satplay.store.transactions import WHERE, transaction
from satplay.store.versions import VERSION, expect_version, migrate

if TYPE_CHECKING:
    from satplay.store.location import Server

TO_READ = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
"""The first statement of a transaction that changes nothing, and in which nothing changes."""


def open_server(server: Server) -> Engine:
    """Open a database for writing; create and migrate the tables if needed."""
    store = _make_engine(server)
    with transaction(store) as connection:
        outdated = _is_outdated(connection, server)
    if outdated:
        migrate(store, server)
    return store


def open_server_to_read(server: Server) -> Engine:
    """Open a database for reading; one without tables is empty, and an older one is copied into memory."""
    from satplay.store.older_versions import empty_store, migrated_copy

    store = _make_engine(server, TO_READ)
    with transaction(store) as connection:
        if not _tables(connection):
            return empty_store(server)
        return migrated_copy(connection, server) if _is_outdated(connection, server) else store


def _make_engine(server: Server, begin: str | None = None) -> Engine:
    expect_driver(server)
    store = create_engine(
        "postgresql+psycopg://",  # ``creator`` connects: the engine does not know the address
        creator=lambda: connect(server),
        poolclass=NullPool,
        use_native_hstore=False,  # would look for it on the server
        hide_parameters=True,
        execution_options={WHERE: server},
    )

    def begin_transaction(connection: Connection) -> None:
        if begin is not None:
            connection.exec_driver_sql(begin)
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {int(1000 * connections.LOCK_TIMEOUT)}")

    event.listen(store, "begin", begin_transaction)
    event.listen(store, "handle_error", lambda context: explain_in_engine(context, server))
    return store


def _is_outdated(connection: Connection, server: Server) -> bool:
    """Whether migrations are missing; ``BadInput`` if a part of the store is missing."""
    tables = _tables(connection)
    version = None
    if VERSION in tables:
        version = connection.exec_driver_sql(f"SELECT version_num FROM {VERSION}").scalar()
    return expect_version(tables, version, server)


def _tables(connection: Connection) -> set[str]:
    """The tables of satplay that are in the schema; there may be others in it."""
    query = text("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    return set(connection.execute(query).scalars()) & {*METADATA.tables, VERSION}
