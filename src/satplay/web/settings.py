"""Settings of the server: its address, and the limits of requests and jobs."""

from __future__ import annotations

import os

from satplay.fast_dataclass import dataclass

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class WebSettings:
    """Addresses and limits.

    ``public``        the name under which other machines reach the server; None: this machine alone
    ``workers``       the number of worker processes, at least one; if it is one, hints get another one
    ``job_seconds``   time limit of a job; ``longest_job_seconds`` the most that a request may ask for
    ``job_memory``    memory limit of a job in MiB
    ``queue``         jobs that may wait; ``hint_queue`` hints that may; ``jobs_per_client`` those of one
                      client, hints not counted
    ``abandoned``     seconds after which a job is cancelled that no client waits for, polls or listens to
    ``kept_seconds``  how long an ended job is kept, at most ``kept_jobs`` of them with ``kept_bytes``
    ``body``          bytes of a request body; ``formula_body`` of a formula, ``unpacked_body`` unpacked
    ``cells``         cells of a board, at most
    ``requests_per_second``  of one address, if the server is public
    """

    host: str = "127.0.0.1"
    port: int = 0
    public: str | None = None
    workers: int = max(1, (os.cpu_count() or 1) - 1)
    job_seconds: float = 10.0
    longest_job_seconds: float = 60.0
    job_memory: int = 1024
    queue: int = 32
    hint_queue: int = 128
    jobs_per_client: int = 2
    abandoned: float = 15.0
    kept_seconds: float = 300.0
    kept_jobs: int = 200
    kept_bytes: int = 64 * MIB
    body: int = MIB
    formula_body: int = 20 * MIB
    unpacked_body: int = 64 * MIB
    cells: int = 10_000
    requests_per_second: int = 20
