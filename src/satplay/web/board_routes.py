"""``POST /api/board/...``: questions about the position of a match, which workers answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from satplay.web import board_answers as answer
from satplay.web.board_tasks import check_task, explain_task, hint_task, rate_task, show_task
from satplay.web.clause_tasks import clauses_task
from satplay.web.job import BOARD, HINT
from satplay.web.job_routes import DEFAULT_WAIT, Wait, answer_by_job
from satplay.web.verb_answers import JobAnswer
from satplay.web.verb_inputs import PART_FOR_SEARCH

if TYPE_CHECKING:
    from satplay.web.application import Services

MOST_CLAUSES = 1000

Word: TypeAlias = Annotated[str, Field(max_length=100)]


class BoardRequest(BaseModel):
    """A match, and how long the answer may take; the server has a limit of its own."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

    record: str = Field(description="the record of a match, as the routes of matches answer it")
    seconds: float | None = Field(None, gt=0, le=60, description="time limit in seconds")

    def arguments(self) -> dict[str, Any]:
        """The arguments of the task, without the time limit."""
        return self.model_dump(exclude={"seconds"}, exclude_none=True)


class HintRequest(BoardRequest):
    """``topic`` and ``asked`` are for games between seats."""

    topic: Word = Field("", description="a topic that the game's help lists")
    asked: int = Field(0, ge=0, le=1000, description="the number of hints given in this position")


class ExplainRequest(BoardRequest):
    """Where to begin."""

    start: Literal["start", "here"] = Field("start", alias="from", description="the empty board, or here")


class CheckRequest(BoardRequest):
    """What to look for."""

    every: bool = Field(False, description="also list all entries that no solution has")


class ClausesRequest(BoardRequest):
    """What the clauses are about: an element of the board, a variable, or the whole formula."""

    element: Word | None = Field(None, description="a cell such as B2, or a pair such as B2-B5")
    variable: int | None = Field(None, ge=1)
    encoding: Word | None = Field(None, description="CNF encoding; the first if omitted")
    most: int = Field(200, ge=1, le=MOST_CLAUSES, description="the number of clauses to list")


def router(services: Services) -> APIRouter:
    """The routes."""
    routes = APIRouter(prefix="/api/board", tags=["board"])
    settings = services.settings

    def add(path: str, model: type[BaseModel], run: Callable[..., Any], summary: str) -> None:
        routes.add_api_route(
            path,
            run,
            methods=["POST"],
            summary=summary,
            operation_id=f"board_{path[1:]}",
            response_model=None,
            responses={
                200: {"model": model, "description": "the answer"},
                202: {"model": JobAnswer, "description": "the answer takes longer: ask for this job"},
            },
        )

    async def ask(
        request: Request,
        task: Callable[..., Any],
        body: BoardRequest,
        wait: float,
        *,
        seconds: float | None = None,
        priority: int = BOARD,
    ) -> Response:
        """The answer of a task, which ends by itself a little before its worker is stopped."""
        limit = services.jobs.limit_seconds(seconds if body.seconds is None else body.seconds)
        arguments = {**body.arguments(), "cells": settings.cells, "seconds": PART_FOR_SEARCH * limit}
        return await answer_by_job(
            services, request, task, arguments, priority=priority, wait=wait, seconds=limit
        )

    async def hint(request: Request, body: HintRequest, wait: Wait = DEFAULT_WAIT) -> Response:
        """The easiest next step with its reason, or the mistake in the position."""
        return await ask(request, hint_task, body, wait, priority=HINT)

    async def explain(request: Request, body: ExplainRequest, wait: Wait = DEFAULT_WAIT) -> Response:
        """Each step is a progress event of the job; the answer is how they end.

        Without a time limit it may take as long as the server allows.
        """
        return await ask(request, explain_task, body, wait, seconds=settings.longest_job_seconds)

    async def check(request: Request, body: CheckRequest, wait: Wait = DEFAULT_WAIT) -> Response:
        """Solved, unfinished, or wrong, with the rules that are violated and where."""
        return await ask(request, check_task, body, wait, priority=HINT)

    async def show(request: Request, body: BoardRequest, wait: Wait = DEFAULT_WAIT) -> Response:
        """The position is not changed."""
        return await ask(request, show_task, body, wait)

    async def rate(request: Request, body: BoardRequest, wait: Wait = DEFAULT_WAIT) -> Response:
        """The level of the easiest path to the solution.

        Without a time limit it may take as long as the server allows.
        """
        return await ask(request, rate_task, body, wait, seconds=settings.longest_job_seconds)

    async def clauses(request: Request, body: ClausesRequest, wait: Wait = DEFAULT_WAIT) -> Response:
        """Variables, the clauses that mention them, and the rule instance that each clause states."""
        return await ask(request, clauses_task, body, wait)

    add("/hint", answer.StepAnswer, hint, "Give a hint")
    add("/explain", answer.ExplanationAnswer, explain, "Explain the board step by step")
    add("/check", answer.PositionAnswer, check, "Check a position")
    add("/show", answer.SolutionAnswer, show, "Show a solution")
    add("/rate", answer.DifficultyAnswer, rate, "Rate the difficulty")
    add("/clauses", answer.ClausesAnswer, clauses, "List clauses about a part of the board")
    return routes
