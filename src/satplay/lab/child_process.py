"""Child processes for measurements: started, limited, cancelled and their results read, all in this file.

A measurement runs in a process of its own, so that nothing left behind by an earlier one affects it.  Two
kinds of child exist: a Python function (:func:`call`, :func:`start_call`) that takes and returns JSON, and a
program of another author (:func:`run_program`).  Both have a time limit, end when their parent ends, and
report the last line of stderr if they fail.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from importlib import import_module
from threading import Timer
from typing import Any

from satplay.fast_dataclass import dataclass

ALLOWANCE = 2.0
"""CPU seconds beyond the limit for work that is not measured: starting, converting, evaluating a model."""

WALL_FACTOR = 10.0
"""A child that gets no CPU is killed when this multiple of its CPU limit has passed on the wall clock."""

PR_SET_PDEATHSIG = 1
"""prctl(2): the signal that a process receives when its parent has ended."""

MIB = 1 << 20

ENTRY = "from satplay.lab.child_process import main; main()"


@dataclass(frozen=True, slots=True)
class OutOfTime:
    """The child was stopped at its time limit."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The child failed; ``why`` is the last line of its stderr, or the signal that ended it."""

    why: str


@dataclass(frozen=True, slots=True)
class Finished:
    """What the child printed, its CPU seconds from start to end, and its exit status."""

    printed: str
    cpu: float
    status: int = 0


Values = dict[str, Any]


# -- the parent's side -----------------------------------------------------------------------------


class Child:
    """A running child process.  Call :meth:`wait`, or :meth:`poll` until it returns an outcome.

    ``answers`` are the exit statuses that count as success.
    """

    def __init__(
        self, command: list[str], seconds: float, answers: Collection[int] = (0,), **options: Any
    ) -> None:
        self._answers = answers
        self._printed = tempfile.TemporaryFile()  # noqa: SIM115 - closed by _close
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed by _close
        self._cpu_before = cpu_seconds(resource.RUSAGE_CHILDREN)
        self._started = time.monotonic()
        self._expired = False
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=self._printed, stderr=self._errors, **options
            )
        except BaseException:  # Ctrl-C, too: it is raised again
            self._close()
            raise
        self._timer = Timer(WALL_FACTOR * (seconds + ALLOWANCE), self._expire)
        self._timer.daemon = True
        self._timer.start()

    @property
    def elapsed(self) -> float:
        """Seconds on the wall clock since the start."""
        return time.monotonic() - self._started

    def poll(self) -> Finished | OutOfTime | Failed | None:
        """The outcome, or None while the child is running."""
        return None if self._process.poll() is None else self.wait()

    def wait(self) -> Finished | OutOfTime | Failed:
        """The outcome.  Any exception here, Ctrl-C included, kills the child."""
        try:
            if self._process.returncode is None and hasattr(os, "waitid"):
                # Popen.wait would delay Ctrl-C by a quarter of a second, to let the child end first.
                os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT)
            status = self._process.wait()
        except BaseException:  # Ctrl-C, too: it is raised again
            self.kill()
            raise
        try:
            return self._outcome(status)
        finally:
            self._close()

    def kill(self) -> None:
        """End the child and release its files; its result is lost."""
        self._process.kill()
        self._process.wait()
        self._close()

    def _outcome(self, status: int) -> Finished | OutOfTime | Failed:
        if self._expired or status == -signal.SIGPROF:
            return OutOfTime()
        if status in self._answers:
            used = cpu_seconds(resource.RUSAGE_CHILDREN) - self._cpu_before
            self._printed.seek(0)
            return Finished(self._printed.read().decode(errors="replace"), used, status)
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return Failed(lines[-1] if lines else _exit_reason(status))

    def _expire(self) -> None:
        self._expired = True
        self._process.kill()

    def _close(self) -> None:
        with suppress(AttributeError):  # no timer if the program could not be started
            self._timer.cancel()
        self._printed.close()
        self._errors.close()


