"""``--pdf``: booklets of new boards, of files and of collections; complete or not written at all."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from pypdf import PdfReader

from satplay.cli import main

Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SATPLAY_DATA", str(tmp_path / "data"))


def pages_of(path: Path) -> list[str]:
    return [page.extract_text() for page in PdfReader(path).pages]


def test_a_booklet_of_new_boards(capfd: Output, tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    words = "generate hashi --size 7x6 --difficulty easy,hard --count 14 --seed 3"
    assert main([*words.split(), "--pdf", str(path), "--title", "Brücken für Zoë"]) == 0
    assert capfd.readouterr().out == f"{path}: 14 boards, 3 pages\n"
    first, second, solutions = pages_of(path)
    assert first.startswith("Brücken für Zoë")
    assert first.count("easy – 7 by 6 cells") == 7 and (first + second).count("hard – 7 by 6 cells") == 7
    assert f"satplay {words}" in first and "1 / 3" in first
    assert "Solutions" in solutions and "3 / 3" in solutions


def test_the_footer_repeats_the_booklet(capfd: Output, tmp_path: Path) -> None:
    one, two = tmp_path / "1.pdf", tmp_path / "2.pdf"
    words = ["generate", "flow", "--size", "5x4", "--colours", "4", "--count", "3"]
    words += ["--paper", "letter", "--title", "For Zoë"]
    assert main([*words, "--pdf", str(one)]) == 0
    (line,) = set(re.findall(r"satplay (generate .* --seed .*')", "\n".join(pages_of(one))))
    assert main([*shlex.split(line), "--pdf", str(two)]) == 0
    assert one.read_bytes() == two.read_bytes()
    assert "makes the same again" in capfd.readouterr().err


def test_texts_are_written_only_on_request(capfd: Output, tmp_path: Path) -> None:
    path, texts = tmp_path / "book.pdf", tmp_path / "boards.txt"
    words = ["generate", "mosaic", "--size", "4x3", "--count", "2", "--seed", "1", "--pdf", str(path)]
    assert main([*words, "-o", str(texts)]) == 0
    assert "mosaic" in texts.read_text(encoding="utf-8") or texts.stat().st_size > 20
    assert capfd.readouterr().out == f"{path}: 2 boards, 2 pages\n"
    assert main([*words, "--json"]) == 0
    documents = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [document["seed"] for document in documents] == [1, 2]


def test_a_booklet_of_a_file_and_of_a_collection(capfd: Output, tmp_path: Path) -> None:
    boards, path = tmp_path / "boards.txt", tmp_path / "book.pdf"
    boards.write_text("mosaic:1.#/..-\nmosaic:3333/3333\n", encoding="utf-8")
    assert main(["convert", str(boards), "--pdf", str(path), "--paper", "letter"]) == 0
    assert capfd.readouterr().out == f"{path}: 2 boards, 2 pages\n"
    assert PdfReader(path).pages[0].mediabox.upper_right == (612, 792)
    assert "2: no solution" in pages_of(path)[-1]
    assert main(["keep", "@mine", str(boards)]) == 0
    assert main(["convert", "@mine", "--pdf", str(path)]) == 0
    assert capfd.readouterr().out.endswith(f"{path}: 2 boards, 2 pages\n")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["generate", "mosaic", "--paper", "a4"], "--paper alone, expected --pdf FILE"),
        (["generate", "mosaic", "--title", "x"], "--title alone, expected --pdf FILE"),
        (["generate", "mosaic", "--pdf", "{}", "--paper", "a3"], "there are a4, letter"),
        (["generate", "mosaic", "--pdf", "{}", "--keep", "@mine"], "--keep with"),
        (["generate", "mosaic", "--pdf", "{}", "--count", "2", "--svg", "x.svg"], "--count 2"),
        (["generate", "hashi", "--pdf", "{}", "--count", "2", "--difficulty", "easy,odd"], "found 'odd'"),
        (["generate", "cnf", "--vars", "300", "--pdf", "{}"], "formula to draw"),
        (["convert", "mosaic:1", "--pdf", "{}", "--to", "grid"], "--pdf with"),
        (["convert", "mosaic:1", "--pdf", "{}", "--json"], "--pdf with"),
    ],
)
def test_what_is_refused_writes_no_file(capfd: Output, tmp_path: Path, words: list[str], found: str) -> None:
    path = tmp_path / "book.pdf"
    assert main([word.replace("{}", str(path)) for word in words]) == 2
    printed = capfd.readouterr()
    assert printed.out == "" and found in printed.err
    assert not path.exists()


@pytest.mark.parametrize("stop", ["signal", "limit"])
def test_a_stopped_command_leaves_the_old_file(tmp_path: Path, stop: str) -> None:
    path = tmp_path / "book.pdf"
    path.write_text("old", encoding="utf-8")
    words = ["generate", "flow", "--size", "12x12", "--count", "3000", "--seed", "1", "--pdf", str(path)]
    limit = ["--time", "1"] if stop == "limit" else []
    process = subprocess.Popen([sys.executable, "-m", "satplay", *words, *limit], stderr=subprocess.PIPE)
    if stop == "signal":
        time.sleep(1.0)
        os.kill(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == (130 if stop == "signal" else 3), errors
    assert path.read_text(encoding="utf-8") == "old"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["book.pdf"]
