"""Real servers for tests, each ``satplay serve`` in a process of its own, and requests to them."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import ProxyHandler, Request, build_opener

from satplay.store.folder import FOLDER_VARIABLE
from satplay.store.location import VARIABLE

ADDRESS = re.compile(r"http://\S+")
PATIENCE = 120.0
"""Seconds that are enough on any machine."""

OPENER = build_opener(ProxyHandler({}))


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
    """``satplay serve`` with options; ``folder`` gets its store and what it writes to stderr."""

    def __init__(
        self, folder: Path, *options: str, port: int = 0, environment: Mapping[str, str] | None = None
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self._options = folder, options
        inherited = {name: text for name, text in os.environ.items() if name != VARIABLE}
        self._environment = {**inherited, FOLDER_VARIABLE: str(folder / "data"), **(environment or {})}
        self._start(port)

    def _start(self, port: int) -> None:
        command = [sys.executable, "-m", "satplay", "serve", "--no-browser", "--port", str(port)]
        with (self.folder / "stderr").open("ab") as log:
            self.process = subprocess.Popen(
                [*command, *self._options],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=self._environment,
                start_new_session=True,
            )
        assert self.process.stdout is not None
        self.line = self.process.stdout.readline()
        found = ADDRESS.search(self.line)
        assert found is not None, f"no address: {self.line!r}; stderr: {self.log}"
        self.port = int(urlsplit(found[0]).port or 0)
        self.address = f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        """Everything on stderr so far."""
        return (self.folder / "stderr").read_text(errors="replace")

    @property
    def children(self) -> list[int]:
        """The processes that the server has started, in any of its threads."""
        return children(self.process.pid)

    def kill(self) -> None:
        """End it as ``kill -9`` does."""
        self.stop(signal.SIGKILL)

    def stop(self, number: int = signal.SIGINT) -> int:
        """End it as Ctrl-C does, or by another signal; returns its status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            if self.process.stdout is not None:
                self.process.stdout.close()

    def start_again(self) -> None:
        """Start it at the same address, with the same store."""
        self._start(self.port)

    def get(self, path: str, **headers: str) -> Response:
        """The answer to a GET request; ``if_none_match`` is the header If-None-Match."""
        return self.request("GET", path, headers)

    def post(self, path: str, body: Any, **headers: str) -> Response:
        """The answer to a POST request with a JSON body."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        named = {"content_type": "application/json", **headers}
        return self.request("POST", path, named, content)

    def request(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None = None
    ) -> Response:
        """The answer to any request."""
        named = {name.replace("_", "-"): text for name, text in headers.items()}
        request = Request(f"{self.address}{path}", body, named, method=method)
        try:
            with OPENER.open(request, timeout=PATIENCE) as answer:
                return Response(answer.status, answer.headers, answer.read())
        except HTTPError as error:
            with error:
                return Response(error.code, error.headers, error.read())

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

    def connect(self) -> socket.socket:
        """A connection, for requests that no library of HTTP sends."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def raw(self, *parts: bytes) -> bytes:
        """Everything that the server answers to these bytes; it must close the connection after them."""
        with self.connect() as connection:
            received = []
            try:
                for part in parts:
                    connection.sendall(part)
            except (BrokenPipeError, ConnectionResetError):
                pass  # it has answered already
            try:
                while part := connection.recv(1 << 16):
                    received.append(part)
            except ConnectionResetError:
                pass  # it closed before it had read everything
            return b"".join(received)


def children(process: int) -> list[int]:
    """The processes that a process has started, in any of its threads."""
    found: list[int] = []
    for thread in Path(f"/proc/{process}/task").glob("*/children"):
        found += [int(number) for number in thread.read_text().split()]
    return found


def is_running(process: int) -> bool:
    """Whether a process exists and is no zombie."""
    try:
        state = Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state.rsplit(")", 1)[1].split()[0] != "Z"


def wait_until(condition: Callable[[], Any], what: str) -> None:
    """Wait until something is true; ``what`` is the message if that does not happen."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


def wait_until_ended(processes: Iterable[int]) -> None:
    """Wait until none of the processes runs any more."""
    numbers = [*processes]
    wait_until(lambda: not any(map(is_running, numbers)), f"one of {numbers} still runs")
