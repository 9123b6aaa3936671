"""Large inputs, and a child process that measures a command: for tests of signals and of memory."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from satplay.logic import dimacs
from satplay.logic.formula import Formula

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


def write_random_cnf(path: Path, clauses: int) -> str:
    """A satisfiable formula: each clause has a positive literal."""
    rng = np.random.default_rng(1)
    lits = rng.integers(1, clauses // 2, size=(clauses, 3), dtype=np.int32, endpoint=True)
    lits[:, 1:] *= rng.choice(np.array([-1, 1], np.int32), size=(clauses, 2))
    formula = Formula()
    formula.add_rows(lits)
    with path.open("wb") as file:
        dimacs.write_to(formula, file)
    return str(path)


def write_hashi_lattice(path: Path, side: int) -> str:
    """A board of ``side * side`` islands with one bridge between any two neighbours."""

    def degree(row: int, column: int) -> int:
        return (row > 0) + (row < side - 1) + (column > 0) + (column < side - 1)

    rows = [".".join(str(degree(row, column)) for column in range(side)) for row in range(side)]
    path.write_text(f"\n{'.' * (2 * side - 1)}\n".join(rows) + "\n")
    return str(path)


def write_flow_rows(path: Path, side: int) -> str:
    """A board whose paths are pieces of rows."""
    rng = Random(1)
    label = 0
    lines = []
    for _ in range(side):
        fields = [""] * side
        column = 0
        while column < side:
            width = min(rng.randint(3, 9), side - column)
            width = side - column if side - column - width in (1, 2) else width
            label += 1
            fields[column] = fields[column + width - 1] = str(label)
            column += width
        lines.append(",".join(fields))
    path.write_text("\n".join(lines) + "\n")
    return str(path)
