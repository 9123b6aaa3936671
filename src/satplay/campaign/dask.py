"""Jobs on a Dask cluster: one that is running already, or one that is started here.

A chunk is one task of Dask.  It travels as JSON, and so do its outcomes (``messages.py``); the worker's side
is ``dask_worker.py``.  Dask runs the tasks of a worker that it loses in another one; chunks that a restarted
scheduler has forgotten are sent again.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import uuid4

from satplay.campaign.dask_connection import Connection
from satplay.campaign.dask_local import (
    block_interrupts,
    end_local_cluster,
    expect_distributed,
    new_local_cluster,
    quieten,
)
from satplay.campaign.executors import LostChunk, OnOutcome
from satplay.campaign.job import Job, Task
from satplay.campaign.messages import read_outcomes, write_chunk, write_common
from satplay.errors import SatplayError, one_line

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

T = TypeVar("T")

LOCAL = "local"

RUN_CHUNK = "__import__('satplay.campaign.dask_worker', fromlist=['run_chunk']).run_chunk(chunk, common)"
"""What a worker evaluates: the scheduler, which may have no satplay, unpickles nothing of it."""

LONG = 1 << 14
"""What jobs have in common is sent once, and not with every chunk, if it has more characters than this."""

MOST_REPEATS = 3
"""How often a chunk is sent whose task is cancelled by others, such as a restart of all workers."""


class DaskExecutor:
    """Runs chunks on a Dask cluster.

    ``address``  of the scheduler, as ``tcp://host:port``; its scheduler file; or "local" for a cluster of
                 ``workers`` processes that is started here and ends with this executor
    ``remark``   called, in any thread, with a sentence about the state of the cluster

    Nothing is started before the first use.
    """

    def __init__(
        self, address: str, workers: int | None = None, remark: Callable[[str], None] | None = None
    ) -> None:
        expect_distributed()
        self._address, self._workers = address, workers or 1
        self._remark = remark or (lambda text: None)
        self._listeners: dict[str, OnOutcome] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._cluster: LocalCluster | None = None
        self._connection: Connection | None = None
        self._watching: asyncio.Task[None] | None = None
        self._running: set[asyncio.Task[Any]] = set()
        self._sent: tuple[Client, Task, Any] | None = None
        self._failure: SatplayError | None = None
        self._is_closed = False

    @property
    def slots(self) -> int:
        """The threads of the workers that can be used now; 1 while there are none, which waits for them."""
        return max(1, self._open().slots)

    def submit_chunk(self, task: Task, jobs: Sequence[Job], on_outcome: OnOutcome) -> Future[Any]:
        """Send the jobs as one task of Dask."""
        if self._is_closed:
            raise RuntimeError("the executor is closed")
        connection = self._open()
        return self._start(self._run(connection, task, jobs, on_outcome))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster, or end it if it was started here."""
        self._is_closed = True
        loop, thread, self._loop = self._loop, self._thread, None
        if loop is None or thread is None:
            return
        closing = asyncio.run_coroutine_threadsafe(self._close(cancel_futures), loop)
        closing.add_done_callback(lambda _: loop.call_soon_threadsafe(loop.stop))
        if wait:
            thread.join()

    # -- the event loop -----------------------------------------------------------------------------------

    def _open(self) -> Connection:
        """The connection, made at the first use."""
        if self._connection is None:
            self._start_loop()
            self._connection = self._start(self._connect()).result()
        return self._connection

    def _start_loop(self) -> None:
        if self._loop is None:
            quieten()
            self._loop = asyncio.new_event_loop()
            self._loop.set_exception_handler(lambda loop, context: None)
            self._thread = threading.Thread(target=self._serve, name="satplay cluster", daemon=True)
            self._thread.start()

    def _serve(self) -> None:
        loop = self._loop
        assert loop is not None
        asyncio.set_event_loop(loop)
        block_interrupts()
        try:
            loop.run_forever()
        finally:
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.run_until_complete(loop.shutdown_default_executor())
            loop.close()

    def _start(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    async def _connect(self) -> Connection:
        address = self._address
        if address == LOCAL:
            self._cluster = new_local_cluster(self._workers)
            await self._cluster
            address = self._cluster.scheduler_address
        connection = Connection(address, self._hear, self._remark)
        await connection.open()
        self._watching = asyncio.create_task(self._watch(connection))
        return connection

    async def _watch(self, connection: Connection) -> None:
        """Watch the connection; if it fails for good, all chunks fail with its error."""
        try:
            await connection.watch()
        except SatplayError as error:
            self._failure = error
            for task in self._running:
                task.cancel()

    async def _close(self, cancel: bool) -> None:
        """End what runs, then everything else."""
        ours = asyncio.current_task()
        if cancel:
            for task in self._running:
                task.cancel()
        if self._running:
            await asyncio.wait(self._running)
        if self._watching is not None:
            self._watching.cancel()
        if self._connection is not None:
            await self._connection.close()
        if self._cluster is not None:
            await end_local_cluster(self._cluster)
        rest = [task for task in asyncio.all_tasks() if task is not ours]
        for one in rest:
            one.cancel()
        await asyncio.wait(rest, timeout=1) if rest else None

    # -- chunks -------------------------------------------------------------------------------------------

    async def _run(
        self, connection: Connection, task: Task, jobs: Sequence[Job], on_outcome: OnOutcome
    ) -> None:
        """Run a chunk to its end, on whatever scheduler and workers there are."""
        if self._failure is not None:
            raise self._failure
        running = asyncio.current_task()
        assert running is not None
        self._running.add(running)
        try:
            for _ in range(MOST_REPEATS):
                with suppress(CancelledError):  # of Dask: the one of asyncio is another
                    read_outcomes(await self._answer(connection, task, jobs, on_outcome), on_outcome)
                    return
            raise LostChunk("its task was cancelled in the Dask cluster")
        except asyncio.CancelledError:
            if self._failure is not None:
                raise self._failure from None
            raise
        finally:
            self._running.discard(running)

    async def _answer(
        self, connection: Connection, task: Task, jobs: Sequence[Job], on_outcome: OnOutcome
    ) -> str:
        """The answer of a worker; ``CancelledError`` if others cancelled the task.

        The chunk is sent again if the connection was lost, or if all workers were.
        """
        while True:
            client = await connection.client()
            key = f"satplay-{uuid4().hex}"
            self._listeners[key] = on_outcome
            chunk = {
                "chunk": write_chunk(task, jobs, connection.topic),
                "common": self._common(client, task),
            }
            future = client.submit(eval, RUN_CHUNK, chunk, key=key, resources={connection.label: 1})
            try:
                answer = await unless(connection.revived, future.result())
                if answer is not None:
                    return str(answer)
            except Exception as error:
                if client.status == "running":
                    if isinstance(error, CancelledError):
                        raise
                    raise LostChunk(one_line(f"{type(error).__name__}: {error}")) from None
            finally:
                del self._listeners[key]
                with suppress(Exception):
                    future.release()

    def _common(self, client: Client, task: Task) -> Any:
        """What all jobs have in common: its text, or the Dask task that has it, which workers pass on."""
        if self._sent is not None and self._sent[:2] == (client, task):
            return self._sent[2]
        common: Any = write_common(task)
        if len(common) > LONG:
            common = client.submit(eval, "common", {"common": common}, key=f"satplay-common-{uuid4().hex}")
        self._sent = (client, task, common)
        return common

    def _hear(self, event: tuple[float, Any]) -> None:
        """Outcomes of a chunk that is still running."""
        key, outcomes = event[1]
        listener = self._listeners.get(key)
        if listener is not None:
            read_outcomes(outcomes, listener)


async def unless(event: asyncio.Event, work: Awaitable[T]) -> T | None:
    """The value of ``work``; None, and ``work`` is given up, if the event comes first."""
    working, waiting = asyncio.ensure_future(work), asyncio.create_task(event.wait())
    try:
        await asyncio.wait({working, waiting}, return_when=asyncio.FIRST_COMPLETED)
        return working.result() if working.done() else None
    finally:
        working.cancel()
        waiting.cancel()
