"""Jobs: pure functions of their description, and their results.

A campaign is a task and many jobs.  The task states what all jobs have in common, a job what is its own; both
are JSON.  The key of a job is derived from its description, so a finished job is recognised in a later run.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from satplay.fast_dataclass import dataclass

Values: TypeAlias = Mapping[str, Any]

DONE, OUT_OF_TIME, FAILED = "done", "out of time", "failed"
"""How a job ends; out of memory is a failure, and so is an error."""


@dataclass(frozen=True, slots=True)
class Task:
    """What all jobs of a campaign have in common.

    ``kind``        what the campaign does, for people: a verb and a subject
    ``function``    "package.module:name"; called with ``common`` and the parameters of the job
    ``seconds``     time limit of one job, ``memory_mib`` its memory limit
    """

    kind: str
    function: str
    common: Values
    seconds: float | None = None
    memory_mib: int | None = None

    def description(self) -> Values:
        """Everything that results depend on, as JSON."""
        return {"function": self.function, "common": dict(self.common), "limits": self.limits()}

    def limits(self) -> Values:
        """The limits of each job."""
        return {"seconds": self.seconds, "memory_mib": self.memory_mib}


class Job(NamedTuple):
    """One job: its place in the campaign, from 0, and its own parameters."""

    place: int
    parameters: Values

    @property
    def key(self) -> str:
        """A digest of the parameters; jobs of one task with the same parameters have the same key.

        >>> Job(0, {"a": 1, "b": 2}).key == Job(5, {"b": 2, "a": 1}).key
        True
        """
        return digest(self.parameters)


class FinishedJob(NamedTuple):
    """A job with its result: ``values`` if it is done, otherwise ``why`` not."""

    key: str
    place: int
    outcome: str
    values: Values
    why: str = ""
    seconds: float = 0.0


def digest(value: Any) -> str:
    """A short digest of a JSON value, the same on every machine."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:32]


def number_jobs(parameters: Iterable[Values]) -> Iterator[Job]:
    """A job for each set of parameters, in their order.

    >>> [job.place for job in number_jobs([{"seed": 4}, {"seed": 5}])]
    [0, 1]
    """
    return (Job(place, one) for place, one in enumerate(parameters))
