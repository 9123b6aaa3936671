"""Versions of the store: which one it has, and the migrations to the newest."""

from __future__ import annotations

import sqlite3
from collections.abc import Set
from pathlib import Path

from sqlalchemy import Connection, Engine, func, select

from satplay.errors import BadInput
from satplay.store.failures import OTHER_FOLDER, damaged_store
from satplay.store.location import Server
from satplay.store.tables import METADATA
from satplay.store.transactions import transaction

NEWEST, VERSION = "0005", "alembic_version"
"""The last migration, and the table in which alembic records the version of a store."""


HEAD = "head"
"""The newest version, for alembic."""

MIGRATION_TIMEOUT = 300
"""Seconds to wait for another process that migrates the same database."""


def is_outdated(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether migrations of a file are missing; ``BadInput`` if a part of the store is missing.

    A new file has no tables: all migrations are missing.
    """
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    version = None
    if VERSION in tables:
        version = connection.execute(f"SELECT version_num FROM {VERSION}").fetchone()
    return expect_version(tables, version and version[0], path)


def expect_version(tables: Set[str], version: str | None, where: Path | Server) -> bool:
    """The same for a store with these tables, whose migrations recorded this version."""
    if not tables:
        return True
    if VERSION not in tables:
        raise damaged_store(where, f"no table {VERSION!r}")
    if version is None:
        raise damaged_store(where, f"no version in the table {VERSION!r}")
    if version != NEWEST:
        return True
    for name in METADATA.tables:
        if name not in tables:
            raise damaged_store(where, f"no table {name!r}")
    return False


def migrate(store: Engine, where: Path | Server, version: str = HEAD) -> None:
    """Apply missing migrations in one transaction, up to a version; ``BadInput`` for an unknown present one.

    Of processes that do this at the same time, the first migrates, and the others find it done.
    """
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "satplay.store:migrations")
    with transaction(store) as connection:
        _wait_for_migrations(connection)
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, version)
        except CommandError:
            present = version
            if version == HEAD:
                present = connection.exec_driver_sql(f"SELECT version_num FROM {VERSION}").scalar_one()
            found = f"version {present} of a newer satplay"
            other = "or use another database" if isinstance(where, Server) else OTHER_FOLDER
            expected = f"version {NEWEST} or older: update satplay, {other}"
            raise BadInput("store", found=found, expected=expected, source=str(where)) from None


def _wait_for_migrations(connection: Connection) -> None:
    """On PostgreSQL, wait for other processes that migrate; on SQLite, this has happened already."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{MIGRATION_TIMEOUT}s'")
        number = func.hashtext("satplay migrations")
        connection.execute(select(func.pg_advisory_xact_lock(number)))
