"""A child process that measures a command: how long it ignores signals, and how much memory it takes."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import NamedTuple

# The timer counts processor time, so that the result does not depend on what else the machine does.
MEASURE = """
import json, os, signal, sys, time
from satplay import cli

last, longest, where = time.process_time(), 0.0, ""

def note(number, frame):
    global last, longest, where
    now = time.process_time()
    if now - last > longest:
        longest, where = now - last, f"{frame.f_code.co_filename}:{frame.f_lineno}"
    last = time.process_time()

def report(status):
    signal.setitimer(signal.ITIMER_PROF, 0)
    # Not ru_maxrss, which a child process inherits from the process that started it.
    lines = open("/proc/self/status").readlines() if os.path.exists("/proc/self/status") else []
    memory = sum(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024
    document = {"status": status, "longest": longest, "where": where, "memory": memory}
    os.write(2, json.dumps(document).encode())
    leave(status)

leave, os._exit = os._exit, report
signal.signal(signal.SIGPROF, note)
signal.setitimer(signal.ITIMER_PROF, 0.005, 0.005)
cli.start()
"""


class Measurement(NamedTuple):
    """A command that ran to its end.

    ``longest``  the longest processor time, in seconds, during which no signal handler could run
    ``where``    the line at which the handler ran afterwards
    ``memory``   the largest resident memory in MiB; 0 if the system does not tell
    """

    status: int
    longest: float
    where: str
    memory: float


def measure(*words: str) -> Measurement:
    """Run a command in a child process with a signal every 5 ms."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
    )
    return Measurement(**json.loads(done.stderr.decode().splitlines()[-1]))
