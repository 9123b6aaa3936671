"""The package Dask itself: whether it is there, a cluster of processes on this machine, and its messages."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
import warnings
from contextlib import suppress
from importlib.util import find_spec
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING

from satplay.errors import PackageMissing

if TYPE_CHECKING:
    from distributed import LocalCluster

TRACKER_WARNING = "ignore:resource_tracker:UserWarning"

QUIET_WORKERS = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "500ms",
    "distributed.admin.system-monitor.interval": "5s",
}
"""Settings of Dask for its own diagnosis, which takes a few percent of each processor otherwise."""

CLOSE_SECONDS = 0.5
"""The end of a cluster takes about this time."""


def expect_distributed() -> None:
    """Raise ``PackageMissing`` without Dask."""
    if find_spec("distributed") is None:
        raise PackageMissing("--cluster", "distributed", "cluster")


def quieten() -> None:
    """Silence the log and the warnings of Dask: satplay reports failures itself, in one line."""
    import dask

    dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 TB"})
    import distributed

    for name in [*logging.root.manager.loggerDict]:
        if name.split(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    warnings.filterwarnings("ignore", category=distributed.versions.VersionMismatchWarning)


def new_local_cluster(workers: int) -> LocalCluster:
    """A scheduler in this process and worker processes, reachable from this machine only; not yet started."""
    import dask
    from distributed import LocalCluster

    dask.config.set(QUIET_WORKERS)
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=None,
        scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},  # of its page about health: any free port
        silence_logs=logging.CRITICAL,
        memory_limit=None,  # jobs run in other processes, with limits of their own
        asynchronous=True,
    )


async def end_local_cluster(cluster: LocalCluster) -> None:
    """End all processes of the cluster, started or not, in a fraction of a second: they hold nothing."""
    with suppress(Exception):
        for nanny in [*cluster.workers.values()]:
            nanny.auto_restart = False
            if nanny.process is not None and nanny.process.process is not None:
                await nanny.process.process.kill()
    with suppress(Exception):
        closing = cluster.close(timeout=CLOSE_SECONDS / 2)
        if closing is not None:
            await asyncio.wait_for(closing, CLOSE_SECONDS)


def block_interrupts() -> None:
    """Let processes that this thread starts ignore Ctrl-C: it is for the main process alone."""
    # Python's tracker of semaphores is started first, because that ends the block.  It cleans up after this
    # process however that ends; it need not say so.
    sys.warnoptions.append(TRACKER_WARNING)
    try:
        resource_tracker.ensure_running()
    finally:
        sys.warnoptions.remove(TRACKER_WARNING)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
