"""Opens the store: creates and migrates it, safely against the end of the process at any time."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path
from sqlite3 import DatabaseError
from typing import Any

from sqlalchemy import Engine, create_engine, event, inspect
from sqlalchemy.exc import DBAPIError

from satplay.errors import BadInput

FOLDER_VARIABLE = "SATPLAY_DATA"
"""The environment variable that names the folder."""

FILE = "satplay.sqlite3"
NEWEST, VERSION = "0002", "alembic_version"
"""The last migration, and the table in which alembic records the version of a store."""

WRITE_TIMEOUT = 30.0
"""Seconds to wait for another process that writes."""


def data_folder() -> Path:
    """The data folder: that of the environment variable, or the system's folder for a user's data."""
    from platformdirs import user_data_path

    named = os.environ.get(FOLDER_VARIABLE)
    return Path(named) if named else user_data_path("satplay", appauthor=False)


def open_store(folder: Path | None = None) -> Engine:
    """Open the store in a folder, by default the user's; create and migrate it if needed."""
    folder = data_folder() if folder is None else folder
    path = folder / FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        store = create_engine(f"sqlite:///{path}", connect_args={"timeout": WRITE_TIMEOUT})
        event.listen(store, "connect", _prepare)
        event.listen(store, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
        _migrate(store)
    except (OSError, DBAPIError, DatabaseError) as error:
        why = str(getattr(error, "orig", None) or getattr(error, "strerror", None) or error)
        raise BadInput("store", found=f"{path}: {why}", expected="a folder that can be written") from None
    return store


def _prepare(connection: Any, _: Any) -> None:
    """Configure a connection.

    Python's implicit transactions exclude changes of tables; they are disabled, and ``begin`` starts every
    transaction.  A write-ahead log lets a report be read while a run is written.
    """
    connection.isolation_level = None
    with closing(connection.cursor()) as cursor:
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")


def _migrate(store: Engine) -> None:
    """Apply all missing migrations in one transaction."""
    with store.begin() as connection:
        # Usually none is missing, and importing alembic would take too long.
        query = f"SELECT version_num FROM {VERSION}"
        if inspect(connection).has_table(VERSION) and connection.exec_driver_sql(query).scalar() == NEWEST:
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
        except CommandError:  # an unknown version
            found = f"{store.url.database}: of a newer satplay"
            raise BadInput("store", found=found, expected="a store of this version or older") from None
