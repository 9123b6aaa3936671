"""The worker's side of jobs: it calls the task, and turns its value into the bytes that the server sends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from satplay.errors import GaveUp
from satplay.fast_dataclass import dataclass
from satplay.web.answers import json_bytes
from satplay.workers.worker import find_function, report

LARGEST_RESULT = 16 << 20
"""The most bytes of a result."""


@dataclass(frozen=True, slots=True)
class Started:
    """The event that a worker sends when it begins."""


@dataclass(frozen=True, slots=True)
class FileAnswer:
    """The value of a task that makes a file: its name for the person who saves it, its type, its bytes."""

    name: str
    media_type: str
    content: bytes


def run_task(task: str, arguments: Mapping[str, Any]) -> bytes | FileAnswer:
    """Call a task, "package.module:name": its value as JSON, or the file that it made."""
    report(Started())
    value = find_function(task)(**arguments)
    result = value if isinstance(value, FileAnswer) else json_bytes(value)
    size = len(result.content if isinstance(result, FileAnswer) else result)
    if size > LARGEST_RESULT:
        raise GaveUp("result", f"it has more than {LARGEST_RESULT >> 20} MiB")
    return result


def prepare() -> None:
    """Import what hints need, so that the first one does not wait for it."""
    import satplay.verbs.check
    import satplay.verbs.explain
    import satplay.verbs.hint  # noqa: F401
    from satplay import puzzles

    for name in puzzles.names():
        puzzle = puzzles.find(name)
        for part in ("encoders", "facts", "game", "check"):
            getattr(puzzle, part, None)
