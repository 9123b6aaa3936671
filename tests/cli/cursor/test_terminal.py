"""Cursor mode in a real terminal, by tmux: other sizes, resizing, signals, and what is left on the screen."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from satplay.verbs.play import play

TMUX = shutil.which("tmux")
FLOW = "'# fill no\nA..B\n....\nA..B\n'"
PROGRAM = f"{sys.executable} -m satplay"

pytestmark = pytest.mark.skipif(
    TMUX is None, reason="tmux is not installed: a real terminal cannot be tested"
)


class Terminal:
    """A window of tmux that runs one command, and then prints its exit status."""

    def __init__(self, socket: Path, command: str, size: tuple[int, int], **environment: str) -> None:
        self._socket = socket
        variables = {"TERM": "xterm-256color", "NO_COLOR": "", "LC_ALL": "C.UTF-8", **environment}
        words = " ".join(f"{name}={value}" for name, value in variables.items())
        line = f"unset TMUX; env {words} {command}; echo status $?; sleep 1000"
        size_words = ["-x", str(size[0]), "-y", str(size[1])]
        self.tmux("-f", "/dev/null", "new-session", "-d", *size_words, line)

    def tmux(self, *words: str) -> str:
        done = subprocess.run(
            [str(TMUX), "-S", str(self._socket), *words],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def press(self, *keys: str) -> None:
        self.tmux("send-keys", *keys)

    def screen(self, *, styled: bool = False) -> str:
        return self.tmux("capture-pane", "-p", *(["-e"] if styled else []))

    def wait_for(self, text: str) -> str:
        """The screen as soon as it contains a text."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            screen = self.screen()
            if text in screen:
                return screen
            time.sleep(0.05)
        pytest.fail(f"{text!r} does not appear on the screen:\n{self.screen()}")

    def process(self) -> int:
        """The number of the program's process."""
        pane = self.tmux("display-message", "-p", "#{pane_pid}").strip()
        found = subprocess.run(
            ["ps", "-o", "pid=,args=", "--ppid", pane], capture_output=True, text=True, check=True
        )
        return next(int(row.split()[0]) for row in found.stdout.splitlines() if "satplay" in row)

    def close(self) -> None:
        self.tmux("kill-server")


@pytest.fixture
def terminal() -> Iterator[Any]:
    opened: list[Terminal] = []
    folders: list[Path] = []

    def open_terminal(command: str, size: tuple[int, int] = (80, 24), **environment: str) -> Terminal:
        # The path of a socket is limited to about 100 characters, which tmp_path may exceed.
        folders.append(Path(mkdtemp(prefix="satplay-", dir="/tmp")))
        socket = folders[-1] / "tmux"
        opened.append(Terminal(socket, f"{PROGRAM} play {command}", size, **environment))
        return opened[-1]

    yield open_terminal
    for one in opened:
        one.close()
    for folder in folders:
        shutil.rmtree(folder)


def test_a_game_is_played_resized_and_left(terminal: Any) -> None:
    window = terminal(f"flow {FLOW}")
    window.wait_for("arrows move")
    window.press("Enter", "Right", "Down", "Down", "Left")
    window.wait_for("1 move")
    window.tmux("resize-window", "-x", "30", "-y", "9")
    window.wait_for("┃A─┐ · B┃")
    window.press("Right", "Right", "Right", "Enter", "Left", "Up", "Up", "Right")
    window.wait_for("Solved!")
    window.press("q")
    left = window.wait_for("status 0")
    assert "┃A─┐ ┌─B┃" in left and "Every rule holds." in left and "2 moves" in left


def test_colours_are_used_unless_forbidden(terminal: Any) -> None:
    window = terminal(f"flow {FLOW}")
    window.wait_for("arrows move")
    assert "48;5;" in window.screen(styled=True)
    window = terminal(f"flow {FLOW}", NO_COLOR="1")
    window.wait_for("arrows move")
    assert "8;5;" not in window.screen(styled=True)


def test_without_utf8_the_screen_is_ascii(terminal: Any) -> None:
    window = terminal(f"flow {FLOW}", LC_ALL="C")
    assert window.wait_for("#A . . B#").isascii()


