"""Inputs that can be read only once (FIFOs and pipes), and how often a file is opened."""

from __future__ import annotations

import gzip
import lzma
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import satplay
from satplay import puzzles
from satplay.inputs import source as sources
from satplay.inputs.reading import find_source, read_board, read_instance, split_instances
from satplay.inputs.source import SMALL, decode_text

BOARD = "2.2\n...\n2.2\n"
CNF = b"p cnf 3 2\nc p show 1 0\n1 2 0\n-2 3 0\n"
LARGE = b"p cnf 3 1\n" + b"c a comment\n" * SMALL + b"1 2 3 0\n"

PACKED = [bytes, gzip.compress, lzma.compress]


@contextmanager
def fifo(path: Path, content: bytes) -> Iterator[Path]:
    """A FIFO from which the content can be read once."""
    os.mkfifo(path)
    writer = threading.Thread(target=lambda: path.write_bytes(content), daemon=True)
    writer.start()
    yield path
    writer.join(10)
    assert not writer.is_alive()


@pytest.mark.parametrize("pack", PACKED)
def test_a_board_is_recognised_and_read_from_a_fifo(tmp_path: Path, pack: Any) -> None:
    with fifo(tmp_path / "board", pack(BOARD.encode())) as path:
        assert satplay.solve(path, "hashi").status == "sat"
    with fifo(tmp_path / "formula", pack(CNF)) as path:
        assert satplay.solve(str(path)).puzzle.name == "cnf"


@pytest.mark.parametrize("pack", PACKED)
@pytest.mark.parametrize("content", [CNF, LARGE])
def test_a_formula_in_a_fifo_is_read_together_with_its_projection(
    tmp_path: Path, pack: Any, content: bytes
) -> None:
    with fifo(tmp_path / "formula", pack(content)) as path:
        assert satplay.count(path, "cnf").number == (2 if content is CNF else 7)


def test_the_instances_of_a_fifo_are_split_and_then_read(tmp_path: Path) -> None:
    with fifo(tmp_path / "formula", LARGE) as path:
        (only,) = split_instances(path)
    assert (only.subject, only.format) == ("cnf", "dimacs")
    assert read_board(only)[1].clause_count == 1
    assert read_board(only)[1].clause_count == 1


def test_a_file_is_opened_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual, opened_paths = sources.open_input, []

    def counting(path: Any) -> Any:
        opened_paths.append(path)
        return usual(path)

    monkeypatch.setattr(sources, "open_input", counting)
    for name, content in (("small.cnf", CNF), ("large.cnf", LARGE)):
        path = tmp_path / name
        path.write_bytes(content)
        found = read_instance(path, projection=True)
        assert (found.puzzle.name, found.projection) == ("cnf", [1] if content is CNF else None)
        assert opened_paths == [path]
        opened_paths.clear()
    (only,) = split_instances(tmp_path / "small.cnf")
    read_board(only)
    assert opened_paths == [tmp_path / "small.cnf"]


def test_a_large_file_is_not_held_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "large.cnf"
    path.write_bytes(LARGE)
    source = find_source(path)
    for _ in range(2):
        with source.open() as file:
            assert file.fileno() >= 0
            assert file.read() == LARGE


def test_the_format_is_recognised_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heads: list[str] = []
    form = puzzles.find("cnf").formats[0]

    def recognises(head: str) -> bool:
        heads.append(head)
        return form.recognises(head)

    counted = replace(puzzles.find("cnf"), formats=(replace(form, recognises=recognises),))
    monkeypatch.setattr(puzzles, "find", lambda name: counted)
    monkeypatch.setattr(puzzles, "names", lambda: ["cnf"])
    path = tmp_path / "formula.cnf"
    path.write_bytes(CNF)
    (only,) = split_instances(path)
    read_board(only)
    assert len(heads) == 1


@pytest.mark.skipif(not Path("/dev/stdin").exists(), reason="no /dev/stdin here")
@pytest.mark.parametrize("given", ["/dev/stdin", "-"])
def test_standard_input_is_a_file_too(given: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "satplay", "solve", given], input=CNF, capture_output=True, check=False
    )
    assert (done.returncode, b"s SATISFIABLE" in done.stdout) == (10, True), done.stderr


def test_the_command_solves_a_fifo(tmp_path: Path) -> None:
    with fifo(tmp_path / "pipe", BOARD.encode()) as path:
        done = subprocess.run(
            [sys.executable, "-m", "satplay", "solve", "hashi", str(path)], capture_output=True, check=False
        )
    assert done.returncode == 0, done.stderr


def test_a_text_is_decoded_without_python_code() -> None:
    """Python replaces the message of an exception, such as a time limit, in a decoder written in Python."""
    called: list[str] = []
    sys.setprofile(lambda frame, event, argument: called.append(frame.f_code.co_filename))
    try:
        text = decode_text(b"\xef\xbb\xbfAB\n", "board")
    finally:
        sys.setprofile(None)
    assert text == "AB\n"
    assert {Path(name).name for name in called} <= {"source.py", "test_source.py"}
