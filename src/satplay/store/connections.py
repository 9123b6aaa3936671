"""Connections to the file of the store: for writing, and for reading without any change to it.

A connection lasts for one transaction.  The last one to be closed removes the log, so that a store that
is not in use is one file.
"""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from sqlalchemy import Engine, NullPool, Pool, QueuePool, StaticPool, create_engine, event

from satplay.store.failures import explain_in_engine, explaining, primary_code
from satplay.store.location import Server
from satplay.store.tables import METADATA
from satplay.store.transactions import KEEP_OPEN, WHERE
from satplay.store.versions import is_outdated, migrate

LOCK_TIMEOUT = 10.0
"""Seconds to wait for another process that writes."""

RETRY_SECONDS = LOCK_TIMEOUT / 2
"""After that a statement has waited for its lock already."""

LOG = "-wal"
"""The end of the name of the log."""

NEEDS_WRITING = {
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
}
"""Errors on reading a file whose folder is read-only or full: SQLite needs an index of the log there."""


def make_engine(
    where: Path | Server, connect: Callable[[], sqlite3.Connection], begin: str, pool: type[Pool] = NullPool
) -> Engine:
    """An engine with these connections, whose transactions start with ``begin``; errors name ``where``."""
    options = {WHERE: where, KEEP_OPEN: lambda: make_engine(where, connect, begin, QueuePool)}
    store = create_engine("sqlite://", creator=connect, poolclass=pool, execution_options=options)
    event.listen(store, "begin", lambda connection: connection.exec_driver_sql(begin))
    event.listen(store, "handle_error", lambda context: explain_in_engine(context, where))
    return store


def connect_to_write(path: Path) -> sqlite3.Connection:
    """A connection that creates the file if needed.

    A write-ahead log lets a report be read while a run is written.
    """
    return _connect(path, "rwc", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")


def connect_to_read(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing: to the file, or to a copy of it in memory.

    A copy is read if the folder is read-only or full, or if the store is older and must be migrated.  A store
    that does not exist is empty.
    """
    with explaining(path):
        try:
            path.stat()
        except FileNotFoundError:
            memory = sqlite3.connect(":memory:", isolation_level=None)
            METADATA.create_all(_engine_in_memory(memory, path))
            return memory
        connection = _open(path)
        try:
            if is_outdated(connection, path):
                connection = _copy(connection)
                migrate(_engine_in_memory(connection, path), path)
        except BaseException:  # Ctrl-C, too: it is raised again
            connection.close()
            raise
    return connection


def _open(path: Path) -> sqlite3.Connection:
    """A connection to the file, or to a copy of it in memory if its folder cannot be written."""
    try:
        return _connect(path, "rw", "query_only=ON", "schema_version")  # the last one reads the file
    except sqlite3.OperationalError as error:
        if primary_code(error) not in NEEDS_WRITING:
            raise
    with TemporaryDirectory(prefix="satplay-") as folder:
        copy = Path(folder, path.name)
        shutil.copyfile(path, copy)
        with suppress(FileNotFoundError):
            shutil.copyfile(f"{path}{LOG}", f"{copy}{LOG}")
        return _copy(_connect(copy, "rw"))


def _copy(connection: sqlite3.Connection) -> sqlite3.Connection:
    """A copy in memory; the original is closed."""
    memory = sqlite3.connect(":memory:", isolation_level=None)
    try:
        with closing(connection):
            connection.backup(memory)
    except BaseException:  # Ctrl-C, too: it is raised again
        memory.close()
        raise
    return memory


def _connect(path: Path, mode: str, *pragmas: str) -> sqlite3.Connection:
    """A connection without Python's implicit transactions, which exclude changes of tables."""
    address = f"file:{quote(bytes(path.absolute()))}?mode={mode}"
    connection = sqlite3.connect(address, uri=True, timeout=LOCK_TIMEOUT, isolation_level=None)
    try:
        for pragma in pragmas:
            _execute(connection, f"PRAGMA {pragma}")
    except BaseException:  # Ctrl-C, too: it is raised again
        connection.close()
        raise
    return connection


def _execute(connection: sqlite3.Connection, statement: str) -> None:
    """Execute a statement, again if it fails at once because the store is locked.

    Changing the journal mode does so if another process does the same at this moment: SQLite waits for
    ordinary locks only.
    """
    until = time.monotonic() + RETRY_SECONDS
    while True:
        try:
            connection.execute(statement).fetchall()
            return
        except sqlite3.OperationalError as error:
            if primary_code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(0.01)


def _engine_in_memory(memory: sqlite3.Connection, path: Path) -> Engine:
    return make_engine(path, lambda: memory, "BEGIN", StaticPool)
