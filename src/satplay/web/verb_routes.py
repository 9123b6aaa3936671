"""The verbs over HTTP: ``POST /api/VERB/SUBJECT``, one typed route for each operation."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache
from inspect import cleandoc
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from satplay.errors import NoSuchName
from satplay.inputs.examples import find_examples
from satplay.verbs.engines import engines, qbf_engines
from satplay.verbs.list import list_examples, list_subjects
from satplay.web.job import BOARD, JOB
from satplay.web.job_routes import DEFAULT_WAIT, Wait, answer_by_job
from satplay.web.operation import Operation
from satplay.web.responses import ErrorBody
from satplay.web.verb_answers import EngineRow, ExampleAnswer, JobAnswer, SubjectRow
from satplay.web.verb_operations import operations

if TYPE_CHECKING:
    from satplay.web.application import Services

ERRORS = {
    404: "a name that does not exist; the message suggests the nearest",
    409: "a move that is not legal",
    413: "a text or a board that is too large",
    415: "a body that is not JSON",
    422: "a request or an input that is not well formed: where, what was found, what was expected",
    429: "too many requests of one client",
    501: "an engine or a package that is not installed",
    503: "the queue is full: try again after Retry-After seconds",
}


def router(services: Services) -> APIRouter:
    """The routes."""
    routes = APIRouter()
    for operation in operations(services.settings):
        services.verbs.setdefault(operation.verb, []).append(operation.subject)
        _add(routes, operation, services)
    for verb, subjects in services.verbs.items():
        routes.post(f"/api/{verb}/{{subject}}", include_in_schema=False)(_unknown_subject(verb, subjects))
    _add_lists(routes)
    return routes


def _add(routes: APIRouter, operation: Operation, services: Services) -> None:
    """Add the route of one operation."""
    if operation.is_formula:
        services.formula_paths.add(operation.path)
    summary, _, about = cleandoc(operation.task.__doc__ or "").partition("\n\n")
    routes.add_api_route(
        operation.path,
        _endpoint(operation, services),
        methods=["POST"],
        operation_id=f"{operation.verb}_{operation.subject.replace('-', '_')}",
        tags=[operation.verb],
        summary=f"{operation.title}: {summary[:1].lower()}{summary[1:].rstrip('.')}",
        description=" ".join(about.split()),
        response_class=Response,
        responses={
            200: {"model": operation.answer, "description": "the answer"},
            202: {"model": JobAnswer, "description": "the answer takes longer: ask for this job"},
            **{status: _error(status) for status in ERRORS},
        },
        openapi_extra={
            "requestBody": {"content": {"application/json": {"example": dict(operation.example)}}}
        },
    )


def _error(status: int) -> dict[str, Any]:
    """The description of an error; its model is that of every route, which is not repeated here."""
    schema = {"$ref": f"#/components/schemas/{ErrorBody.__name__}"}
    return {"description": ERRORS[status], "content": {"application/json": {"schema": schema}}}


def _endpoint(operation: Operation, services: Services) -> Callable[..., Awaitable[Response]]:
    priority = BOARD if operation.for_board else JOB

    async def run(request: Request, body: Any, wait: Wait = DEFAULT_WAIT) -> Response:
        arguments, seconds = operation.call(body)
        return await answer_by_job(
            services, request, operation.task, arguments, priority=priority, wait=wait, seconds=seconds
        )

    run.__annotations__["body"] = operation.request
    return run


def _unknown_subject(verb: str, subjects: list[str]) -> Callable[..., Awaitable[Response]]:
    async def refuse(subject: str) -> Response:
        raise NoSuchName(f"subject of {verb}", subject, subjects)

    return refuse


# -- what there is -------------------------------------------------------------------------------------


def _add_lists(routes: APIRouter) -> None:
    """Routes that need no job."""
    missing: Any = {404: _error(404)}

    @routes.get("/api/engines", tags=["lists"], summary="List the engines", operation_id="engines")
    def list_engines() -> list[EngineRow]:
        return [EngineRow(**row) for row in _engine_rows()]

    @routes.get("/api/list", tags=["lists"], summary="List puzzles and games", operation_id="list")
    def list_all() -> list[SubjectRow]:
        return [SubjectRow(**row) for row in _subject_rows()]

    @routes.get(
        "/api/list/{subject}",
        tags=["lists"],
        summary="Show everything about a puzzle or a game",
        operation_id="list_subject",
        responses=missing,
    )
    def list_one(subject: str) -> SubjectRow:
        return SubjectRow(**list_subjects(subject)[0].as_json())

    @routes.get(
        "/api/examples",
        tags=["lists"],
        summary="List the examples that come with satplay",
        operation_id="examples",
    )
    def all_examples() -> dict[str, str]:
        return _all_examples()

    @routes.get(
        "/api/examples/{subject}/{name}",
        tags=["lists"],
        summary="Show the text of an example",
        operation_id="example",
        responses=missing,
    )
    def one_example(subject: str, name: str) -> ExampleAnswer:
        full = f"@examples/{subject}/{name}"
        known = list_examples(subject)
        if full not in known:
            raise NoSuchName(f"example of {subject}", full, known)
        return ExampleAnswer(subject=subject, name=full, text=find_examples(full)[0].text())


@cache
def _engine_rows() -> list[dict[str, Any]]:
    """The rows of ``satplay engines --json``; programs are started for it."""
    rows = [row | {"quantified": False} for row in engines().as_json()]
    return [*rows, *(one._asdict() | {"quantified": True} for one in qbf_engines())]


@cache
def _subject_rows() -> list[dict[str, Any]]:
    """The rows of ``satplay list --json``."""
    return [one.as_json() for one in list_subjects()]


@cache
def _all_examples() -> dict[str, str]:
    """The names and descriptions of all examples; their files are read for it."""
    return list_examples()
