"""``satplay serve`` as a process of its own, with a store of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from satplay.errors import EngineError
from satplay.lab.bench.web.client import Client
from satplay.store.folder import FOLDER_VARIABLE
from satplay.store.location import VARIABLE

ENTRY = """
import sys
from satplay.workers.limits import end_with_parent
end_with_parent(int(sys.argv.pop(1)))
from satplay.cli import start
start()
"""
"""The command line of satplay; it ends when its parent has ended, however that ends."""

START_SECONDS = 60.0
STOP_SECONDS = 10.0


class Server:
    """A running server."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._errors = folder / "errors"
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start it, at the port that it had before; it has said that it answers when this returns."""
        environment = {**os.environ, FOLDER_VARIABLE: str(self._folder)}
        environment.pop(VARIABLE, None)
        words = [str(os.getpid()), "serve", "--no-browser", "--port", str(self.port)]
        with self._errors.open("wb") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-c", ENTRY, *words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=environment,
                text=True,
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        if found is None:
            self.end(signal.SIGKILL)
            printed = self._errors.read_text(encoding="utf-8", errors="replace").strip().splitlines()
            raise EngineError(f"'satplay serve' does not start: {printed[-1] if printed else 'no address'}")
        self.port = int(found[1])

    def end(self, number: int = signal.SIGINT) -> None:
        """End it by a signal: as Ctrl-C does, or as ``kill -9``."""
        self.process.send_signal(number)
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()

    @property
    def address(self) -> str:
        """The address without a path."""
        return f"http://127.0.0.1:{self.port}"

    def client(self, name: str = "bench") -> Client:
        """A connection of a page with this name."""
        return Client(self.port, name)


@contextmanager
def running_server() -> Iterator[Server]:
    """A server with an empty store, which is ended at the end of the block."""
    with TemporaryDirectory(prefix="satplay-bench-") as folder:
        server = Server(Path(folder))
        try:
            yield server
        finally:
            server.end()


def rest(server: Server) -> None:
    """Wait until the server and its workers have nothing to do, such as imports after the start."""
    from satplay.lab.bench.web.processes import usage_of

    deadline, before = time.monotonic() + START_SECONDS, usage_of(server.process.pid)
    while before is not None and time.monotonic() < deadline:
        time.sleep(0.5)
        now = usage_of(server.process.pid)
        if now is None or now.server_cpu + now.workers_cpu - before.server_cpu - before.workers_cpu < 0.03:
            return
        before = now
