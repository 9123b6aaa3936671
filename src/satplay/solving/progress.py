"""Progress reports of a long computation, from a thread of their own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeAlias

from satplay.arguments import show
from satplay.errors import BadInput

Counters: TypeAlias = Mapping[str, int | float]
Progress: TypeAlias = Callable[[Counters], None]
"""Called a few times a second with the current counters."""

PAUSE = 0.2
"""Seconds between two reports."""


@contextmanager
def report_progress(counters: Callable[[], Counters], progress: Progress | None) -> Iterator[None]:
    """Call ``progress`` with the values of ``counters`` every ``PAUSE`` seconds until the block ends."""
    if progress is None:
        yield
        return
    if not callable(progress):
        raise BadInput("progress", found=show(progress), expected="a function of counters")
    done = threading.Event()

    def report() -> None:
        while not done.wait(PAUSE):
            progress(counters())

    reporter = threading.Thread(target=report, daemon=True)
    reporter.start()
    try:
        yield
    finally:
        done.set()
        reporter.join()
