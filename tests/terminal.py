"""Programs at a pseudo-terminal, read to the last byte."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import termios
import time
from collections.abc import Callable
from typing import Any

END = b"\x00end of output\x00"
Answer = Callable[[bool], None]  # its argument: nothing was printed for some time


def ignore(quiet: bool) -> None:
    pass


class Terminal:
    """A program with a terminal as some of its standard streams.

    This side keeps the program's end open and writes ``END`` to it when the program has
    ended: after a hang-up the system may drop output that nobody has read yet.
    """

    def __init__(self, command: list[str], *streams: str, **settings: Any) -> None:
        self._ours, self._theirs = pty.openpty()
        self.process = subprocess.Popen(command, **{**settings, **dict.fromkeys(streams, self._theirs)})
        self.seen = b""

    def read_until(self, wanted: bytes, answer: Answer = ignore, quiet_seconds: float = 60) -> None:
        """Read until the output contains ``wanted``; answer each piece, and each such pause."""
        last = time.monotonic()
        while wanted not in self.seen:
            if select.select([self._ours], [], [], 0.05)[0]:
                self.seen += os.read(self._ours, 65536)
                last = time.monotonic()
                answer(False)
            elif self.process.poll() is not None:
                if wanted != END:
                    raise EOFError(f"the program ended without {wanted!r}: {self.seen!r}")
                os.write(self._theirs, END)
            elif time.monotonic() - last > quiet_seconds:
                last = time.monotonic()
                answer(True)

    def read_all(self, answer: Answer = ignore, quiet_seconds: float = 60) -> bytes:
        """Read until the program has ended; the output."""
        self.read_until(END, answer, quiet_seconds)
        os.close(self._ours)
        os.close(self._theirs)
        return self.seen.partition(END)[0]

    def modes(self) -> list[Any]:
        """What the terminal does with keys, such as showing them."""
        return termios.tcgetattr(self._theirs)

    def type(self, keys: bytes) -> None:
        os.write(self._ours, keys)
