"""A real Dask cluster for tests: a scheduler and workers as processes of their own, on this machine only."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

DASK = """
import os, threading, time

def watch(parent):
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)

threading.Thread(target=watch, args=(os.getppid(),), daemon=True).start()
from dask.__main__ import main
main()
"""
"""The command line of Dask; it ends when its parent has ended, however that ends."""

WAIT_SECONDS = 60.0


def wait_until(condition: Callable[[], object], what: str, seconds: float = WAIT_SECONDS) -> None:
    """Wait for a condition; fail if it does not come true."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, f"waited in vain: {what}"
        time.sleep(0.05)


class DaskCluster:
    """Processes of Dask, started one by one.

    ``address``  of the scheduler; it stays the same when the scheduler starts again
    ``workers``  all that were started, in this order
    """

    def __init__(self, folder: Path, environment: Mapping[str, str] | None = None) -> None:
        self._folder, self._environment = folder, dict(environment or {})
        self._processes: list[subprocess.Popen[bytes]] = []
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []
        self._port = _free_port()
        self.address = f"tcp://127.0.0.1:{self._port}"
        self.scheduler_file = folder / "scheduler.json"

    def start_scheduler(self) -> None:
        """Start the scheduler, and wait until it listens."""
        words = ["scheduler", "--host", "127.0.0.1", "--port", str(self._port), "--no-dashboard"]
        words += ["--scheduler-file", str(self.scheduler_file)]
        self.scheduler_file.unlink(missing_ok=True)
        self.scheduler = self._start("scheduler", words)
        wait_until(self.scheduler_file.exists, "the scheduler starts")

    def start_worker(
        self, *options: str, threads: int = 1, environment: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        """Start a worker without a nanny, unless options say otherwise; wait until it is registered."""
        words = ["worker", self.address, "--nthreads", str(threads), "--host", "127.0.0.1"]
        words += ["--no-dashboard", "--local-directory", str(self._folder), *(options or ["--no-nanny"])]
        name = f"worker{len(self._processes)}"
        process = self._start(name, words, environment)
        self.workers.append(process)
        log = self._folder / f"{name}.log"
        wait_until(lambda: "Registered to" in log.read_text(errors="replace"), "a worker registers")
        return process

    def is_used_by(self, pid: int) -> bool:
        """Whether a process is connected to the scheduler."""
        with suppress(psutil.NoSuchProcess):
            ports = {one.raddr.port for one in psutil.Process(pid).net_connections("tcp4") if one.raddr}
            return self._port in ports
        return False

    def kill(self, process: subprocess.Popen[bytes] | None) -> None:
        """``kill -9``."""
        assert process is not None
        process.kill()
        process.wait()

    def close(self) -> None:
        """End everything that was started here, with the processes that belong to it."""
        for process in reversed(self._processes):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def _start(
        self, name: str, words: list[str], environment: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        settings = {"DASK_LOGGING__DISTRIBUTED": "info", **self._environment, **(environment or {})}
        with (self._folder / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-P", "-c", DASK, *words],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, **settings},
                start_new_session=True,
            )
        self._processes.append(process)
        return process


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
    return port


@contextmanager
def dask_cluster(
    folder: Path, workers: int = 0, environment: Mapping[str, str] | None = None
) -> Iterator[DaskCluster]:
    """A scheduler with workers of one thread each."""
    cluster = DaskCluster(folder, environment)
    try:
        cluster.start_scheduler()
        for _ in range(workers):
            cluster.start_worker()
        yield cluster
    finally:
        cluster.close()


def children_of(pid: int) -> set[int]:
    """The numbers of the processes that a process has started, and of theirs."""
    with suppress(FileNotFoundError, ProcessLookupError):
        found: set[int] = set()
        for thread in Path(f"/proc/{pid}/task").iterdir():
            found |= {int(one) for one in (thread / "children").read_text().split()}
        return found.union(*map(children_of, found))
    return set()


def cpu_ticks(pids: set[int]) -> int:
    """The CPU time that processes have used, in ticks of the system."""
    used = 0
    for pid in pids:
        with suppress(FileNotFoundError, ProcessLookupError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            used += int(fields[11]) + int(fields[12])
    return used
