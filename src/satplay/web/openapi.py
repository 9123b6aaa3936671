"""``GET /openapi.json``: the description of all routes, for programs and for the page ``/api``."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import FastAPI, Request
from fastapi.concurrency import run_in_threadpool
from starlette.responses import Response

from satplay.web.answers import json_bytes
from satplay.web.page_files import WebFile, web_file

WORDS = {
    "Successful Response": "the answer",
    "Client Error": "an error of the request",
    "Server Error": "an error of the server",
}
"""What FastAPI says of an answer that is not described, in our words."""


def openapi_route(app: FastAPI) -> Callable[[Request], Awaitable[Response]]:
    """The route; the description takes a second to put together, so it is made once, when it is asked for."""
    made: list[WebFile] = []
    lock = asyncio.Lock()

    async def openapi(request: Request) -> Response:
        async with lock:
            if not made:
                made.append(
                    await run_in_threadpool(lambda: web_file("openapi.json", json_bytes(describe(app))))
                )
        return made[0].answer(request)

    return openapi


def describe(app: FastAPI) -> dict[str, Any]:
    """The description: OpenAPI 3.1.  Errors have one shape, so FastAPI's own is not in it."""
    document = app.openapi()
    schemas = document["components"]["schemas"]
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    for methods in document["paths"].values():
        for operation in methods.values():
            answers = operation["responses"]
            for answer in answers.values():
                answer["description"] = WORDS.get(answer["description"], answer["description"])
            if "HTTPValidationError" in str(answers.get("422", "")):
                del answers["422"]  # 4XX says it
    return document
