"""The connection to a Dask scheduler: made, watched, and made again; and the workers that can be used.

All of it runs in one event loop.  A worker can be used if it has this version of satplay, with the native
core if it is present here: results may depend on both.  Such workers get a label, and chunks go to labelled
workers only.  The first question to a worker is a line of Python that needs nothing but Python; what needs
satplay is sent only to workers that have answered it.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from satplay.campaign.dask_worker import has_native_core, label, label_worker
from satplay.errors import BadInput, GaveUp, SatplayError, cut
from satplay.version import __version__

if TYPE_CHECKING:
    from distributed import Client

CONNECT_SECONDS = 5.0
"""A scheduler that runs answers within this time."""

RECONNECT_SECONDS = 60.0
"""How long a scheduler that was lost may be away."""

LOOK_INTERVAL = 1.0
"""Seconds between two looks at the list of workers."""

REMARK_INTERVAL = 60.0
"""Seconds before it is said again that there is no worker."""

UNUSABLE_SECONDS = 5.0
"""If all workers are refused for this time, none is expected any more."""

VERSION = "__import__('satplay.version', fromlist=['version']).__version__"
"""Asked of every worker; works without satplay, and with any version of it."""

EXPECTED_ADDRESS = "tcp://HOST:PORT of a running Dask scheduler, its scheduler file, or 'local'"


class Connection:
    """The connection to one scheduler.

    ``slots``    the number of threads of the workers that can be used
    ``revived``  set, and replaced, when there is a worker after there was none: Dask does not notice that
                 tasks which wait for a label can run now, so they have to be sent again
    """

    def __init__(self, address: str, on_event: Callable[[Any], None], remark: Callable[[str], None]) -> None:
        self.address, self._on_event, self._remark = address, on_event, remark
        self.topic = ""
        self.label = label(__version__, native=has_native_core())
        self.slots = 0
        self.revived = asyncio.Event()
        self._client: Client | None = None
        self._opening = asyncio.Lock()
        self._failure: SatplayError | None = None
        self._checked: dict[str, bool] = {}  # address of a worker: whether it can be used
        self._refusals: set[str] = set()
        self._remarked_at = -math.inf
        self._usable_at = time.monotonic()

    async def open(self) -> None:
        """Connect for the first time; raises ``BadInput`` if there is no scheduler.

        A scheduler that restarts at this moment has listened: then it is tried again.
        """
        until = time.monotonic() + CONNECT_SECONDS
        had_listener = await self._expect_listener(await self._read_address())
        while self._client is None:
            try:
                self._client = await self._connect()
            except BadInput:
                if not had_listener or time.monotonic() > until:
                    raise
                await asyncio.sleep(0.5)
        self._usable_at = time.monotonic()
        await self._look_if_connected()

    async def client(self) -> Client:
        """The client of the connection, after it was made again if it was lost; raises ``GaveUp``."""
        async with self._opening:
            if self._failure is not None:
                raise self._failure
            if self._client is None or self._client.status != "running":
                await self._reconnect()
            assert self._client is not None
            return self._client

    async def watch(self) -> None:
        """Look for new workers; raises ``GaveUp`` or ``BadInput`` if the cluster cannot be used any more."""
        while True:
            await asyncio.sleep(LOOK_INTERVAL)
            await self.client()
            await self._look_if_connected()

    async def close(self) -> None:
        """Release everything that this process has asked for."""
        client, self._client = self._client, None
        if client is not None:
            with suppress(Exception):
                await asyncio.wait_for(client.close(), 2.0)

    # -- the scheduler ------------------------------------------------------------------------------------

    async def _connect(self) -> Client:
        from distributed import Client

        address = await self._read_address()
        await self._expect_listener(address)
        client = Client(
            address, asynchronous=True, set_as_default=False, timeout=CONNECT_SECONDS, name="satplay"
        )
        try:
            await asyncio.wait_for(client, CONNECT_SECONDS + 1)
            topic = f"satplay-{client.id}"
            client.subscribe_topic(topic, self._on_event)
        except Exception:
            with suppress(Exception):
                await asyncio.wait_for(client.close(), 1.0)
            raise self._wrong(f"{address}: no Dask scheduler answers there") from None
        self.topic = topic
        return client

    async def _read_address(self) -> str:
        return await asyncio.to_thread(read_address, self.address)

    async def _expect_listener(self, address: str) -> bool:
        """Fail at once if nothing listens: Dask would try again and again.  False if that is not known."""
        parts = urlsplit(address)
        if parts.scheme not in ("tcp", "tls"):
            return False
        try:
            host, port = parts.hostname, parts.port
        except ValueError:
            host = port = None
        if not host or not port:
            raise self._wrong(address)
        try:
            opening = asyncio.open_connection(host, port)
            _, writer = await asyncio.wait_for(opening, CONNECT_SECONDS)
        except TimeoutError:
            raise self._wrong(f"{address}: no answer within {CONNECT_SECONDS:g} s") from None
        except OSError as error:
            raise self._wrong(f"{address}: {_reason(error)}") from None
        writer.close()
        return True

    async def _reconnect(self) -> None:
        """Make the connection again, within a minute."""
        lost, self._client = self._client, None
        self._checked.clear()
        self._remark(f"the connection to the Dask scheduler at {self.address} was lost: connecting again")
        if lost is not None:
            with suppress(Exception):
                await asyncio.wait_for(lost.close(), 2.0)
        until = time.monotonic() + RECONNECT_SECONDS
        while self._client is None:
            try:
                self._client = await self._connect()
            except BadInput:
                if time.monotonic() > until:
                    why = f"the scheduler at {self.address} has not answered for {RECONNECT_SECONDS:g} s"
                    self._failure = GaveUp("connection to the Dask cluster", why)
                    raise self._failure from None
                await asyncio.sleep(0.5)
        self._usable_at = time.monotonic()
        self._remark(f"connected to the Dask scheduler at {self.address} again")

    def _wrong(self, found: str) -> BadInput:
        return BadInput("address of a Dask cluster", found=cut(found), expected=EXPECTED_ADDRESS)

    # -- the workers --------------------------------------------------------------------------------------

    async def _look_if_connected(self) -> None:
        """Look, unless the connection is lost meanwhile: the next ``client()`` then makes it again."""
        try:
            await self._look()
        except SatplayError:
            raise
        except Exception:  # errors of many kinds, all of which mean that the connection was lost
            pass

    async def _look(self) -> None:
        """Check workers that are new, and count those that can be used."""
        client = self._client
        assert client is not None
        threads: dict[str, int] = await asyncio.wait_for(client.nthreads(), CONNECT_SECONDS)
        self._checked = {one: usable for one, usable in self._checked.items() if one in threads}
        had_workers = any(self._checked.values())
        if new := [one for one in threads if one not in self._checked]:
            await self._check(client, new)
        usable = [one for one in threads if self._checked.get(one)]
        self.slots = sum(threads[one] for one in usable)
        now = time.monotonic()
        if usable and not had_workers:
            self.revived.set()
            self.revived = asyncio.Event()
        if usable:
            self._usable_at = now
        elif any(one in self._checked for one in threads):
            if now > self._usable_at + UNUSABLE_SECONDS:
                found = f"{len(threads)} workers at {self.address}, none of which can be used"
                raise BadInput("Dask cluster", found=found, expected=self._expected())
        elif now > self._usable_at + LOOK_INTERVAL / 2 and now > self._remarked_at + REMARK_INTERVAL:
            self._remarked_at = now
            self._remark(f"waiting for workers: the Dask cluster at {self.address} has none")

    async def _check(self, client: Client, workers: list[str]) -> None:
        """Label the workers that can be used, and name each of the others once."""
        versions = await client.run(eval, VERSION, workers=workers, on_error="return")
        equal = [one for one in workers if versions.get(one) == __version__]
        cores: dict[str, Any] = {}
        if equal:
            cores = await client.run(label_worker, workers=equal, on_error="return")
        for worker in workers:
            version, native = versions.get(worker), cores.get(worker)
            if version is None or isinstance(version, OSError) or isinstance(native, OSError):
                continue  # it has gone, or is going: the next look tells
            why = _refusal(version, native)
            self._checked[worker] = why is None
            if why is not None:
                self._refuse(worker, why)

    def _refuse(self, worker: str, why: str) -> None:
        where = f"{urlsplit(worker).hostname} {why}"
        if where not in self._refusals:
            self._refusals.add(where)
            self._remark(f"the Dask worker {worker} is not used: it has {why}, here is {self._expected()}")

    @staticmethod
    def _expected() -> str:
        core = " with its native core" if has_native_core() else ""
        return f"satplay {__version__}{core}"


def read_address(address: str) -> str:
    """The address of a scheduler, with its scheme; a file is a scheduler file."""
    path = Path(address)
    if "://" not in address and (path.suffix == ".json" or path.is_file()):
        try:
            found = json.loads(path.read_text(encoding="utf-8"))["address"]
        except OSError as error:
            raise BadInput(
                "scheduler file", found=_reason(error), expected="a file", source=address
            ) from None
        except (ValueError, KeyError, TypeError):
            expected = "the file that 'dask scheduler --scheduler-file' writes"
            raise BadInput("scheduler file", found="no address", expected=expected, source=address) from None
        return str(found)
    return address if "://" in address else f"tcp://{address}"


def _refusal(version: Any, native: Any) -> str | None:
    """Why a worker cannot be used; None if it can."""
    if isinstance(version, ImportError):
        return "no satplay"
    if version != __version__:
        return f"satplay {version}" if isinstance(version, str) else f"a satplay that fails: {version}"
    if isinstance(native, Exception):
        return f"a satplay {version} that fails: {native}"
    return None if native or not has_native_core() else f"satplay {version} without its native core"


def _reason(error: OSError) -> str:
    known = os.strerror(error.errno) if error.errno is not None and error.errno > 0 else error.strerror
    return (known or str(error) or type(error).__name__).lower()
