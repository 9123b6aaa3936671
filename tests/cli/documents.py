"""The commands in a document, and how they are run and compared."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]

FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
VARYING = re.compile(r"\d+\.\d{3} s\b|\d{4}-\d\d-\d\d \d\d:\d\d UTC")
"""Times differ from run to run."""


def examples(page: Path) -> Iterator[tuple[str, str]]:
    """Each command after a ``$`` in a page, with the output printed below it."""
    for language, block in FENCED.findall(page.read_text(encoding="utf-8")):
        if not language and block.startswith("$ "):
            for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = example.partition("\n")
                yield command, output


def run_page(page: Path, folder: Path, programs: Path, variables: Mapping[str, str] | None = None) -> int:
    """Run all commands of a page in a folder; fail if one prints something else.  Returns their number.

    ``programs``  the folder of the satplay to run

    In a game the lines after ``> `` are typed.  What follows the last of them is not compared, and neither
    is a game of which the page shows nothing.
    """
    environment = {**os.environ, "SATPLAY_DATA": str(folder / "data"), "PYTHONUTF8": "1", **(variables or {})}
    environment["PATH"] = f"{programs}{os.pathsep}{os.environ['PATH']}"
    count = 0
    for command, expected in examples(page):
        is_game = re.match(r"satplay play\b", command) is not None
        done = subprocess.run(
            command,
            shell=True,
            check=False,
            cwd=folder,
            env=environment,
            input="".join(f"{line}\n" for line in re.findall(r"^> (.*)", expected, re.MULTILINE)),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=120,
        )
        printed, shown = (VARYING.sub("", text) for text in (done.stdout + done.stderr, expected))
        assert printed.startswith(shown) if is_game else printed == shown, (
            f"{page.name}: {command}\n{printed}"
        )
        count += 1
    return count
