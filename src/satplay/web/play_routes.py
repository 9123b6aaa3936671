"""``POST /api/play/SUBJECT``: a match from record to record."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, ConfigDict, Field

from satplay.errors import BadInput
from satplay.playing.subjects import game_to_play, is_filled_in
from satplay.web.job_routes import DEFAULT_WAIT, Wait, answer_by_job
from satplay.web.jobs import BOARD, HINT
from satplay.web.play import NeedsWorker, new_match_task, play_here, play_task
from satplay.web.responses import NO_STORE, JsonResponse
from satplay.web.verb_answers import JobAnswer, LimitedAnswer

if TYPE_CHECKING:
    from satplay.web.application import Services

Line = Annotated[str, Field(max_length=20_000)]
Word = Annotated[str, Field(max_length=100)]


class NewMatch(BaseModel):
    """A new board or game."""

    model_config = ConfigDict(extra="forbid")

    size: Word | None = Field(None, description="size of the board, as 6x5; one number for a square")
    difficulty: Word | None = Field(None, description="difficulty level of a puzzle")
    options: dict[Word, Line] = Field(
        default_factory=dict, max_length=20, description="other options of a new board or game, by name"
    )
    seed: int | None = Field(
        None, ge=0, lt=1 << 64, description="random seed; chosen and returned if omitted"
    )
    seconds: float | None = Field(None, gt=0, le=60, description="time limit of the generator in seconds")


class Seats(BaseModel):
    """Who plays."""

    model_config = ConfigDict(extra="forbid")

    seat: Word | None = Field(None, description="seat of the person; the first if omitted")
    against: Word | None = Field(None, description="name of the player of the other seats")
    strength: Word | None = Field(None, description="strength of the opponent instead of a name")


class PlayRequest(BaseModel):
    """A match, or how to begin one, and what has happened since."""

    model_config = ConfigDict(extra="forbid")

    input: str | None = Field(None, description="a record to continue, a position or a board; or give 'new'")
    new: NewMatch | None = Field(None, description="begin a new board or game; or give 'input'")
    seats: Seats | None = Field(None, description="who plays, in a game between seats")
    lines: list[Line] = Field(
        default_factory=list,
        max_length=500,
        description="typed moves, or 'undo', 'redo' and the like; the answer's 'help' lists them",
    )
    seconds: float = Field(0.0, ge=0, le=86_400, description="thinking time since the last request")
    hints: int = Field(0, ge=0, le=1000, description="positions in which the page has shown hints since then")
    shown: bool = Field(False, description="whether the page has shown a solution since then")

    def changes(self) -> dict[str, Any]:
        """What has happened since the last request."""
        return {"lines": self.lines, "seconds": self.seconds, "hints": self.hints, "shown": self.shown}

    def taken_seats(self) -> dict[str, str]:
        """The seats that are given."""
        return {} if self.seats is None else self.seats.model_dump(exclude_none=True)


class MatchAnswer(LimitedAnswer):
    """A match: its record, which is sent with the next lines, and what a page shows of it."""

    subject: str | None = None
    title: str | None = None
    record: str | None = Field(None, description="the whole match as text; send it again with new lines")
    level: str | None = None
    size: str | None = None
    seed: int | None = Field(None, description="null if it would tell what is hidden")
    seats: dict[str, str] | None = Field(None, description="who plays each seat")
    to_move: str | None = None
    replies: list[dict[str, Any]] | None = Field(None, description="the answer to each line")
    outcome: dict[str, Any] | None = Field(None, description="null while the match goes on")
    moves: int | None = None
    choices: list[str] | None = Field(
        None, description="the legal moves, where a page has no board to play on"
    )
    prompt: str | None = None
    help: list[str] | None = None


ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {"model": MatchAnswer, "description": "the match"},
    202: {"model": JobAnswer, "description": "the answer takes longer: ask for this job"},
}


def router(services: Services) -> APIRouter:
    """The routes of matches."""
    routes = APIRouter()
    cells = services.settings.cells

    @routes.post("/api/play/{subject}", responses=ANSWERS, tags=["play"], summary="Begin or continue a match")
    async def play(subject: str, body: PlayRequest, request: Request, wait: Wait = DEFAULT_WAIT) -> Response:
        """The server keeps nothing: the answer holds the record, which the next request sends again.

        A line that is no move here changes nothing; its reply says why.
        """
        await run_in_threadpool(game_to_play, subject)
        seats, changes = body.taken_seats(), body.changes()
        if (body.input is None) == (body.new is None):
            found = "neither input nor new" if body.input is None else "input and new"
            raise BadInput("request", found=found, expected="one of the two")
        if body.new is not None:
            new = body.new.model_dump(exclude={"seconds"}, exclude_none=True)
            arguments = {"subject": subject, "new": new, "seats": seats, "cells": cells, **changes}
            return await answer_by_job(
                services, request, new_match_task, arguments,
                priority=BOARD, wait=wait, seconds=body.new.seconds,
            )  # fmt: skip
        text = body.input or ""
        if is_filled_in(subject) and not seats:
            try:
                run = partial(play_here, subject, text, cells=cells, **changes)
                return JsonResponse(await run_in_threadpool(run), 200, NO_STORE)
            except NeedsWorker:
                pass
        arguments = {"subject": subject, "text": text, "seats": seats, "cells": cells, **changes}
        return await answer_by_job(services, request, play_task, arguments, priority=HINT, wait=wait)

    return routes
