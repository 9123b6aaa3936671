"""Versions of the store: which one a file has, and the migrations to the newest."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlalchemy import Engine

from satplay.errors import BadInput
from satplay.store.failures import OTHER_FOLDER, damaged_store
from satplay.store.tables import METADATA

NEWEST, VERSION = "0004", "alembic_version"
"""The last migration, and the table in which alembic records the version of a store."""


def is_outdated(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether migrations are missing; ``BadInput`` if a part of the store is missing.

    A new file has no tables: all migrations are missing.
    """
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables:
        return True
    if VERSION not in tables:
        raise damaged_store(path, f"no table {VERSION!r}")
    version = connection.execute(f"SELECT version_num FROM {VERSION}").fetchone()
    if version is None:
        raise damaged_store(path, f"no version in the table {VERSION!r}")
    if version != (NEWEST,):
        return True
    for name in METADATA.tables:
        if name not in tables:
            raise damaged_store(path, f"no table {name!r}")
    return False


def migrate(store: Engine, path: Path) -> None:
    """Apply all missing migrations in one transaction; ``BadInput`` if the version is unknown."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "satplay.store:migrations")
    with store.begin() as connection:
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError:
            version = connection.exec_driver_sql(f"SELECT version_num FROM {VERSION}").scalar()
            found = f"version {version} of a newer satplay"
            expected = f"version {NEWEST} or older: update satplay, {OTHER_FOLDER}"
            raise BadInput("store", found=found, expected=expected, source=str(path)) from None
