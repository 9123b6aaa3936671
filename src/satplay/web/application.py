"""The application: routes, errors, security, the queue of jobs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response

from satplay.errors import BadInput, SatplayError
from satplay.fast_dataclass import dataclass
from satplay.version import __version__
from satplay.web.answers import error_answer
from satplay.web.jobs import JobQueue
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


@dataclass(frozen=True, slots=True)
class Services:
    """What routes work with."""

    settings: WebSettings
    jobs: JobQueue


def create_app(settings: WebSettings) -> FastAPI:
    """The application for a server with these settings; the workers start with the server."""
    services = Services(settings, JobQueue(settings))

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
        docs_url=None,
        redoc_url=None,
        lifespan=running,
        responses=errors,
        default_response_class=JsonResponse,
    )
    app.state.services = services
    app.add_middleware(GZipMiddleware, minimum_size=500, compresslevel=6)
    app.add_middleware(Security, settings=settings)
    app.add_exception_handler(SatplayError, _answer_error)
    app.add_exception_handler(RequestValidationError, _answer_invalid_request)
    app.add_exception_handler(HTTPException, _answer_http_error)

    @app.get("/healthz")
    async def healthz() -> dict[str, str]:
        """Whether the server is there."""
        return {"status": "ok", "version": __version__}

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
    return error_response(error)


async def _answer_invalid_request(request: Request, error: Exception) -> Response:
    """The first thing that is wrong with a request, as ``BadInput``."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    found = repr(first.get("input"))
    return error_response(BadInput("request", found=f"{found} as {place}", expected=str(first["msg"])))


async def _answer_http_error(request: Request, error: Exception) -> Response:
    """An error of the framework: an unknown path, a wrong method, a body that is no JSON."""
    assert isinstance(error, HTTPException)
    headers = {**(error.headers or {})}
    match error.status_code:
        case 404:
            return respond(error_answer(404, "NoSuchName", f"there is nothing at {request.url.path!r}"))
        case 405:
            message = f"{request.method} is not possible at {request.url.path!r}"
            return respond(error_answer(405, "WrongMethod", message, headers=headers))
        case 400:
            return error_response(BadInput("request", found=str(error.detail), expected="a JSON object"))
    return respond(error_answer(error.status_code, "Failure", str(error.detail), headers=headers))
