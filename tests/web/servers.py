"""Real servers for tests: ``satplay serve`` in a process of its own, on this machine alone."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from satplay.store.folder import FOLDER_VARIABLE
from satplay.store.location import VARIABLE

ADDRESS = re.compile(r"http://\S+")
PATIENCE = 60.0


class RunningServer:
    """``satplay serve`` with options; ``folder`` gets its store and what it writes to stderr."""

    def __init__(self, folder: Path, *options: str, environment: Mapping[str, str] | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._log = folder / "stderr"
        inherited = {name: text for name, text in os.environ.items() if name != VARIABLE}
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "satplay", "serve", "--no-browser", *options],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**inherited, FOLDER_VARIABLE: str(folder / "data"), **(environment or {})},
                start_new_session=True,
            )
        assert self.process.stdout is not None
        found = ADDRESS.search(self.process.stdout.readline())
        assert found is not None, f"no address; stderr: {self.log}"
        self.announced = found[0]
        self.port = int(urlsplit(self.announced).port or 0)
        self.address = f"http://127.0.0.1:{self.port}"
        self.client = httpx.Client(base_url=self.address, timeout=PATIENCE, trust_env=False)

    @property
    def log(self) -> str:
        """Everything on stderr so far."""
        return self._log.read_text(errors="replace")

    @property
    def children(self) -> list[int]:
        """The processes that the server has started."""
        return children(self.process.pid)

    def raw(self, request: bytes) -> bytes:
        """Everything that the server answers to these bytes; it must close the connection after them."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as connection:
            connection.sendall(request)
            parts = []
            try:
                while part := connection.recv(1 << 16):
                    parts.append(part)
            except ConnectionResetError:
                pass  # it closed before it had read everything
            return b"".join(parts)

    def stop(self, number: int = signal.SIGINT) -> int:
        """End it by a signal; returns its status."""
        self.client.close()
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            status = self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            if self.process.stdout is not None:
                self.process.stdout.close()
        return status


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


def wait_until_ended(processes: list[int], patience: float = 20.0) -> list[int]:
    """Wait until the processes have ended; returns those that still run."""
    deadline = time.monotonic() + patience
    while (left := [one for one in processes if is_running(one)]) and time.monotonic() < deadline:
        time.sleep(0.02)
    return left
