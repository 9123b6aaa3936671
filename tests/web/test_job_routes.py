"""Jobs over HTTP: state, events, cancelling, limits of clients and of the queue, many clients that leave."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import httpx
import pytest

from tests.web.raw_requests import JSON, expect_safe, head, kind_of
from tests.web.servers import PATIENCE, Response, RunningServer, wait_until

AUDIT = "/api/audit/hashi"
BOARD = {"input": "2.2\n...\n2.2"}


def slow(number: int = 0, **more: Any) -> dict[str, Any]:
    """A request that takes a minute; others have another number."""
    return {"size": 20, "random": 1000, "seconds": 60.0, "seed": number, **more}


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server whose queue no other test needs; it has one worker, and one for hints."""
    server = RunningServer(tmp_path_factory.mktemp("server"), "--jobs", "1")
    server.ask("/api/solve/hashi", BOARD)
    yield server
    server.stop()
    assert server.log == ""


class Client:
    """A page that asks a server; its jobs are cancelled at the end."""

    def __init__(self, server: RunningServer, name: str) -> None:
        self.server, self.name = server, name
        self.jobs: list[str] = []

    def send(self, path: str, body: Mapping[str, Any], *, wait: float = 0) -> Response:
        """The answer to a POST request."""
        answer = self.server.post(f"{path}?wait={wait}", body, Satplay_Client=self.name)
        if answer.status == 202:
            self.jobs.append(answer.value["job"])
        return expect_safe(answer)

    def start(self, body: Mapping[str, Any], path: str = AUDIT) -> str:
        """Start a job that takes longer; returns its number."""
        answer = self.send(path, body)
        assert answer.status == 202, answer.content
        return self.jobs[-1]

    def state(self, job: str, wait: float = 0) -> dict[str, Any]:
        """The document about a job."""
        answer = expect_safe(self.server.get(f"/api/jobs/{job}?wait={wait}"))
        assert answer.status == 200 and answer.headers["Cache-Control"] == "no-store"
        document: dict[str, Any] = answer.value
        return document

    def cancel(self, job: str) -> Response:
        """The answer to DELETE."""
        return expect_safe(self.server.request("DELETE", f"/api/jobs/{job}", {}))


@pytest.fixture
def client(own: RunningServer) -> Iterator[Client]:
    """A page; the server has nothing to do before and after the test."""
    with opened(own, "a") as page:
        yield page
    wait_until_free(own)


@contextmanager
def opened(server: RunningServer, name: str) -> Iterator[Client]:
    page = Client(server, name)
    try:
        yield page
    finally:
        for job in page.jobs:
            page.cancel(job)


def wait_until_free(server: RunningServer) -> None:
    """Until a job is answered at once: no other one runs or waits."""
    quick = {"size": 1, "random": 1, "seconds": 5.0}
    answers = [server.post(f"{AUDIT}?wait=30", {**quick, "seed": number}) for number in range(2)]
    assert [answer.status for answer in answers] == [200, 200]


def read_events(
    server: RunningServer, job: str, last: int | None = None, most: int | None = None
) -> list[tuple[int, str, Any]]:
    """The events of a job: number, name, value; to the end of the stream, or so many."""
    headers = {} if last is None else {"Last-Event-ID": str(last)}
    found: list[tuple[int, str, Any]] = []
    with (
        httpx.Client(base_url=server.address, timeout=PATIENCE, trust_env=False) as http,
        http.stream("GET", f"/api/jobs/{job}/events", headers=headers) as answer,
    ):
        if answer.status_code == 204:
            return []
        assert answer.headers["Content-Type"].startswith("text/event-stream")
        assert answer.headers["Cache-Control"] == "no-store"
        fields: dict[str, str] = {}
        for line in answer.iter_lines():
            name, _, text = line.partition(": ")
            if line:
                fields[name] = text
            elif "event" in fields:
                found.append((int(fields["id"]), fields["event"], json.loads(fields["data"])))
                fields = {}
                if most is not None and len(found) == most:
                    break
            else:
                assert [*fields] in (["retry"], [""])
                fields = {}
    return found


