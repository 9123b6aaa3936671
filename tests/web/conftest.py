"""A server that the tests of the browser application share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.servers import RunningServer, running_server

pytest.importorskip("fastapi", reason="the browser application needs the extra 'web'")


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server for the whole run, with a store of its own."""
    with running_server(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="session")
def server(running: RunningServer) -> str:
    """Its address, without a slash at the end."""
    return running.address
