"""Failures of PostgreSQL as sentences.

The text of an error is never repeated: it may contain the address, and it is in the language of the server.
Errors have a code (https://www.postgresql.org/docs/current/errcodes-appendix.html), except those of a
connection that is not made; these are known by their English text, and otherwise by what they have in common.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from satplay.errors import BadInput
from satplay.store.failures import INTACT_DATABASE, LOCKED, damaged_store
from satplay.store.location import FORMS

if TYPE_CHECKING:
    from satplay.store.location import Server

PASSWORD = "a user name and password that the server accepts: in PGPASSFILE, PGPASSWORD or the address"
NOT_ADMITTED = ("a server that does not admit the user", PASSWORD)
UNREACHABLE = (
    "a server that cannot be reached",
    "one that runs: check host and port, and the network",
)
FULL_SERVER = ("a server with too many connections", "a free connection: try again later")
NOT_READY = ("a server that is starting or ending", "one that is ready: try again in a moment")
NO_DATABASE = ("no such database on the server", "one that exists: create it with createdb")
NOT_ALLOWED = (
    "a user without the permission for this",
    "the owner of the database, or one who may create, read and write its tables",
)
CHANGED_ELSEWHERE = "a store that another program changed at the same time"

REFUSALS = (
    (r"password|SCRAM|no pg_hba\.conf entry|authentication", NOT_ADMITTED),
    (r'role ".*" does not exist', ("no such user on the server", "one that exists: see createuser")),
    (r'database ".*" does not exist', NO_DATABASE),
    (r"too many (clients|connections)|remaining connection slots", FULL_SERVER),
    (r"starting up|shutting down|not yet accepting|recovery mode", NOT_READY),
    (r"permission denied for database", NOT_ALLOWED),
    (r"SSL|certificate", ("a server with other encryption", "one that fits: see sslmode and certificates")),
    (
        r"could not translate host name|failed to resolve|Name or service not known|getaddrinfo",
        ("a host that does not exist", "the name of a host that runs PostgreSQL"),
    ),
)
"""What is found and what is expected if a connection is refused, by a part of the text."""

LOST = ("a connection that was lost", "a server that stays reachable: the same command continues")

CODES = {
    "08": LOST,
    "57P": LOST,
    "28": NOT_ADMITTED,
    "3D000": NO_DATABASE,
    "42501": NOT_ALLOWED,
    "25006": ("a server that is read-only", "one that can be written, such as the primary of a replica"),
    "53100": ("a server with a full disk", "room for the change: free some space there, and try again"),
    "53200": ("a server without free memory", "memory for the change: try again later"),
    "53300": FULL_SERVER,
    "53": ("a server without free resources", "room for the change: try again later"),
    "55P03": LOCKED,
    "57014": ("a statement that the server cancelled", "one without a time limit: check statement_timeout"),
    "40": (CHANGED_ELSEWHERE, "one that is free for a moment: try again"),
    "58": ("a read or write error of the server", "a server whose disk works and has room"),
    "XX": ("a damaged database", INTACT_DATABASE),
    "22P05": ("a database that cannot store this text", "one with the encoding UTF8"),
    "22": ("a text or number that the database cannot store", "one without the character NUL"),
    "3F": (
        "no schema for the tables",
        "a schema in the search_path of the user, in which tables can be created",
    ),
}
"""What is found and what is expected, by the code of an error or its begin; the longest counts."""

WRONG_TABLES = {"42P01": "no such table", "42703": "no such column", "42804": "a column of another type"}
"""Errors of statements that are correct for an intact store."""

AGAIN = ("08", "40", "57P")
"""Errors that a transaction does not have when it runs again, if the server does."""


class TryAgain(BadInput):
    """The transaction had no effect, or was not heard of again: it can be run again."""


def explain_server(error: BaseException, server: Server) -> BadInput | None:
    """The error for users; None for an error of our own."""
    from psycopg import DataError, Error, InterfaceError, OperationalError

    if not isinstance(error, Error):
        return None
    code = error.sqlstate
    if code is None and isinstance(error, OperationalError | InterfaceError):
        return TryAgain("store", found=LOST[0], expected=LOST[1], source=str(server))
    if code is None and isinstance(error, DataError):  # found by the driver
        code = "22"
    if code in WRONG_TABLES:
        return damaged_store(server, WRONG_TABLES[code])
    known = [begin for begin in CODES if (code or "").startswith(begin)]
    if not known:
        return None
    found, expected = CODES[max(known, key=len)]
    kind = TryAgain if code is not None and code.startswith(AGAIN) else BadInput
    return kind("store", found=found, expected=expected, source=str(server))


def explain_refusal(error: BaseException, server: Server) -> BadInput:
    """The error for users if no connection is made."""
    text = str(error)
    for pattern, (found, expected) in REFUSALS:
        if re.search(pattern, text):
            kind = TryAgain if (found, expected) in (FULL_SERVER, NOT_READY) else BadInput
            return kind("store", found=found, expected=expected, source=str(server))
    if "FATAL" in text:
        expected = "one that accepts it: 'psql' with the same address tells why"
        return BadInput(
            "store", found="a server that refuses the connection", expected=expected, source=str(server)
        )
    return TryAgain("store", found=UNREACHABLE[0], expected=UNREACHABLE[1], source=str(server))


def wrong_address(server: Server) -> BadInput:
    """The error for an address that cannot be read."""
    expected = f"{FORMS}, with signs such as @ / # ? in a password as %40 %2F %23 %3F"
    return BadInput("store", found="a malformed address", expected=expected, source=str(server))


def missing_driver(server: Server) -> BadInput:
    """The error if psycopg is not installed."""
    expected = "the package psycopg: pip install 'satplay[postgres]'"
    return BadInput(
        "store", found="an installation without PostgreSQL", expected=expected, source=str(server)
    )
