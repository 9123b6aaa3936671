"""Opens the store: for writing, which creates and migrates it, or for reading, which changes nothing."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from pathlib import Path

from sqlalchemy import Engine

from satplay.store.connections import connect_to_read, connect_to_write, make_engine
from satplay.store.failures import explaining
from satplay.store.folder import FILE
from satplay.store.location import Server, location
from satplay.store.versions import is_outdated, migrate


def open_store(place: Path | Server | None = None) -> Engine:
    """Open the store in a folder or on a server, by default the user's; create and migrate it if needed."""
    where = _where(place)
    if isinstance(where, Server):
        from satplay.store.servers import open_server

        return open_server(where)
    connect = partial(connect_to_write, where)
    store = make_engine(where, connect, "BEGIN IMMEDIATE")
    with explaining(where):
        where.parent.mkdir(parents=True, exist_ok=True)
        with closing(connect()) as connection:
            outdated = is_outdated(connection, where)
    if outdated:  # rarely: importing alembic takes a while
        migrate(store, where)
    return store


def open_to_read(place: Path | Server | None = None) -> Engine:
    """Open the store in a folder or on a server, by default the user's, for reading; it need not exist.

    Nothing is created, migrated or locked, so that a read-only store can be read.
    """
    where = _where(place)
    if isinstance(where, Server):
        from satplay.store.servers import open_server_to_read

        return open_server_to_read(where)
    return make_engine(where, partial(connect_to_read, where), "BEGIN")


def _where(place: Path | Server | None) -> Path | Server:
    if place is None:
        return location()
    return place / FILE if isinstance(place, Path) else place
