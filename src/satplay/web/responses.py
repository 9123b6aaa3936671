"""Answers as responses of the framework, and the type of errors in ``openapi.json``."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from pydantic import BaseModel
from starlette.responses import JSONResponse, Response

from satplay.web.answers import Answer, describe_error, json_bytes
from satplay.web.job_process import FileAnswer

NO_STORE = {"Cache-Control": "no-store"}


class ErrorFields(BaseModel):
    """What is wrong, where, what was expected."""

    kind: str
    message: str
    what: str | None = None
    line: int | None = None
    column: int | None = None
    found: str | None = None
    expected: str | None = None
    nearest: str | None = None


class ErrorBody(BaseModel):
    """The one shape of all errors."""

    error: ErrorFields


class JsonResponse(JSONResponse):
    """A JSON value; bytes are JSON already."""

    def render(self, content: Any) -> bytes:
        return content if isinstance(content, bytes) else json_bytes(content)


def respond(answer: Answer) -> Response:
    """The response with an answer."""
    return JsonResponse(answer.value, answer.status, {**NO_STORE, **answer.headers})


def error_response(error: BaseException) -> Response:
    """The response to a request that failed."""
    return respond(describe_error(error))


def result_response(result: bytes | FileAnswer | None) -> Response:
    """The response with the result of a job: JSON, or a file to be saved."""
    if isinstance(result, FileAnswer):
        return file_response(result)
    return JsonResponse(result or b"null", 200, NO_STORE)


def file_response(file: FileAnswer) -> Response:
    """The response with a file to be saved; its name cannot add headers (RFC 6266, RFC 8187)."""
    plain = "".join(c if c.isascii() and (c.isalnum() or c in "-_. ") else "_" for c in file.name) or "file"
    disposition = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(file.name, safe='')}"
    headers = {**NO_STORE, "Content-Disposition": disposition}
    return Response(file.content, 200, headers, file.media_type)
