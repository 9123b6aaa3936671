"""One worker process, as its parent sees it: started, given batches, interrupted, killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from satplay.workers.limits import ALLOWANCE

if TYPE_CHECKING:
    from satplay.workers.pool import RunningBatch

ENTRY = "from satplay.workers.worker import main; main()"

WALL_FACTOR = 10.0
"""A call with a limit of CPU time alone is stopped when this multiple of it has passed on the clock."""

PATIENCE = 0.2
"""Seconds between an interrupt and the kill of a worker that does not react to it."""


class WorkerProcess:
    """A worker process; all methods are called by the thread of its pool.

    ``batch``     the batch that it runs, None while it is idle
    ``is_ready``  whether it has started; ``is_used`` whether it has been given a batch
    ``deadline``  when the running call is out of time
    ``stopping``  why the running call is being stopped: "time" or "cancel"; None otherwise
    """

    def __init__(self, niceness: int = 0) -> None:
        ours, theirs = socket.socketpair()
        # A fixed hash seed: the order of a set of strings must not make two runs differ.  One thread: linear
        # algebra would take the processors of other workers.
        environment = {**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
        words = [str(theirs.fileno()), str(os.getpid()), str(niceness)]
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed by close
        try:
            # Modules of the current directory are not imported (-P).  Ctrl-C in a terminal must not reach the
            # worker: it has a session of its own.
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", ENTRY, *words],
                stdin=subprocess.DEVNULL,
                stdout=self._errors,
                stderr=self._errors,
                env=environment,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        except BaseException:
            ours.close()
            self._errors.close()
            raise
        finally:
            theirs.close()
        self.connection = Connection(ours.detach())
        self.batch: RunningBatch | None = None
        self.is_ready = self.is_used = False
        self.deadline: float | None = None
        self.stopping: str | None = None

    @property
    def pid(self) -> int:
        """The process number."""
        return self._process.pid

    @property
    def is_idle(self) -> bool:
        """Whether it can be given a batch."""
        return self.is_ready and self.batch is None

    def start(self, running: RunningBatch) -> None:
        """Give the worker the rest of a batch; raises ``OSError`` if it has ended."""
        self.batch, self.stopping, self.is_used = running, None, True
        self.connection.send(running.rest())
        self.start_call()

    def start_call(self) -> None:
        """Note that a call begins: its time counts from now."""
        assert self.batch is not None
        batch = self.batch.batch
        seconds = batch.seconds
        if seconds is None and batch.cpu_seconds is not None:  # the call may get no CPU
            seconds = WALL_FACTOR * (batch.cpu_seconds + ALLOWANCE)
        self.deadline = None if seconds is None else time.monotonic() + seconds

    def stop_call(self, why: str) -> None:
        """Interrupt the running call; :meth:`kill` follows if that has no effect."""
        if self.stopping is None:
            self.stopping = why
            self.deadline = time.monotonic() + PATIENCE
            with suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGINT)

    def kill(self) -> None:
        """End the process, and the programs that it has started."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()

    def close(self) -> str:
        """Release everything; returns why the process ended."""
        self.kill()
        status = self._process.wait()
        self.connection.close()
        self._errors.seek(0)
        printed = self._errors.read()
        self._errors.close()
        return describe_end(printed, status)

    @property
    def killed_by(self) -> int | None:
        """The signal that ended the process; None if it runs, or ended by itself."""
        status = self._process.poll()
        return -status if status is not None and status < 0 else None


def receive(connection: Connection) -> tuple[Any, ...] | None:
    """The next message; None if the other end is closed."""
    try:
        message: tuple[Any, ...] = connection.recv()
    except (EOFError, ConnectionResetError, BrokenPipeError):
        return None
    return message


def describe_end(errors: bytes, status: int) -> str:
    """Why a process ended: its signal, or the last line that it printed to stderr.

    >>> describe_end(b"one\\ntwo\\n", 1), describe_end(b"", 3)
    ('two', 'exit status 3')
    """
    if status < 0:
        return signal.strsignal(-status) or f"signal {-status}"
    lines = errors.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else f"exit status {status}"
