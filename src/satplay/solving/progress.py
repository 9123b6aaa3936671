"""Reporting: how far some long work is, told from a thread of its own, whoever does the work."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeAlias

Counters: TypeAlias = Mapping[str, int | float]
Progress: TypeAlias = Callable[[Counters], None]
"""Called a few times a second with some counters while it works."""

PAUSE = 0.2
"""Seconds between two reports."""


@contextmanager
def report_progress(counters: Callable[[], Counters], progress: Progress | None) -> Iterator[None]:
    """Call ``progress`` with what ``counters`` says every now and then, until the work inside is done."""
    if progress is None:
        yield
        return
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
