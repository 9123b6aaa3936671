"""The progress line fits the terminal, and is off where a line cannot be overwritten."""

from __future__ import annotations

import fcntl
import os
import struct
import sys
import termios
from collections.abc import Iterator

import pytest

from satplay.cli import progress


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Standard error is a terminal of 30 columns; its other end."""
    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 30, 0, 0))
    monkeypatch.setattr(progress, "DELAY", 0.0)
    with os.fdopen(theirs, "w") as stderr:
        monkeypatch.setattr(sys, "stderr", stderr)
        yield ours
    os.close(ours)


def test_the_line_fits_the_width(terminal: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    with progress.working("a long description of the work") as report:
        assert report is not None
        report({"conflicts": 123456789, "propagations": 987654321})
    line, rest = os.read(terminal, 1000).decode().removeprefix("\r\x1b[K").split("\r")
    assert line == "a long description of the wor" and rest == "\x1b[K"


def test_a_dumb_terminal_shows_no_progress(terminal: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    with progress.working("work") as report:
        assert report is None
    assert list(progress.through([1, 2])) == [1, 2]
