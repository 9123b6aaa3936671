"""Progress on stderr, only if it is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar

Input = TypeVar("Input")
Report = Callable[[Mapping[str, int | float]], None]

DELAY = 0.5
"""Seconds before progress is first shown."""


@contextmanager
def working(what: str, since: float | None = None) -> Iterator[Report | None]:
    """A function that shows progress on one line, timed from ``since`` or now; None without a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    started = time.monotonic() if since is None else since
    is_visible = False

    def report(counters: Mapping[str, int | float]) -> None:
        nonlocal is_visible
        passed = time.monotonic() - started
        if passed >= DELAY:
            counted = ", ".join(f"{name} {number:,}" for name, number in counters.items())
            sys.stderr.write(f"\r\x1b[K{what}: {passed:.1f} s{', ' if counted else ''}{counted}"[:200])
            sys.stderr.flush()
            is_visible = True

    try:
        yield report
    finally:
        if is_visible:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def through(inputs: Sequence[Input]) -> Iterator[Input]:
    """The inputs one after the other, with a progress bar on a terminal if there are several."""
    if len(inputs) < 2 or not sys.stderr.isatty():
        yield from inputs
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(inputs, description="satplay", console=Console(stderr=True), transient=True)
