"""Hostile bodies of requests: of another type or shape, too large, compressed, without an end."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import socket
import time
import zlib
from pathlib import Path
from typing import Any

import pytest

from satplay.web import request_bodies
from satplay.web.answers import Refused
from satplay.web.request_bodies import BodyReader
from satplay.web.settings import WebSettings
from tests.web.raw_requests import BOARD, JSON, SOLVE, ask, expect_safe, first_answer, head, kind_of
from tests.web.servers import PATIENCE, Response, RunningServer

pytestmark = pytest.mark.usefixtures("undisturbed")

MIB = 1 << 20
SOLVE_FORMULA = "POST /api/solve/cnf?wait=60 HTTP/1.1"


# -- types of bodies ---------------------------------------------------------------------------------------

KINDS = [
    "text/plain",
    "text/plain; application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "application/json, text/plain",
    "application/json; charset=utf-16",
    "application/json; charset=latin-1",
    "application/json; boundary=x",
    "text/json",
    "application/problem+json",
    "application/octet-stream",
    "json",
    "",
]


def test_bodies_are_json(running: RunningServer) -> None:
    form = b"input=2.2&format=grid"
    parts = b'--x\r\nContent-Disposition: form-data; name="input"; filename="a"\r\n\r\n2.2\r\n--x--\r\n'
    for kind in KINDS:
        for body in (BOARD, form, parts, b""):
            assert kind_of(ask(running, SOLVE, body, kind=kind)) == (415, "WrongType"), kind
    for method in ("POST", "PUT", "PATCH"):
        for path in ("/", "/hashi", "/api/solve/hashi", "/api/nothing"):
            line = f"{method} {path} HTTP/1.1"
            assert kind_of(ask(running, line, BOARD, kind=None)) == (415, "WrongType")
    twice = [JSON, ("Content-Type", "text/plain")]
    assert kind_of(ask(running, SOLVE, BOARD, headers=twice, kind=None)) == (415, "WrongType")
    for kind in ("application/json", "Application/JSON", 'application/json; charset="UTF-8"'):
        assert ask(running, SOLVE, BOARD, kind=kind).value["status"] == "sat"


BODIES = [
    b" ",
    b"{",
    b"}",
    b"[]",
    b"null",
    b"5",
    b'"text"',
    b"{}",
    b"{'input': 1}",
    b'{"input": }',
    b'{"input"',
    b'{"input": "2.2',
    b'{"input": null}',
    b'{"input": 5}',
    b'{"input": ["2.2"]}',
    b'{"input": {"a": 1}}',
    BOARD.decode().encode("utf-16"),
    BOARD.decode().encode("utf-16-le"),
    BOARD.decode().encode("utf-32-be"),
    BOARD + b"{}",
    BOARD + b"\0",
    b"\xff\xfe",
    b"\x80\x04\x95\x0f\x00\x00\x00.",
    b'{"input": "\xff"}',
    b'{"input": "\xed\xa0\x80"}',
    b'{"input": "\xc0\xae"}',
    b'{"input": "\xf4\x90\x80\x80"}',
    b'{"\xff": 1}',
    b'{"input": "\x00"}',
    b'{"input": "\n"}',
]


VALUES = [
    b'{"input": 1e400}',
    b'{"input": "2.2", "seconds": NaN}',
    b'{"input": "2.2", "seconds": 1e999}',
    b'{"input": "2.2", "seconds": -1}',
    b'{"input": "2.2", "seconds": 1e9}',
    b'{"input": "2.2", "seconds": "5"}',
    b'{"input": "2.2", "seed": ' + b"9" * 5000 + b"}",
    b'{"input": "2.2", "seed": 1.5}',
    b'{"input": "2.2", "unique": "yes"}',
    b'{"input": "2.2", "other": 1}',
    b'{"input": "2.2", "__class__": 1}',
    b'{"input": "2.2", "format": "../grid"}',
    b'{"input": "2.2", "engine": "/bin/sh"}',
    b'{"input": "2.2", "assume": [1e3]}',
    b'{"input": "2.2", "assume": [99999999999999999999]}',
    b'{"input": "2.2", "\\ud800": 1}',
    b'{"input": "2.2", "a\\u0000": 1}',
]


@pytest.mark.parametrize("path", ["/api/solve/hashi", "/api/play/hashi", "/api/recognise", "/api/share"])
def test_bodies_of_another_shape(running: RunningServer, path: str) -> None:
    line = f"POST {path} HTTP/1.1"
    for body in BODIES:
        response = ask(running, line, body)
        if response.status == 200:  # a text like others, which is nothing
            assert path == "/api/recognise" and response.value["kind"] == "unknown"
        else:
            assert kind_of(response) == (422, "BadInput"), body
    assert kind_of(ask(running, line, headers=[JSON])) == (422, "BadInput")


def test_values_of_another_type(running: RunningServer) -> None:
    for body in VALUES:
        assert kind_of(ask(running, SOLVE, body)) == (422, "BadInput"), body


@pytest.mark.parametrize("path", ["/api/solve/hashi", "/api/play/hashi", "/api/recognise", "/api/export"])
def test_deep_nesting(running: RunningServer, path: str) -> None:
    for depth in (100, 1000, 100_000):
        for opening, closing in ((b"[", b"]"), (b'{"input":', b"}")):
            nested = opening * depth + b"1" + closing * depth
            for body in (nested, opening * depth, b'{"input": ' + nested + b"}"):
                assert kind_of(ask(running, f"POST {path} HTTP/1.1", body)) == (422, "BadInput")


TEXTS = [
    "",
    "\0",
    "2.2\n...\n2.2\0",
    "\ufeff2.2\n...\n2.2\n\0",
    "\ud800",
    "2.2\n.\udfff.\n2.2",
    "\u202e2.2",
    "\U0010ffff" * 100,
    "-",
    "@examples/hashi/small",
    "@all",
    "/etc/passwd",
    "file:///etc/passwd",
    "http://127.0.0.1/",
    "$(id)",
    "../../pyproject.toml",
    "<script>alert(1)</script>",
    "%s%n{0}{input}",
    "9" * 100_000,
    "." * 100_000,
    "1" + "\n1" * 10_000,
]


@pytest.mark.parametrize("name", ["hashi", "flow", "mastermind", "mosaic", "cnf"])
def test_texts_of_another_shape(running: RunningServer, name: str) -> None:
    """No text is the name of a file or of a program; none ends a worker."""
    for text in TEXTS:
        body = json.dumps({"input": text, "seconds": 1.0}).encode()
        response = ask(running, f"POST /api/solve/{name}?wait=60 HTTP/1.1", body)
        assert response.status in {200, 413, 422}, (text[:50], response)
        if response.status == 200:  # such as "9": a large board, or an instance without any clause
            assert name in {"mosaic", "cnf", "flow"} and response.value["status"] in {
                "sat",
                "unsat",
                "unknown",
            }


# -- sizes of bodies ---------------------------------------------------------------------------------------


def of_size(size: int) -> bytes:
    """A request of so many bytes whose text is no board."""
    start, end = b'{"input": "', b'"}'
    return start + b"x" * (size - len(start) - len(end)) + end


def chunked(*chunks: bytes, end: bytes = b"0\r\n\r\n") -> bytes:
    """A body in chunks."""
    return b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks) + end


def send_chunked(server: RunningServer, line: str, body: bytes, *more: tuple[str, str]) -> Response:
    """The answer to a request with a body in chunks."""
    headers = [JSON, ("Transfer-Encoding", "chunked"), *more]
    return expect_safe(first_answer(server.raw(head(server, line, headers=headers), body)))


def test_the_size_of_a_board_is_limited(running: RunningServer) -> None:
    assert kind_of(ask(running, SOLVE, of_size(MIB))) == (422, "BadInput")
    too_large = ask(running, SOLVE, of_size(MIB + 1))
    assert kind_of(too_large) == (413, "TooLarge") and "1 MiB" in too_large.value["error"]["message"]
    for path in ("/api/recognise", "/api/play/hashi", "/api/share", "/", "/api/nothing"):
        assert kind_of(ask(running, f"POST {path} HTTP/1.1", of_size(MIB + 1))) == (413, "TooLarge")


def test_the_size_of_a_formula_is_limited(running: RunningServer) -> None:
    text = "p cnf 1 1\n1 0\n" + "c x\n" * (19 * MIB // 5)  # JSON has two characters for the end of a line
    body = json.dumps({"input": text}).encode()
    assert 19 * MIB <= len(body) <= 20 * MIB
    assert ask(running, SOLVE_FORMULA, body).value["status"] == "sat"
    too_large = ask(running, SOLVE_FORMULA, of_size(20 * MIB + 1))
    assert kind_of(too_large) == (413, "TooLarge") and "20 MiB" in too_large.value["error"]["message"]


def test_a_body_without_a_length_is_limited(running: RunningServer) -> None:
    assert send_chunked(running, SOLVE, chunked(BOARD[:5], BOARD[5:])).value["status"] == "sat"
    one_byte_each = chunked(*(bytes([byte]) for byte in BOARD))
    assert send_chunked(running, SOLVE, one_byte_each).value["status"] == "sat"
    assert kind_of(send_chunked(running, SOLVE, chunked(of_size(MIB)))) == (422, "BadInput")
    for size in (1, 4 * MIB):
        parts = chunked(*[b"x" * 65_536] * (MIB // 65_536), b"x" * size)
        assert kind_of(send_chunked(running, SOLVE, parts)) == (413, "TooLarge")


def test_an_endless_body_is_not_read(running: RunningServer) -> None:
    """The answer comes before the end of the body, and the connection is closed within some seconds."""
    with running.connect() as connection:
        headers = [JSON, ("Transfer-Encoding", "chunked")]
        connection.sendall(head(running, SOLVE, headers=headers, close=False))
        chunk, sent = chunked(b"x" * 65_536, end=b""), 0
        connection.settimeout(0.001)
        received = b""
        while b"\r\n\r\n" not in received:
            assert sent < 64 * MIB
            try:
                connection.settimeout(PATIENCE)
                connection.sendall(chunk)
                sent += len(chunk)
                connection.settimeout(0.001)
                received += connection.recv(65_536)
            except TimeoutError:
                continue
        assert received.startswith(b"HTTP/1.1 413 ")
    with running.connect() as connection:
        connection.sendall(head(running, SOLVE, headers=[JSON, ("Content-Length", str(1 << 62))]))
        assert connection.recv(1000).startswith(b"HTTP/1.1 413 ")  # nothing of it was sent


def test_nothing_is_sent_that_is_too_large(running: RunningServer) -> None:
    """A client that asks first is refused, instead of being told to go on."""
    headers = [JSON, ("Content-Length", str(MIB + 1)), ("Expect", "100-continue")]
    assert first_answer(running.raw(head(running, SOLVE, headers=headers))).status == 413
    with running.connect() as connection:
        headers = [JSON, ("Content-Length", str(len(BOARD))), ("Expect", "100-continue")]
        connection.sendall(head(running, SOLVE, headers=headers))
        assert connection.recv(1000).startswith(b"HTTP/1.1 100 ")
        connection.sendall(BOARD)
        assert connection.recv(1000).startswith(b"HTTP/1.1 200 ")


FRAMINGS = [
    ([("Content-Length", "5"), ("Transfer-Encoding", "chunked")], BOARD),
    ([("Content-Length", "5"), ("Content-Length", "6")], BOARD),
    ([("Content-Length", "5, 6")], BOARD),
    ([("Content-Length", "-1")], BOARD),
    ([("Content-Length", "+5")], BOARD),
    ([("Content-Length", "0x5")], BOARD),
    ([("Content-Length", "1e3")], BOARD),
    ([("Content-Length", "\u00b2")], BOARD),
    ([("Content-Length", "5" * 5000)], BOARD),
    ([("Transfer-Encoding", "gzip, chunked")], chunked(BOARD)),
    ([("Transfer-Encoding", "identity")], BOARD),
    ([("Transfer-Encoding", "chunked, identity")], BOARD),
    ([("Transfer-Encoding", "chunked")], b"x\r\n"),
    ([("Transfer-Encoding", "chunked")], b"-5\r\n"),
    ([("Transfer-Encoding", "chunked")], b"fffffffffffffffffffff\r\n"),
    ([("Transfer-Encoding", "chunked")], b"5\r\n12345678\r\n"),
    ([("Transfer-Encoding", "chunked")], b"5" * 100_000),
    ([("Transfer-Encoding", "chunked")], b"1;" + b"x" * 100_000),
]


@pytest.mark.parametrize(("headers", "body"), FRAMINGS)
def test_ambiguous_ends_of_bodies(
    running: RunningServer, headers: list[tuple[str, str]], body: bytes
) -> None:
    """A proxy could see another request than the server."""
    hidden = head(running, "GET /hidden HTTP/1.1")
    received = running.raw(head(running, SOLVE, headers=[JSON, *headers], close=False), body, hidden)
    if received:
        assert expect_safe(first_answer(received)).status in {400, 413, 422, 501}
    assert b"/hidden" not in received and received.count(b"HTTP/1.1 ") <= 1


def test_a_body_that_does_not_arrive(running: RunningServer) -> None:
    """The client leaves in the middle."""
    for headers, part in (
        ([JSON, ("Content-Length", "1000")], BOARD),
        ([JSON, ("Transfer-Encoding", "chunked")], chunked(BOARD, end=b"")),
        ([JSON, ("Content-Length", str(len(BOARD)))], b""),
    ):
        with running.connect() as connection:
            connection.sendall(head(running, SOLVE, headers=headers) + part)
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(1000):
                pass


# -- compressed bodies -------------------------------------------------------------------------------------


def bomb(size: int, *, end: bytes = b'"}') -> bytes:
    """A small gzip file with a text of so many bytes."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    parts = [packer.compress(b'{"input": "')]
    parts += [packer.compress(b" " * MIB) for _ in range(size // MIB)]
    return b"".join([*parts, packer.compress(end), packer.flush()])


def send_packed(server: RunningServer, line: str, body: bytes, encoding: str = "gzip") -> Response:
    """The answer to a request with a compressed body."""
    return ask(server, line, body, headers=[("Content-Encoding", encoding)])


def memory_mib(process: int) -> int:
    """The most memory that a process has had."""
    status = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) >> 10


def test_compressed_bodies(running: RunningServer) -> None:
    formula = json.dumps({"input": "p cnf 2 2\n1 2 0\n-1 0\n"}).encode()
    packed = gzip.compress(formula)
    assert send_packed(running, SOLVE_FORMULA, packed).value["status"] == "sat"
    assert send_packed(running, SOLVE, gzip.compress(BOARD)).value["status"] == "sat"
    header = ("Content-Encoding", "gzip")
    parts = chunked(*(bytes([byte]) for byte in packed))
    assert send_chunked(running, SOLVE_FORMULA, parts, header).value["status"] == "sat"
    for wrong in (
        b"x",
        formula,
        packed[:-1],
        packed[:-9],
        packed[:10],
        packed + b"x",
        packed + packed,
        packed[:-8] + b"\0" * 8,
        zlib.compress(formula),
        b"\x1f\x8b\x08" + b"\xff" * 100,
    ):
        assert kind_of(send_packed(running, SOLVE_FORMULA, wrong)) == (422, "BadInput"), wrong
    for encoding in ("br", "deflate", "zstd", "gzip, gzip", "gzip,identity", "x", ""):
        response = send_packed(running, SOLVE_FORMULA, packed, encoding)
        assert kind_of(response) == (415, "WrongType"), encoding


def test_bombs(running: RunningServer) -> None:
    """They are not unpacked beyond the limit."""
    before = memory_mib(running.process.pid)
    large = bomb(256 * MIB)
    assert len(large) < MIB
    started = time.monotonic()
    assert kind_of(send_packed(running, SOLVE_FORMULA, large)) == (413, "TooLarge")
    assert kind_of(send_packed(running, SOLVE, large)) == (413, "TooLarge")
    assert kind_of(send_packed(running, SOLVE, bomb(2 * MIB))) == (413, "TooLarge")
    double = gzip.compress(large)
    assert kind_of(send_packed(running, SOLVE_FORMULA, double)) == (422, "BadInput")  # not JSON, but a file
    assert time.monotonic() - started < 30.0
    assert memory_mib(running.process.pid) - before < 256


def test_bombs_inside_of_a_text(running: RunningServer) -> None:
    """A text is never unpacked, whatever it begins with."""
    text = bomb(4 * MIB)[:1000].decode("latin-1")
    body = json.dumps({"input": text}).encode()
    assert kind_of(ask(running, SOLVE_FORMULA, body)) == (422, "BadInput")
    assert ask(running, "POST /api/recognise HTTP/1.1", body).value["kind"] == "unknown"


def test_a_large_body_is_a_large_text(running: RunningServer) -> None:
    """JSON of many small parts would need many times its size."""
    before = memory_mib(running.process.pid)
    for body in (
        b'{"input": "p cnf 1 0", "assume": [' + b"1," * (9 * MIB) + b"1]}",
        b'{"input": ' + b"[" * (5 * MIB),
        b"[" + b"{}," * (5 * MIB) + b"{}]",
        b"{" + b'"a":"",' * (2 * MIB) + b'"b":1}',
        b'{"input": "' + b'\\"' * MIB + b'", "assume": [' + b"1," * MIB + b"1]}",
    ):
        assert kind_of(ask(running, SOLVE_FORMULA, body)) == (413, "TooLarge"), body[:40]
    assert memory_mib(running.process.pid) - before < 256


# -- time and memory -----------------------------------------------------------------------------------


def read_body(settings: WebSettings, *messages: Any, pause: float = 0.0) -> bytes:
    """What a route would see of a body in these parts, with a pause before the last."""
    reader = BodyReader(settings, set())
    scope = {"type": "http", "path": "/api/x", "headers": [(b"transfer-encoding", b"chunked")]}
    waiting = [{"type": "http.request", "body": one, "more_body": one != messages[-1]} for one in messages]

    async def receive() -> Any:
        if len(waiting) == 1:
            await asyncio.sleep(pause)
        return waiting.pop(0)

    async def read() -> bytes:
        async with reader.read(scope, receive) as replay:
            assert reader.held > 0
            return bytes((await replay())["body"])

    try:
        return asyncio.run(read())
    finally:
        assert reader.held == 0


def test_a_client_that_stops_sending_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_bodies, "LONGEST_PAUSE", 0.05)
    assert read_body(WebSettings(), b"{", b"}") == b"{}"
    with pytest.raises(Refused) as refused:
        read_body(WebSettings(), b"{", b"}", pause=10.0)
    assert refused.value.status == 408


def test_all_bodies_together_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_bodies, "MOST_HELD", 10)
    assert read_body(WebSettings(), b'{"a":1}', b"   ") == b'{"a":1}   '
    with pytest.raises(Refused) as refused:
        read_body(WebSettings(), b'{"a":1}', b"    ")
    assert (refused.value.status, refused.value.kind) == (503, "QueueFull") and refused.value.retry
