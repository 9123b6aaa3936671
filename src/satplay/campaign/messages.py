"""Chunks and their outcomes as JSON: all that travels between satplay and the workers of a cluster."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from importlib import import_module
from typing import Any

from satplay.campaign.executors import as_batch
from satplay.campaign.job import Job, Task
from satplay.errors import EngineError, SatplayError, restore_error
from satplay.workers.calls import (
    Batch,
    Cancelled,
    Crashed,
    NotStarted,
    OnOutcome,
    Outcome,
    OutOfMemory,
    OutOfTime,
    Raised,
    Returned,
)

KINDS: Mapping[str, type[Outcome]] = {
    kind.__name__: kind for kind in (Returned, Raised, OutOfTime, OutOfMemory, Crashed, NotStarted, Cancelled)
}

NumberedOutcome = tuple[int, Outcome]
"""The index of a job in its chunk, and its outcome."""


def write_common(task: Task) -> str:
    """What all jobs have in common, as a text; it may be long."""
    return _write(dict(task.common))


def write_chunk(task: Task, jobs: Sequence[Job], topic: str) -> str:
    """A chunk without what is common, as a text.

    ``topic`` is where outcomes of a slow chunk are published before its end.
    """
    batch = as_batch(task, jobs)
    chunk = {field.name: getattr(batch, field.name) for field in fields(batch) if field.name != "common"}
    return _write({**chunk, "topic": topic})


def read_chunk(text: str, common: str) -> tuple[Batch, str]:
    """The calls of a chunk, and its topic."""
    chunk = json.loads(text)
    topic: str = chunk.pop("topic")
    return Batch(common=json.loads(common), **chunk), topic


def write_outcomes(outcomes: Iterable[NumberedOutcome]) -> str:
    """Outcomes as a text; a result that is not JSON becomes an error."""
    return f"[{','.join(_write_outcome(number, outcome) for number, outcome in outcomes)}]"


def read_outcomes(text: str, on_outcome: OnOutcome) -> None:
    """Call ``on_outcome`` for each outcome of a text."""
    for number, kind, values in json.loads(text):
        on_outcome(number, _read_outcome(kind, values))


def _write_outcome(number: int, outcome: Outcome) -> str:
    values = {field.name: getattr(outcome, field.name) for field in fields(outcome)}
    if isinstance(outcome, Raised) and outcome.error is not None:
        values["error"] = _describe_error(outcome.error)
    try:
        return _write([number, type(outcome).__name__, values])
    except (TypeError, ValueError) as error:
        why = f"the result cannot be sent: {error}"
        return _write([number, Raised.__name__, {"why": why, "error": None, "trace": ""}])


def _read_outcome(kind: str, values: dict[str, Any]) -> Outcome:
    if values.get("error") is not None:
        values["error"] = _restore(values["error"])
    make: Callable[..., Outcome] = KINDS[kind]
    return make(**values)


def _describe_error(error: SatplayError) -> dict[str, Any]:
    kind = type(error)
    described = {
        "class": f"{kind.__module__}:{kind.__qualname__}",
        "args": list(error.args),
        "attributes": dict(error.__dict__),
    }
    try:
        _write(described)
    except (TypeError, ValueError):  # an attribute that is not JSON: the message is sent alone
        return {"class": f"{SatplayError.__module__}:SatplayError", "args": [str(error)], "attributes": {}}
    return described


def _restore(described: Mapping[str, Any]) -> SatplayError:
    module, _, name = described["class"].partition(":")
    kind = getattr(import_module(module), name, None) if module.startswith("satplay.") else None
    if not (isinstance(kind, type) and issubclass(kind, SatplayError)):
        return EngineError(f"{name}: {described['args']}")
    error = restore_error(kind, tuple(described["args"]))
    error.__dict__.update(described["attributes"])
    return error


def _write(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
