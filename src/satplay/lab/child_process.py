"""A fresh process for every measurement: nothing that an earlier one left behind can help or harm it."""

from __future__ import annotations

import ctypes
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Collection
from dataclasses import dataclass
from threading import Event, Timer
from typing import Any

ALLOWANCE = 2.0
"""CPU seconds beyond the limit for what is not measured: starting, converting, evaluating the model."""

PR_SET_PDEATHSIG = 1
"""Of prctl(2): the signal that a process gets when its parent has ended."""

PATIENCE = 10.0
"""So many times the CPU limit may pass on the wall before a process that gets no CPU is ended, too."""


@dataclass(frozen=True, slots=True)
class OutOfTime:
    """The process was ended at the limit."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The process broke down; the last line it complained with, or the signal that ended it."""

    why: str


@dataclass(frozen=True, slots=True)
class Finished:
    """What a program printed, its CPU seconds from its start to its end, and how it ended."""

    printed: str
    cpu: float
    status: int = 0


def fresh(module: str, arguments: list[str], seconds: float) -> dict[str, Any] | OutOfTime | Failed:
    """Run ``python -m MODULE ARGUMENTS... SECONDS``; the JSON object that it prints.

    The process limits its own time; whatever ends this call, Ctrl-C included, ends the process as well.
    """
    # A set of strings in somebody's library is no reason for two samples to differ, and no threads for
    # linear algebra are needed.
    environment = {**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-m", module, *arguments, str(seconds)]
    match _run(command, seconds, env=environment):
        case Finished(printed=printed):
            try:
                found = json.loads(printed)
            except ValueError:
                found = None
            return found if isinstance(found, dict) else Failed(f"printed {printed[:60]!r}")
        case stopped:
            return stopped


def program(
    command: list[str], seconds: float, good: Collection[int] = (0,)
) -> Finished | OutOfTime | Failed:
    """Run somebody else's program, ended after so much CPU time; in all the rest as :func:`fresh`.

    ``good`` are the exit statuses that are answers.
    """
    # An interval timer outlives exec, and what it sends ends a program that does not know of it.
    return _run(command, seconds, good, preexec_fn=lambda: limit_cpu(seconds))


def _run(
    command: list[str], seconds: float, good: Collection[int] = (0,), **how: Any
) -> Finished | OutOfTime | Failed:
    with tempfile.TemporaryFile() as complaints:
        before = cpu_seconds(resource.RUSAGE_CHILDREN)
        try:
            child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints, **how)
        except OSError as error:
            return Failed(error.strerror or str(error))
        expired = Event()

        def expire() -> None:
            expired.set()
            child.kill()

        wall = Timer(PATIENCE * (seconds + ALLOWANCE), expire)
        wall.start()
        try:
            assert child.stdout is not None  # since a pipe was asked for
            printed = child.stdout.read()
        except BaseException:
            child.kill()
            raise
        finally:
            status = child.wait()
            wall.cancel()
            if child.stdout is not None:
                child.stdout.close()
        if status == -signal.SIGPROF or expired.is_set():
            return OutOfTime()
        complaints.seek(0)
        lines = complaints.read().decode(errors="replace").strip().splitlines()
    if status in good:
        used = cpu_seconds(resource.RUSAGE_CHILDREN) - before
        return Finished(printed.decode(errors="replace"), used, status)
    return Failed(lines[-1] if lines else died(status))


def died(status: int) -> str:
    """What ended a process that said nothing about it."""
    return signal.strsignal(-status) or f"signal {-status}" if status < 0 else f"exit status {status}"


def cpu_seconds(who: int = resource.RUSAGE_SELF) -> float:
    """CPU time of this process so far, or of its children that have ended.

    Not ``time.process_time``: while a limit of CPU time is set, Linux moves that clock only by whole ticks,
    so that it stands still for four milliseconds at a time.
    """
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def limit_cpu(seconds: float) -> None:
    """Let this process be ended after so much CPU time, and an allowance; Ctrl-C ends it at once as well.

    A limit set by the kernel, because libraries hold the interpreter's lock while they solve.  Where the
    system can (Linux) it ends, too, when whoever started it is killed: nobody would read what it measures,
    and it would take time from those who measure next.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds + ALLOWANCE)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
