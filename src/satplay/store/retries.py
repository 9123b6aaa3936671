"""Transactions that run again if the server was lost, for a limited time.

The result of hours of work must not be lost because a server restarts.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from sqlalchemy import Engine

from satplay.store.server_failures import TryAgain

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE = 60.0
"""Seconds to wait for a server that was lost."""

LONGEST_PAUSE = 2.0

_lost_since: WeakKeyDictionary[Engine, float] = WeakKeyDictionary()
"""When the server of a store was lost, as long as it is.

If the patience ended once, or was interrupted by Ctrl-C, the next transaction does not wait again.
"""


def retried(function: Callable[Concatenate[Engine, P], T]) -> Callable[Concatenate[Engine, P], T]:
    """The function, which runs again while the server of the store is lost.

    Only for functions that may run twice: it can happen that the server is lost after it has stored a change,
    but before it says so.  Arguments that can be read only once are not allowed.
    """

    @wraps(function)
    def run(store: Engine, /, *values: P.args, **named: P.kwargs) -> T:
        pause = 0.05
        while True:
            try:
                found = function(store, *values, **named)
            except TryAgain:
                left = _lost_since.setdefault(store, time.monotonic()) + PATIENCE - time.monotonic()
                if left <= 0:
                    raise
                _wait(store, min(pause, left))
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                _lost_since.pop(store, None)
                return found

    return run


def _wait(store: Engine, seconds: float) -> None:
    try:
        time.sleep(seconds)
    except BaseException:  # Ctrl-C: it is raised again
        _lost_since[store] = float("-inf")
        raise
