"""``satplay play`` with a puzzle: moves on standard input, boards on standard output."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from satplay.cli import main

SATPLAY = [sys.executable, "-m", "satplay"]
BOARD = "# fill no\nA..B\n....\nA..B\n"


def run(*words: str, moves: str | bytes = "", **environment: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [*SATPLAY, "play", *words],
        input=moves.encode() if isinstance(moves, str) else moves,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONUTF8": "1", **environment},
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_a_script_of_moves_wins() -> None:
    status, out, err = run("flow", BOARD, moves="A1 B1-B3 A3\nD1 C1-C3 D3\n")
    assert (status, err) == (0, "")
    assert out.endswith(
        """\
> D1 C1-C3 D3

   A B C D
  ┏━━━━━━━┓
1 ┃A─┐ ┌─B┃
2 ┃· │ │ ·┃
3 ┃A─┘ └─B┃
  ┗━━━━━━━┛

Right: every rule holds.
Type new for another one, undo, save FILE or quit.
"""
    )


def test_the_session_in_the_readme_is_exact() -> None:
    readme = files("satplay.puzzles.flow").joinpath("README.md").read_text(encoding="utf-8")
    session = re.search(r"\$ printf '(.*)' \| satplay play (.*)\n([^`]*)```", readme)
    assert session is not None
    moves = session[1].replace("\\n", "\n")
    assert run(*session[2].split(), moves=moves) == (0, session[3], "")


def test_bad_moves_undo_redo_and_erase_are_answered() -> None:
    moves = "abracadabra\n\nundo\nA1 A3\nundo\nredo\nerase A\ncheck\nshow\nhelp\n"
    status, out, err = run("flow", BOARD, moves=moves)
    assert (status, err) == (0, "")
    answers = {piece.partition("\n")[0]: piece.partition("\n")[2] for piece in out.split("> ")[1:]}
    assert answers["abracadabra"].startswith("Not a move: 'abracadabra'")
    assert answers["undo"].count("┃A · · B┃") == 2 and "┃A · · B┃" in answers["erase A"]
    assert "┃│ · · ·┃" in answers["redo"]
    assert answers["check"] == "Everything is right so far; it is not finished yet.\n"
    assert "This is a solution" in answers["show"] and "┃│" in answers["show"]
    assert "save FILE" in answers["help"]


@pytest.mark.parametrize("moves", ["", "quit\n", "exit", "\n\n", "A1 B1"])
def test_quitting_and_the_end_of_input_are_not_failures(moves: str) -> None:
    status, _, err = run("flow", BOARD, moves=moves)
    assert (status, err) == (0, "")


def test_bytes_that_are_not_text_are_bad_moves() -> None:
    status, out, err = run("flow", BOARD, moves=b"\xff\x00\x1b[2J\n\xc3\n")
    assert (status, err) == (0, "")
    assert out.count("Not a move") == 2 and "\x1b" not in out


def test_a_saved_game_is_loaded_again(tmp_path: Path) -> None:
    game = tmp_path / "a game.txt"
    status, out, _ = run("flow", BOARD, moves=f"A1 B1-B3 A3\nsave {game}\n")
    assert status == 0 and f"Saved. Resume with: satplay play flow '{game}'" in out
    for words in (("flow", str(game)), (str(game),)):
        status, out, err = run(*words, moves="D1 C1-C3 D3\n")
        assert (status, err) == (0, "") and "Right: every rule holds.\n" in out


def test_a_file_that_cannot_be_written_does_not_end_the_game() -> None:
    status, out, err = run("flow", BOARD, moves="save /no/such/folder/game\nA1 B1\n")
    assert (status, err) == (0, "") and "bad output file" in out and "┃A─╴ · B┃" in out


def test_new_boards_have_consecutive_seeds() -> None:
    status, out, err = run("flow", "--size", "4x3", "--seed", "5", moves="new\n")
    assert (status, err) == (0, "")
    _, other, _ = run("flow", "--size", "4x3", "--seed", "6")
    assert out.endswith("> new\n" + other)
    status, _, err = run("flow", "--size", "4x3")
    assert status == 0 and err.startswith("satplay: seed ")


def test_other_puzzles_are_played_by_the_same_verb() -> None:
    status, out, _ = run("mosaic", "2.", moves="a1 b1\n")
    assert status == 0 and "Right: every rule holds.\n" in out


def test_ascii_output_is_ascii() -> None:
    labels = "é..é\n####\n"[:5]
    status, out, err = run("flow", "--ascii", labels, moves="A1 D1\n")
    assert (status, err) == (0, "") and out.isascii() and "#1-----1#" in out


def test_nothing_is_coloured_in_a_pipe() -> None:
    _, out, _ = run("flow", BOARD, moves="A1 B1\n", COLORTERM="truecolor", TERM="xterm-256color")
    assert "\x1b" not in out
    _, out, _ = run("flow", BOARD, moves="A1 B1\n", FORCE_COLOR="1", NO_COLOR="")
    assert "\x1b[" in out


def test_control_c_quits_immediately() -> None:
    process = subprocess.Popen(
        [*SATPLAY, "play", "flow", BOARD],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert any(b"Type a move" in line for line in process.stdout)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, b"satplay: interrupted\n")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "expected what to play: "),
        (["flwo"], "did you mean 'flow'?"),
        (["cnf"], "found play cnf"),
        (["flow", "-"], "standard input holds the moves"),
        (["flow", "AA", "BB"], "expected one board"),
        (["flow", "AA", "--size", "5x5"], "one or the other"),
        (["flow", "--size", "5x"], "WIDTHxHEIGHT"),
        (["flow", "AA", "--cursor"], "expected a terminal, or --typed"),
        (["flow", "no-such-file.txt"], "no-such-file.txt"),
        (["flow", "A"], "a single 'A'"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    words: list[str], complaint: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *words]) == 2
    printed = capfd.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1 and complaint in printed.err
