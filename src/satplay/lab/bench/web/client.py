"""HTTP over one connection that is kept, as a page of the application uses it; to this machine only."""

from __future__ import annotations

import json
import time
import zlib
from http.client import HTTPConnection, HTTPResponse, RemoteDisconnected
from typing import Any

from satplay.errors import EngineError
from satplay.fast_dataclass import dataclass

PATIENCE = 70.0
"""Seconds that an answer may take; a request waits at most 60 for a job."""

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: the status, the unpacked content, the seconds until its last byte, the bytes of its body."""

    status: int
    content: bytes
    seconds: float
    transferred: int

    @property
    def value(self) -> Values:
        """The JSON object; empty if it is none."""
        try:
            found = json.loads(self.content)
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}


class Client:
    """One page: it has a name, which makes it a client of its own to the server."""

    def __init__(self, port: int, name: str) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self._headers = {"Accept-Encoding": "gzip", "satplay-client": name}

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def get(self, path: str) -> Reply:
        """The answer to a GET request."""
        return self._ask("GET", path, None)

    def post(self, path: str, body: Values) -> Reply:
        """The answer to a POST request, which may be the number of a job."""
        return self._ask("POST", path, json.dumps(body).encode())

    def result(self, path: str, body: Values) -> Reply:
        """The answer to a POST request, or the result of the job that it becomes, as a page waits for it."""
        begun = time.perf_counter()
        reply = self.post(path, body)
        if reply.status != 202:
            return reply
        status, content, size = self._follow(str(reply.value["job"]))
        return Reply(status, content, time.perf_counter() - begun, reply.transferred + size)

    def expect(self, path: str, body: Values) -> Values:
        """The result of a POST request, which must not be an error."""
        reply = self.result(path, body)
        if reply.status != 200:
            raise EngineError(f"{path}: status {reply.status}: {reply.content[:200]!r}")
        return reply.value

    def _ask(self, method: str, path: str, body: bytes | None) -> Reply:
        begun = time.perf_counter()
        response = self._send(method, path, body)
        packed = response.read()
        content = packed
        if response.getheader("Content-Encoding") == "gzip":
            content = zlib.decompress(packed, wbits=31)
        return Reply(response.status, content, time.perf_counter() - begun, len(packed))

    def _send(self, method: str, path: str, body: bytes | None) -> HTTPResponse:
        """Send a request; once again if the server has closed a connection that was not used for a while."""
        headers = {**self._headers, **({"Content-Type": "application/json"} if body is not None else {})}
        is_new = self._connection.sock is None
        try:
            self._connection.request(method, path, body, headers)
            return self._connection.getresponse()
        except (RemoteDisconnected, ConnectionResetError, BrokenPipeError):
            self._connection.close()
            if is_new:
                raise
            self._connection.request(method, path, body, headers)
            return self._connection.getresponse()

    def _follow(self, job: str) -> tuple[int, bytes, int]:
        """Status and content of the last event of a job, and the bytes of all of them."""
        self._connection.request(
            "GET", f"/api/jobs/{job}/events", headers=self._headers | {"Accept-Encoding": "identity"}
        )
        response = self._connection.getresponse()
        event, content, size = "", b"", 0
        for line in response:
            size += len(line)
            name, _, text = line.rstrip(b"\n").partition(b": ")
            if name == b"event":
                event = text.decode()
            elif name == b"data":
                content = text
        response.read()
        if event == "result":
            return 200, content, size
        return int(Reply(0, content, 0.0, 0).value.get("status", 500)), content, size
