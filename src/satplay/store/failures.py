"""Failures of the store: each error of SQLite as a sentence that names the file and says what to do.

This is the one place that translates them.  Errors of our own, such as a wrong statement, are not translated.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import ExceptionContext

from satplay.errors import BadInput
from satplay.store.folder import FOLDER_VARIABLE

OTHER_FOLDER = f"or name another folder in {FOLDER_VARIABLE}"
INTACT = "an intact store: restore a copy of it, or move the file away to start a new one"
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


def damaged_store(path: Path, found: str) -> BadInput:
    """The error for a store that SQLite can read, but that is not as satplay writes it."""
    return BadInput("store", found=found, expected=INTACT, source=str(path))


def primary_code(error: BaseException) -> int | None:
    """The result code of an error of SQLite, without the details of its extended code."""
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def explain(error: BaseException, path: Path) -> BadInput | None:
    """The error for users; None for an error of our own."""
    if _is_folder(path):
        expected = f"a file: move the folder away, {OTHER_FOLDER}"
        return BadInput("store", found="a folder", expected=expected, source=str(path))
    if isinstance(error, OSError):
        expected = f"a folder that can be created and read: change its permissions, {OTHER_FOLDER}"
        return BadInput("store", found=error.strerror or str(error), expected=expected, source=str(path))
    if isinstance(error, UnicodeDecodeError):  # SQLite quotes damaged text in its messages
        return damaged_store(path, "a damaged database")
    if isinstance(error, sqlite3.OperationalError) and WRONG_TABLES.search(str(error)):
        return damaged_store(path, str(error))
    code = primary_code(error)
    if code not in FAILURES:
        return None
    found, expected = FAILURES[code]
    return BadInput("store", found=found, expected=expected, source=str(path))


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


def explain_in_engine(context: ExceptionContext, path: Path) -> None:
    """The same for errors inside SQLAlchemy: its event ``handle_error``."""
    explained = explain(context.original_exception, path)
    if explained is not None:
        raise explained from None
