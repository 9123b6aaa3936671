"""Measurements of Python functions: each in a worker process of its own.

Nothing that an earlier measurement has left behind affects it, and nothing else runs beside it: while it
runs, this process only waits.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from satplay.fast_dataclass import dataclass
from satplay.workers.calls import Crashed, NotStarted, Outcome, OutOfMemory, OutOfTime, Raised, Returned
from satplay.workers.pool import WorkerPool

Values: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Failed:
    """A measurement that has failed: ``why`` is the error, the last line of stderr, or the signal."""

    why: str


def call(function: str, arguments: Mapping[str, Any], seconds: float) -> Values | OutOfTime | Failed:
    """Call ``function`` ("package.module:name"), which returns a dictionary, and wait for its outcome.

    ``seconds`` is CPU time.  Any exception here, Ctrl-C included, ends the process.
    """
    with WorkerPool(fresh=True) as pool:
        return values_of(pool.call(function, dict(arguments), cpu_seconds=seconds))


def values_of(outcome: Outcome) -> Values | OutOfTime | Failed:
    """What a measurement has found."""
    match outcome:
        case Returned(value=dict() as values):
            return values
        case Returned(value=other):
            return Failed(f"returned {other!r:.60}")
        case Raised(why=why) | Crashed(why=why) | NotStarted(why=why):
            return Failed(why)
        case OutOfMemory():
            return Failed(str(outcome))
        case OutOfTime():
            return outcome
        case _:
            return Failed("it was cancelled")
