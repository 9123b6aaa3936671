"""The application: routes, errors, security, the queue of jobs."""

from __future__ import annotations

import asyncio
import logging
import warnings
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import field
from importlib import import_module
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response

from satplay.errors import BadInput, NoSuchName, SatplayError, cut, nearest_name
from satplay.fast_dataclass import dataclass
from satplay.version import __version__
from satplay.web.answers import error_answer
from satplay.web.jobs import JobQueue
from satplay.web.openapi import openapi_route
from satplay.web.pages import not_found_page
from satplay.web.request_errors import field_names, invalid_request
from satplay.web.responses import ErrorBody, JsonResponse, error_response, respond
from satplay.web.security import Security
from satplay.web.settings import WebSettings

ROUTES = (
    "job_routes",
    "verb_routes",
    "subject_routes",
    "play_routes",
    "board_routes",
    "export_routes",
    "share_routes",
    "pages",  # the last, because the name of a puzzle is a path
)
"""The modules with routes, in the order in which they are tried."""

HOUSEKEEPING = 1.0
"""Seconds between two searches for jobs without interest."""

log = logging.getLogger("satplay.web")


@dataclass(frozen=True, slots=True)
class Services:
    """What routes work with.

    ``formula_paths``  the paths of those whose requests may be large
    ``verbs``          the subjects of each verb
    """

    settings: WebSettings
    jobs: JobQueue
    formula_paths: set[str] = field(default_factory=set)
    verbs: dict[str, list[str]] = field(default_factory=dict)


def create_app(settings: WebSettings) -> FastAPI:
    """The application for a server with these settings; the workers start with the server."""
    services = Services(settings, JobQueue(settings))
    # pydantic warns of FastAPI's own annotation of a body whose type is built when it is first used.
    warnings.filterwarnings("ignore", message="The 'alias' attribute with value 'body'")

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        services.jobs.prepare()
        housekeeping = asyncio.create_task(_keep_house(services.jobs))
        try:
            yield
        finally:
            housekeeping.cancel()
            with suppress(asyncio.CancelledError):
                await housekeeping
            services.jobs.close()

    errors: dict[int | str, dict[str, Any]] = {"4XX": {"model": ErrorBody}, "5XX": {"model": ErrorBody}}
    app = FastAPI(
        title="satplay",
        version=__version__,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=running,
        responses=errors,
        default_response_class=JsonResponse,
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.services = services
    app.add_middleware(GZipMiddleware, minimum_size=500, compresslevel=6)
    app.add_middleware(Security, settings=settings, formula_paths=services.formula_paths)
    app.add_exception_handler(SatplayError, _answer_error)
    app.add_exception_handler(RequestValidationError, _answer_invalid_request)
    app.add_exception_handler(HTTPException, _answer_http_error)

    @app.get("/healthz", tags=["lists"], summary="Whether the server is there", operation_id="health")
    async def healthz() -> dict[str, str]:
        return {"status": "ok", "version": __version__}

    app.get("/openapi.json", include_in_schema=False)(openapi_route(app))
    for name in ROUTES:
        module = import_module(f"satplay.web.{name}")
        if hasattr(module, "router"):
            app.include_router(module.router(services))
    return app


async def _keep_house(jobs: JobQueue) -> None:
    while True:
        await asyncio.sleep(HOUSEKEEPING)
        jobs.remove_expired()


async def _answer_error(request: Request, error: Exception) -> Response:
    response = error_response(error)
    if response.status_code >= 500 and response.status_code != 503:
        log.error("%s %s", request.method, cut(request.url.path), exc_info=error)
    return response


async def _answer_invalid_request(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    body_field = getattr(request.scope.get("route"), "body_field", None)
    fields = [] if body_field is None else field_names(body_field.field_info.annotation)
    return error_response(invalid_request(error.errors()[0], error.body, fields))


async def _answer_http_error(request: Request, error: Exception) -> Response:
    """An error of the framework: an unknown path, a wrong method, a body that is no JSON."""
    assert isinstance(error, HTTPException)
    headers, path = {**(error.headers or {})}, cut(repr(request.url.path))
    match error.status_code:
        case 404:
            return not_found_page(request) or _nothing_there(request)
        case 405:
            possible = f": use {headers['Allow']}" if "Allow" in headers else ""
            message = f"{request.method} is not possible at {path}{possible}"
            return respond(error_answer(405, "WrongMethod", message, headers=headers))
        case 400:
            return error_response(BadInput("request", found="another body", expected="a JSON object"))
    return respond(error_answer(error.status_code, "Failure", str(error.detail), headers=headers))


def _nothing_there(request: Request) -> Response:
    """The answer to a program; a mistyped verb is named."""
    verbs = request.app.state.services.verbs
    match request.url.path.split("/"):
        case ["", "api", verb, _] if verb not in verbs and nearest_name(verb, verbs) is not None:
            return error_response(NoSuchName("verb", verb, verbs))
    return respond(error_answer(404, "NoSuchName", f"there is nothing at {cut(repr(request.url.path))}"))
