"""Stores of either kind for tests, and how other processes find them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from satplay.store.folder import FOLDER_VARIABLE
from satplay.store.location import VARIABLE, Server

Place: TypeAlias = Path | Server
NewPlace: TypeAlias = Callable[[], Place]

DATABASES = ("sqlite", "postgresql")


def variable(place: Place) -> tuple[str, str]:
    """The environment variable that makes this the user's store, and its value."""
    return (VARIABLE, place.address) if isinstance(place, Server) else (FOLDER_VARIABLE, str(place))


def environment(place: Place) -> dict[str, str]:
    """The environment of a process whose store this is."""
    return {**os.environ, **dict([variable(place)])}