# -- one job -------------------------------------------------------------------------------------------


def test_an_answer_in_time_is_no_job(client: Client) -> None:
    answer = client.send("/api/solve/hashi", BOARD, wait=60)
    assert answer.status == 200 and answer.value["status"] == "sat"
    assert answer.headers["Cache-Control"] == "no-store"


def test_an_answer_that_takes_longer_is_a_job(client: Client) -> None:
    answer = client.send(AUDIT, slow(seconds=1.0))
    job = answer.value["job"]
    assert answer.status == 202 and answer.value == {"job": job}
    assert answer.headers["Location"] == f"/api/jobs/{job}" and "Retry-After" not in answer.headers
    assert client.state(job)["state"] in {"queued", "running"}
    document = client.state(job, wait=60)
    assert document["state"] == "done" and document["result"]["stopped"]
    assert client.state(job) == document
    assert client.cancel(job).status == 204 and client.state(job) == document  # it stays as it is


def test_the_result_of_a_job_is_the_answer(client: Client) -> None:
    request = {"input": BOARD["input"], "to": "tatham"}
    at_once = client.send("/api/convert/hashi", request, wait=60)
    job = client.send("/api/convert/hashi", request).value["job"]
    assert at_once.status == 200 and client.state(job, wait=60)["result"] == at_once.value


def test_an_error_of_a_job_has_the_same_shape(client: Client) -> None:
    request = {"input": "2.2\n.9.\n2.2"}
    at_once = client.send("/api/solve/hashi", request, wait=60)
    job = client.send("/api/solve/hashi", request).value["job"]
    document = client.state(job, wait=60)
    assert kind_of(at_once) == (422, "BadInput") and document["state"] == "failed"
    assert document["error"] == {"status": 422, **at_once.value["error"]}
    assert "result" not in document
    assert read_events(client.server, job)[-1][1:] == ("error", {"status": 422, **at_once.value})


def test_an_unknown_job(client: Client) -> None:
    for number in ("x", "a" * 22, "%00", "..%5c"):
        for method, path in (("GET", ""), ("DELETE", ""), ("GET", "/events"), ("GET", "/file")):
            answer = expect_safe(client.server.request(method, f"/api/jobs/{number}{path}", {}))
            assert kind_of(answer) == (404, "NoSuchName")


def test_a_job_without_a_file(client: Client) -> None:
    job = client.start(slow())
    assert expect_safe(client.server.get(f"/api/jobs/{job}/file")).status == 202
    client.cancel(job)
    assert kind_of(client.server.get(f"/api/jobs/{job}/file")) == (410, "Cancelled")


# -- events --------------------------------------------------------------------------------------------


def test_events(client: Client) -> None:
    job = client.start(slow(seconds=1.5))
    events = read_events(client.server, job)
    assert [number for number, _, _ in events] == [*range(1, len(events) + 1)]
    names = [name for _, name, _ in events]
    assert names == ["queued", "started", *["progress"] * (len(events) - 3), "result"] and len(events) > 5
    assert events[0][2] == {"ahead": 0}
    assert events[-1][2] == client.state(job)["result"]
    counts = [value["seconds"] for _, name, value in events if name == "progress"]
    assert counts == sorted(counts)


def test_a_client_that_lost_its_connection_misses_nothing(client: Client) -> None:
    job = client.start(slow(seconds=2.0))
    first = read_events(client.server, job, most=4)
    second = read_events(client.server, job, last=first[-1][0], most=3)
    rest = read_events(client.server, job, last=second[-1][0])
    events = [*first, *second, *rest]
    assert events == read_events(client.server, job)
    assert rest[-1][1] == "result"
    assert read_events(client.server, job, last=rest[-1][0]) == []  # 204: it does not come again
    assert read_events(client.server, job, last=rest[-1][0] - 1) == rest[-1:]
    assert read_events(client.server, job, last=10**15) == []
    for _ in range(5):  # clients that leave while all events are sent: the server says nothing of them
        with client.server.connect() as connection:
            connection.sendall(head(client.server, f"GET /api/jobs/{job}/events HTTP/1.1"))
            connection.recv(1)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    assert read_events(client.server, job) == events and client.server.log == ""
    for wrong in ("x", "-1", "1.5", "1" * 5000):
        answer = client.server.get(f"/api/jobs/{job}/events", Last_Event_ID=wrong)
        assert kind_of(expect_safe(answer)) == (422, "BadInput")


