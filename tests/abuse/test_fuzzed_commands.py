"""The fuzzer of command lines can find every kind of finding: a sabotaged command shows each."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from satplay import cli
from tests.abuse.fuzz.judging import judge
from tests.abuse.fuzz.sandbox import Exited, Sandbox
from tests.abuse.fuzz.targets import commands
from tests.abuse.fuzz.targets.command_lines import fresh_line, subjects

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the fuzzer uses timers of Unix")

SOLVE = (b"", b"p cnf 1 1\n1 0\n", b"solve", b"cnf", b"input", b"--time", b"1")


def wrong_status(words: list[str], started: float) -> int:
    return 4


def internal_failure(words: list[str], started: float) -> int:
    raise KeyError("x")


def several_lines(words: list[str], started: float) -> int:
    sys.stderr.write("one\ntwo\n")
    return 2


def unprintable(words: list[str], started: float) -> int:
    sys.stderr.write("satplay: \x1b[31m\n")
    return 2


def no_message(words: list[str], started: float) -> int:
    return 2


def traceback(words: list[str], started: float) -> int:
    sys.stderr.write("Traceback (most recent call last):\n")
    return 0


def leave_file(words: list[str], started: float) -> int:
    Path(".satplay-x").write_text("half", "utf-8")
    return 0


def leave_temporary_file(words: list[str], started: float) -> int:
    Path(os.environ["TMPDIR"], "x").write_text("half", "utf-8")
    return 0


def change_input(words: list[str], started: float) -> int:
    Path("empty").write_text("changed", "utf-8")
    return 0


def remove_input(words: list[str], started: float) -> int:
    Path("input").unlink()
    return 0


def work_for_ever(words: list[str], started: float) -> int:
    while True:
        sum(range(1000))


SABOTAGES: dict[Callable[[list[str]], int], str] = {
    wrong_status: "status",
    internal_failure: "status",
    several_lines: "message",
    unprintable: "message",
    no_message: "message",
    traceback: "traceback",
    leave_file: "files",
    leave_temporary_file: "files",
    change_input: "files",
    remove_input: "files",
    work_for_ever: "slow",
}


@pytest.mark.parametrize("sabotage", SABOTAGES, ids=lambda sabotage: sabotage.__name__)
def test_a_sabotaged_command_is_found(
    sabotage: Callable[[list[str]], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "SECONDS", 0.3)
    monkeypatch.setattr(cli, "_run", sabotage)
    finding = judge(commands.run_line, SOLVE).finding
    assert finding is not None and finding.kind == SABOTAGES[sabotage]
    monkeypatch.undo()
    assert judge(commands.run_line, SOLVE).finding is None, "the next run starts in a changed folder"


def test_an_interrupted_command_does_not_end_the_fuzzer(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(words: list[str], started: float) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_run", interrupt)
    finding = judge(commands.run_line, SOLVE).finding
    assert finding is not None and finding.kind == "status" and "130" in finding.detail


def test_outputs_that_the_line_names_are_allowed() -> None:
    assert judge(commands.run_line, (*SOLVE, b"--svg", b"out.svg")).finding is None


def test_random_lines_use_every_command_and_subject() -> None:
    lines = [fresh_line(Random(seed)) for seed in range(1500)]
    assert {line[0] for line in lines} >= set(commands.ENDING)
    words = {word for line in lines for word in line}
    assert words >= {*subjects(), "--engine", "--json", "--svg", "input", "@kept", "-"}


def test_the_sandbox_restores_the_process() -> None:
    box = Sandbox()
    here, environment, exit_now = Path.cwd(), dict(os.environ), cli._exit_now
    with pytest.raises(Exited), box.inside():
        assert Path.cwd() == box.folder
        cli._exit_now(3)
    assert (Path.cwd(), dict(os.environ), cli._exit_now) == (here, environment, exit_now)
    box.close()
    assert not box.root.exists()
