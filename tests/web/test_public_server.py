"""A server for other machines: its names, and how much an address may ask."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from itertools import count

import pytest

from tests.web.raw_requests import BOARD, SOLVE, ask, kind_of
from tests.web.servers import Response, RunningServer

AUDIT = "POST /api/audit/hashi?wait=0 HTTP/1.1"
UNKNOWN = "GET /api/jobs/x HTTP/1.1"
"""A request that is answered 404, at once."""

_numbers = count(1)


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server for other machines, behind a proxy on this one."""
    server = RunningServer(tmp_path_factory.mktemp("server"), "--public", "Puzzles.Example.org")
    yield server
    server.stop()
    assert server.log == ""


@pytest.fixture
def address() -> str:
    """An address that has asked nothing yet."""
    return f"198.51.100.{next(_numbers)}"


def at(address: str) -> list[tuple[str, str]]:
    """The header with which a proxy states the address of its client."""
    return [("X-Forwarded-For", address)]


def slow(seed: int) -> bytes:
    """A request that takes minutes."""
    return json.dumps({"size": 20, "random": 1000, "seconds": 60, "seed": seed}).encode()


def until_refused(server: RunningServer, line: str, body: bytes | None, **more: str) -> list[Response]:
    """The answers to a request, again and again until one is 429."""
    answers: list[Response] = []
    while not answers or answers[-1].status != 429:
        answers.append(ask(server, line, body, headers=at(more["address"]), kind=more.get("kind")))
        assert len(answers) < 1000
    return answers


def test_the_names_of_a_public_server(public: RunningServer, address: str) -> None:
    assert public.line == f"satplay: http://puzzles.example.org:{public.port}/  (Ctrl-C stops)\n"
    for host in ("puzzles.example.org", "PUZZLES.example.org:443", f"127.0.0.1:{public.port}"):
        assert ask(public, "GET / HTTP/1.1", host=host, headers=at(address)).status == 200
    origin = [("Origin", "https://puzzles.example.org"), *at(address)]
    response = ask(public, SOLVE, BOARD, host="puzzles.example.org", headers=origin)
    assert response.value["status"] == "sat"
    for host in (
        "evil.example",
        "puzzles.example.org.evil.example",
        "evil.puzzles.example.org",
        "puzzles-example.org",
        "puzzlesxexample.org",
        "127.0.0.1",
    ):
        assert ask(public, "GET / HTTP/1.1", host=host, headers=at(address)).status == 421
        origin = [("Origin", f"https://{host}"), *at(address)]
        assert ask(public, SOLVE, BOARD, headers=origin).status == 403


def test_the_requests_of_an_address_are_limited(public: RunningServer, address: str) -> None:
    """20 in a second, and those of two seconds at once."""
    started = time.monotonic()
    *allowed, refused = until_refused(public, UNKNOWN, None, address=address)
    assert {one.status for one in allowed} == {404}
    assert 40 <= len(allowed) <= 41 + 20 * (time.monotonic() - started)
    assert kind_of(refused) == (429, "TooMany") and refused.headers["Retry-After"] == "1"
    other = f"{address}0"  # each address has its own account
    assert {ask(public, UNKNOWN, headers=at(other)).status for _ in range(20)} == {404}
    time.sleep(1.1)
    assert {ask(public, UNKNOWN, headers=at(address)).status for _ in range(15)} == {404}


def test_a_page_with_all_its_files_is_few_requests(public: RunningServer, address: str) -> None:
    line = "GET /static/style.css HTTP/1.1"
    assert {ask(public, line, headers=at(address)).status for _ in range(200)} == {200}


@pytest.mark.parametrize(
    ("line", "status"), [("POST /api/share HTTP/1.1", 415), ("GET /api/list/nothing HTTP/1.1", 404)]
)
def test_refused_requests_count_too(public: RunningServer, address: str, line: str, status: int) -> None:
    """Requests to guess a name, a type or a body are limited like all others."""
    body = b"x" if line.startswith("POST") else None
    answers = until_refused(public, line, body, address=address, kind="text/plain")
    assert {one.status for one in answers[:-1]} == {status}


def test_a_client_does_not_choose_its_address(
    public: RunningServer, address: str, start_server: Callable[..., RunningServer]
) -> None:
    """The proxy adds it to what the client has sent; a server without a proxy reads no such header."""
    statuses = []
    for number in range(1000):
        statuses.append(ask(public, UNKNOWN, headers=at(f"192.0.2.{number % 256}, {address}")).status)
        if statuses[-1] == 429:
            break
    assert {*statuses} == {404, 429}
    own = start_server()
    answers = [ask(own, AUDIT, slow(number), headers=at(f"192.0.2.{number}")) for number in range(3)]
    assert kind_of(answers[-1]) == (429, "TooMany")


def test_an_address_is_one_client(public: RunningServer, address: str) -> None:
    """A name that a client gives itself counts on a server for this machine alone."""
    answers = [
        ask(public, AUDIT, slow(number), headers=[*at(address), ("Satplay-Client", f"page {number}")])
        for number in range(4)
    ]
    for job in [one.value["job"] for one in answers if one.status == 202]:
        assert ask(public, f"DELETE /api/jobs/{job} HTTP/1.1", headers=at(address)).status == 204
    assert [one.status for one in answers] == [202, 202, 429, 429]
    assert [kind_of(one) for one in answers[2:]] == [(429, "TooMany")] * 2
