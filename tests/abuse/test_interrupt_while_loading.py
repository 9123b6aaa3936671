"""Signals are noticed at any moment of reading, encoding, loading, solving, checking and printing."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from satplay.engines.verify import first_false_clause
from satplay.logic.model import Model
from tests.abuse.large_inputs import write_flow_rows, write_hashi_lattice, write_random_cnf
from tests.abuse.measured_commands import measure

Write = Callable[[Path, int], str]

MOST_SECONDS = 0.5
"""Generous: on an idle machine a signal is noticed within 0.1 s or little more."""

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer of processor time")

COMMANDS: list[tuple[list[str], Write, int, int]] = [
    (["solve", "cnf"], write_random_cnf, 200_000, 8_000_000),
    (["convert", "cnf", "--to", "dimacs"], write_random_cnf, 200_000, 8_000_000),
    (["solve", "hashi"], write_hashi_lattice, 150, 1000),
    (["convert", "hashi", "--to", "has"], write_hashi_lattice, 150, 1000),
    (["solve", "flow"], write_flow_rows, 70, 500),
    (["encode", "flow"], write_flow_rows, 40, 300),
]
NAMES = [" ".join(words) for words, *_ in COMMANDS]


@pytest.mark.parametrize(("words", "write", "size", "large"), COMMANDS, ids=NAMES)
def test_no_step_blocks_signals(
    words: list[str], write: Write, size: int, large: int, tmp_path: Path
) -> None:
    found = measure(*words, write(tmp_path / "input", size))
    assert found.status in (0, 10)
    assert found.longest < MOST_SECONDS, found


@pytest.mark.slow
@pytest.mark.parametrize(("words", "write", "size", "large"), COMMANDS, ids=NAMES)
def test_no_step_blocks_signals_on_very_large_inputs(
    words: list[str], write: Write, size: int, large: int, tmp_path: Path
) -> None:
    found = measure(*words, write(tmp_path / "input", large))
    assert found.status in (0, 10)
    assert found.longest < MOST_SECONDS, found


@pytest.mark.parametrize("seconds", [0.2, 0.4])
def test_ctrl_c_while_a_large_formula_is_loaded(seconds: float, tmp_path: Path) -> None:
    path = write_random_cnf(tmp_path / "large.cnf", 1_000_000)
    with subprocess.Popen(
        [sys.executable, "-m", "satplay", "solve", "cnf", path],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=10)
    # A fast machine may have finished by then.
    assert (process.returncode, errors) in ((130, "satplay: interrupted\n"), (10, ""))


LOAD = """
import signal
import numpy as np
from satplay.engines.native import NativeEngine

class Stop(Exception):
    pass

def stop(number, frame):
    raise Stop

clauses = np.tile(np.array([1, -2, 3, 0], np.int32), 5_000_000)
engine = NativeEngine()
signal.signal(signal.SIGPROF, stop)
signal.setitimer(signal.ITIMER_PROF, 0.05)
try:
    engine.add_flat(clauses)
except Stop:
    print("stopped")
try:
    engine.solve()
except RuntimeError as error:
    print(error)
"""


def test_an_exception_of_a_signal_handler_ends_loading_and_the_session() -> None:
    """A session with a part of the clauses would give wrong answers."""
    done = subprocess.run([sys.executable, "-c", LOAD], capture_output=True, text=True, check=True)
    assert done.stdout == "stopped\nthe session has ended: loading its clauses was interrupted\n"


def test_a_false_clause_behind_many_others_is_found() -> None:
    """The evaluation works piece by piece; a clause may begin in one piece and end in the next."""
    clauses = np.tile(np.array([1, -2, 3, 0], np.int32), 700_000)
    assert first_false_clause(clauses, Model([-1, -2, -3])) is None
    clauses[-4:-1] = [1, 2, 3]
    assert first_false_clause(clauses, Model([-1, -2, -3])) == 699_999
