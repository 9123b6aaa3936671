"""Campaigns as commands in processes of their own, which tests interrupt and kill."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from satplay.store import collections
from satplay.store.opening import open_store

LAUNCH = [sys.executable, "-m", "satplay"]


class Command:
    """A running command whose store is in a folder."""

    def __init__(self, folder: Path, *words: str, environment: dict[str, str] | None = None) -> None:
        self.process = subprocess.Popen(
            [*LAUNCH, *words],
            env={**os.environ, "SATPLAY_DATA": str(folder), **(environment or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    @property
    def is_running(self) -> bool:
        """Whether the command has not ended."""
        return self.process.poll() is None

    def workers(self) -> list[int]:
        """The numbers of its worker processes."""
        return [pid for pid in children_of(self.process.pid) if "satplay.workers" in command_line(pid)]

    def kill(self) -> None:
        """End the command by ``kill -9``."""
        self.process.kill()
        self.process.communicate()

    def interrupt(self) -> tuple[int, str, str]:
        """Press Ctrl-C; the exit status, and what was printed."""
        self.process.send_signal(signal.SIGINT)
        return self.end()

    def end(self, timeout: float = 240) -> tuple[int, str, str]:
        """Wait for the end; the exit status, and what was printed."""
        try:
            out, err = self.process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        return self.process.returncode, out, err


def children_of(parent: int) -> list[int]:
    """The child processes of a process."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, ppid = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if int(ppid) == parent and state != "Z":
            found.append(int(folder.name))
    return found


def command_line(pid: int) -> str:
    """The words of the command that a process runs."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def wait_until(condition: Callable[[], Any], seconds: float = 60) -> None:
    """Wait until a condition is true."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def boards(folder: Path | None, name: str = "mine") -> list[Any]:
    """The boards of a collection with all that is stored about them."""
    found = collections.find(open_store(folder), name)
    return [] if found is None else list(found.boards)


def count(folder: Path | None, name: str = "mine") -> int:
    """The number of boards of a collection now."""
    return collections.count_boards(open_store(folder), name)


def kill_all(pids: Sequence[int]) -> None:
    """End processes by ``kill -9``; some may have ended."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
