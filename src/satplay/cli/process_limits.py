"""Process limits: ``--time`` and ``--memory`` bound everything that a command does.

Engines and verbs observe their limits themselves, and return what they have.  Reading, encoding, drawing and
printing do not: they are stopped from outside, in two steps.

1. ``GRACE`` seconds after the limit a signal raises ``OutOfTime`` in the main thread.  Everything that cleans
   up after Ctrl-C does so after it, too.
2. ``LAST`` seconds after the limit the native watchdog ends the process, if it is still inside a function
   that does not look at signals.

The memory of the process is limited by the kernel (``RLIMIT_DATA``): an allocation beyond the limit fails,
and is a ``MemoryError`` in Python and in native code.  macOS and Windows have no such limit: there only the
engines observe it.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import FrameType
from typing import Any

import click

from satplay.cli import OutOfTime
from satplay.contracts.engine import Stopped

LIMITS = "satplay.process_limits"
"""The key of the limits of a command in the ``meta`` of its context."""

GRACE = 0.12
LAST = 0.22
UNKNOWN_STATUS = 3


class OutOfMemory(MemoryError):
    """The memory limit of the command is reached."""


class ProcessLimits:
    """The limits of the running command; ``started`` is when its own process started, if it has one."""

    def __init__(self, seconds: float | None, memory_mib: int | None, started: float | None) -> None:
        self.memory_mib = memory_mib
        self._seconds = seconds
        self._deadline = None if seconds is None else (started or time.monotonic()) + seconds
        self._status, self._output = UNKNOWN_STATUS, ""
        self._active = False
        # Only a process that runs nothing but the command may be ended.
        self._watchdog = None if seconds is None or started is None else _find_watchdog()

    def remaining_seconds(self) -> float | None:
        """Seconds until the time limit; None without one."""
        return None if self._deadline is None else max(0.0, self._deadline - time.monotonic())

    def describe(self, stopped: Stopped) -> str:
        """The error message for a limit that is reached."""
        if stopped is Stopped.TIME and self._seconds is not None:
            return f"out of time: the limit of {self._seconds:g} s is reached"
        if stopped is Stopped.MEMORY and self.memory_mib is not None:
            return f"out of memory: the limit of {self.memory_mib} MiB is reached"
        return stopped.value

    def state_unknown(self, status: int, output: str) -> None:
        """State what "unknown" is for this command: an exit status, and a text on standard output."""
        self._status, self._output = status, output
        if self._active:
            self._arm_watchdog()

    @contextmanager
    def enforced(self) -> Iterator[None]:
        """Raise ``OutOfTime`` or ``OutOfMemory`` in this block if a limit is exceeded."""
        # The watchdog's thread starts before the memory is limited: it needs a stack.
        with _quiet_destructors(), self._limited_time(), _limited_memory(self.memory_mib):
            try:
                yield
            except Exception as error:  # libraries wrap a MemoryError in errors of their own
                from satplay.workers.limits import is_out_of_memory

                if not is_out_of_memory(error):
                    raise
                raise OutOfMemory(self.describe(Stopped.MEMORY)) from error

    @contextmanager
    def _limited_time(self) -> Iterator[None]:
        remaining = self.remaining_seconds()
        in_main_thread = threading.current_thread() is threading.main_thread()
        if remaining is None or remaining > threading.TIMEOUT_MAX or not in_main_thread:
            yield
            return
        self._active = True
        self._arm_watchdog()
        stop = _start_alarm(remaining + GRACE, self._expire)
        try:
            yield
        except OutOfTime:
            self._disarm_watchdog()
            raise
        finally:
            self._active = False
            stop()
            self._disarm_watchdog()

    def _expire(self) -> None:
        if self._active:
            raise OutOfTime(self.describe(Stopped.TIME))

    def _arm_watchdog(self) -> None:
        if self._watchdog is not None and (remaining := self.remaining_seconds()) is not None:
            message = f"satplay: {self.describe(Stopped.TIME)}\n"
            self._watchdog.arm(remaining + LAST, self._status, self._output, message)

    def _disarm_watchdog(self) -> None:
        if self._watchdog is not None:
            self._watchdog.disarm()


@contextmanager
def enforce_limits(seconds: float | None, memory_mib: int | None) -> Iterator[ProcessLimits]:
    """Enforce the limits of the running command, whose time counts from the start of the process."""
    context = click.get_current_context()
    limits = ProcessLimits(seconds, memory_mib, started=context.obj)
    context.meta[LIMITS] = limits
    with limits.enforced():
        yield limits


def _find_watchdog() -> Any:
    """The native watchdog; None in an installation without the native core."""
    try:
        from satplay import _watchdog
    except ImportError:
        return None
    return _watchdog


@contextmanager
def _quiet_destructors() -> Iterator[None]:
    """Print no traceback if a limit is reached in a destructor, where an exception has no effect."""
    before = sys.unraisablehook

    def hook(unraisable: sys.UnraisableHookArgs) -> None:
        if not issubclass(unraisable.exc_type, (OutOfTime, MemoryError)):
            before(unraisable)

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = before


# -- time --------------------------------------------------------------------------------------------


def _start_alarm(seconds: float, expire: Callable[[], None]) -> Callable[[], None]:
    """Call ``expire`` in the main thread after this time; returns a function that cancels it."""
    if not hasattr(signal, "setitimer"):
        return _start_alarm_thread(seconds, expire)

    def handle(number: int, frame: FrameType | None) -> None:
        expire()

    before = signal.signal(signal.SIGALRM, handle)
    signal.setitimer(signal.ITIMER_REAL, seconds)

    def stop() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

    return stop


def _start_alarm_thread(seconds: float, expire: Callable[[], None]) -> Callable[[], None]:
    """The same on Windows, which has no timer signals: a thread simulates SIGBREAK."""
    import _thread

    number = getattr(signal, "SIGBREAK", signal.SIGINT)

    def handle(number: int, frame: FrameType | None) -> None:
        expire()

    before = signal.signal(number, handle)
    timer = threading.Timer(seconds, lambda: _thread.interrupt_main(number))
    timer.daemon = True
    timer.start()

    def stop() -> None:
        timer.cancel()
        signal.signal(number, before)

    return stop


def _limited_memory(mebibytes: int | None) -> AbstractContextManager[None]:
    """Let allocations fail while this process would use more memory."""
    if mebibytes is None:
        return nullcontext()
    from satplay.workers.limits import limited_memory

    return limited_memory(mebibytes)