def test_twenty_columns_are_enough(terminal: Any) -> None:
    window = terminal("mastermind --seed 3", size=(20, 6))
    window.wait_for("_  _  _  _")
    window.press("0", "1", "2", "3", "Enter")
    window.wait_for("Guess 1, 0123")
    window.press("q", "q")
    window.wait_for("status 0")


def test_control_c_leaves_with_status_130(terminal: Any) -> None:
    window = terminal(f"flow {FLOW}")
    window.wait_for("arrows move")
    window.press("C-c")
    assert "satplay: interrupted" in window.wait_for("status 130")


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)]
)
def test_signals_restore_the_terminal(terminal: Any, number: signal.Signals, status: int) -> None:
    window = terminal(f"flow {FLOW}")
    window.wait_for("arrows move")
    os.kill(window.process(), number)
    left = window.wait_for(f"status {128 + number}")
    assert "arrows move" not in left, "the screen of the program is left"
    window.press("typed", "Enter")
    window.wait_for("typed")  # the terminal echoes again


def test_typed_lines_and_back(terminal: Any) -> None:
    window = terminal(f"flow {FLOW} --typed")
    window.wait_for("work at any time")
    window.press("A1 B1", "Enter")
    window.wait_for("A─╴")
    window.press("cursor", "Enter")
    window.wait_for("arrows move")
    window.press(":", "typed", "Enter")
    assert "arrows move" not in window.wait_for("work at any time")
    window.press("quit", "Enter")
    window.wait_for("not saved")
    window.press("quit", "Enter")
    window.wait_for("status 0")


def test_a_dumb_terminal_has_typed_lines(terminal: Any) -> None:
    window = terminal(f"flow {FLOW}", TERM="dumb")
    window.wait_for("work at any time")
    window = terminal(f"flow {FLOW} --cursor", TERM="dumb")
    assert "expected a terminal, or --typed" in window.wait_for("status 2").replace("\n", "")


def test_games_without_a_cursor_have_a_list_of_moves(terminal: Any) -> None:
    window = terminal("nim --heaps 1 --seed 1")
    assert "You are first" in window.wait_for("Move 1 of 1:")
    window.press("Enter")
    window.wait_for("n: another one, u: take back, q: leave")
    window.press("n")
    window.wait_for("Move 1 of 1:")
    window.press("q")
    assert "--seed 2 plays the same again" not in window.wait_for("status 0"), "the seed was given"


def test_games_without_a_cursor_have_typed_lines_if_wished(terminal: Any) -> None:
    for window in (terminal("nim --seed 1 --typed"), terminal("nim --seed 1", TERM="dumb")):
        assert "A turn takes one or more things" in window.wait_for("work at any time")


def test_a_saved_game_is_resumed_with_its_level_and_time(terminal: Any, tmp_path: Path) -> None:
    path = tmp_path / "game"
    window = terminal(f"mosaic --size 3 --difficulty beginner --seed 1 --record {path}")
    window.wait_for("Mosaic 3x3 beginner")
    window.press("Space")
    window.wait_for("0:01")
    window.press("q")
    window.wait_for("status 0")
    assert re.search("^time [1-9]", path.read_text(), re.MULTILINE), "also the time after the last move"
    window = terminal(f"{path}")
    assert "1 move" in window.wait_for("Mosaic 3x3 beginner")
    window.press("n")
    window.wait_for("0 moves")
    window.press("q")
    window.wait_for("status 0")


def test_a_solved_game_is_resumed(terminal: Any, tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_text(play("flow", "# fill no\nA.A\n").respond("A1 C1").match.to_text())
    window = terminal(f"{path}")
    assert "n: another one" in window.wait_for("every rule holds")
    window.press("u")
    window.wait_for("arrows move")


def test_remarks_are_printed_when_the_screen_is_left(terminal: Any) -> None:
    window = terminal("nim --heaps 1 --seed 1", SATPLAY_DATA="/dev/null")
    window.wait_for("Move 1 of 1:")
    window.press("Enter")
    assert "not counted" not in window.wait_for("You win!")
    window.press("q")
    assert "this game is not counted" in window.wait_for("status 0")