def start_call(
    function: str, arguments: Mapping[str, Any], seconds: float, memory: int | None = None
) -> Child:
    """Start ``function`` ("package.module:name") with keyword arguments in a new Python process.

    It returns a JSON object, which :func:`values` reads from the outcome.  ``seconds`` is CPU time,
    ``memory`` is in MiB.  Modules of the current directory are not imported (``-P``).
    """
    # A fixed hash seed: the order of a set of strings must not make two samples differ.  One thread: linear
    # algebra is not what is measured.
    environment = {**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
    words = [function, json.dumps(dict(arguments)), str(seconds), str(memory or 0)]
    return Child([sys.executable, "-P", "-c", ENTRY, *words], seconds, env=environment)


def call(
    function: str, arguments: Mapping[str, Any], seconds: float, memory: int | None = None
) -> Values | OutOfTime | Failed:
    """Call a function in a child process and wait for the JSON object that it returns."""
    return values(start_call(function, arguments, seconds, memory).wait())


def values(outcome: Finished | OutOfTime | Failed) -> Values | OutOfTime | Failed:
    """The JSON object that a called function returned."""
    if not isinstance(outcome, Finished):
        return outcome
    found = None
    with suppress(ValueError):
        found = json.loads(outcome.printed)
    return found if isinstance(found, dict) else Failed(f"printed {outcome.printed[:60]!r}")


def run_program(
    command: list[str], seconds: float, answers: Collection[int] = (0,)
) -> Finished | OutOfTime | Failed:
    """Run a program of another author with a CPU time limit and wait for it."""

    def limit() -> None:
        # An interval timer survives exec, and its signal ends a program that does not handle it.
        end_with_parent()
        limit_cpu(seconds)

    try:
        return Child(command, seconds, answers, preexec_fn=limit).wait()
    except OSError as error:
        return Failed(error.strerror or str(error))


def _exit_reason(status: int) -> str:
    """Why a process ended that printed nothing to stderr."""
    return signal.strsignal(-status) or f"signal {-status}" if status < 0 else f"exit status {status}"


# -- the child's side ------------------------------------------------------------------------------

_own_limit: list[float] = []
"""CPU limit of this process if it is a child that :func:`start_call` started."""


def main() -> None:
    """Entry of a child: call the function named on the command line and print its result as JSON."""
    function, arguments, seconds, memory = sys.argv[1:]
    end_with_parent()
    module, _, name = function.partition(":")
    task = getattr(import_module(module), name)
    _own_limit.append(float(seconds))
    restart_time_limit()
    if int(memory):
        resource.setrlimit(resource.RLIMIT_AS, (int(memory) * MIB,) * 2)
    try:
        result = task(**json.loads(arguments))
    except TimeoutError:  # something that the task waited for was out of time, and so is the task
        signal.raise_signal(signal.SIGPROF)
        raise
    except MemoryError:
        sys.exit(f"more than {memory} MiB of memory" if int(memory) else "out of memory")
    print(json.dumps(result))


def restart_time_limit() -> None:
    """Give this child its full CPU limit again, as before each sample; no effect in any other process."""
    for seconds in _own_limit:
        limit_cpu(seconds)


def limit_cpu(seconds: float) -> None:
    """End this process after ``seconds`` of CPU time and the allowance; Ctrl-C ends it at once.

    The kernel enforces the limit, because libraries hold the interpreter lock while they solve.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds + ALLOWANCE)


def end_with_parent() -> None:
    """Let the kernel end this process when its parent ends, even by ``kill -9`` (Linux only).

    An orphan would measure what is never read, and take CPU time from the next measurement.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def cpu_seconds(who: int = resource.RUSAGE_SELF) -> float:
    """CPU time of this process so far, or of its children that have ended.

    Not ``time.process_time``: while a CPU limit is set, Linux advances that clock only by whole ticks of
    four milliseconds.
    """
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime
