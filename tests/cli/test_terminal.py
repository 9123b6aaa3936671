"""Output on a terminal and in a pipe: pictures, colours, ASCII."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from satplay.cli import main
from tests.terminal import Terminal

SATPLAY = [sys.executable, "-m", "satplay"]
PAIR = "# fill no\nA..A\n"
SEQUENCE = re.compile("\x1b\\[[0-9;]*m")


@pytest.fixture(autouse=True)
def without_colour_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)


def run_on_a_terminal(*words: str, typed: str = "", **environment: str) -> tuple[int, str]:
    """Run with a terminal as standard input and output; return what it shows."""
    terminal = Terminal(
        [*SATPLAY, *words],
        "stdin",
        "stdout",
        stderr=subprocess.PIPE,
        env={**os.environ, "TERM": "xterm-256color", "PYTHONUTF8": "1", **environment},
    )
    lines = [typed.encode()] if typed else []

    def answer(quiet: bool) -> None:
        if lines and b"> " in terminal.seen:  # only after the prompt
            terminal.type(lines.pop())

    seen = terminal.read_all(answer)
    terminal.process.communicate(timeout=30)
    return terminal.process.returncode, seen.decode().replace("\r\n", "\n")


def test_check_reads_solutions_printed_to_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "flow", PAIR]) == 0
    assert capsys.readouterr().out == "A─────A\n"
    assert main(["solve", "flow", PAIR, "--ascii"]) == 0
    assert capsys.readouterr().out == "A-----A\n"


def test_a_terminal_shows_a_coloured_picture() -> None:
    status, seen = run_on_a_terminal("solve", "flow", PAIR)
    assert status == 0 and "\x1b[" in seen and "48;5;" in seen
    assert SEQUENCE.sub("", seen) == "   A B C D\n  ┏━━━━━━━┓\n1 ┃A─────A┃\n  ┗━━━━━━━┛\n"
    assert "48;2;" in run_on_a_terminal("solve", "flow", PAIR, COLORTERM="truecolor")[1]


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"FORCE_COLOR": "0"}], ids=str)
def test_without_colour_the_picture_is_the_same(environment: dict[str, str]) -> None:
    _, plain = run_on_a_terminal("solve", "flow", PAIR, **environment)
    assert "\x1b" not in plain
    assert plain == SEQUENCE.sub("", run_on_a_terminal("solve", "flow", PAIR)[1])


def test_check_draws_its_answer_on_a_terminal() -> None:
    status, seen = run_on_a_terminal("check", "flow", PAIR, "A─╴ · A", NO_COLOR="1")
    assert status == 1 and "1 ┃A─╴ · A┃" in seen and "invalid" in seen


def test_enumerate_draws_on_a_terminal() -> None:
    _, seen = run_on_a_terminal("enumerate", "flow", PAIR, "--ascii", NO_COLOR="1")
    assert seen == "   A B C D\n  #########\n1 #A-----A#\n  #########\n\n"


def test_colour_can_be_forced_but_no_color_wins(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert main(["solve", "flow", PAIR]) == 0
    assert "\x1b[" in capsys.readouterr().out
    monkeypatch.setenv("NO_COLOR", "1")
    assert main(["solve", "flow", PAIR]) == 0
    assert capsys.readouterr().out == "A─────A\n"


@pytest.mark.parametrize("board", [PAIR, "# fill no\né..é\n", "12,,\n,,12\n", "X_3,0,1,1;0,1,2"])
def test_ascii_output_is_ascii_for_all_labels(board: str, capsys: pytest.CaptureFixture[str]) -> None:
    for verb in ("solve", "enumerate"):
        assert main([verb, "flow", board, "--ascii"]) in (0, 1)
        printed = capsys.readouterr().out
        assert printed.isascii()
    assert main(["check", "flow", board, printed, "--ascii"]) in (0, 1, 2)
    assert capsys.readouterr().out.isascii()


def test_sentences_are_ascii_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "flow", "# fill no\né..é\n", "é · · é", "--ascii"]) == 1
    printed = capsys.readouterr().out
    assert printed.isascii() and "the \\xe9 in A1" in printed


def test_pictures_of_several_boards_are_separated(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["solve", "flow", PAIR, PAIR]) == 0
    assert capsys.readouterr().out == "A─────A\n\nA─────A\n"
    assert main(["solve", "cnf", "p cnf 1 1\n1 0\n", "p cnf 1 1\n1 0\n"]) == 10
    assert "\n\n" not in capsys.readouterr().out


def test_a_game_on_a_terminal_ends_with_control_d() -> None:
    status, seen = run_on_a_terminal("play", "flow", PAIR, "--typed", typed="\x04", NO_COLOR="1")
    assert status == 0 and "> " in seen
    status, seen = run_on_a_terminal("play", "flow", PAIR, "--typed", typed="A1 D1\nquit\n", NO_COLOR="1")
    assert status == 0 and "Right: every rule holds." in seen
