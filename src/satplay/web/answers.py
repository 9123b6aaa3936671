"""What the server answers besides results: errors as JSON with a status, and "unknown"; texts of clients.

Nothing here needs the server's packages: workers import this file, too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from satplay.contracts.engine import Stopped
from satplay.errors import (
    BadInput,
    EngineMissing,
    GaveUp,
    IllegalMove,
    KnownGap,
    NoSuchName,
    PackageMissing,
    SatplayError,
    cut,
    nearest_name,
    one_line,
)
from satplay.fast_dataclass import dataclass
from satplay.inputs.source import Source, quote_text
from satplay.web.limits import TooLarge, expect_text

RETRY_SECONDS = 2
"""How long a client should wait that was refused because the server is busy."""


class Refused(SatplayError):
    """A request that no route answers: ``status`` of HTTP, ``kind`` in the error, when to try again.

    >>> print(Refused(429, "TooMany", "2 jobs of this client are not finished", retry=1))
    2 jobs of this client are not finished
    """

    exit_status = 2

    def __init__(self, status: int, kind: str, message: str, *, retry: int | None = None) -> None:
        self.status = status
        self.kind = kind
        self.message = message
        self.retry = retry
        super().__init__(message)

    def __str__(self) -> str:
        return one_line(self.message)


@dataclass(frozen=True, slots=True)
class Answer:
    """A status, a JSON value, and headers."""

    status: int
    value: Any
    headers: Mapping[str, str]


def client_text(text: str, what: str = "input") -> Source:
    """The source of a text from a client.

    Every route must read texts of clients through this function.  Verbs take a plain string for a name first:
    of a file, of standard input (``-``), of something in the store (``@NAME``).  A ``Source`` is never taken
    for a name.  The text cannot be compressed data, because that is never valid UTF-8.
    """
    return quote_text(expect_text(what, text), what)


def json_bytes(value: Any) -> bytes:
    """A JSON value as UTF-8; a part of a character, which UTF-8 does not have, as an escape.

    >>> json_bytes({"a": ["é", 1]}).decode()
    '{"a":["é",1]}'
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8", "backslashreplace")


def describe_error(error: BaseException) -> Answer:
    """The answer to a request that failed: the one shape of all errors, or "unknown"."""
    match error:
        case GaveUp(why=why):
            return unknown(why)
        case KnownGap():
            return unknown(str(error))
        case Refused(status=status, kind=kind, retry=retry):
            headers = {} if retry is None else {"Retry-After": str(retry)}
            return error_answer(status, kind, str(error), headers=headers)
        case BadInput():
            return _bad_input(error)
        case IllegalMove():
            return error_answer(409, "IllegalMove", str(error), found=cut(error.move))
        case NoSuchName():
            return error_answer(404, "NoSuchName", str(error), nearest=nearest_name(error.name, error.known))
        case TooLarge():
            return error_answer(413, "TooLarge", str(error))
        case EngineMissing() | PackageMissing():
            return error_answer(501, type(error).__name__, str(error))
        case MemoryError():
            return unknown(Stopped.MEMORY.value)
    message = "internal failure: the server's log has the details"
    return error_answer(500, type(error).__name__ if isinstance(error, SatplayError) else "Failure", message)


def _bad_input(error: BadInput) -> Answer:
    return error_answer(
        422,
        "BadInput",
        str(error),
        what=error.what,
        line=error.line,
        column=error.column,
        found=cut(error.found),
        expected=error.expected,
    )


def error_answer(
    status: int, kind: str, message: str, *, headers: Mapping[str, str] | None = None, **more: Any
) -> Answer:
    """An error in the one shape of all errors; what is None is left out."""
    fields = {"kind": kind, "message": message, **more}
    document = {"error": {name: value for name, value in fields.items() if value is not None}}
    return Answer(status, document, headers or {})


def unknown(why: str) -> Answer:
    """The answer "unknown": what stopped the work is "time", "memory", or described.

    >>> unknown("out of time").value
    {'status': 'unknown', 'stopped': 'time'}
    """
    short = {stopped.value: stopped.name.lower() for stopped in Stopped}
    return Answer(200, {"status": "unknown", "stopped": short.get(why, why)}, {})
