"""Requests byte by byte, as no library sends them, and what every answer of the server must be."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterable
from http.client import HTTPResponse
from pathlib import Path
from typing import Any, cast

import satplay
from tests.web.servers import Response, RunningServer

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; "  # the one directive besides the specified ones: a page can be installed
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'"
)

SECRETS = (
    "Traceback",
    'File "',
    "site-packages",
    "root:",
    "from __future__",
    sys.prefix,
    str(Path(satplay.__file__).parent),
)
"""What no answer to a hostile request contains: traces, paths of this machine, texts of files."""

ERROR_FIELDS = {"kind", "message", "what", "line", "column", "found", "expected", "nearest"}

BOARD = b'{"input": "2.2\\n...\\n2.2"}'
SOLVE = "POST /api/solve/hashi?wait=60 HTTP/1.1"
JSON = ("Content-Type", "application/json")


class _Received:
    """Bytes that were received, as a socket."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def makefile(self, mode: str) -> io.BytesIO:
        return io.BytesIO(self._content)


def first_answer(received: bytes, method: str = "GET") -> Response:
    """The first of the answers in what was received."""
    assert received.startswith(b"HTTP/1.1 "), received[:200]
    response = HTTPResponse(cast(Any, _Received(received)), method=method)
    response.begin()
    return Response(response.status, response.headers, response.read())


def head(
    server: RunningServer,
    line: str,
    *,
    host: str | None = None,
    headers: Iterable[tuple[str, str]] = (),
    close: bool = True,
) -> bytes:
    """A request line with headers and the empty line after them; the connection ends after its answer."""
    named = [("Host", f"127.0.0.1:{server.port}" if host is None else host), *headers]
    if close:
        named.append(("Connection", "close"))
    return "".join([f"{line}\r\n", *(f"{name}: {text}\r\n" for name, text in named), "\r\n"]).encode(
        "latin-1"
    )


def ask(
    server: RunningServer,
    line: str,
    body: bytes | None = None,
    *,
    host: str | None = None,
    headers: Iterable[tuple[str, str]] = (),
    kind: str | None = "application/json",
) -> Response:
    """The answer to a request, which is safe whatever the request is; ``kind`` is its Content-Type."""
    named = [*headers]
    if body is not None:
        named.append(("Content-Length", str(len(body))))
        if kind is not None:
            named.append(("Content-Type", kind))
    received = server.raw(head(server, line, host=host, headers=named), body or b"")
    return expect_safe(first_answer(received, line.partition(" ")[0]))


def expect_safe(response: Response) -> Response:
    """The answer, after a look at everything that holds for all answers."""
    headers = response.headers
    if response.status != 304:  # the headers of the file that the browser has stay
        is_part = response.status == 200 and headers.get_content_type() in {"text/css", "text/javascript"}
        policies = headers.get_all("Content-Security-Policy", [])
        assert policies == [POLICY] or (is_part and not policies)
        assert headers.get_all("X-Content-Type-Options") == ["nosniff"]
        assert headers.get_all("Referrer-Policy") == ["no-referrer"]
    assert "Set-Cookie" not in headers and "Server" not in headers
    assert not [name for name in headers if name.lower().startswith("access-control-")]
    assert response.status < 500 or response.status in {501, 503}, response
    if response.status >= 400:
        expect_error(response)
    return response


def expect_error(response: Response) -> None:
    """An error has the one shape, and tells nothing about the machine."""
    text = response.content.decode()
    assert not [word for word in SECRETS if word in text], text
    if response.headers.get_content_type() == "text/html" or not text:  # a person asked, or HEAD
        return
    document = json.loads(text)
    error = document["error"]
    assert [*document] == ["error"] and error["kind"] and error["message"]
    assert set(error) <= ERROR_FIELDS and None not in error.values()
    assert "\n" not in error["message"] and len(error["message"]) < 2000
    assert (response.status in {429, 503}) == ("Retry-After" in response.headers)


def kind_of(response: Response) -> tuple[int, str]:
    """The status and the kind of an error."""
    return response.status, response.value["error"]["kind"]
