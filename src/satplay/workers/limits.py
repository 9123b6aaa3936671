"""Limits that a process sets for itself: memory, CPU time, and the end of its parent."""

from __future__ import annotations

import ctypes
import errno
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform != "win32":
    import resource

ALLOWANCE = 2.0
"""CPU seconds beyond the limit for work that is not measured: starting, converting, evaluating a model."""

LEAST_MIB = 32
"""A process may always use this much more than it uses already, or the whole limit if that is less."""

PR_SET_PDEATHSIG = 1
"""prctl(2): the signal that a process receives when its parent has ended."""


# -- memory ------------------------------------------------------------------------------------------


@contextmanager
def limited_memory(mebibytes: int | None, *, beyond_current: bool = False) -> Iterator[None]:
    """Let allocations fail while this process would use more memory (Linux only).

    ``beyond_current``: the limit is for memory beyond what the process uses now.
    """
    if mebibytes is None or sys.platform != "linux":
        yield
        return
    prepare_exceptions()
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    with suppress(ImportError):
        import numpy  # noqa: F401 - reserves memory that it does not use: it must not count
    resident, data = memory_in_use()
    more = mebibytes << 20 if beyond_current else (mebibytes << 20) - resident
    allowed = data + max(more, min(mebibytes, LEAST_MIB) << 20)
    for bound in (soft, hard):
        allowed = allowed if bound == resource.RLIM_INFINITY else min(allowed, bound)
    resource.setrlimit(resource.RLIMIT_DATA, (min(allowed, sys.maxsize), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def memory_in_use() -> tuple[int, int]:
    """Bytes of resident memory, and of the memory that ``RLIMIT_DATA`` counts (Linux only)."""
    # Fields: size, resident, shared, text, lib, data (proc(5)).
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()
    return int(pages[1]) * resource.getpagesize(), int(pages[5]) * resource.getpagesize()


def prepare_exceptions() -> None:
    """Allocate what the C++ library needs to report that there is no memory left."""
    with suppress(ImportError):  # an installation without the native core
        from satplay import _watchdog

        _watchdog.prepare_exceptions()


def is_out_of_memory(error: BaseException) -> bool:
    """Whether an error is a failed allocation: of Python, the system, the loader of modules, or a thread."""
    if isinstance(error, OSError):
        return error.errno == errno.ENOMEM
    # The last two: Python itself loses a MemoryError now and then.
    texts = (
        "cannot allocate memory",
        "failed to map segment",
        "can't start new thread",
        "without setting an exception",
        "error return without exception set",
    )
    return isinstance(error, MemoryError) or any(text in str(error).lower() for text in texts)


# -- CPU time ----------------------------------------------------------------------------------------

_own_limit: list[float] = []
"""CPU limit of the running call of this worker."""


@contextmanager
def limited_cpu(seconds: float | None) -> Iterator[None]:
    """End this process after ``seconds`` of CPU time and the allowance.

    The kernel enforces the limit, because libraries hold the interpreter lock while they solve.
    """
    if seconds is None:
        yield
        return
    _own_limit.append(seconds)
    try:
        restart_time_limit()
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        _own_limit.pop()


def restart_time_limit() -> None:
    """Give the running call its full CPU limit again, as before each sample; no effect without a limit."""
    for seconds in _own_limit[-1:]:
        limit_cpu(seconds)


def limit_cpu(seconds: float) -> None:
    """End this process after ``seconds`` of CPU time and the allowance; a program that it becomes, too."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds + ALLOWANCE)


def cpu_seconds(who: int | None = None) -> float:
    """CPU time of this process so far, or of its children that have ended.

    Not ``time.process_time``: while a CPU limit is set, Linux advances that clock only by whole ticks of
    four milliseconds.
    """
    used = resource.getrusage(resource.RUSAGE_SELF if who is None else who)
    return used.ru_utime + used.ru_stime


# -- the parent --------------------------------------------------------------------------------------


def end_with_parent(parent: int | None = None) -> None:
    """End this process when its parent ends, even by ``kill -9``: an orphan would compute what nobody reads.

    ``parent`` is its process number, in case it has ended already.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    elif parent is not None:
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()
    if parent is not None and os.getppid() != parent:
        os._exit(1)


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(1)
