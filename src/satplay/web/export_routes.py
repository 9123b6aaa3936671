"""Files to save: ``/api/export`` and ``/api/booklet``, made by workers; ``/api/export/formats``."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from satplay.web.booklets import MOST_BOARDS, booklet_task
from satplay.web.exports import MEDIA_TYPES, PICTURES, export_task, formats_task
from satplay.web.job import BOARD
from satplay.web.job_routes import DEFAULT_WAIT, Wait, answer_by_job
from satplay.web.verb_answers import JobAnswer
from satplay.web.verb_inputs import PART_FOR_SEARCH

if TYPE_CHECKING:
    from satplay.web.application import Services

Word: TypeAlias = Annotated[str, Field(max_length=100)]
Part: TypeAlias = Literal["board", "position", "solution"]
Paper: TypeAlias = Literal["a4", "letter"]


class FormatsRequest(BaseModel):
    """A match, and the part of it to write."""

    model_config = ConfigDict(extra="forbid")

    record: str = Field(description="the record of a match, as the routes of matches answer it")
    what: Part | None = Field(None, description="one part only; all if omitted")


class ExportRequest(BaseModel):
    """A match, the part of it to write, and how."""

    model_config = ConfigDict(extra="forbid")

    record: str = Field(description="the record of a match, as the routes of matches answer it")
    what: Part = "board"
    form: Word = Field(description="svg, png, pdf, the name of a format, or record for the saved game")
    paper: Paper = Field("a4", description="of a PDF file")


class BookletRequest(BaseModel):
    """New boards for printing."""

    model_config = ConfigDict(extra="forbid")

    subject: Word
    count: int = Field(12, ge=1, le=MOST_BOARDS, description="the number of boards")
    size: Word | None = None
    difficulty: Word | None = None
    seed: int | None = Field(None, ge=0, lt=1 << 64, description="random seed of the first board")
    options: dict[Word, Word] = Field(default_factory=dict, max_length=20)
    title: Word | None = Field(None, description="title of the booklet; the puzzle's name if omitted")
    paper: Paper = "a4"


class FormattedText(BaseModel):
    """A text in a format."""

    format: str
    text: str


class FormatsAnswer(BaseModel):
    """The texts in all formats that can express a part; ``note`` says why there is no solution."""

    board: list[FormattedText] = []
    position: list[FormattedText] = []
    solution: list[FormattedText] = []
    note: str | None = None


LATER = {"model": JobAnswer, "description": "it takes longer: ask for the file of this job"}
FILE: dict[int | str, dict[str, Any]] = {
    200: {"description": "the file", "content": {kind.partition(";")[0]: {} for kind in MEDIA_TYPES}},
    202: LATER,
}
BOOKLET: dict[int | str, dict[str, Any]] = {
    200: {"description": "the file", "content": {PICTURES["pdf"]: {}}},
    202: LATER,
}
TEXTS: dict[int | str, dict[str, Any]] = {
    200: {"model": FormatsAnswer, "description": "the answer"},
    202: {"model": JobAnswer, "description": "the answer takes longer: ask for this job"},
}


def router(services: Services) -> APIRouter:
    """The routes of files."""
    routes = APIRouter(prefix="/api", tags=["export"])
    settings = services.settings

    @routes.post("/export", response_model=None, responses=FILE, summary="Save a match as a picture or text")
    async def export(request: Request, body: ExportRequest, wait: Wait = DEFAULT_WAIT) -> Response:
        """A picture, a page for printing, or a text; the server chooses the name of the file."""
        limit = settings.job_seconds
        arguments = {**body.model_dump(), "today": _today(), **_limits(limit)}
        return await answer_by_job(
            services, request, export_task, arguments, priority=BOARD, wait=wait, seconds=limit
        )

    @routes.post("/export/formats", response_model=None, responses=TEXTS, summary="List the texts of a match")
    async def formats(request: Request, body: FormatsRequest, wait: Wait = DEFAULT_WAIT) -> Response:
        """The board, the position and the solution in every format that can express them."""
        limit = settings.job_seconds
        arguments = {**body.model_dump(), **_limits(limit)}
        return await answer_by_job(
            services, request, formats_task, arguments, priority=BOARD, wait=wait, seconds=limit
        )

    @routes.post("/booklet", response_model=None, responses=BOOKLET, summary="Make a booklet of new boards")
    async def booklet(request: Request, body: BookletRequest, wait: Wait = DEFAULT_WAIT) -> Response:
        """New boards with their solutions at the end, as PDF; it may take as long as the server allows."""
        limit = settings.longest_job_seconds
        arguments = {**body.model_dump(), "today": _today(), **_limits(limit)}
        return await answer_by_job(services, request, booklet_task, arguments, wait=wait, seconds=limit)

    def _limits(seconds: float) -> dict[str, Any]:
        """The limits of a task, which ends by itself a little before its worker is stopped."""
        return {"seconds": PART_FOR_SEARCH * seconds, "cells": settings.cells}

    return routes


def _today() -> str:
    """The date for names of files, such as 20261119."""
    return datetime.now().strftime("%Y%m%d")
