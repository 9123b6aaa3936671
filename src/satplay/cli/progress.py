"""Progress on stderr, only if it is a terminal on which a line can be overwritten."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar

Input = TypeVar("Input")
Report = Callable[[Mapping[str, int | float]], None]

DELAY = 0.5
"""Seconds before progress is first shown."""


def can_show_progress() -> bool:
    """Whether stderr is a terminal that can overwrite a line."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def _columns() -> int:
    """The width of the terminal; 80 if it does not tell."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except OSError:
        return 80


@contextmanager
def working(what: str, since: float | None = None) -> Iterator[Report | None]:
    """A function that shows progress on one line, timed from ``since`` or now; None without a terminal."""
    started = time.monotonic() if since is None else since
    with status_line(since) as show:
        if show is None:
            yield None
            return

        def report(counters: Mapping[str, int | float]) -> None:
            counted = ", ".join(f"{name} {number:,}" for name, number in counters.items())
            show(f"{what}: {time.monotonic() - started:.1f} s{', ' if counted else ''}{counted}")

        yield report


class StatusLine:
    """One line on stderr that is overwritten, shown after a while."""

    def __init__(self, since: float | None = None) -> None:
        self._started = time.monotonic() if since is None else since
        self._is_visible = False

    def __call__(self, text: str) -> None:
        """Show a text instead of the one before."""
        if time.monotonic() - self._started >= DELAY:
            sys.stderr.write(f"\r\x1b[K{text[: _columns() - 1]}")
            sys.stderr.flush()
            self._is_visible = True

    def clear(self) -> None:
        """Remove the text: something else is going to be printed."""
        if self._is_visible:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._is_visible = False


@contextmanager
def status_line(since: float | None = None) -> Iterator[StatusLine | None]:
    """A line for progress, removed in the end; None without a terminal."""
    if not can_show_progress():
        yield None
        return
    line = StatusLine(since)
    try:
        yield line
    finally:
        line.clear()


def through(inputs: Sequence[Input]) -> Iterator[Input]:
    """The inputs one after the other, with a progress bar on a terminal if there are several."""
    if len(inputs) < 2 or not can_show_progress():
        yield from inputs
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(inputs, description="satplay", console=Console(stderr=True), transient=True)
