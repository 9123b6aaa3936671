"""Fixtures of the tests of the browser application: real servers on this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import httpx
import pytest

from tests.web.servers import PATIENCE, RunningServer

pytest.importorskip("fastapi", reason="the browser application needs the extra 'web'")


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server for all tests of a process that do not disturb it; it must not write to stderr."""
    server = RunningServer(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()
    assert not server.log, server.log


@pytest.fixture
def undisturbed(running: RunningServer) -> Iterator[None]:
    """After the test that server answers, and has written nothing to stderr."""
    yield
    assert running.log == ""
    assert running.get("/healthz").value["status"] == "ok"


@pytest.fixture(scope="session")
def server(running: RunningServer) -> str:
    """Its address, without a slash at the end."""
    return running.address


@pytest.fixture
def client(server: str) -> Iterator[httpx.Client]:
    """A client of that server."""
    with httpx.Client(base_url=server, timeout=PATIENCE, trust_env=False) as opened:
        yield opened


@pytest.fixture
def start_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., RunningServer]]:
    """Starts further servers: ``start_server("--jobs", "2")``."""
    started: list[RunningServer] = []

    def start(*options: str, environment: dict[str, str] | None = None) -> RunningServer:
        folder = tmp_path_factory.mktemp("server")
        started.append(RunningServer(folder, *options, environment=environment))
        return started[-1]

    yield start
    for one in started:
        one.stop()
