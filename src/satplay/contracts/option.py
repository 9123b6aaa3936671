"""Options that a query, a generator or a new game takes by name."""

from __future__ import annotations

from satplay.fast_dataclass import dataclass

YES = "yes"
"""The value of an option that takes none, when it is present."""


@dataclass(frozen=True, slots=True)
class Option:
    """A named option of a query, a generator or a new game.

    ``takes``  placeholder of its value, such as ``N`` or ``yes|no``; None for a flag
    """

    help: str
    takes: str | None = None