def test_the_events_of_a_cancelled_job_end(client: Client) -> None:
    job = client.start(slow())
    seen = read_events(client.server, job, most=2)
    client.cancel(job)
    rest = read_events(client.server, job, last=seen[-1][0])
    assert rest[-1][1] == "error" and rest[-1][2]["error"]["kind"] == "Cancelled"
    assert [number for number, _, _ in [*seen, *rest]] == [*range(1, len(seen) + len(rest) + 1)]


# -- cancelling ----------------------------------------------------------------------------------------


def test_cancelling(client: Client) -> None:
    job = client.start(slow())
    for _ in range(2):
        answer = client.cancel(job)
        assert (answer.status, answer.content) == (204, b"")
    document = client.state(job)
    assert document["state"] == "cancelled" and document["error"]["kind"] == "Cancelled"
    assert document["error"]["status"] == 410


def test_a_cancelled_job_frees_its_worker(client: Client) -> None:
    """Within a second; the best of some tries, because the processors may be busy."""
    seconds = []
    for number in range(3):
        job = client.start(slow(number))
        wait_until(lambda job=job: client.state(job)["state"] == "running", "it does not begin")  # type: ignore[misc]
        started = time.monotonic()
        client.cancel(job)
        assert client.send("/api/solve/hashi", {**BOARD, "seed": number}, wait=60).status == 200
        seconds.append(time.monotonic() - started)
    assert min(seconds) < 1.0, seconds


def test_leaving_cancels(client: Client) -> None:
    """A page that is closed while it waits has no job any more."""
    for number in range(3):  # more than a client may have
        content = json.dumps(slow(number)).encode()
        headers = [JSON, ("Content-Length", str(len(content))), ("Satplay-Client", "leaving")]
        with client.server.connect() as connection:
            connection.sendall(head(client.server, f"POST {AUDIT}?wait=60 HTTP/1.1", headers=headers))
            connection.sendall(content)
            time.sleep(0.05)
    started = time.monotonic()
    wait_until_free(client.server)
    assert time.monotonic() - started < 30.0, "it ends when its time is over"


def test_leaving_the_events_does_not_cancel_at_once(client: Client) -> None:
    """The connection may have been lost."""
    job = client.start(slow())
    read_events(client.server, job, most=2)
    time.sleep(0.2)
    assert client.state(job)["state"] == "running"


def test_time_is_limited(client: Client) -> None:
    started = time.monotonic()
    answer = client.send(AUDIT, slow(seconds=0.3), wait=60)
    assert answer.status == 200 and answer.value["stopped"]
    assert time.monotonic() - started < 20.0
    for seconds in (60.1, 1e9, 0, -1):
        assert kind_of(client.send(AUDIT, slow(seconds=seconds))) == (422, "BadInput")


# -- sharing and limits --------------------------------------------------------------------------------


def test_equal_requests_share_one_answer(client: Client) -> None:
    with opened(client.server, "b") as other, opened(client.server, "c") as third:
        jobs = [one.start(slow(seconds=1.0)) for one in (client, other)]
        third.start(slow(7))
        results = [one.state(job, wait=60) for one, job in zip((client, other), jobs, strict=True)]
        assert jobs[0] != jobs[1]
        assert results[0]["result"] == results[1]["result"] and results[0]["state"] == "done"
        events = [read_events(client.server, job) for job in jobs]
        assert events[0] == events[1] and [name for _, name, _ in events[0]].count("queued") == 1


def test_a_shared_job_goes_on_without_one_of_its_clients(client: Client) -> None:
    with opened(client.server, "b") as other:
        first, second = client.start(slow()), other.start(slow())
        wait_until(lambda: client.state(first)["state"] == "running", "it does not begin")
        client.cancel(first)
        assert client.state(first)["state"] == "cancelled" and other.state(second)["state"] == "running"


def test_a_client_has_two_jobs(client: Client) -> None:
    jobs = [client.start(slow(number)) for number in range(2)]
    answer = client.send(AUDIT, slow(2))
    assert kind_of(answer) == (429, "TooMany") and int(answer.headers["Retry-After"]) > 0
    assert "cancel one of them" in answer.value["error"]["message"]
    with opened(client.server, "b") as other:
        other.start(slow(3))
    match = client.server.post("/api/play/hashi", BOARD).value
    hint = client.send("/api/board/hint", {"record": match["record"]}, wait=60)
    assert hint.status == 200  # hints do not count
    client.cancel(jobs[0])
    client.start(slow(4))


def test_32_jobs_wait(client: Client) -> None:
    """Hints do not wait with them."""
    numbers = iter(range(1000))
    pages = [Client(client.server, f"page {number}") for number in range(17)]
    try:
        for page in pages[:16]:
            for _ in range(2):
                page.start(slow(next(numbers)))
        client.start(slow(next(numbers)))  # one runs, 32 wait
        answer = pages[16].send(AUDIT, slow(next(numbers)))
        assert kind_of(answer) == (503, "QueueFull") and int(answer.headers["Retry-After"]) > 0
        match = client.server.post("/api/play/hashi", BOARD).value
        hint = client.send("/api/board/hint", {"record": match["record"]}, wait=60)
        assert hint.status == 200 and hint.value["kind"] == "step", hint.content
        pages[1].cancel(pages[1].jobs[0])  # one that waits
        pages[16].start(slow(next(numbers)))
    finally:
        for page in pages:
            for job in page.jobs:
                page.cancel(job)


# -- many clients --------------------------------------------------------------------------------------


async def send_and_leave(server: RunningServer, number: int) -> int:
    """Ask for a job and cancel it in one of several ways; returns the status of the first answer."""
    content = json.dumps(slow(number)).encode()
    headers = [JSON, ("Content-Length", str(len(content))), ("Satplay-Client", f"page {number}")]
    wait = 60 if number % 3 == 0 else 0
    request = head(server, f"POST {AUDIT}?wait={wait} HTTP/1.1", headers=headers, close=False)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        writer.write(request + content)
        await writer.drain()
        if wait:  # it leaves while it waits
            await asyncio.sleep((number % 7) / 100)
            return 0
        answer = await reader.readuntil(b"\r\n\r\n")
        status, length = (
            int(answer.split()[1]),
            int(answer.lower().partition(b"content-length: ")[2].split()[0]),
        )
        value = json.loads(await reader.readexactly(length))
        if status == 202:
            await asyncio.sleep((number % 5) / 100)
            writer.write(head(server, f"DELETE /api/jobs/{value['job']} HTTP/1.1"))
            assert (await reader.read()).startswith(b"HTTP/1.1 204 ")
        return status
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def leave_many(server: RunningServer, number: int) -> list[int]:
    """Requests of so many clients, 20 at once."""
    room = asyncio.Semaphore(20)

    async def one(client: int) -> int:
        async with room:
            return await send_and_leave(server, client)

    return await asyncio.gather(*(one(client) for client in range(number)))


def test_clients_that_leave_keep_no_worker_busy(client: Client) -> None:
    """Of a thousand jobs none is left."""
    number = 1000
    processes = len(client.server.children)
    statuses = asyncio.run(asyncio.wait_for(leave_many(client.server, number), PATIENCE))
    assert {*statuses} <= {0, 202, 503} and statuses.count(202) >= number // 3
    started = time.monotonic()
    wait_until_free(client.server)
    assert time.monotonic() - started < 20.0
    wait_until(lambda: len(client.server.children) == processes, "workers were not replaced")
    assert client.send("/api/solve/hashi", BOARD, wait=60).value["status"] == "sat"
