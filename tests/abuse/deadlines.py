"""Calls that may never return: a test of a deadlock fails instead of waiting forever."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")
SECONDS = 60


def finish(call: Callable[[], Result]) -> Result:
    """The result of ``call``, or its exception; fails if it does not return within a minute."""
    results: list[Result] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(call())
        except BaseException as error:  # raised again in the calling thread
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(SECONDS)
    assert not thread.is_alive(), f"no result after {SECONDS} seconds: a deadlock?"
    if errors:
        raise errors[0]
    return results[0]
