"""``satplay generate``: new instances on standard output, the seed on standard error."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

import satplay
from satplay import puzzles
from satplay.cli import main, progress
from satplay.puzzles.mosaic import PUZZLE
from tests.verbs.lazy_puzzle import GRID, LAZY


def test_only_the_board_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "mosaic", "--size", "4x3", "--seed", "5"]) == 0
    printed = capfd.readouterr()
    assert printed.out == satplay.generate("mosaic", size="4x3", seed=5).text
    assert printed.err == ""


def test_a_random_seed_is_printed_so_that_it_can_be_repeated(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "mosaic", "--size", "5x4"]) == 0
    first = capfd.readouterr()
    seed_line = re.fullmatch(r"satplay: seed (\d+): --seed \1 makes the same again\n", first.err)
    assert seed_line is not None
    assert main(["generate", "mosaic", "--size", "5x4", "--seed", seed_line[1]]) == 0
    assert capfd.readouterr().out == first.out


def test_several_boards_have_consecutive_seeds(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "mosaic", "--size", "3x2", "--seed", "5", "--count", "3", "--json"]) == 0
    documents = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [document["seed"] for document in documents] == [5, 6, 7]
    alone = satplay.generate("mosaic", size="3x2", seed=6, several=True)
    assert documents[1]["instance"] == alone.text


def test_several_boards_are_read_back(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(puzzles, "find", lambda name: LAZY)
    path = tmp_path / "boards.txt"
    assert main(["generate", "mosaic", "--seed", "1", "--count", "4", "-o", str(path)]) == 0
    assert capfd.readouterr() == ("", "")
    assert main(["count", "mosaic", str(path), "--format", "line"]) == 0
    assert capfd.readouterr().out == "1\n" * 4


def test_a_format_for_one_board_gives_a_warning(capfd: pytest.CaptureFixture[str]) -> None:
    words = ["generate", "mosaic", "--size", "3x2", "--seed", "1", "--count", "3", "--to", "grid"]
    assert main(words) == 0
    printed = capfd.readouterr()
    boards = [GRID.read(text) for text in printed.out.split("\n\n")]
    assert len(boards) == 3 and all((board.width, board.height) == (3, 2) for board in boards)
    assert printed.err.count("\n") == 1 and "'grid' holds one instance" in printed.err


def test_options_reach_the_generator(capfd: pytest.CaptureFixture[str]) -> None:
    words = ["generate", "cnf", "--size", "6", "--option", "k=2", "--option", "ratio=1.5", "--seed", "1"]
    assert main(words) == 0
    assert capfd.readouterr().out.startswith("p cnf 6 9\n")


def test_pictures_show_the_puzzle_without_its_solution(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    svg, png = tmp_path / "b.svg", tmp_path / "b.png"
    words = ["generate", "mosaic", "--size", "3x2", "--seed", "1", "--svg", str(svg), "--png", str(png)]
    assert main(words) == 0
    assert "<svg" in svg.read_text() and "solved" not in svg.read_text()
    assert png.read_bytes().startswith(b"\x89PNG")


def test_progress_is_shown_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(progress, "DELAY", 0.0)
    assert main(["generate", "mosaic", "--size", "3x2", "--seed", "1", "--count", "2", "--json"]) == 0
    printed = capsys.readouterr()
    assert "mosaic, 2 of 2: " in printed.err and printed.err.endswith("\r\x1b[K")
    assert len(printed.out.splitlines()) == 2


# -- errors -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["generate", "mosaic", "--size", "4x"], "bad size: found '4x'"),
        (["generate", "mosaic", "--difficulty", "fiendish"], "bad difficulty: found 'fiendish'"),
        (["generate", "mosaic", "--option", "holes=2"], "found 'holes', expected shaded or connected"),
        (["generate", "mosaic", "--option", "holes"], "expected NAME=VALUE"),
        (["generate", "mosaic", "--option", "a=1", "--option", "a=2"], "found 'a' twice"),
        (["generate", "mosaic", "--to", "lines"], "did you mean 'line'?"),
        (["generate", "mosaic", "--seed", "-1"], "expected a whole number from 0"),
        (["generate", "mosaic", "--count", "0"], "expected a whole number from 1"),
        (["generate", "mosaic", "--engine", "natif"], "did you mean 'native'?"),
        (["generate", "mosaic", "--count", "2", "--svg", "b.svg"], "one instance with --svg or --png"),
        (["generate", "mosaic", "-o", "no/such/folder/b"], "bad output file"),
        (["generate", "no-such-puzzle"], "no puzzle is called 'no-such-puzzle'"),
        (["generate"], "Missing argument"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    words: list[str], complaint: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    printed = capfd.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1 and complaint in printed.err


def test_a_wrong_generator_is_an_internal_error_and_leaves_no_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    careless = replace(PUZZLE, generate=lambda wanted, rng, oracle: GRID.read(".."))
    monkeypatch.setattr(puzzles, "find", lambda name: careless)
    assert main(["generate", "mosaic", "-o", str(tmp_path / "b.txt")]) == 70
    printed = capfd.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1 and "more than one solution" in printed.err
    assert list(tmp_path.iterdir()) == []


def test_control_c_leaves_no_file(tmp_path: Path) -> None:
    words = ["generate", "mosaic", "--size", "40x40", "--seed", "1", "--count", "1000000"]
    process = subprocess.Popen(
        [sys.executable, "-m", "satplay", *words, "-o", str(tmp_path / "b.txt")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, b"", b"satplay: interrupted\n")
    assert list(tmp_path.iterdir()) == []


def test_generating_obeys_the_time_limit(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    assert main(["generate", "flow", "--size", "30x30", "--seed", "1", "--time", "0", "-o", str(path)]) == 3
    printed = capfd.readouterr()
    assert printed.out == "" and "out of time" in printed.err and printed.err.count("\n") == 1
    assert not path.exists()
