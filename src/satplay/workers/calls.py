"""Calls for worker processes, and their outcomes.

Out of time, out of memory and cancelled are answers, not errors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from satplay.errors import SatplayError
from satplay.fast_dataclass import dataclass

Arguments: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Batch:
    """Calls of one function, one after the other in one worker.

    ``function``     "package.module:name"; ``common`` are arguments of every call
    ``items``        the other arguments of each call
    ``seconds``      time limit of each call, by the clock
    ``cpu_seconds``  CPU time limit of each call; the kernel ends a worker that exceeds it
    ``memory_mib``   memory that a worker may use during the calls, beyond what it needs before the first one;
                     Linux only
    ``priority``     batches of a lower number start first
    ``fresh``        each call gets a new process, so that nothing left behind by an earlier one affects it
    """

    function: str
    items: Sequence[Arguments]
    common: Arguments
    seconds: float | None = None
    cpu_seconds: float | None = None
    memory_mib: int | None = None
    priority: int = 0
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Returned:
    """The function returned ``value`` after ``seconds`` by the clock and ``cpu_seconds`` of CPU time."""

    value: Any
    seconds: float
    cpu_seconds: float


@dataclass(frozen=True, slots=True)
class Raised:
    """The function raised an exception: ``error`` if satplay raised it on purpose, otherwise None.

    ``why`` is its type and message; ``trace`` the traceback.
    """

    why: str
    error: SatplayError | None = None
    trace: str = ""


@dataclass(frozen=True, slots=True)
class OutOfTime:
    """The call was stopped at its time limit."""


@dataclass(frozen=True, slots=True)
class OutOfMemory:
    """The call was stopped at its memory limit, or the system had no memory left."""

    limit_mib: int | None

    def __str__(self) -> str:
        return "out of memory" if self.limit_mib is None else f"more than {self.limit_mib} MiB of memory"


@dataclass(frozen=True, slots=True)
class Crashed:
    """The worker ended during the call; ``why`` is the last line of its stderr, or the signal."""

    why: str


@dataclass(frozen=True, slots=True)
class NotStarted:
    """No worker can be started; ``why`` is the error of the system, or the last line of a worker."""

    why: str


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The call was cancelled before its end."""


Outcome: TypeAlias = Returned | Raised | OutOfTime | OutOfMemory | Crashed | NotStarted | Cancelled

OnOutcome: TypeAlias = Callable[[int, Outcome], None]
"""Called with the index of an item and its outcome, in a thread of the pool."""

OnEvent: TypeAlias = Callable[[Any], None]
"""Called with what the function passes to :func:`satplay.workers.worker.report`, in a thread of the pool."""


def name_of(function: Callable[..., Any]) -> str:
    """The name by which a worker imports a function of a module.

    >>> from json import dumps
    >>> name_of(dumps)
    'json:dumps'
    """
    name: str = function.__qualname__
    if "<" in name or function.__module__ == "__main__":
        raise ValueError(f"a worker cannot import {name}: expected a function of a module")
    return f"{function.__module__}:{name}"
