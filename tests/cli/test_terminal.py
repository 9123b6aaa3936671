"""What people see on a terminal and programs in a pipe: pictures, colours, ASCII."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys

import pytest

from satplay.cli import main

SATPLAY = [sys.executable, "-m", "satplay"]
PAIR = "# fill no\nA..A\n"
SEQUENCE = re.compile("\x1b\\[[0-9;]*m")


@pytest.fixture(autouse=True)
def without_wishes(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)


def on_a_terminal(*words: str, typed: str = "", **environment: str) -> tuple[int, str]:
    """Run with a terminal on standard input and output; what is seen there."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*SATPLAY, *words],
        stdin=theirs,
        stdout=theirs,
        stderr=subprocess.PIPE,
        env={**os.environ, "TERM": "xterm-256color", "PYTHONUTF8": "1", **environment},
    )
    os.close(theirs)
    seen = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # the other end was closed
            break
        if not piece:
            break
        seen += piece
        if typed and b"> " in seen:  # not before somebody reads there
            os.write(ours, typed.encode())
            typed = ""
    os.close(ours)
    process.communicate(timeout=30)
    return process.returncode, seen.decode().replace("\r\n", "\n")


def test_in_a_pipe_solutions_are_what_check_reads(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "flow", PAIR]) == 0
    assert capsys.readouterr().out == "A─────A\n"
    assert main(["solve", "flow", PAIR, "--ascii"]) == 0
    assert capsys.readouterr().out == "A-----A\n"


def test_a_person_sees_a_picture_in_colour() -> None:
    status, seen = on_a_terminal("solve", "flow", PAIR)
    assert status == 0 and "\x1b[" in seen and "48;5;" in seen
    assert SEQUENCE.sub("", seen) == "   A B C D\n  ┏━━━━━━━┓\n1 ┃A─────A┃\n  ┗━━━━━━━┛\n"
    assert "48;2;" in on_a_terminal("solve", "flow", PAIR, COLORTERM="truecolor")[1]


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"FORCE_COLOR": "0"}], ids=str)
def test_a_person_who_wants_no_colour_sees_the_same_without(environment: dict[str, str]) -> None:
    _, plain = on_a_terminal("solve", "flow", PAIR, **environment)
    assert "\x1b" not in plain
    assert plain == SEQUENCE.sub("", on_a_terminal("solve", "flow", PAIR)[1])


def test_check_shows_what_it_judges_to_people() -> None:
    status, seen = on_a_terminal("check", "flow", PAIR, "A─╴ · A", NO_COLOR="1")
    assert status == 1 and "1 ┃A─╴ · A┃" in seen and "invalid" in seen


def test_enumerate_draws_for_people_too() -> None:
    _, seen = on_a_terminal("enumerate", "flow", PAIR, "--ascii", NO_COLOR="1")
    assert seen == "   A B C D\n  #########\n1 #A-----A#\n  #########\n\n"


def test_colour_can_be_forced_but_never_against_no_color(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert main(["solve", "flow", PAIR]) == 0
    assert "\x1b[" in capsys.readouterr().out
    monkeypatch.setenv("NO_COLOR", "1")
    assert main(["solve", "flow", PAIR]) == 0
    assert capsys.readouterr().out == "A─────A\n"


@pytest.mark.parametrize("board", [PAIR, "# fill no\né..é\n", "12,,\n,,12\n", "X_3,0,1,1;0,1,2"])
def test_ascii_is_ascii_whatever_the_labels(board: str, capsys: pytest.CaptureFixture[str]) -> None:
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


def test_pictures_of_several_boards_do_not_run_into_each_other(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["solve", "flow", PAIR, PAIR]) == 0
    assert capsys.readouterr().out == "A─────A\n\nA─────A\n"
    assert main(["solve", "cnf", "p cnf 1 1\n1 0\n", "p cnf 1 1\n1 0\n"]) == 10
    assert "\n\n" not in capsys.readouterr().out


def test_a_game_on_a_terminal_ends_with_control_d() -> None:
    status, seen = on_a_terminal("play", "flow", PAIR, typed="\x04", NO_COLOR="1")
    assert status == 0 and "> " in seen
    status, seen = on_a_terminal("play", "flow", PAIR, typed="A1 D1\n", NO_COLOR="1")
    assert status == 0 and "Right: every rule holds." in seen
