"""Which store is used: SQLite in the user's data folder, or the database that an address names.

An address may contain a password.  It is never part of a message: messages name where the address was given.
Worker processes do not get it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path

from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.store.folder import FILE, data_folder

VARIABLE = "SATPLAY_STORE"
"""The environment variable that contains an address."""

OPTION = "--store"
FORMS = "postgresql://USER@HOST/DATABASE or sqlite:///FILE"

POSTGRESQL = ("postgresql", "postgres", "postgresql+psycopg")
ADDRESS = re.compile(r"'?(postgres(?:ql)?)[\w+]*:/++(?!USER@HOST)\S+")
"""The address of a server in a text; not the example in our own messages."""


@dataclass(frozen=True, slots=True)
class Server:
    """A PostgreSQL database; ``origin`` is where its address was given, for messages."""

    origin: str
    address: str = field(repr=False)

    def __str__(self) -> str:
        return self.origin


_chosen: list[tuple[str, str]] = []
"""The addresses that were chosen, with their origins; the last one is in force."""


def use_store(url: str | None) -> None:
    """Use this store from now on in this process; None is the default again.

    ``url`` is postgresql://USER@HOST/DATABASE or sqlite:///FILE; it takes precedence over SATPLAY_STORE.
    Processes that are started later do not know it.

    >>> use_store("sqlite:///boards.db")
    >>> use_store(None)
    """
    if url is not None:
        parse(url, "use_store")
    _chosen[:] = [] if url is None else [(url, "use_store")]


@contextmanager
def using(url: str, origin: str = OPTION) -> Iterator[None]:
    """Use this store inside."""
    parse(url, origin)
    _chosen.append((url, origin))
    try:
        yield
    finally:
        _chosen.pop()


def hide_variable() -> None:
    """From now on the address in the environment is in force here, but child processes do not inherit it."""
    url = os.environ.pop(VARIABLE, None)
    if url:
        _chosen.append((url, VARIABLE))  # not parsed: the command may not need the store


def location() -> Path | Server:
    """The store that is used: a file of SQLite, or a database on a server."""
    if _chosen:
        return parse(*_chosen[-1])
    url = os.environ.get(VARIABLE)
    return parse(url, VARIABLE) if url else data_folder() / FILE


def parse(url: str, origin: str) -> Path | Server:
    """The store with this address; ``BadInput`` does not repeat it.

    >>> parse("sqlite:///boards.db", "--store")
    PosixPath('boards.db')
    >>> parse("postgresql://me:secret@host/boards", "--store")
    Server(origin='--store')
    >>> parse("mysql://me:secret@host/boards", "--store")
    Traceback (most recent call last):
    satplay.errors.BadInput: --store: bad store: found the scheme 'mysql', expected \
postgresql://USER@HOST/DATABASE or sqlite:///FILE
    """
    scheme, separator, rest = url.strip().partition("://")
    if not separator or not re.fullmatch(r"[a-z][a-z0-9+.-]{0,30}", scheme):
        raise BadInput("store", found="no address", expected=FORMS, source=origin)
    if scheme in POSTGRESQL:
        return Server(origin, f"postgresql://{rest}")
    if scheme != "sqlite":
        raise BadInput("store", found=f"the scheme {scheme!r}", expected=FORMS, source=origin)
    if not re.fullmatch(r"/.*[^/\0]", rest, re.DOTALL):
        found = "the address of a database in memory or of a folder" if "@" not in rest else "no file"
        raise BadInput("store", found=found, expected="sqlite:///FILE", source=origin)
    return Path(rest[1:])


def without_addresses(text: str) -> str:
    """The text without addresses of servers, which a person may have put in a wrong place.

    >>> without_addresses("no 'postgresql://me:secret@host/boards'")
    'no postgresql://...'
    """
    return ADDRESS.sub(r"\1://...", text)
