"""One connection to a PostgreSQL server, without SQLAlchemy.

The address goes to the driver and nowhere else: errors do not contain it, not even in their causes.
"""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING, Any, ClassVar

from satplay.store.server_failures import explain_refusal, missing_driver, wrong_address

if TYPE_CHECKING:
    import psycopg

    from satplay.store.location import Server

CONNECT_TIMEOUT, SHORTEST_TIMEOUT = 10, 2
"""Seconds to wait for a server, or for each of several hosts; less than 2 are 2 for libpq."""

SETTINGS = {
    "fallback_application_name": "satplay",
    # A server that vanishes is noticed within a minute.
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 60_000,
}
"""Settings of libpq, if the address does not contain others."""

ALWAYS = {"client_encoding": "utf8"}

PARTS = ("host", "hostaddr", "user", "dbname", "password")
"""The parts of an address that are not shown."""


class _HiddenAddresses(logging.Filter):
    """Drops what the driver logs about servers of stores: its warnings contain their addresses."""

    words: ClassVar[set[str]] = set()

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        return not any(word in message for word in self.words)


_HIDDEN, _NOWHERE = _HiddenAddresses(), logging.NullHandler()


def stored_names(server: Server) -> list[str]:
    """The names of all saved games and collections; none if the store has no tables or cannot be read now."""
    connection = connect(server, connect_timeout=SHORTEST_TIMEOUT)
    from psycopg import Error

    try:
        rows = connection.execute("SELECT name FROM games UNION SELECT name FROM collections ORDER BY name")
        return [str(name) for (name,) in rows]
    except Error:
        return []
    finally:
        connection.close()


def expect_driver(server: Server) -> None:
    """Raise ``BadInput`` if the driver is not installed."""
    try:
        import psycopg  # noqa: F401 - it is imported for this question
    except ImportError:
        raise missing_driver(server) from None


def connect(server: Server, **settings: Any) -> psycopg.Connection[Any]:
    """A connection; an error is one for users."""
    expect_driver(server)
    import psycopg
    from psycopg.conninfo import conninfo_to_dict

    if "PGCONNECT_TIMEOUT" not in os.environ:
        settings = {"connect_timeout": CONNECT_TIMEOUT, **settings}
    try:
        given: dict[str, Any] = dict(conninfo_to_dict(server.address))
    except psycopg.ProgrammingError:
        raise wrong_address(server) from None
    _HIDDEN.words.update(str(given[part]) for part in PARTS if given.get(part))
    log = logging.getLogger("psycopg")
    log.addFilter(_HIDDEN)  # has no effect the second time, nor has the next line
    log.addHandler(_NOWHERE)  # without a handler, warnings go to stderr
    try:
        # No prepared statements: a pool of connections between here and the server may not know them.
        return psycopg.connect(**{**SETTINGS, **settings, **given, **ALWAYS}, prepare_threshold=None)
    except psycopg.OperationalError as error:
        raise explain_refusal(error, server) from None
    except (psycopg.Error, ValueError, UnicodeError):
        raise wrong_address(server) from None
