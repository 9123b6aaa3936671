"""Fixtures of the tests of the browser application: real servers on this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import httpx
import pytest

pytest.importorskip("fastapi", reason="tests of the server need the extra 'web'")

from tests.web.servers import PATIENCE, RunningServer


@pytest.fixture(scope="session")
def running_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One server for all tests of a process that do not disturb it; it must not write to stderr."""
    server = RunningServer(tmp_path_factory.mktemp("server"), "--port", "0")
    yield server
    server.stop()
    assert not server.log, server.log


@pytest.fixture(scope="session")
def server(running_server: RunningServer) -> str:
    """The address of that server, without a slash at the end."""
    return running_server.address


@pytest.fixture
def client(server: str) -> Iterator[httpx.Client]:
    """A client of that server with a name of its own."""
    with httpx.Client(base_url=server, timeout=PATIENCE, trust_env=False) as opened:
        yield opened


@pytest.fixture
def start_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., RunningServer]]:
    """Starts further servers: ``start_server("--jobs", "2")``."""
    started: list[RunningServer] = []

    def start(*options: str, **more: dict[str, str]) -> RunningServer:
        started.append(RunningServer(tmp_path_factory.mktemp("server"), *options, **more))
        return started[-1]

    yield start
    for one in started:
        one.stop()
