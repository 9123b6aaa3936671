"""The host process seen from outside: started, spoken to, waited for until a deadline, killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import weakref
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO

from satplay.engines.library import host

A_YEAR = 366 * 24 * 3600.0


class HostDied(Exception):
    """The host has ended without an answer; ``signal`` names what killed it, ``said`` is what it wrote."""

    def __init__(self, returncode: int, said: str) -> None:
        try:
            self.signal = signal.Signals(-returncode).name
        except ValueError:
            self.signal = f"exit status {returncode}"
        self.said = said
        super().__init__(self.signal, said)


class Deadline:
    """A moment after which nobody waits any longer."""

    def __init__(self, seconds: float | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        # An operating system cannot count to infinity; beyond a year nobody will notice.
        self._end = None if seconds is None or seconds > A_YEAR else clock() + seconds

    def left(self) -> float | None:
        """Seconds left, None without end; raises TimeoutError when there are none."""
        if self._end is None:
            return None
        left = self._end - self._clock()
        if left <= 0:
            raise TimeoutError
        return left


class HostProcess:
    """One running host.  Whatever becomes of this object, its process does not survive it."""

    def __init__(self, manner: str, name: str, folders: Iterable[str]) -> None:
        self._connection, theirs = socket.socketpair()
        their_lifeline, self._lifeline = os.pipe()
        self._stderr: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `kill`
        numbers = (theirs.fileno(), their_lifeline)
        try:
            self._process = subprocess.Popen(
                # -I and -S: neither the user's environment nor start-up hooks of other packages.
                [
                    sys.executable,
                    "-I",
                    "-S",
                    str(Path(host.__file__)),
                    *map(str, numbers),
                    manner,
                    name,
                    *folders,
                ],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,  # libraries like to print
                stderr=self._stderr,
                pass_fds=numbers,
                start_new_session=True,  # Ctrl-C in the terminal is for the session, not for the host
            )
        except BaseException:
            self._connection.close()
            os.close(self._lifeline)
            self._stderr.close()
            raise
        finally:
            theirs.close()
            os.close(their_lifeline)
        self._owner = os.getpid()
        self._end = weakref.finalize(
            self, end, self._process, self._connection, self._lifeline, self._stderr, self._owner
        )

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def usable(self) -> bool:
        """Whether it is alive, and ours: a forked copy of this process must not speak in between."""
        return self._owner == os.getpid() and self._process.poll() is None

    def strike(self) -> None:
        """Kill the process and let whoever waits for it find out; safe to call from another thread."""
        self._process.kill()

    def kill(self) -> None:
        """Kill the process, wait for its end and give everything back."""
        self._end()

    def send(self, kind: bytes, payload: memoryview | bytes, deadline: Deadline) -> None:
        """One message; TimeoutError at the deadline, HostDied if nobody is there to read it."""
        try:
            self._connection.settimeout(deadline.left())
            self._connection.sendall(host.HEADER.pack(kind, len(payload)))
            self._connection.sendall(payload)
        except ConnectionError:
            raise self._death() from None

    def receive(self, deadline: Deadline) -> tuple[bytes, bytearray]:
        """The next message; TimeoutError at the deadline, HostDied if none will come."""
        kind, length = host.HEADER.unpack(self._read(host.HEADER.size, deadline))
        return kind, self._read(length, deadline)

    def _read(self, length: int, deadline: Deadline) -> bytearray:
        buffer = bytearray(length)
        view = memoryview(buffer)
        while view:
            try:
                self._connection.settimeout(deadline.left())
                got = self._connection.recv_into(view)
            except ConnectionError:
                got = 0
            if not got:
                raise self._death()
            view = view[got:]
        return buffer

    def _death(self) -> HostDied:
        returncode = self._process.wait()
        self._stderr.seek(0)
        lines = self._stderr.read()[-2000:].decode(errors="replace").strip().splitlines()
        return HostDied(returncode, lines[-1] if lines else "")


def end(
    process: subprocess.Popen[bytes], connection: socket.socket, lifeline: int, stderr: IO[bytes], owner: int
) -> None:
    """Kill the process, unless it is the host of the process that we were forked from."""
    connection.close()
    os.close(lifeline)
    stderr.close()
    if os.getpid() == owner:
        process.kill()
        process.wait()
    else:
        process.returncode = 0  # not our child: nothing to wait for, nothing to warn of
