"""Ctrl-C while Python starts: the launcher ``satplay`` keeps it until satplay can handle it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from satplay.logic import dimacs
from satplay.logic.formula import Formula
from tests.abuse.test_signals import children
from tests.engines.formulas import pigeonhole

SATPLAY = Path(sys.executable).with_name("satplay")

pytestmark = pytest.mark.skipif(
    not SATPLAY.with_name("satplay-python").exists(), reason="installed without the native launcher"
)

MILLISECONDS = range(21)
TIMES = 3
"""How often each delay is tried."""

INTERRUPTED = {(130, "satplay: interrupted\n"), (-signal.SIGINT, "")}
"""Exit status and messages; the second: before the launcher runs, the system ends the process."""

MOST_SECONDS = 0.5
"""Generous: on an idle machine the process ends within 0.03 s."""


@pytest.fixture(scope="module")
def hard(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("hard") / "hard.cnf"
    path.write_text(dimacs.write(Formula(pigeonhole(13))))
    return str(path)


def interrupt_after(milliseconds: int, *words: str) -> tuple[tuple[int, str], float]:
    """Interrupt a command; return its exit status, its messages, and the seconds until its end."""
    with subprocess.Popen(
        [SATPLAY, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            time.sleep(milliseconds / 1000)
            process.send_signal(signal.SIGINT)
            sent = time.monotonic()
            _, errors = process.communicate(timeout=10)
        finally:
            process.kill()
    return (process.returncode, errors), time.monotonic() - sent


@pytest.mark.parametrize("milliseconds", MILLISECONDS)
def test_ctrl_c_ends_a_command_that_starts(milliseconds: int, hard: str) -> None:
    runs = [interrupt_after(milliseconds, "solve", "cnf", hard) for _ in range(TIMES)]
    assert {end for end, _ in runs} <= INTERRUPTED
    assert min(seconds for _, seconds in runs) < MOST_SECONDS


@pytest.mark.parametrize("milliseconds", MILLISECONDS)
def test_ctrl_c_ends_the_help_page_that_starts(milliseconds: int) -> None:
    """A fast machine may have printed it by then."""
    runs = [interrupt_after(milliseconds, "--help") for _ in range(TIMES)]
    assert {end for end, _ in runs} <= {*INTERRUPTED, (0, "")}
    assert min(seconds for _, seconds in runs) < MOST_SECONDS


def blocks_interrupts(process: int) -> bool:
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    blocked = next(line.split()[1] for line in lines if line.startswith("SigBlk:"))
    return bool(int(blocked, 16) >> (signal.SIGINT - 1) & 1)


@pytest.mark.skipif(sys.platform != "linux", reason="lists child processes in /proc")
def test_interrupts_are_blocked_neither_in_satplay_nor_in_its_child_processes(hard: str) -> None:
    words = [SATPLAY, "solve", "cnf", hard, "--engine", "minisat22"]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL) as process:
        try:
            # Python blocks all signals while it starts a child process, hence more than one look.
            hosts: list[int] = []
            for _ in range(1000):
                hosts = children(process.pid)
                if hosts and not any(map(blocks_interrupts, [process.pid, *hosts])):
                    break
                time.sleep(0.01)
            assert hosts
            assert not any(map(blocks_interrupts, [process.pid, *hosts]))
        finally:
            process.kill()


def test_an_ignored_interrupt_stays_ignored() -> None:
    """As the shell does for a command that runs in the background."""
    script = 'trap "" INT; echo ignored; exec "$@"'
    words = ["sh", "-c", script, "sh", SATPLAY, "play", "nim", "--seed", "1"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        assert process.stdout.readline() == "ignored\n"  # before that, an interrupt would end the shell
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline().startswith("Nim")  # it plays
        process.send_signal(signal.SIGINT)
        process.stdin.write("quit\n")
        process.stdin.close()
        assert process.wait(30) == 0


def run(program: Path, *words: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program, *words], capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload,no-any-return]


@pytest.mark.parametrize("relative", [False, True])
def test_a_link_to_the_program_is_the_program(relative: bool, tmp_path: Path) -> None:
    """As pipx makes one in a folder on the PATH."""
    (tmp_path / "satplay").symlink_to(os.path.relpath(SATPLAY, tmp_path.resolve()) if relative else SATPLAY)
    expected = run(SATPLAY, "--version")
    found = run(Path("satplay"), "--version", env={**os.environ, "PATH": str(tmp_path)})
    assert (found.returncode, found.stdout) == (0, expected.stdout)


def test_arguments_arrive_unchanged() -> None:
    done = run(SATPLAY, "solve", "cnf", "p cnf 2 2\n1 2 0\n-1 0\n")
    assert done.returncode == 10
    assert done.stdout.endswith("s SATISFIABLE\nv -1 2 0\n")


def test_messages_call_the_program_satplay() -> None:
    done = run(SATPLAY, "solve", "--no-such-option")
    assert done.returncode == 2
    assert "satplay solve --help" in done.stderr
    assert "satplay-python" not in done.stderr


def test_a_program_without_its_script_says_so(tmp_path: Path) -> None:
    alone = Path(shutil.copy(SATPLAY, tmp_path))
    done = run(alone, "--help")
    expected = f"satplay: cannot run {alone}-python: No such file or directory; install satplay again\n"
    assert (done.returncode, done.stdout, done.stderr) == (70, "", expected)


def test_the_name_of_the_process_is_the_name_of_the_launcher() -> None:
    """``bench --json`` contains the command."""
    script = (
        "import sys, satplay.cli as cli\n"
        "cli.main = lambda started: print(sys.argv[0]) or 0\n"
        "sys.argv[0] = '/bin/satplay-python'\n"
        "cli.start()\n"
    )
    assert run(Path(sys.executable), "-c", script).stdout == "/bin/satplay\n"
