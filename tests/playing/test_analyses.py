"""Whole games with a verdict on every move, as golden texts: a command that plays, and the analysis.

``SATPLAY_UPDATE_GOLDEN=1`` writes the texts again; their differences are reviewed like code.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "golden" / "analyse"
FILES = sorted(FOLDER.glob("*.txt"))


def run(data: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "satplay", *words],
        input="",
        capture_output=True,
        check=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1", "SATPLAY_DATA": str(data)},
    )
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_analysis_is_printed_as_recorded(file: Path, tmp_path: Path) -> None:
    text = file.read_text(encoding="utf-8")
    command = text.partition("\n")[0]
    record = str(tmp_path / "game.txt")
    run(tmp_path, *shlex.split(command.removeprefix("$ satplay ")), "--record", record)
    printed = f"{command}\n{run(tmp_path, 'play', record, '--analyse')}"
    if os.environ.get("SATPLAY_UPDATE_GOLDEN"):
        file.write_text(printed, encoding="utf-8")
    assert printed == text


def test_every_game_with_a_judge_has_an_analysis() -> None:
    assert {file.stem.partition("_")[0] for file in FILES} >= {"chopsticks", "nim", "sat-game"}
