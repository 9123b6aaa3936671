"""The package Dask itself: whether it is there, a cluster of processes on this machine, and its messages."""

from __future__ import annotations

import asyncio
import logging
import warnings
from importlib.util import find_spec
from typing import TYPE_CHECKING

from satplay.errors import PackageMissing

if TYPE_CHECKING:
    from distributed import LocalCluster

CLOSE_SECONDS = 0.5
"""Worker processes that have not ended after this time are killed."""


def expect_distributed() -> None:
    """Raise ``PackageMissing`` without Dask."""
    if find_spec("distributed") is None:
        raise PackageMissing("--cluster", "distributed", "cluster")


def quieten() -> None:
    """Silence the log and the warnings of Dask: what matters is said in one line by satplay."""
    import dask

    dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 TB"})
    import distributed

    for name in [*logging.root.manager.loggerDict]:
        if name.split(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    warnings.filterwarnings("ignore", category=distributed.versions.VersionMismatchWarning)


async def start_local_cluster(workers: int) -> LocalCluster:
    """A scheduler in this process and worker processes, reachable from this machine only."""
    from distributed import LocalCluster

    return await LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=None,
        silence_logs=logging.CRITICAL,
        memory_limit=None,  # jobs run in other processes, with limits of their own
        asynchronous=True,
    )


async def end_local_cluster(cluster: LocalCluster) -> None:
    """End all processes of the cluster, in a fraction of a second."""
    nannies = [*cluster.workers.values()]
    await asyncio.gather(
        *(one.kill(timeout=CLOSE_SECONDS, reason="the end") for one in nannies), return_exceptions=True
    )
    closing = cluster.close(timeout=CLOSE_SECONDS)
    if closing is not None:
        await closing
