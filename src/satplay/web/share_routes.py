"""Links to boards and positions: ``/api/link``, ``/api/share``, ``/s/SLUG``; and their QR codes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from satplay.errors import SatplayError
from satplay.web.answers import Refused
from satplay.web.job import BOARD
from satplay.web.job_routes import LONGEST_WAIT, client_of, wait_for_end
from satplay.web.links import SharedText, share_task, shared_text
from satplay.web.pages import not_found_page, the_site
from satplay.web.play import QUICK_MOVES, NeedsWorker
from satplay.web.qr import LONGEST_TEXT, qr_svg
from satplay.web.shared_boards import NoSuchShare, SharedBoards

if TYPE_CHECKING:
    from satplay.store.shares import Share
    from satplay.web.application import Services

QR: dict[int | str, dict[str, Any]] = {200: {"content": {"image/svg+xml": {}}}}
QR_HEADERS = {"Cache-Control": "private, max-age=86400"}


class ShareRequest(BaseModel):
    """What to share."""

    model_config = ConfigDict(extra="forbid")

    input: str = Field(description="a record, a position, or a board in any format")
    with_position: bool = Field(True, description="share the position, too, if moves have been made")


class LinkRequest(BaseModel):
    """What to link to."""

    model_config = ConfigDict(extra="forbid")

    record: str = Field(description="the record of a match, as the routes of matches answer it")
    with_position: bool = Field(False, description="link to the position instead of the empty board")


class ShareAnswer(BaseModel):
    """The path of the link; ``slug`` is its last part."""

    slug: str
    path: str


class SharedAnswer(BaseModel):
    """A shared board, or a position as a record without moves."""

    subject: str
    text: str


class LinkAnswer(BaseModel):
    """The path of the link; ``is_long`` if the board was too long for it and is stored by the server."""

    path: str
    is_long: bool


def router(services: Services) -> APIRouter:
    """The routes of links."""
    routes = APIRouter(tags=["share"])
    boards = SharedBoards(is_public=services.settings.public is not None)

    async def store(request: Request, shared: SharedText) -> str:
        client = client_of(request, services)
        return await run_in_threadpool(boards.keep, shared.subject, shared.text, client)

    @routes.post("/api/share", summary="Store a board or a position for a short link")
    async def share(request: Request, body: ShareRequest) -> ShareAnswer:
        """The moves are never stored; the same board always has the same link.

        A link that was not opened for long may be removed when the server needs the room.
        """
        slug = await store(request, await _shared(services, request, body.input, body.with_position))
        return ShareAnswer(slug=slug, path=f"/s/{slug}")

    @routes.get("/api/share/{slug}", summary="Get a shared board")
    async def get_shared(slug: str) -> SharedAnswer:
        """The board behind a link."""
        found = await run_in_threadpool(boards.find, slug)
        return SharedAnswer(subject=found.subject, text=found.text)

    @routes.post("/api/link", summary="Make a link to a board or a position")
    async def link(request: Request, body: LinkRequest) -> LinkAnswer:
        """The link never holds the moves; the server stores what is too long for it."""
        shared = await _shared(services, request, body.record, body.with_position)
        if shared.fits_in_link:
            return LinkAnswer(path=shared.link, is_long=False)
        return LinkAnswer(path=f"/s/{await store(request, shared)}", is_long=True)

    @routes.get("/api/qr.svg", response_class=Response, responses=QR, summary="Draw a QR code")
    async def qr(text: Annotated[str, Query(min_length=1, max_length=LONGEST_TEXT)]) -> Response:
        """The QR code of a text."""
        content = await run_in_threadpool(qr_svg, text)
        return Response(content, 200, QR_HEADERS, "image/svg+xml")

    async def shared_page(request: Request, slug: str) -> Response:
        try:
            found = await run_in_threadpool(_find_on_site, boards, slug)
        except SatplayError:
            if (page := not_found_page(request)) is not None:
                return page
            raise
        return the_site().shared_page(found.subject, slug).answer(request)

    routes.add_api_route(
        "/s/{slug}", shared_page, methods=["GET", "HEAD"], response_model=None, include_in_schema=False
    )
    return routes


def _find_on_site(boards: SharedBoards, slug: str) -> Share:
    found = boards.find(slug)
    if found.subject not in the_site().names:
        raise NoSuchShare(slug)  # of a puzzle that was installed once
    return found


async def _shared(services: Services, request: Request, text: str, with_position: bool) -> SharedText:
    """What is shared of a text; a long game is replayed in a worker."""
    cells = services.settings.cells
    try:
        return await run_in_threadpool(
            shared_text, text, cells=cells, with_position=with_position, replay=QUICK_MOVES
        )
    except NeedsWorker:
        pass
    jobs = services.jobs
    arguments = {"text": text, "with_position": with_position, "cells": cells}
    job = jobs.submit(share_task, arguments, client=client_of(request, services), priority=BOARD)
    try:
        await wait_for_end(jobs, job, request, LONGEST_WAIT)
        if job.failure is not None:
            error, retry = job.failure.value["error"], job.failure.headers.get("Retry-After")
            again = None if retry is None else int(retry)
            raise Refused(job.failure.status, error["kind"], error["message"], retry=again)
        value = json.loads(job.result) if isinstance(job.result, bytes) else {}
    finally:
        jobs.forget(job)
    if "text" not in value:
        raise Refused(503, "OutOfTime", "there was not enough time to replay the game: try again", retry=1)
    return SharedText(**value)
