"""Opening the store: found or made, brought up to date, and safe against whatever ends the process."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path
from sqlite3 import DatabaseError
from typing import Any

from sqlalchemy import Engine, create_engine, event, inspect
from sqlalchemy.exc import DBAPIError

from satplay.errors import BadInput

PLACE = "SATPLAY_DATA"
"""The variable of the environment that names another folder."""

FILE = "satplay.sqlite3"
NEWEST, VERSION = "0002", "alembic_version"
"""The last migration, and the table where alembic notes which one a store has come to."""

PATIENCE = 30.0
"""Seconds to wait for another process that writes."""


def data_folder() -> Path:
    """Where satplay keeps its data: what the environment says, or where the system keeps such things."""
    from platformdirs import user_data_path

    said = os.environ.get(PLACE)
    return Path(said) if said else user_data_path("satplay", appauthor=False)


def open_store(folder: Path | None = None) -> Engine:
    """The store in a folder, by default the user's; made if there is none, and migrated."""
    folder = data_folder() if folder is None else folder
    path = folder / FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        store = create_engine(f"sqlite:///{path}", connect_args={"timeout": PATIENCE})
        event.listen(store, "connect", _prepare)
        event.listen(store, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
        _migrate(store)
    except (OSError, DBAPIError, DatabaseError) as error:
        why = str(getattr(error, "orig", None) or getattr(error, "strerror", None) or error)
        raise BadInput("store", found=f"{path}: {why}", expected="a folder that can be written") from None
    return store


def _prepare(connection: Any, _: Any) -> None:
    """One connection.

    Python's own way to begin transactions leaves changes of tables outside of them; without it ``begin`` does
    it for all.  A write-ahead log lets a report be read while a run is written.
    """
    connection.isolation_level = None
    with closing(connection.cursor()) as cursor:
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")


def _migrate(store: Engine) -> None:
    """All migrations that are missing, in one transaction: a store is never half of two versions."""
    with store.begin() as connection:
        # Most often none is, and then alembic is not worth the time that importing it takes.
        noted = f"SELECT version_num FROM {VERSION}"
        if inspect(connection).has_table(VERSION) and connection.exec_driver_sql(noted).scalar() == NEWEST:
            return
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "satplay.store:migrations")
    with store.begin() as connection:
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError:  # a version that is not among ours
            found = f"{store.url.database}: of a newer satplay"
            raise BadInput("store", found=found, expected="one that this satplay made") from None
