"""Hostile requests are refused in words, and the server stays as it was: names, sites, paths, connections."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator

import httpx
import pytest

from tests.web.raw_requests import BOARD, JSON, SOLVE, ask, expect_safe, first_answer, head, kind_of
from tests.web.servers import PATIENCE, Response, RunningServer

pytestmark = pytest.mark.usefixtures("undisturbed")


# -- headers of every answer -------------------------------------------------------------------------------


def answers_of_all_kinds(server: RunningServer) -> Iterator[Response]:
    """Answers of every status, and of every route without parameters that has no body."""
    for line in (
        "GET / HTTP/1.1",
        "HEAD / HTTP/1.1",
        "GET / HTTP/1.0",
        "GET /static/style.css HTTP/1.1",
        "GET /hashi/ HTTP/1.1",
        "GET /nothing HTTP/1.1",
        "HEAD /nothing HTTP/1.1",
        "DELETE / HTTP/1.1",
        "OPTIONS /api/solve/hashi HTTP/1.1",
        "POST /api/solve/nothing HTTP/1.1",
        "no request",
    ):
        yield ask(server, line)
    tag = server.get("/").headers["ETag"]
    yield ask(server, "GET / HTTP/1.1", headers=[("If-None-Match", tag)])
    yield ask(server, "GET /nothing HTTP/1.1", headers=[("Accept", "text/html")])
    yield ask(server, "GET / HTTP/1.1", host="evil.example")
    yield ask(server, "POST /api/solve/nothing HTTP/1.1", b"{}")
    yield ask(server, SOLVE, BOARD)
    yield ask(server, SOLVE, b"{}")
    yield ask(server, SOLVE, b" " * ((1 << 20) + 1))
    yield ask(server, SOLVE, BOARD, headers=[("Origin", "http://evil.example")])
    board = {"input": "nim: 3 4 5", "seconds": 0.5}
    job = ask(server, "POST /api/hint/nim?wait=0 HTTP/1.1", json.dumps(board).encode()).value["job"]
    yield ask(server, f"GET /api/jobs/{job}/events HTTP/1.1")
    yield ask(server, f"DELETE /api/jobs/{job} HTTP/1.1")
    document = server.get("/openapi.json").value
    for path, methods in document["paths"].items():
        if "get" in methods and "{" not in path:
            yield ask(server, f"GET {path} HTTP/1.1")


def test_every_answer_has_the_same_headers_and_no_cookie(running: RunningServer) -> None:
    """They are compared by ``expect_safe``, as in all other tests of this file."""
    statuses = {response.status for response in answers_of_all_kinds(running)}
    assert statuses >= {200, 204, 304, 400, 403, 404, 405, 413, 415, 421, 422}


def test_only_scripts_and_styles_of_pages_have_no_policy_of_their_own(running: RunningServer) -> None:
    for path, has_policy in {
        "/": True,
        "/hashi": True,
        "/service-worker.js": True,  # its policy is that of its own answer, not of a page
        "/static/icon.svg": True,
        "/static/nothing.js": True,
        "/static/style.css": False,
        "/static/match.js": False,
        "/subjects/hashi/board.js": False,
    }.items():
        answer = ask(running, f"GET {path} HTTP/1.1")
        assert ("Content-Security-Policy" in answer.headers) == has_policy, path


def test_cookies_mean_nothing(running: RunningServer) -> None:
    plain, other = (
        ask(running, "GET /hashi HTTP/1.1", headers=headers)
        for headers in ([], [("Cookie", "session=1; theme=dark")])
    )
    assert plain.content == other.content
    assert "Cookie" not in plain.headers["Vary"]


# -- Host and Origin ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["127.0.0.1:{}", "localhost:{}", "LOCALHOST:{}", "[::1]:{}"])
def test_the_server_has_the_names_of_this_machine(running: RunningServer, host: str) -> None:
    own = host.format(running.port)
    assert ask(running, "GET / HTTP/1.1", host=own).status == 200
    origin = [("Origin", f"http://{own}"), ("Sec-Fetch-Site", "same-origin")]
    assert ask(running, SOLVE, BOARD, host=own, headers=origin).value["status"] == "sat"


HOSTS = [
    "evil.example",
    "evil.example:{}",
    "127.0.0.1",
    "127.0.0.1:1",
    "127.0.0.1:{}0",
    "127.0.0.1:",
    "localhost.:{}",
    "127.0.0.1.evil.example:{}",
    "localhost.evil.example:{}",
    "evil.example@127.0.0.1:{}",
    "127.0.0.1:{}@evil.example",
    "evil.example#127.0.0.1:{}",
    "127.0.0.1:{}/evil.example",
    "127.0.0.1:{}, evil.example",
    "127.0.0.1:{} evil.example",
    "127.0.0.2:{}",
    "127.1:{}",
    "0.0.0.0:{}",
    "0:{}",
    "2130706433:{}",
    "0x7f000001:{}",
    "[::ffff:127.0.0.1]:{}",
    "[::]:{}",
    "[::1]:{}.evil.example",
    "::1:{}",
    "[]:{}",
    "\u00b9\u00b2\u00b3:{}",
    "x" * 10_000,
    "",
]


@pytest.mark.parametrize("line", ["GET / HTTP/1.1", "GET /static/style.css HTTP/1.1", SOLVE])
def test_other_names_are_refused(running: RunningServer, line: str) -> None:
    """A page of another site whose host name has been given this address (DNS rebinding) gets nothing."""
    for host in HOSTS:
        body = BOARD if line == SOLVE else None
        response = ask(running, line, body, host=host.format(running.port))
        assert kind_of(response) == (421, "WrongHost"), host


def test_a_request_has_one_host(running: RunningServer) -> None:
    own = f"127.0.0.1:{running.port}"
    for headers in (
        "Host: {}\r\nHost: evil.example\r\n",
        "Host: {}\r\nHost: {}\r\n",
        "Host: {}\r\n folded\r\n",
        "Host : {}\r\n",
        "",
    ):
        request = f"GET / HTTP/1.1\r\n{headers.replace('{}', own)}Connection: close\r\n\r\n".encode()
        assert expect_safe(first_answer(running.raw(request))).status in {400, 421}, headers
    old = b"GET / HTTP/1.0\r\n\r\n"
    assert kind_of(expect_safe(first_answer(running.raw(old)))) == (421, "WrongHost")


def test_no_other_header_names_the_host(running: RunningServer) -> None:
    names = ("X-Forwarded-Host", "X-Forwarded-Server", "Forwarded", "X-Original-URL", "X-Rewrite-URL")
    for name in names:
        own = [(name, f"127.0.0.1:{running.port}")]
        assert ask(running, "GET / HTTP/1.1", host="evil.example", headers=own).status == 421
        other = [(name, "evil.example")]
        assert b"evil.example" not in ask(running, "GET /hashi/ HTTP/1.1", headers=other).content
        redirected = ask(running, "GET /hashi/ HTTP/1.1", headers=other)
        assert "evil.example" not in redirected.headers.get("Location", "")


ORIGINS = [
    *(f"http://{host}" for host in HOSTS),
    "https://evil.example:{}",
    "file://",
    "file://127.0.0.1:{}",
    "chrome-extension://127.0.0.1:{}",
    "127.0.0.1:{}",
    "//127.0.0.1:{}",
    "null",
    "",
]


@pytest.mark.parametrize("line", [SOLVE, "GET /api/list HTTP/1.1", "DELETE /api/jobs/x HTTP/1.1"])
def test_pages_of_other_sites_are_refused(running: RunningServer, line: str) -> None:
    body = BOARD if line == SOLVE else None
    for origin in ORIGINS:
        response = ask(running, line, body, headers=[("Origin", origin.format(running.port))])
        assert kind_of(response) == (403, "WrongOrigin"), origin
    for site in ("cross-site", "same-site", "CROSS-SITE", "", "other"):
        response = ask(running, line, body, headers=[("Sec-Fetch-Site", site)])
        assert kind_of(response) == (403, "WrongOrigin"), site
    own = ("Origin", f"http://127.0.0.1:{running.port}")
    twice = [own, ("Origin", "http://evil.example")]
    assert kind_of(ask(running, line, body, headers=twice)) == (403, "WrongOrigin")
    assert ask(running, line, body, headers=[own]).status in {200, 404}


def test_a_link_of_another_site_opens_a_page(running: RunningServer) -> None:
    headers = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate")]
    assert ask(running, "GET /hashi HTTP/1.1", headers=headers).status == 200


def test_no_other_site_gets_permission(running: RunningServer) -> None:
    """A browser asks with OPTIONS before it sends JSON from another site."""
    headers = [
        ("Origin", "http://evil.example"),
        ("Access-Control-Request-Method", "POST"),
        ("Access-Control-Request-Headers", "content-type"),
        ("Access-Control-Request-Private-Network", "true"),
    ]
    for path in ("/", "/api/solve/hashi", "/api/share", "*"):
        assert ask(running, f"OPTIONS {path} HTTP/1.1", headers=headers).status >= 400


def test_every_route_with_a_body_is_behind_these_checks(running: RunningServer) -> None:
    document = running.get("/openapi.json").value
    paths = [path for path, methods in document["paths"].items() if "post" in methods]
    assert len(paths) > 20
    with httpx.Client(base_url=running.address, timeout=PATIENCE, trust_env=False) as client:
        for path in paths:
            own = path.replace("{subject}", "hashi")
            kind = {"Content-Type": "application/json"}
            assert client.post(own, content=BOARD, headers={"Content-Type": "text/plain"}).status_code == 415
            origin = client.post(own, content=BOARD, headers={**kind, "Origin": "http://evil.example"})
            assert origin.status_code == 403
            host = client.post(own, content=BOARD, headers={**kind, "Host": "evil.example"})
            assert host.status_code == 421


# -- paths and methods -------------------------------------------------------------------------------------

PATHS = [
    "/static/../",
    "/static/..",
    "/static/../settings.py",
    "/static/%2e%2e/settings.py",
    "/static/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "/static/..%2f..%2fsettings.py",
    "/static/..%252fsettings.py",
    "/static/..%5c..%5csettings.py",
    "/static/..\\..\\settings.py",
    "/static/....//settings.py",
    "/static/.%00./settings.py",
    "/static/style.css%00.html",
    "/static/style.css/",
    "/static/style.css/..",
    "/static/./style.css",
    "/static//style.css",
    "/static//etc/passwd",
    "/static/%2fetc%2fpasswd",
    "/static/C:%5cwindows",
    "/static/",
    "/static/.",
    "/static/%00",
    "/static/%ff%fe",
    "/static/%c0%ae%c0%ae/settings.py",
    "/static/%u002e%u002e/",
    "/static/style.css;x",
    "/STATIC/style.css",
    "/subjects/hashi/__init__.py",
    "/subjects/hashi/%2e%2e%2fboard.js",
    "/subjects/../web/serve.py",
    "/subjects/_blank/board.js",
    "/subjects/hashi/../flow/board.js",
    "/templates/page.html",
    "//",
    "///",
    "//evil.example",
    "//evil.example/",
    "//evil.example/%2e%2e",
    "/\\evil.example/",
    "/%5cevil.example/",
    "/%2f%2fevil.example/",
    "//static/style.css",
    "/s/../..",
    "/s/../../etc/passwd",
    "/s/%2e%2e/%2e%2e",
    "/s/%00",
    "/s/" + "a" * 10_000,
    "/s/" + "%61" * 5000,
    "/s/aaaaaaaaaaaaaaaa'--",
    "/api/../settings.py",
    "/api/jobs/../../etc",
    "/api/jobs/%2e%2e",
    "/api/jobs/%00",
    "/api/list/..%2f..",
    "/api/list/%00",
    "/api/examples/hashi/..%2f..%2fREADME.md",
    "/api/examples/../../README.md",
    "/api/examples/%2e%2e/README.md",
    "/api/share/..",
    "/.git/config",
    "/.env",
    "/%",
    "/%zz",
    "/%2",
    "/" + "a" * 60_000,
    "/" + "/" * 60_000,
    "/" + "../" * 20_000,
    "/hashi/" + "a/" * 20_000,
    "http://evil.example/",
    "http://evil.example:80/static/style.css",
    "file:///etc/passwd",
    "*",
    "hashi",
    "",
    "\u00ff",
]


def test_paths(running: RunningServer) -> None:
    """No path of a request reaches the file system, and none leads to another server."""
    for path in PATHS:
        for line in (f"GET {path} HTTP/1.1", f"HEAD {path} HTTP/1.1"):
            response = ask(running, line)
            wrong_method = line.startswith("HEAD ") and response.status == 405
            assert response.status in {307, 400, 404} or wrong_method, (path, response)
            if response.status == 307:
                place = response.headers["Location"]
                assert place.startswith(f"http://127.0.0.1:{running.port}/") and "evil" not in place
                assert response.content == b""
        page = ask(running, f"GET {path} HTTP/1.1", headers=[("Accept", "text/html")])
        assert b"evil" not in page.content
    assert ask(running, "GET /" + "a" * (1 << 20) + " HTTP/1.1").status == 400


def test_queries(running: RunningServer) -> None:
    for query in ("%00", "%ff", "a=" + "b" * 60_000, "&" * 60_000, "a&" * 20_000, "wait=5;wait=6", "%zz=%"):
        assert ask(running, f"GET /hashi?{query} HTTP/1.1").status == 200
        assert ask(running, f"GET /healthz?{query} HTTP/1.1").status == 200
    for wait in ("nan", "inf", "-inf", "-1", "1e999", "61", "x", "", "%00", "9" * 5000, "0x5", "1&wait=x"):
        for line in (f"POST /api/solve/hashi?wait={wait} HTTP/1.1", f"GET /api/jobs/x?wait={wait} HTTP/1.1"):
            assert ask(running, line, BOARD if line.startswith("POST") else None).status == 422, wait


def test_methods(running: RunningServer) -> None:
    methods = ["DELETE", "OPTIONS", "TRACE", "CONNECT", "BREW", "get", "Get", "PROPFIND", "X"]
    for method in methods:
        for path in ("/", "/static/style.css", "/api/solve/hashi", "/healthz"):
            response = ask(running, f"{method} {path} HTTP/1.1")
            assert kind_of(response) == (405, "WrongMethod") and "Allow" in response.headers
            assert b"Cookie" not in response.content
    for method in ("POST", "PUT", "PATCH"):
        assert kind_of(ask(running, f"{method} / HTTP/1.1", b"{}")) == (405, "WrongMethod")
    override = [("X-HTTP-Method-Override", "DELETE"), ("X-Method-Override", "POST")]
    assert ask(running, "GET / HTTP/1.1", headers=override).status == 200


# -- connections -------------------------------------------------------------------------------------------

LINES = [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"\0" * 1000,
    b"\xff" * 100_000,
    b"GET\r\n\r\n",
    b"GET /\r\n\r\n",
    b"GET / HTTP/1.1 x\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET / HTP/1.1\r\n\r\n",
    b"GET  / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\n: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost\r\n\r\n",
    b"GET / HTTP/1.1\r\nHo\0st: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\0y\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 100_000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: a\r\n" * 50_000 + b"\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"SSH-2.0-x\r\n\r\n",
    b"*1\r\n$4\r\nPING\r\n",
]


@pytest.mark.parametrize("number", range(len(LINES)))
def test_what_is_not_http(running: RunningServer, number: int) -> None:
    received = running.raw(LINES[number] + b"\r\n\r\n")
    assert kind_of(expect_safe(first_answer(received))) in {(400, "BadRequest"), (421, "WrongHost")}


def test_no_upgrade(running: RunningServer) -> None:
    for headers in (
        [("Upgrade", "websocket"), ("Sec-WebSocket-Key", "x" * 24), ("Sec-WebSocket-Version", "13")],
        [("Upgrade", "h2c"), ("HTTP2-Settings", "AAMAAABkAAQAoAAAAAIAAAAA")],
    ):
        for path in ("/", "/ws/games/1"):
            line = f"GET {path} HTTP/1.1"
            assert ask(running, line, headers=[("Connection", "Upgrade"), *headers]).status in {200, 400, 404}


def test_pipelined_requests_are_answered_in_order(running: RunningServer) -> None:
    paths = [f"/nothing/{number}" for number in range(50)]
    requests = [head(running, f"GET {path} HTTP/1.1", close=False) for path in paths]
    received = running.raw(*requests, head(running, "GET /last HTTP/1.1"))
    assert re.findall(rb"there is nothing at '([^']+)'", received) == [*map(str.encode, [*paths, "/last"])]


def test_many_open_connections(running: RunningServer) -> None:
    """Connections that begin a request and never end it."""
    opened = [running.connect() for _ in range(300)]
    try:
        for number, connection in enumerate(opened):
            whole = head(running, SOLVE, headers=[JSON, ("Content-Length", "1000")])
            connection.sendall(whole[: 10 + number] if number % 2 else whole + b"{")
        started = time.monotonic()
        assert ask(running, SOLVE, BOARD).value["status"] == "sat"
        assert time.monotonic() - started < 10.0
    finally:
        for connection in opened:
            connection.close()
