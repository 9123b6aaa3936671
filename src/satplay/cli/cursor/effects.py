"""What follows from a key, a mouse event or a typed line in cursor mode."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TypeAlias


class Leave(Enum):
    """Why the screen is left."""

    QUIT = "the session ends"
    TYPED = "moves are typed from now on"
    INTERRUPTED = "Ctrl-C"


class OpenLine(str):
    """A request to let the person type a line that begins with this text."""

    __slots__ = ()


Effect: TypeAlias = "Sequence[str] | Leave | OpenLine"
"""Lines for the match, leaving, or typing a line."""

NOTHING: Effect = ()
