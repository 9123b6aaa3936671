"""The host process as seen by the session: start, send, receive with a deadline, kill."""

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
    """The host ended without an answer; ``signal`` is the cause, ``message`` its last line on stderr."""

    def __init__(self, returncode: int, message: str) -> None:
        try:
            self.signal = signal.Signals(-returncode).name
        except ValueError:
            self.signal = f"exit status {returncode}"
        self.message = message
        super().__init__(self.signal, message)


class Deadline:
    """The end of a time limit."""

    def __init__(self, seconds: float | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        # Operating systems limit timeouts; more than a year is treated as unlimited.
        self._end = None if seconds is None or seconds > A_YEAR else clock() + seconds

    def remaining_seconds(self) -> float | None:
        """Remaining seconds, None if unlimited; raises TimeoutError if none remain."""
        if self._end is None:
            return None
        left = self._end - self._clock()
        if left <= 0:
            raise TimeoutError
        return left


class HostProcess:
    """One running host process, which ends at the latest when this object is deleted."""

    def __init__(self, mode: str, name: str, folders: Iterable[str]) -> None:
        self._connection, theirs = socket.socketpair()
        their_lifeline, self._lifeline = os.pipe()
        self._stderr: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `kill`
        numbers = (theirs.fileno(), their_lifeline)
        try:
            self._process = subprocess.Popen(
                # -I and -S: ignore the user's environment and start-up hooks of other packages.
                [
                    sys.executable,
                    "-I",
                    "-S",
                    str(Path(host.__file__)),
                    *map(str, numbers),
                    mode,
                    name,
                    *folders,
                ],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,  # some libraries print
                stderr=self._stderr,
                pass_fds=numbers,
                start_new_session=True,  # Ctrl-C in the terminal is for the session, not for the host
            )
        except BaseException:  # Ctrl-C, too: it is raised again
            self._connection.close()
            os.close(self._lifeline)
            self._stderr.close()
            raise
        finally:
            theirs.close()
            os.close(their_lifeline)
        self._owner = os.getpid()
        self._end = weakref.finalize(
            self, stop_process, self._process, self._connection, self._lifeline, self._stderr, self._owner
        )

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def is_usable(self) -> bool:
        """Whether it is alive and was started by this process: a forked copy must not use the connection."""
        return self._owner == os.getpid() and self._process.poll() is None

    def kill_now(self) -> None:
        """Kill the process without waiting for its end; safe to call from another thread."""
        self._process.kill()

    def kill(self) -> None:
        """Kill the process, wait for its end and release all resources."""
        self._end()

    def send(self, kind: bytes, payload: memoryview | bytes, deadline: Deadline) -> None:
        """Send one message; raises TimeoutError at the deadline, HostDied if the host has ended."""
        try:
            self._connection.settimeout(deadline.remaining_seconds())
            self._connection.sendall(host.HEADER.pack(kind, len(payload)))
            self._connection.sendall(payload)
        except ConnectionError:
            raise self._death() from None

    def receive(self, deadline: Deadline) -> tuple[bytes, bytearray]:
        """Receive one message; raises TimeoutError at the deadline, HostDied if the host has ended."""
        kind, length = host.HEADER.unpack(self._read(host.HEADER.size, deadline))
        return kind, self._read(length, deadline)

    def _read(self, length: int, deadline: Deadline) -> bytearray:
        buffer = bytearray(length)
        view = memoryview(buffer)
        while view:
            try:
                self._connection.settimeout(deadline.remaining_seconds())
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


def stop_process(
    process: subprocess.Popen[bytes], connection: socket.socket, lifeline: int, stderr: IO[bytes], owner: int
) -> None:
    """Kill the process, unless this is a forked copy of the process that started it."""
    connection.close()
    os.close(lifeline)
    stderr.close()
    if os.getpid() == owner:
        process.kill()
        process.wait()
    else:
        process.returncode = 0  # not our child: prevents a wait and a warning
