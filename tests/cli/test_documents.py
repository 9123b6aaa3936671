"""The commands in the documents print exactly what the documents show."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "docs/booklets.md", "docs/proofs.md", "docs/qbf.md")

FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SECONDS = re.compile(r"\d+\.\d{3} s\b")  # times differ from run to run


def examples(page: str) -> Iterator[tuple[str, str]]:
    """Each command after a ``$`` in a page, with the output printed below it."""
    for language, block in FENCED.findall((ROOT / page).read_text(encoding="utf-8")):
        if not language and block.startswith("$ "):
            for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = example.partition("\n")
                yield command, output


@pytest.mark.skipif(os.name != "posix", reason="the documents show commands of a POSIX shell")
@pytest.mark.parametrize("page", PAGES)
def test_examples_print_the_output_in_the_page(page: str, tmp_path: Path) -> None:
    (tmp_path / "src").symlink_to(ROOT / "src")
    folder = tmp_path
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    data = str(tmp_path / "data")  # of collections
    environment = {**os.environ, "PATH": path, "PYTHONUTF8": "1", "SATPLAY_DATA": data}
    page_examples = list(examples(page))
    assert page_examples, "the page has no example"
    for command, expected in page_examples:
        if command.startswith("cd "):
            folder /= command.removeprefix("cd ")
        elif not command.startswith("satplay play "):  # these read moves from standard input
            done = subprocess.run(
                command,
                shell=True,
                check=False,
                cwd=folder,
                env=environment,
                capture_output=True,
                text=True,
                encoding="utf-8",
                timeout=120,
            )
            assert SECONDS.sub("", done.stdout + done.stderr) == SECONDS.sub("", expected), command
