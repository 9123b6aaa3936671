"""Jobs over HTTP: their state, their events, cancelling; and the helper of all routes that answer by jobs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Header, Query, Request
from starlette.responses import Response, StreamingResponse

from satplay.errors import NoSuchName
from satplay.web.answers import json_bytes
from satplay.web.job import DONE, JOB, Event, Job
from satplay.web.job_process import FileAnswer
from satplay.web.jobs import JobQueue
from satplay.web.responses import NO_STORE, JsonResponse, file_response, respond, result_response

if TYPE_CHECKING:
    from satplay.web.application import Services

DEFAULT_WAIT = 2.0
LONGEST_WAIT = 60.0

Wait = Annotated[float, Query(ge=0, le=LONGEST_WAIT, description="seconds to wait for the result")]
"""The type of the parameter ``wait`` of a route: ``wait: Wait = DEFAULT_WAIT``."""

CLIENT_HEADER = b"satplay-client"
"""A name that a page gives itself, so that two pages of one machine are two clients; not if public."""

KEEP_ALIVE = 15.0
"""Seconds between two comments in an event stream without events, so that nothing between closes it."""


async def answer_by_job(
    services: Services,
    request: Request,
    task: Callable[..., Any],
    arguments: Mapping[str, Any],
    *,
    priority: int = JOB,
    wait: float = DEFAULT_WAIT,
    seconds: float | None = None,
    key: str | None = None,
) -> Response:
    """Run a task in a worker: its value if it comes in time, otherwise 202 with the number of the job.

    A client that disconnects while it waits has no interest in the job any more.
    """
    jobs = services.jobs
    client = client_of(request, services)
    job = jobs.submit(task, arguments, client=client, priority=priority, seconds=seconds, key=key)
    try:
        is_connected = await wait_for_end(jobs, job, request, wait)
    except BaseException:
        jobs.forget(job)
        raise
    if not is_connected:
        jobs.forget(job)
        return Response(status_code=204)  # nobody reads it
    if not job.has_ended:
        location = f"/api/jobs/{job.number}"
        return JsonResponse({"job": job.number}, 202, {**NO_STORE, "Location": location})
    jobs.forget(job)
    return result_response(job.result) if job.failure is None else respond(job.failure)


def client_of(request: Request, services: Services) -> str:
    """Who asks: an address; on this machine alone, where all have the same one, the name of the page."""
    address = request.client.host if request.client is not None else ""
    if services.settings.public is not None:
        return address
    return request.headers.get(CLIENT_HEADER.decode(), address)[:64]


async def wait_for_end(jobs: JobQueue, job: Job, request: Request, seconds: float) -> bool:
    """Wait for the end of a job, or the seconds; returns whether the client is still connected."""
    async with _attention(jobs, job) as changed:
        if job.has_ended or seconds <= 0:
            return True
        end = asyncio.ensure_future(_until_ended(job, changed))
        leaving = asyncio.ensure_future(_until_disconnected(request))
        try:
            await asyncio.wait({end, leaving}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            return not leaving.done()
        finally:
            for task in (end, leaving):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task


@asynccontextmanager
async def _attention(jobs: JobQueue, job: Job) -> AsyncIterator[asyncio.Event]:
    """Inside, the job is wanted; the event is set whenever something happens to it."""
    loop, changed = asyncio.get_running_loop(), asyncio.Event()

    def wake() -> None:
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(changed.set)

    jobs.listen(job, wake)
    try:
        yield changed
    finally:
        jobs.stop_listening(job, wake)


async def _until_ended(job: Job, changed: asyncio.Event) -> None:
    while not job.has_ended:
        await changed.wait()
        changed.clear()


async def _until_disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def describe_job(job: Job) -> bytes:
    """The JSON document about a job."""
    document: dict[str, Any] = {"job": job.number, "state": job.state}
    progress = next((one for one in reversed(job.events) if one.event == "progress"), None)
    parts = [json_bytes(document)[:-1]]
    if progress is not None:
        parts.append(b',"progress":' + progress.data)
    if job.failure is not None:
        parts.append(b',"error":' + json_bytes({"status": job.failure.status, **job.failure.value["error"]}))
    if isinstance(job.result, FileAnswer):
        parts.append(b',"result":' + json_bytes(_file_link(job, job.result)))
    elif job.result is not None:
        parts.append(b',"result":' + job.result)
    return b"".join([*parts, b"}"])


def _file_link(job: Job, file: FileAnswer) -> dict[str, Any]:
    return {"file": f"/api/jobs/{job.number}/file", "name": file.name, "bytes": len(file.content)}


def event_text(job: Job, event: Event) -> bytes:
    """One event as text of an event stream; JSON has no line breaks."""
    data = event.data
    if event.event == "result" and isinstance(job.result, FileAnswer):
        data = json_bytes(_file_link(job, job.result))
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (event.id, event.event.encode(), data)


async def _stream(jobs: JobQueue, job: Job, last: int) -> AsyncIterator[bytes]:
    """The events after the last one that the client has, until the end of the job."""
    async with _attention(jobs, job) as changed:
        yield b"retry: 500\n\n"
        while True:
            has_ended = job.has_ended
            if events := job.events_after(last):
                # In one piece: asyncio logs every write after the client has left.
                yield b"".join(event_text(job, event) for event in events)
                last = events[-1].id
            if has_ended:
                return
            try:
                await asyncio.wait_for(changed.wait(), KEEP_ALIVE)
            except TimeoutError:
                yield b": still here\n\n"
            changed.clear()


def router(services: Services) -> APIRouter:
    """The routes of jobs."""
    routes = APIRouter(prefix="/api/jobs", tags=["jobs"])
    jobs = services.jobs

    @routes.get("/{number}", response_model=None, summary="Show the state of a job")
    async def get_job(request: Request, number: str, wait: Wait = 0.0) -> Response:
        """With its result when it is done; ``wait`` waits for the end."""
        job = jobs.find(number)
        await wait_for_end(jobs, job, request, wait)
        return JsonResponse(describe_job(job), 200, NO_STORE)

    @routes.get("/{number}/events", response_model=None, summary="Follow the events of a job")
    async def get_events(number: str, last_event_id: Annotated[int | None, Header(ge=0)] = None) -> Response:
        """Server-sent events: queued, started, progress, result or error."""
        job = jobs.find(number)
        last = last_event_id or 0
        if job.has_ended and not job.events_after(last):
            return Response(status_code=204)  # an EventSource then does not ask again
        return StreamingResponse(_stream(jobs, job, last), 200, NO_STORE, "text/event-stream")

    @routes.get("/{number}/file", response_model=None, summary="Get the file that a job has made")
    async def get_file(request: Request, number: str, wait: Wait = 0.0) -> Response:
        """As long as the job is not done, the answer is its state, with status 202."""
        job = jobs.find(number)
        await wait_for_end(jobs, job, request, wait)
        if isinstance(job.result, FileAnswer):
            return file_response(job.result)
        if job.failure is not None:
            return respond(job.failure)
        if job.state == DONE:
            raise NoSuchName("file of this job", number, ())
        return JsonResponse(describe_job(job), 202, NO_STORE)

    @routes.delete("/{number}", status_code=204, response_model=None, summary="Cancel a job")
    async def cancel_job(number: str) -> Response:
        """One that has ended stays as it is."""
        jobs.cancel(jobs.find(number))
        return Response(status_code=204)

    return routes
