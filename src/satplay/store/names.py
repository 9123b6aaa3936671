"""References: ``@evening`` to a saved game, ``@mine`` to a collection, ``@mine/3`` to a board of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from satplay.errors import BadInput

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table

REFERENCE = re.compile(r"@(?P<name>\w[\w-]{0,60})(?:/(?P<place>[1-9][0-9]{0,8}))?")
MISSPELT = re.compile(r"@[\w./\\\x00-\x20-]*")
"""What is meant as a reference.  A text with other signs may be a board: ``@.@``."""

EXAMPLES = "@examples"
"""Reserved: the examples that come with satplay.  Nothing can be stored under this name."""

NAME_RULE = "@ and 1 to 61 letters, digits, _ or - (not first), as in @mine"
MAX_SHOWN = 80
"""Characters of a wrong name in an error message."""


class Reference(NamedTuple):
    """The name of a game or collection, and optionally the number of a board."""

    name: str
    place: int | None = None

    def __str__(self) -> str:
        return f"@{self.name}" if self.place is None else f"@{self.name}/{self.place}"


def reference(text: str) -> Reference | None:
    """Parse a reference; None if the text is not one.

    >>> reference("@mine/3"), reference("@mine"), reference("mine"), reference("@.@")
    (Reference(name='mine', place=3), Reference(name='mine', place=None), None, None)
    """
    found = REFERENCE.fullmatch(text)
    if found is None:
        return None
    return Reference(found["name"], None if found["place"] is None else int(found["place"]))


def expect_reference(text: str) -> Reference:
    """Parse a reference; raise ``BadInput`` if the text is not one.  A wrong name is never corrected."""
    found = reference(text)
    if found is None:
        shown = text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}..."
        raise BadInput("name", found=repr(shown), expected=NAME_RULE)
    return found


def expect_not_reserved(target: Reference) -> None:
    """Raise ``BadInput`` for the name of the packaged examples."""
    if f"@{target.name}" == EXAMPLES:
        found = f"{EXAMPLES}, the examples that come with satplay"
        raise BadInput("name", found=found, expected="another name to store under")


def is_misspelt(text: str) -> bool:
    """Whether a text is not a reference, but was meant as one.

    >>> is_misspelt("@../../x"), is_misspelt("@"), is_misspelt("@mine"), is_misspelt("@.@")
    (True, True, False, False)
    """
    return reference(text) is None and "\n" not in text and MISSPELT.fullmatch(text) is not None


def expect_free(connection: Connection, name: str, other: Table, what: str) -> None:
    """Raise ``BadInput`` if a row of another table has the name."""
    from sqlalchemy import select

    if connection.execute(select(other.c.name).where(other.c.name == name)).first() is not None:
        raise BadInput("name", found=f"@{name}, {what}", expected="another name")
