"""``kill -9`` of workers and of the server: nothing that was acknowledged is lost, and no process is left."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import URLError

import httpx
import pytest

from tests.store.places import Place, variable
from tests.web.raw_requests import expect_safe
from tests.web.servers import PATIENCE, RunningServer, is_running, wait_until, wait_until_ended

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="lists child processes in /proc")

BOARD = {"input": "2.2\n...\n2.2"}
SLOW = {"size": 20, "random": 1000, "seconds": 60.0}
ROUNDS = 2
WRITERS = 4


# -- workers -------------------------------------------------------------------------------------------


def cpu_ticks(process: int) -> int:
    """The CPU time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


def busy_worker(server: RunningServer) -> int:
    """The worker that computes; the others wait."""
    while True:
        before = {pid: cpu_ticks(pid) for pid in server.children}
        time.sleep(0.3)
        after = {pid: cpu_ticks(pid) - before.get(pid, 0) for pid in server.children if is_running(pid)}
        busy = [pid for pid, ticks in after.items() if ticks > 5]
        if len(busy) == 1:
            return busy[0]


@pytest.fixture
def server(start_server: Callable[..., RunningServer]) -> RunningServer:
    """A server with one worker, and one for hints; both have worked."""
    started = start_server("--jobs", "1")
    assert started.ask("/api/solve/hashi", BOARD)["status"] == "sat"
    return started


def test_a_killed_worker_ends_its_job_with_an_error(server: RunningServer) -> None:
    job = server.post("/api/audit/hashi?wait=0", SLOW).value["job"]
    wait_until(lambda: server.get(f"/api/jobs/{job}").value["state"] == "running", "it does not begin")
    waiting = server.post("/api/solve/hashi?wait=0", BOARD).value["job"]
    os.kill(busy_worker(server), signal.SIGKILL)
    document = server.get(f"/api/jobs/{job}?wait=60").value
    assert document["state"] == "failed" and document["error"]["kind"] == "WorkerEnded"
    assert document["error"]["status"] == 503 and "try again" in document["error"]["message"]
    assert server.get(f"/api/jobs/{waiting}?wait=60").value["result"]["status"] == "sat"
    assert server.ask("/api/solve/hashi", BOARD)["status"] == "sat"
    assert "Killed" in server.log and "Traceback" not in server.log


def test_the_waiting_client_of_a_killed_worker_may_try_again(server: RunningServer) -> None:
    answers = []

    def ask() -> None:
        answers.append(server.post("/api/audit/hashi?wait=60", SLOW))

    thread = threading.Thread(target=ask)
    thread.start()
    os.kill(busy_worker(server), signal.SIGKILL)
    thread.join(PATIENCE)
    (answer,) = answers
    assert expect_safe(answer).status == 503 and answer.value["error"]["kind"] == "WorkerEnded"
    assert server.ask("/api/solve/hashi", BOARD)["status"] == "sat"


def test_killed_workers_are_replaced(server: RunningServer) -> None:
    """Those that wait, too; again and again."""
    for _ in range(3):
        killed = server.children
        for pid in killed:
            os.kill(pid, signal.SIGKILL)
        assert server.ask("/api/solve/hashi", BOARD)["status"] == "sat"
        match = server.post("/api/play/hashi", BOARD).value
        assert server.ask("/api/board/hint", {"record": match["record"]})["kind"] == "step"
        assert not {*killed} & {*server.children}


def test_the_workers_of_a_killed_server_end(server: RunningServer) -> None:
    job = server.post("/api/audit/hashi?wait=0", SLOW).value["job"]
    wait_until(lambda: server.get(f"/api/jobs/{job}").value["state"] == "running", "it does not begin")
    workers = server.children
    assert workers and all(map(is_running, workers))
    server.kill()
    wait_until_ended(workers)
    server.start_again()
    assert server.get(f"/api/jobs/{job}").status == 404
    assert server.ask("/api/solve/hashi", BOARD)["status"] == "sat"


# -- the server ----------------------------------------------------------------------------------------


def board(number: int) -> str:
    """A board that no other number has."""
    return ".".join(str(1 + int(digit)) for digit in f"{number:08o}")


class Writer(threading.Thread):
    """Shares one board after the other until the server ends; ``acknowledged`` are their texts by slug."""

    def __init__(self, server: RunningServer, numbers: Iterator[int]) -> None:
        super().__init__()
        self._server, self._numbers = server, numbers
        self.acknowledged: dict[str, str] = {}
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            with httpx.Client(base_url=self._server.address, timeout=PATIENCE, trust_env=False) as client:
                for number in self._numbers:
                    answer = client.post("/api/share", json={"input": board(number)})
                    assert answer.status_code == 200, answer.text
                    self.acknowledged[answer.json()["slug"]] = board(number)
        except (httpx.TransportError, URLError):
            return  # the server was killed
        except BaseException as error:
            self.failure = error


def wait_until_shared(writers: list[Writer], number: int) -> None:
    """Until so many boards are acknowledged."""
    wait_until(lambda: sum(len(one.acknowledged) for one in writers) > number, "none is shared")


def test_a_killed_server_loses_no_shared_board(
    start_server: Callable[..., RunningServer], place: Place
) -> None:
    """Several clients share boards while the server is killed; what was acknowledged is there afterwards."""
    server = start_server("--jobs", "1", environment=dict([variable(place)]))
    kept: dict[str, str] = {}
    for turn in range(ROUNDS):
        first = 8**6 * turn
        writers = [Writer(server, iter(range(first + 8**5 * one, 8**7))) for one in range(WRITERS)]
        for writer in writers:
            writer.start()
        wait_until_shared(writers, 30)
        time.sleep(0.05 * turn)
        server.kill()
        for writer in writers:
            writer.join(PATIENCE)
            assert writer.failure is None, writer.failure
            kept |= writer.acknowledged
        server.start_again()
        with httpx.Client(base_url=server.address, timeout=PATIENCE, trust_env=False) as client:
            missing = [slug for slug in kept if client.get(f"/api/share/{slug}").status_code != 200]
        assert not missing, f"{len(missing)} of {len(kept)} are lost"
    for slug, text in [*kept.items()][:20]:
        found = server.get(f"/api/share/{slug}").value
        assert found["subject"] == "hashi" and text in json.dumps(found["text"])
    slug, text = next(iter(kept.items()))
    assert server.ask("/api/share", {"input": text})["slug"] == slug, "the same board has the same link"
    assert server.log == ""
