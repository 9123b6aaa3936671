"""``GET /openapi.json``: the description of all routes, for programs and for the page ``/api``."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.concurrency import run_in_threadpool
from starlette.responses import Response

from satplay.inputs.examples import default_example
from satplay.web.answers import json_bytes
from satplay.web.links import match_of
from satplay.web.page_files import WebFile, web_file
from satplay.web.pages import the_site
from satplay.web.settings import WebSettings

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
    schemas, values = document["components"]["schemas"], example_values()
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    for methods in document["paths"].values():
        for operation in methods.values():
            answers = operation["responses"]
            for answer in answers.values():
                answer["description"] = WORDS.get(answer["description"], answer["description"])
            if "HTTPValidationError" in str(answers.get("422", "")):
                del answers["422"]  # 4XX says it
            _add_examples(operation, schemas, values)
    return document


def example_values() -> dict[str, Any]:
    """Values of fields and parameters by name, with which requests can be sent as they are."""
    subjects = the_site().subjects.values()
    puzzle = next((one for one in subjects if one["kind"] == "puzzle" and one["first_board"]), None)
    if puzzle is None:
        return {}
    name, board = puzzle["name"], puzzle["first_board"]
    return {
        "subject": name,
        "name": default_example(name).rpartition("/")[2],
        "input": board,
        "record": match_of(board, cells=WebSettings().cells).to_text(),
        "form": "svg",
        "text": "https://example.org/",
    }


def _add_examples(operation: dict[str, Any], schemas: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    """Examples of parameters without a default, and of a body that has none."""
    for parameter in operation.get("parameters", ()):
        if parameter["required"] and parameter["name"] in values:
            parameter["example"] = values[parameter["name"]]
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    if content and "example" not in content:
        schema = schemas.get(content["schema"].get("$ref", "").rpartition("/")[2], {})
        fields = [name for name in schema.get("properties", ()) if name in values]
        content["example"] = {name: values[name] for name in fields}
