"""Running the server until a signal, and stopping it within a fifth of a second."""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from email.utils import formatdate

import uvicorn

from satplay.errors import BadInput
from satplay.web.application import create_app
from satplay.web.protocol import Protocol
from satplay.web.settings import WebSettings

LAST_ANSWERS = 0.1
"""Seconds that answers under way get when the server is stopped."""

PROXIES = ["127.0.0.1", "::1"]
"""Where a proxy of a public server runs, which states the addresses of clients."""


class Server(uvicorn.Server):
    """uvicorn's server, which is stopped by an event of ours instead of its signal handlers."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.stopping = asyncio.Event()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """No handlers of its own."""
        yield

    async def main_loop(self) -> None:
        """Until :attr:`stopping` is set."""
        while not self.stopping.is_set():
            now = formatdate(time.time(), usegmt=True).encode()
            self.server_state.default_headers = [(b"date", now)]
            with suppress(TimeoutError):
                await asyncio.wait_for(self.stopping.wait(), 1.0)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept nothing more, and cancel all jobs, which ends event streams; the rest gets little time."""
        for server in self.servers:
            server.close()
        await self.lifespan.shutdown()
        for connection in [*self.server_state.connections]:
            connection.shutdown()
        deadline = time.monotonic() + LAST_ANSWERS
        while self.server_state.tasks and time.monotonic() < deadline:
            await asyncio.sleep(0.005)


def serve(settings: WebSettings, on_ready: Callable[[str], None]) -> None:
    """Serve until SIGINT, SIGTERM or SIGHUP; ``on_ready`` gets the address as soon as it answers."""
    sockets = bind(settings)
    settings = replace(settings, port=sockets[0].getsockname()[1])
    try:
        asyncio.run(_run(settings, sockets, on_ready))
    finally:
        for one in sockets:
            one.close()


async def _run(settings: WebSettings, sockets: list[socket.socket], on_ready: Callable[[str], None]) -> None:
    logging.getLogger("uvicorn").setLevel(logging.ERROR)
    config = uvicorn.Config(
        create_app(settings),
        loop="asyncio",
        http=Protocol,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=settings.public is not None,
        forwarded_allow_ips=PROXIES,
    )
    server = Server(config)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:  # nohup
            loop.add_signal_handler(number, server.stopping.set)
    serving = asyncio.create_task(server.serve(sockets))
    while not server.started and not serving.done():
        await asyncio.sleep(0.005)
    try:
        if server.started:
            on_ready(address_of(settings))
    except BaseException:  # the address cannot be printed
        server.stopping.set()
        raise
    finally:
        await serving


def address_of(settings: WebSettings) -> str:
    """The address of the first page."""
    return f"http://{settings.public or settings.host}:{settings.port}/"


def bind(settings: WebSettings) -> list[socket.socket]:
    """The sockets to listen at: of this machine alone, or all if the server is public."""
    host = settings.host if settings.public is None else ""
    try:
        listening = socket.create_server((host, settings.port), backlog=2048)
    except OSError as error:
        expected = "a free port, or none, which chooses one"
        found = str(settings.port)
        if error.errno == errno.EADDRINUSE:
            found += ", which another program uses"
        elif error.errno == errno.EACCES:
            found += ", which is reserved for the administrator"
        else:
            found += f" ({error.strerror or error})"
        raise BadInput("port", found=found, expected=expected) from None
    # asyncio sends without delay (TCP_NODELAY) only if the socket names its protocol.  Otherwise the body of
    # each answer waits 40 ms for the acknowledgement of its headers.
    return [socket.socket(listening.family, listening.type, socket.IPPROTO_TCP, listening.detach())]
