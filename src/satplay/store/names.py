"""Names of what is kept: ``@evening`` a saved game, ``@mine`` a collection, ``@mine/3`` a board of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from satplay.errors import BadInput

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table

REFERENCE = re.compile(r"@(?P<name>\w[\w-]{0,60})(?:/(?P<place>[1-9][0-9]{0,8}))?")


class Reference(NamedTuple):
    """A name, and the place of a board where one is meant."""

    name: str
    place: int | None = None

    def __str__(self) -> str:
        return f"@{self.name}" if self.place is None else f"@{self.name}/{self.place}"


def reference(text: str) -> Reference | None:
    """What a text refers to, if that is what it does.

    >>> reference("@mine/3"), reference("@mine"), reference("mine"), reference("@.@")
    (Reference(name='mine', place=3), Reference(name='mine', place=None), None, None)
    """
    found = REFERENCE.fullmatch(text)
    if found is None:
        return None
    return Reference(found["name"], None if found["place"] is None else int(found["place"]))


def expect_free(connection: Connection, name: str, other: Table, what: str) -> None:
    """Refuse a name that something of another kind has."""
    from sqlalchemy import select

    if connection.execute(select(other.c.name).where(other.c.name == name)).first() is not None:
        raise BadInput("name", found=f"@{name}, {what}", expected="another name")
