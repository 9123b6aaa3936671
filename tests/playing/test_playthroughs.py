"""Whole games as golden texts: the command, every typed line and everything that is printed.

``SATPLAY_UPDATE_GOLDEN=1`` writes the texts again; their differences are reviewed like code.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "golden" / "play"
FILES = sorted(FOLDER.glob("*.txt"))


def play(command: str, lines: list[str], data: Path) -> str:
    words = shlex.split(command.removeprefix("$ satplay "))
    done = subprocess.run(
        [sys.executable, "-m", "satplay", *words],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        check=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1", "SATPLAY_DATA": str(data)},
    )
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_whole_game_is_printed_as_recorded(file: Path, tmp_path: Path) -> None:
    text = file.read_text(encoding="utf-8")
    command = text.partition("\n")[0]
    lines = [line[2:] for line in text.splitlines() if line.startswith("> ")]
    printed = f"{command}\n{play(command, lines, tmp_path)}"
    if os.environ.get("SATPLAY_UPDATE_GOLDEN"):
        file.write_text(printed, encoding="utf-8")
    assert printed == text


def test_every_game_and_puzzle_has_a_playthrough() -> None:
    assert {file.stem.partition("_")[0] for file in FILES} >= {
        "chopsticks", "flow", "hashi", "mastermind", "mosaic", "nim", "sat-game"
    }  # fmt: skip
