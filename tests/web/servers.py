"""A running server for tests, and requests to it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from satplay.store.folder import FOLDER_VARIABLE

READY = 60.0
ENOUGH = 120.0
"""Seconds that are enough on any machine."""


class Response(NamedTuple):
    """An answer of the server."""

    status: int
    headers: Any
    content: bytes

    @property
    def value(self) -> Any:
        """The JSON value."""
        return json.loads(self.content)


class RunningServer:
    """``satplay serve`` as a process of its own."""

    def __init__(self, folder: Path, *options: str, port: int = 0) -> None:
        self.folder = folder
        self._options = options
        self._start(port)

    def _start(self, port: int) -> None:
        command = [sys.executable, "-m", "satplay", "serve", "--no-browser", "--port", str(port)]
        self.process = subprocess.Popen(
            [*command, *self._options],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, FOLDER_VARIABLE: str(self.folder)},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://" in line, f"the server did not start: {line!r}"
        self.address = line.split()[1].rstrip("/")

    @property
    def port(self) -> int:
        """The port that it listens at."""
        return int(self.address.rpartition(":")[2])

    def kill(self) -> None:
        """End it as ``kill -9`` does."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        if self.process.poll() is None:
            self._end(signal.SIGINT)

    def _end(self, number: int) -> None:
        self.process.send_signal(number)
        self.process.wait(READY)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def start_again(self) -> None:
        """Start it at the same address, with the same store."""
        self._start(self.port)

    def get(self, path: str, **headers: str) -> Response:
        """The answer to a GET request."""
        return self._send(Request(f"{self.address}{path}", headers=_names(headers)))

    def post(self, path: str, body: Any, **headers: str) -> Response:
        """The answer to a POST request with a JSON body."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        named = {"Content-Type": "application/json", **_names(headers)}
        return self._send(Request(f"{self.address}{path}", content, named, method="POST"))

    def ask(self, path: str, body: Any) -> Any:
        """The value that a POST request leads to, however long it takes."""
        response = self.post(f"{path}?wait=60", body)
        while response.status == 202:
            job = response.value["job"]
            found = self.get(f"/api/jobs/{job}?wait=60").value
            if "result" in found:
                return found["result"]
            assert found["state"] in ("queued", "running"), found
        assert response.status == 200, response.content
        return response.value

    def _send(self, request: Request) -> Response:
        try:
            with urlopen(request, timeout=ENOUGH) as answer:
                return Response(answer.status, answer.headers, answer.read())
        except HTTPError as error:
            with error:
                return Response(error.code, error.headers, error.read())


def _names(headers: Mapping[str, str]) -> dict[str, str]:
    """``if_none_match`` as the name of a header."""
    return {name.replace("_", "-"): value for name, value in headers.items()}


@contextmanager
def running_server(folder: Path, *options: str) -> Iterator[RunningServer]:
    """A server that is stopped at the end."""
    server = RunningServer(folder, *options)
    try:
        yield server
    finally:
        server.stop()
