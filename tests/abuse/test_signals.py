"""SIGTERM and SIGHUP clean up as Ctrl-C does, and no signal is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from satplay.logic import dimacs
from satplay.logic.formula import Formula
from tests.engines.formulas import pigeonhole
from tests.terminal import Terminal

SATPLAY = [sys.executable, "-m", "satplay"]
SIGNALS = {signal.SIGTERM: 143, signal.SIGHUP: 129}


@pytest.fixture(scope="module")
def hard(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("hard") / "hard.cnf"
    path.write_text(dimacs.write(Formula(pigeonhole(13))))
    return str(path)


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), *SIGNALS.items()])
def test_a_signal_during_a_paste_restores_the_terminal(number: signal.Signals, status: int) -> None:
    """The editor of lines waits for the end of a paste and does not look at signals."""
    terminal = Terminal([*SATPLAY, "play", "mosaic", "--seed", "1", "--typed"], "stdin", "stdout", "stderr")
    before = terminal.modes()
    terminal.read_until(b"> ")
    terminal.type(b"\x1b[200~B1")  # the beginning of a paste
    time.sleep(0.5)
    terminal.process.send_signal(number)
    assert terminal.process.wait(10) == status
    assert terminal.modes() == before
    terminal.read_all()


@contextmanager
def running(*words: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A command that writes its temporary files to the folder, killed at the end."""
    environment = {**os.environ, "TMPDIR": str(folder)}
    with subprocess.Popen(
        [*SATPLAY, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    return [int(number) for number in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def is_running(process: int) -> bool:
    state = Path(f"/proc/{process}/stat")
    return state.exists() and state.read_text().rsplit(")", 1)[1].split()[0] != "Z"


@pytest.mark.parametrize(("number", "status"), SIGNALS.items())
def test_a_signal_ends_a_long_solve(number: signal.Signals, status: int, hard: str, tmp_path: Path) -> None:
    with running("solve", "cnf", hard, folder=tmp_path) as process:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1.0)
        process.send_signal(number)
        _, errors = process.communicate(timeout=10)
    assert (process.returncode, errors) == (status, "satplay: terminated\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), *SIGNALS.items()])
def test_a_signal_ends_a_tournament_with_its_own_status(
    number: signal.Signals, status: int, tmp_path: Path
) -> None:
    """The table of the games that were played is printed first."""
    words = ["play", "chopsticks", "--games", "1000000", "--seed", "1", "--json"]
    with running(*words, folder=tmp_path) as process:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(2.0)
        process.send_signal(number)
        table, errors = process.communicate(timeout=10)
    assert process.returncode == status
    assert ("interrupted after" if number == signal.SIGINT else "terminated after") in errors
    assert table.startswith("{")


@pytest.mark.skipif(sys.platform != "linux", reason="lists child processes in /proc")
@pytest.mark.parametrize("number", [*SIGNALS, signal.SIGINT, signal.SIGKILL])
def test_no_child_process_survives(number: signal.Signals, hard: str, tmp_path: Path) -> None:
    with running("solve", "cnf", hard, "--engine", "minisat22", folder=tmp_path) as process:
        for _ in range(1000):
            if hosts := children(process.pid):
                break
            time.sleep(0.01)
        time.sleep(0.3)
        process.send_signal(number)
        process.communicate(timeout=10)
    for _ in range(500):
        if not any(map(is_running, hosts)):
            return
        time.sleep(0.01)
    pytest.fail("a child process is still running")


def test_an_ignored_hangup_stays_ignored(tmp_path: Path) -> None:
    """As nohup does."""
    words = ["sh", "-c", 'trap "" HUP; exec "$@"', "sh", *SATPLAY, "play", "nim", "--seed", "1"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        assert process.stdout.readline().startswith("Nim")  # it plays
        process.send_signal(signal.SIGHUP)
        process.stdin.write("quit\n")
        process.stdin.close()
        assert process.wait(30) == 0


def signal_when_ready(script: str, number: signal.Signals) -> tuple[int, str, str]:
    """Run a script, send it a signal when it has printed "ready", and return its status and texts."""
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None and process.stdout.readline() == "ready\n"
            process.send_signal(number)
            out, errors = process.communicate(timeout=10)
        finally:
            process.kill()
    return process.returncode, out, errors


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), *SIGNALS.items()])
def test_a_signal_ends_a_process_that_does_not_look_at_signals(number: signal.Signals, status: int) -> None:
    """``bytes.count`` of a large text is one call of C code, as are a sort or a JSON document."""
    script = (
        "import sys, satplay.cli as cli\n"
        "def main(started):\n"
        "    print('ready', flush=True)\n"
        "    while True:\n"
        "        bytes(1 << 30).count(b'xy' * 1000)\n"
        "cli.main = main\n"
        "sys.argv = ['satplay', 'solve', 'x']\n"
        "cli.start()\n"
    )
    ended, _, errors = signal_when_ready(script, number)
    word = "interrupted" if number == signal.SIGINT else "terminated"
    assert (ended, errors) == (status, f"satplay: {word}\n")


def test_a_noticed_signal_may_take_longer() -> None:
    """What cleans up after Ctrl-C is not cut off: here a table of games, which takes a moment."""
    script = (
        "import sys, time, satplay.cli as cli\n"
        "def main(started):\n"
        "    try:\n"
        "        print('ready', flush=True)\n"
        "        while True: pass\n"
        "    except KeyboardInterrupt:\n"
        "        time.sleep(0.5)\n"
        "        print('cleaned up', flush=True)\n"
        "        raise\n"
        "cli.main = main\n"
        "sys.argv = ['satplay', 'play', 'x']\n"
        "cli.start()\n"
    )
    ended = signal_when_ready(script, signal.SIGINT)
    assert ended == (130, "cleaned up\n", "satplay: interrupted\n")


def run_as_command(body: str) -> tuple[int, str]:
    """Run Python code in place of a command, and return its exit status and its messages."""
    script = (
        "import os, sys, time, satplay.cli as cli\n"
        f"{body}\n"
        "sys.argv = ['satplay', 'solve', 'x']\n"
        "cli.start()\n"
    )
    run = subprocess.run([sys.executable, "-c", script], stderr=subprocess.PIPE, text=True, check=False)
    return run.returncode, run.stderr


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), *SIGNALS.items()])
def test_a_signal_in_a_destructor_is_not_lost(number: signal.Signals, status: int) -> None:
    """Python prints and forgets the exception there.  Every import ends with such a callback."""
    body = (
        "class Resource:\n"
        "    def __del__(self):\n"
        f"        os.kill(os.getpid(), {number:d})\n"
        "def main(started):\n"
        "    Resource()\n"
        "    time.sleep(60)\n"
        "cli.main = main"
    )
    word = "interrupted" if number == signal.SIGINT else "terminated"
    assert run_as_command(body) == (status, f"satplay: {word}\n")


def test_a_signal_while_a_class_is_created_is_no_internal_failure() -> None:
    """Python 3.11 replaces an exception in ``__set_name__``, which enumerations use, by RuntimeError."""
    body = (
        "class Field:\n"
        "    def __set_name__(self, owner, name):\n"
        f"        os.kill(os.getpid(), {signal.SIGINT:d})\n"
        "def run(words, started):\n"
        "    type('Owner', (), {'field': Field()})\n"
        "cli._run = run"
    )
    assert run_as_command(body) == (130, "satplay: interrupted\n")
