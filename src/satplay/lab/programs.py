"""Measurements of programs of other authors: their CPU time from start to end, within a limit."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import tempfile
from collections.abc import Collection, Sequence
from functools import partial
from threading import Timer

from satplay.fast_dataclass import dataclass
from satplay.lab.calls import Failed
from satplay.workers.calls import OutOfTime
from satplay.workers.limits import ALLOWANCE, cpu_seconds, end_with_parent, limit_cpu
from satplay.workers.process import WALL_FACTOR, describe_end


@dataclass(frozen=True, slots=True)
class Finished:
    """What the program printed, its CPU seconds from start to end, and its exit status."""

    printed: str
    cpu: float
    status: int = 0


def run_program(
    command: Sequence[str], seconds: float, answers: Collection[int] = (0,)
) -> Finished | OutOfTime | Failed:
    """Run a program with a limit of CPU time and wait for it.

    ``answers`` are the exit statuses that count as success.  Any exception here, Ctrl-C included, kills the
    program; so does the end of this process (Linux only).
    """
    used = cpu_seconds(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryFile() as printed, tempfile.TemporaryFile() as errors:
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=errors,
                preexec_fn=partial(_limit, seconds),  # noqa: PLW1509 - no other thread holds a lock
            )
        except OSError as error:
            return Failed(error.strerror or str(error))
        status, is_late = _wait(process, WALL_FACTOR * (seconds + ALLOWANCE))
        if is_late:
            return OutOfTime()
        if status in answers:
            cpu = cpu_seconds(resource.RUSAGE_CHILDREN) - used
            printed.seek(0)
            return Finished(printed.read().decode(errors="replace"), cpu, status)
        errors.seek(0)
        return Failed(describe_end(errors.read(), status))


def _limit(seconds: float) -> None:
    # An interval timer survives exec, and its signal ends a program that does not handle it.
    end_with_parent()
    limit_cpu(seconds)


def _wait(process: subprocess.Popen[bytes], patience: float) -> tuple[int, bool]:
    """The exit status, and whether the program was stopped at its CPU limit or after ``patience`` seconds."""
    expired: list[bool] = []

    def expire() -> None:
        expired.append(True)
        process.kill()

    timer = Timer(patience, expire)
    timer.daemon = True
    try:
        timer.start()
        if hasattr(os, "waitid"):
            # Popen.wait would delay Ctrl-C by a quarter of a second, to let the program end first.
            os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        status = process.wait()
    except BaseException:  # Ctrl-C, too: it is raised again
        process.kill()
        process.wait()
        raise
    finally:
        timer.cancel()
    return status, bool(expired) or status == -signal.SIGPROF
