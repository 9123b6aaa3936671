"""``POST /api/board/...``: questions about the position of a match, which workers answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from satplay.fast_dataclass import dataclass
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


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a position, which a task answers.

    ``is_long``  whether the answer may take as long as the server allows, if the request does not say
    """

    name: str
    summary: str
    description: str
    task: Callable[..., Any]
    request: type[BoardRequest]
    answer: type[BaseModel]
    priority: int = BOARD
    is_long: bool = False


QUESTIONS = (
    Question(
        "hint",
        "Give a hint",
        "The easiest next step with its reason, or the mistake in the position; advice in a game.",
        hint_task,
        HintRequest,
        answer.StepAnswer,
        priority=HINT,
    ),
    Question(
        "explain",
        "Explain the board step by step",
        "Each step is a progress event of the job; the answer says how they end.",
        explain_task,
        ExplainRequest,
        answer.ExplanationAnswer,
        is_long=True,
    ),
    Question(
        "check",
        "Check the position",
        "Solved, unfinished, or wrong: then with the rules that are violated, and where.",
        check_task,
        CheckRequest,
        answer.PositionAnswer,
        priority=HINT,
    ),
    Question(
        "show",
        "Show a solution",
        "The position of the match is not changed.",
        show_task,
        BoardRequest,
        answer.SolutionAnswer,
    ),
    Question(
        "rate",
        "Rate the difficulty",
        "The level of the easiest path to the solution.",
        rate_task,
        BoardRequest,
        answer.DifficultyAnswer,
        is_long=True,
    ),
    Question(
        "clauses",
        "List clauses about a part of the board",
        "Variables, the clauses that mention them, and the rule instance that each clause states.",
        clauses_task,
        ClausesRequest,
        answer.ClausesAnswer,
    ),
)


def router(services: Services) -> APIRouter:
    """The routes."""
    routes = APIRouter(prefix="/api/board", tags=["board"])
    for question in QUESTIONS:
        routes.add_api_route(
            f"/{question.name}",
            _endpoint(question, services),
            methods=["POST"],
            summary=question.summary,
            description=question.description,
            operation_id=f"board_{question.name}",
            response_model=None,
            responses={
                200: {"model": question.answer, "description": "the answer"},
                202: {"model": JobAnswer, "description": "the answer takes longer: ask for this job"},
            },
        )
    return routes


def _endpoint(question: Question, services: Services) -> Callable[..., Awaitable[Response]]:
    settings = services.settings

    async def run(request: Request, body: Any, wait: Wait = DEFAULT_WAIT) -> Response:
        longest = settings.longest_job_seconds if question.is_long else None
        limit = services.jobs.limit_seconds(longest if body.seconds is None else body.seconds)
        # The task ends by itself a little before its worker is stopped.
        arguments = {**body.arguments(), "cells": settings.cells, "seconds": PART_FOR_SEARCH * limit}
        return await answer_by_job(
            services, request, question.task, arguments,
            priority=question.priority, wait=wait, seconds=limit,
        )  # fmt: skip

    run.__annotations__["body"] = question.request
    return run
