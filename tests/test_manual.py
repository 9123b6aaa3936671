"""The manual page is written from the help pages, and formatters accept it."""

from __future__ import annotations

import runpy
import shutil
import subprocess

import pytest

from satplay.cli.app import COMMANDS
from tests.architecture.tree import ROOT

PAGE = ROOT / "docs" / "satplay.1"


def test_the_page_is_up_to_date() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "manual.py"))
    assert PAGE.read_text(encoding="utf-8") == script["manual"](), "run make manual"


def test_the_page_has_every_command() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert all(f".B satplay {command}" in text for command in COMMANDS)


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_the_page_is_formatted_without_warnings() -> None:
    command = ["groff", "-man", "-ww", "-Tutf8", "-rLL=78n", str(PAGE)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr == "" and "NAME" in done.stdout
