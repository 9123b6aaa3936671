"""Failures of the store: each error of a database as a sentence that names the store and says what to do.

This is the one place that translates them: errors of SQLite here, those of PostgreSQL with the table in
``server_failures.py``.  Errors of our own, such as a wrong statement, are not translated.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from satplay.errors import BadInput
from satplay.store.folder import FOLDER_VARIABLE
from satplay.store.location import Server

if TYPE_CHECKING:
    from sqlalchemy import ExceptionContext

OTHER_FOLDER = f"or name another folder in {FOLDER_VARIABLE}"
INTACT = "an intact store: restore a copy of it, or move the file away to start a new one"
INTACT_DATABASE = "an intact store: restore a backup of the database, or use a new database"
LOCKED = (
    "a store locked by another program",
    "one that is free for a moment: end that program, or try again later",
)
READ_ONLY = (
    "a file or folder that is read-only",
    f"permission to write: change the permissions, {OTHER_FOLDER}",
)

FAILURES = {
    sqlite3.SQLITE_NOTADB: (
        "a file that is not a database",
        f"a store of satplay: move the file away, {OTHER_FOLDER}",
    ),
    sqlite3.SQLITE_CORRUPT: ("a damaged database", INTACT),
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_PROTOCOL: LOCKED,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_FULL: ("a full disk", "room for the change: free some space, and try again"),
    sqlite3.SQLITE_CANTOPEN: (
        "a file that cannot be opened",
        f"permission to read and write it: change the permissions, {OTHER_FOLDER}",
    ),
    sqlite3.SQLITE_IOERR: (
        "a read or write error",
        f"a disk that works and has room: check it, {OTHER_FOLDER}",
    ),
}
"""What is found and what is expected, by the result code of SQLite."""

WRONG_TABLES = re.compile("no such (table|column)|has no column|already exists|mismatch|Could not decode")
"""Errors of statements that are correct for an intact store."""


def damaged_store(where: Path | Server, found: str) -> BadInput:
    """The error for a store that the database can read, but that is not as satplay writes it."""
    expected = INTACT_DATABASE if isinstance(where, Server) else INTACT
    return BadInput("store", found=found, expected=expected, source=str(where))


def primary_code(error: BaseException) -> int | None:
    """The result code of an error of SQLite, without the details of its extended code."""
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def explain(error: BaseException, where: Path | Server) -> BadInput | None:
    """The error for users; None for an error of our own."""
    if isinstance(where, Server):
        from satplay.store.server_failures import explain_server

        return explain_server(error, where)
    if _is_folder(where):
        expected = f"a file: move the folder away, {OTHER_FOLDER}"
        return BadInput("store", found="a folder", expected=expected, source=str(where))
    if isinstance(error, OSError):
        expected = f"a folder that can be created and read: change its permissions, {OTHER_FOLDER}"
        return BadInput("store", found=error.strerror or str(error), expected=expected, source=str(where))
    if isinstance(error, UnicodeDecodeError):  # SQLite quotes damaged text in its messages
        return damaged_store(where, "a damaged database")
    if isinstance(error, sqlite3.OperationalError) and WRONG_TABLES.search(str(error)):
        return damaged_store(where, str(error))
    code = primary_code(error)
    if code not in FAILURES:
        return None
    found, expected = FAILURES[code]
    return BadInput("store", found=found, expected=expected, source=str(where))


def _is_folder(path: Path) -> bool:
    with suppress(OSError):  # the folder around it may not be read
        return path.is_dir()
    return False


@contextmanager
def explaining(path: Path) -> Iterator[None]:
    """Errors of files and of SQLite inside are raised as errors for users."""
    try:
        yield
    except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
        explained = explain(error, path)
        if explained is None:
            raise
        raise explained from None


def explain_in_engine(context: ExceptionContext, where: Path | Server) -> None:
    """The same for errors inside SQLAlchemy: its event ``handle_error``."""
    explained = explain(context.original_exception, where)
    if explained is not None:
        raise explained from None
