"""The progress line fits the terminal, and is off where a line cannot be overwritten."""

from __future__ import annotations

import fcntl
import os
import struct
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from satplay.cli import progress


@contextmanager
def terminal(kind: str) -> Iterator[int]:
    """Make standard error a terminal of 30 columns; the number of its other end."""
    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 30, 0, 0))
    with os.fdopen(theirs, "w") as stderr, pytest.MonkeyPatch.context() as patch:
        patch.setattr(progress, "DELAY", 0.0)
        patch.setattr(sys, "stderr", stderr)
        patch.setenv("TERM", kind)
        yield ours
    os.close(ours)


def test_the_line_fits_the_width() -> None:
    with terminal("xterm") as other_end:
        with progress.working("a long description of the work") as report:
            assert report is not None
            report({"conflicts": 123456789, "propagations": 987654321})
        shown = os.read(other_end, 1000).decode()
    line, rest = shown.removeprefix("\r\x1b[K").split("\r")
    assert line == "a long description of the wor" and rest == "\x1b[K"


def test_a_dumb_terminal_shows_no_progress() -> None:
    with terminal("dumb"), progress.working("work") as report:
        assert report is None
        assert list(progress.through([1, 2])) == [1, 2]
