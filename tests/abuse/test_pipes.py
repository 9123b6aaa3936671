"""A pipe can be read once: every command answers for a pipe as for a file with the same text."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from satplay.cli.app import COMMANDS
from satplay.store.folder import FOLDER_VARIABLE

FILES = {
    "hashi": "2.2\n...\n2.2\n",
    "bridges": "2─2\n│ │\n2─2\n",
    "flow": "AB\nAB\n",
    "cnf": "p cnf 2 2\n1 2 0\n-1 0\n",
    "model": "-1 2 0\n",
    "unsatisfiable": "p cnf 1 2\n1 0\n-1 0\n",
    "proof": "0\n",
    "quantified": "p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n",
    "mastermind": "0123 2 1\n",
    "nim": "first: 1 2\n",
    "nim-record": (
        "=== satplay record, version 1 ===\ngame nim\noption heaps=1,2,1\n"
        "seat first person\nseat second person\nseed 7\n=== moves ===\nC1\n"
    ),
    "flow-record": (
        "=== satplay record, version 1 ===\n"
        "game flow\n"
        "seat solver person\n"
        "seed 0\n"
        "position letters\n"
        "  AB\n"
        "  AB\n"
        "=== moves ===\n"
    ),
}

COMMAND_LINES = [
    "solve {hashi}",
    "solve cnf {cnf}",
    "solve qbf {quantified}",
    "solve {flow-record}",
    "count {flow}",
    "enumerate cnf {cnf}",
    "rate {hashi}",
    "backbone cnf {cnf}",
    "mus cnf {unsatisfiable}",
    "split cnf {cnf} --cubes 2",
    "solve {hashi} --jobs 1",
    "rate {hashi} --jobs 1",
    "check hashi {hashi} {bridges}",
    "check cnf {cnf} {model}",
    "check proof {unsatisfiable} {proof}",
    "hint {hashi}",
    "hint {flow-record}",
    "hint {nim-record}",
    "hint nim {nim}",
    "explain {hashi}",
    "encode {flow}",
    "convert {flow} --to csv",
    "keep @boards hashi {hashi}",
    "play {flow}",
    "play flow {flow}",
    "play {flow-record}",
    "play {nim-record}",
    "play {nim-record} --analyse",
    "play nim {nim-record} --analyse --json",
    "ask nim winner {nim}",
    "ask mastermind next {mastermind}",
    "audit flow {flow} --size 4 --random 0",
    "trace cnf {cnf}",
]

WITHOUT_INPUT = {"generate", "list", "stats", "engines", "bench", "lab", "completion", "campaigns", "serve"}


def test_every_command_that_reads_an_input_is_tried() -> None:
    assert {line.split()[0] for line in COMMAND_LINES} == set(COMMANDS) - WITHOUT_INPUT


def run(words: list[str], folder: Path) -> tuple[int, str, str]:
    ended = subprocess.run(  # noqa: PLW1510 - the exit status is part of the result
        [sys.executable, "-m", "satplay", *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env={**os.environ, FOLDER_VARIABLE: str(folder / "store")},
        timeout=20,
    )
    return ended.returncode, ended.stdout, ended.stderr


def write_inputs(line: str, folder: Path, *, as_pipes: bool) -> list[str]:
    """The words of a command with the paths of its inputs: files, or FIFOs that can be read once."""
    folder.mkdir()
    words = []
    for word in line.split():
        name = word.strip("{}")
        path = folder / name
        if word == name:
            words.append(word)
            continue
        words.append(str(path))
        if as_pipes:
            os.mkfifo(path)
            Thread(target=path.write_text, args=(FILES[name],), daemon=True).start()
        else:
            path.write_text(FILES[name])
    return words


def comparable(outcome: tuple[int, str, str], folder: Path) -> list[str]:
    """The outcome without times and without the folder."""
    return [
        re.sub(r"\d+\.\d+", "", str(part).replace(str(folder), "").replace(folder.name, ""))
        for part in outcome
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs FIFOs")
@pytest.mark.parametrize("line", COMMAND_LINES)
def test_a_pipe_is_read_as_a_file_is(line: str, tmp_path: Path) -> None:
    files, pipes = tmp_path / "files", tmp_path / "pipes"
    expected = run(write_inputs(line, files, as_pipes=False), files)
    assert expected[0] in (0, 10, 20), expected
    found = run(write_inputs(line, pipes, as_pipes=True), pipes)
    assert comparable(found, pipes) == comparable(expected, files)
