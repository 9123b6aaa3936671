"""Memory and CPU time of a process and of those below it, as Linux tells them in ``/proc``."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")


class Usage(NamedTuple):
    """MiB and CPU seconds of the server process, and of all its worker processes together."""

    server_mib: float
    workers_mib: float
    server_cpu: float
    workers_cpu: float
    workers: int


def usage_of(pid: int) -> Usage | None:
    """What a server and its workers use; None on a system without ``/proc``."""
    if not (PROC / str(pid)).exists():
        return None
    workers = descendants(pid)
    return Usage(
        _mebibytes(pid),
        sum(map(_mebibytes, workers)),
        _cpu_seconds(pid),
        sum(map(_cpu_seconds, workers)),
        len(workers),
    )


def descendants(pid: int) -> list[int]:
    """The numbers of all processes below a process."""
    children: dict[int, list[int]] = {}
    for folder in PROC.glob("[0-9]*"):
        fields = _stat(int(folder.name))
        if fields:
            children.setdefault(int(fields[1]), []).append(int(folder.name))
    found, waiting = [], [pid]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def _stat(pid: int) -> list[str]:
    """The fields of ``/proc/PID/stat`` after the name, which may contain anything; empty if it has ended."""
    with suppress(OSError):
        return (PROC / str(pid) / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return []


def _cpu_seconds(pid: int) -> float:
    fields = _stat(pid)
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") if fields else 0.0


def _mebibytes(pid: int) -> float:
    """Resident memory; what several processes share counts in equal parts, if the system tells."""
    for name, key in (("smaps_rollup", "Pss"), ("status", "VmRSS")):
        with suppress(OSError):
            text = (PROC / str(pid) / name).read_text(encoding="utf-8")
            if found := re.search(rf"^{key}:\s+(\d+) kB", text, re.M):
                return int(found[1]) / 1024
    return 0.0
