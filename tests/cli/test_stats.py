"""``satplay stats``: games at a terminal are counted, scripts are not; a store that fails spoils no game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from satplay.cli import main
from satplay.playing.result import Ending, GameResult
from satplay.verbs.stats import record_result, stats
from tests.terminal import Terminal

SATPLAY = [sys.executable, "-m", "satplay"]


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SATPLAY_DATA", str(tmp_path / "data"))
    return tmp_path / "data" / "satplay.sqlite3"


def record(ending: Ending, seconds: float = 1.0, level: str = "5x5", subject: str = "flow") -> None:
    record_result(GameResult(subject, level, ending, seconds, moves=3, hints=1))


def at_terminal(*words: str, lines: list[bytes]) -> str:
    """Type lines at a terminal, each after the prompt; return everything that is shown."""
    terminal = Terminal([*SATPLAY, *words], "stdin", "stdout", "stderr", env={**os.environ, "NO_COLOR": "1"})
    waiting = list(lines)

    def answer(quiet: bool) -> None:
        if waiting and terminal.seen.endswith((b"> ", b"] ")):
            terminal.type(waiting.pop(0))

    seen = terminal.read_all(answer)
    assert terminal.process.wait(timeout=30) in (0, 1)
    return seen.decode()


def test_results_are_summarised_by_subject_and_level(capsys: pytest.CaptureFixture[str]) -> None:
    for ending, seconds in ((Ending.SOLVED, 30), (Ending.LEFT, 5), (Ending.SOLVED, 90), (Ending.SOLVED, 60)):
        record(ending, seconds)
    record(Ending.LOST, level="normal", subject="nim")
    record(Ending.WON, level="easy", subject="nim")
    assert main(["stats"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "      level   played  won  lost  best  median  hints  streak",
        "flow  5x5          4    3     0  0:30    1:00      4       2",
        "nim   easy         1    1     0  0:01    0:01      1       1",
        "nim   normal       1    0     1     -       -      1       0",
    ]
    assert main(["stats", "nim", "--json"]) == 0
    (easy, normal) = json.loads(capsys.readouterr().out)["statistics"]
    assert (easy["won"], normal["lost"], normal["best"]) == (1, 1, None)


def test_reading_writes_nothing(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats"]) == 0 and "Nothing has been played yet" in capsys.readouterr().out
    assert not store.exists()


def test_a_shown_solution_does_not_count_as_solved() -> None:
    record(Ending.SHOWN)
    assert (stats().rows[0].played, stats().rows[0].won) == (1, 0)


def test_forgetting_needs_a_confirmation(capsys: pytest.CaptureFixture[str]) -> None:
    record(Ending.SOLVED)
    record(Ending.WON, subject="nim")
    assert main(["stats", "--forget"]) == 2 and "--yes" in capsys.readouterr().err
    assert "Nothing is deleted." in at_terminal("stats", "--forget", lines=[b"n\n"])
    assert main(["stats", "nim", "--forget", "--yes"]) == 0
    assert capsys.readouterr().out == "1 result deleted.\n" and [row.subject for row in stats().rows] == [
        "flow"
    ]
    assert "1 result deleted." in at_terminal("stats", "--forget", lines=[b"y\n"]) and not stats().rows
    assert main(["stats", "nothing"]) == 2


def test_a_game_at_a_terminal_is_counted_once() -> None:
    words = ("play", "nim", "--typed", "--heaps", "1", "--seed", "1")
    seen = at_terminal(*words, lines=[b"A1\n", b"undo\n", b"A1\n", b"new\n", b"quit\n"])
    assert "You win" in seen and "Time 0:0" in seen and "1 move, 0 hints." in seen
    (row,) = stats("nim").rows
    assert (row.level, row.played, row.won) == ("normal", 1, 1)


def test_a_game_that_is_left_is_asked_about_and_counted() -> None:
    seen = at_terminal("play", "nim", "--typed", "--seed", "1", lines=[b"A1\n", b"quit\n", b"quit\n"])
    assert "This game is not saved." in seen
    assert (stats("nim").rows[0].played, stats("nim").rows[0].won) == (1, 0)


def test_a_script_is_neither_asked_nor_counted(store: Path) -> None:
    words = [*SATPLAY, "play", "nim", "--seed", "1"]
    done = subprocess.run(words, input=b"A1\nquit\n", capture_output=True, check=True)
    assert b"not saved" not in done.stdout and not store.exists()


def test_a_store_that_fails_is_one_remark(store: Path) -> None:
    store.parent.mkdir()
    store.write_text("not a database, but long enough to be read as one" * 50)
    words = ("play", "nim", "--typed", "--heaps", "1", "--seed", "1")
    seen = at_terminal(*words, lines=[b"A1\n", b"new\n", b"A1\n", b"quit\n"])
    assert seen.count("this game is not counted") == 1 and seen.count("You win") == 2
