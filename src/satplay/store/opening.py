"""Opens the store: for writing, which creates and migrates it, or for reading, which changes nothing."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from pathlib import Path

from sqlalchemy import Engine

from satplay.store.connections import connect_to_read, connect_to_write, make_engine
from satplay.store.failures import explaining
from satplay.store.folder import FILE, data_folder
from satplay.store.versions import is_outdated, migrate


def open_store(folder: Path | None = None) -> Engine:
    """Open the store in a folder, by default the user's; create and migrate it if needed."""
    path = (data_folder() if folder is None else folder) / FILE
    connect = partial(connect_to_write, path)
    store = make_engine(path, connect, "BEGIN IMMEDIATE")
    with explaining(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(connect()) as connection:
            outdated = is_outdated(connection, path)
    if outdated:  # rarely: importing alembic takes a while
        migrate(store, path)
    return store


def open_to_read(folder: Path | None = None) -> Engine:
    """Open the store in a folder, by default the user's, for reading; it need not exist.

    Nothing is created, migrated or locked, so that a read-only store can be read.
    """
    path = (data_folder() if folder is None else folder) / FILE
    return make_engine(path, partial(connect_to_read, path), "BEGIN")
