"""The worker's side: runs batches that arrive on a connection, one call at a time.

An interrupt (SIGINT) ends the running call only; between two calls it has no effect.  Terminals send theirs
to the parent alone, because a worker has a process group of its own.
"""

from __future__ import annotations

import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from types import FrameType
from typing import Any

from satplay.errors import SatplayError, one_line
from satplay.workers.calls import Batch, Cancelled, Outcome, OutOfMemory, Raised, Returned
from satplay.workers.limits import (
    cpu_seconds,
    end_with_parent,
    is_out_of_memory,
    limited_cpu,
    limited_memory,
    memory_in_use,
)

READY, OUTCOME, EVENT, DONE = "ready", "outcome", "event", "done"
"""The kinds of messages to the parent."""

_connections: list[Connection] = []
"""The connection to the parent, while a batch is running."""


def main() -> None:
    """Entry of a worker: the number of its end of the connection, its parent and niceness are arguments."""
    number, parent, niceness = map(int, sys.argv[1:4])
    end_with_parent(parent)
    signal.signal(signal.SIGINT, _ignore)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # the thread that started it may block it
    if niceness:
        os.nice(niceness)
    connection = Connection(number)
    connection.send((READY,))
    while True:
        try:
            batch = connection.recv()
        except (EOFError, ConnectionResetError):
            return
        with suppress(BrokenPipeError, ConnectionResetError):  # the parent has ended
            _run(batch, connection)


def report(event: Any) -> None:
    """Send a value to the parent while a call is running, for its ``on_event``; no effect elsewhere."""
    for connection in _connections[-1:]:
        connection.send((EVENT, event))


def _run(batch: Batch, connection: Connection) -> None:
    """Run the calls of a batch, and send the outcome of each."""
    _connections.append(connection)
    try:
        with limited_memory(batch.memory_mib, beyond_current=True):
            for index, item in enumerate(batch.items):
                outcome = _send(connection, index, _call(batch, item))
                if isinstance(outcome, Cancelled | OutOfMemory):
                    break
    finally:
        _connections.pop()
    connection.send((DONE, _resident_mib()))


def _send(connection: Connection, index: int, outcome: Outcome) -> Outcome:
    """Send the outcome of a call; one that cannot be pickled is replaced by an error."""
    try:
        connection.send((OUTCOME, index, outcome))
    except (BrokenPipeError, ConnectionResetError):
        raise
    except Exception as error:  # whatever the value does while it is pickled
        outcome = _raised(error)
        connection.send((OUTCOME, index, outcome))
    return outcome


def _call(batch: Batch, item: Mapping[str, Any]) -> Outcome:
    """The outcome of one call."""
    before, cpu_before = time.perf_counter(), cpu_seconds()
    try:
        with limited_cpu(batch.cpu_seconds):
            signal.signal(signal.SIGINT, _interrupt)
            try:
                value = find_function(batch.function)(**batch.common, **item)
            finally:
                signal.signal(signal.SIGINT, _ignore)
    except KeyboardInterrupt:
        return Cancelled()
    except TimeoutError:  # something that the call waited for was out of time, and so is the call
        if batch.cpu_seconds is not None:
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            signal.raise_signal(signal.SIGPROF)
        return Raised("TimeoutError")
    except SystemExit as ended:
        return Raised(one_line(str(ended)))
    except Exception as error:
        if is_out_of_memory(error):
            return OutOfMemory(batch.memory_mib)
        return _raised(error)
    return Returned(value, time.perf_counter() - before, cpu_seconds() - cpu_before)


def _raised(error: Exception) -> Raised:
    if isinstance(error, SatplayError):
        return Raised(f"{error}", error)
    trace = "".join(traceback.format_exception(error))
    return Raised(one_line(f"{type(error).__name__}: {error}"), trace=trace)


def find_function(name: str) -> Callable[..., Any]:
    """The function "package.module:name"."""
    module, _, path = name.partition(":")
    found: Any = import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    return found  # type: ignore[no-any-return]


def _interrupt(number: int, frame: FrameType | None) -> None:
    signal.signal(signal.SIGINT, _ignore)
    raise KeyboardInterrupt


def _ignore(number: int, frame: FrameType | None) -> None:
    """A handler that does nothing; unlike SIG_IGN it is not inherited by other programs."""


def _resident_mib() -> int:
    return memory_in_use()[0] >> 20 if sys.platform == "linux" else 0
