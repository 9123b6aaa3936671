"""Jobs: pure functions of their description, and their results.

A campaign is a task and many jobs.  The task states what all jobs have in common, a job what is its own; both
are JSON.  The key of a job is derived from its description, so a finished job is recognised in a later run.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
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
    ``series``      what the jobs and their order follow from, such as the first seed
    ``seconds``     time limit of one job by the clock, ``cpu_seconds`` of CPU time
    ``memory_mib``  memory limit of one job
    ``fresh``       each job has a process of its own, as measurements need it
    """

    kind: str
    function: str
    common: Values
    series: Values
    seconds: float | None = None
    memory_mib: int | None = None
    cpu_seconds: float | None = None
    fresh: bool = False

    def description(self) -> Values:
        """Everything that the results depend on, as JSON."""
        return {
            "function": self.function,
            "common": dict(self.common),
            "series": dict(self.series),
            "seconds": self.seconds,
            "memory_mib": self.memory_mib,
            "cpu_seconds": self.cpu_seconds,
        }


class Job(NamedTuple):
    """One job: its place in the campaign, from 0, its own parameters, and its key.

    The key is a digest of the parameters, which differs from the keys of all other jobs of the campaign.
    """

    place: int
    parameters: Values
    key: str


class FinishedJob(NamedTuple):
    """A job with its result: ``values`` if it is done, otherwise ``why`` not."""

    key: str
    place: int
    outcome: str
    values: Values
    why: str = ""
    seconds: float = 0.0


def digest(value: Any) -> str:
    """A short digest of a JSON value, the same on every machine.

    >>> digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    True
    """
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:32]


def number_jobs(parameters: Iterable[Values]) -> Iterator[Job]:
    """A job for each set of parameters, in their order; no two of them are equal.

    >>> [job.place for job in number_jobs([{"seed": 4}, {"seed": 5}])]
    [0, 1]
    """
    return (Job(place, one, digest(one)) for place, one in enumerate(parameters))


def list_jobs(parameters: Iterable[Values]) -> list[Job]:
    """A job for each set of parameters, in their order; some of them may be equal.

    >>> first, second = list_jobs([{"text": "AB"}, {"text": "AB"}])
    >>> first.key == second.key
    False
    """
    seen: Counter[str] = Counter()
    jobs: list[Job] = []
    for job in number_jobs(parameters):
        repeated = seen[job.key]
        seen[job.key] += 1
        jobs.append(job if not repeated else job._replace(key=digest([job.key, repeated])))
    return jobs


def series_of(jobs: Iterable[Job]) -> Values:
    """The ``series`` of a task whose jobs do not follow from anything shorter than their list."""
    return {"jobs": digest([job.key for job in jobs])}
