"""Helpers for the tests of the exams, in which every item must fail for some sabotaged subject."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


def fails(item: Callable[[Any], None], sabotaged: Any) -> None:
    """The item fails by its own assertion, not by another exception."""
    with pytest.raises(AssertionError):
        item(sabotaged)


def write(path: Path, text: str) -> None:
    """Create or replace a file."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


def copy_folder(folder: Path, to: Path) -> Path:
    """A copy of the folder, with the same name, that may be damaged."""
    return Path(shutil.copytree(folder, to / folder.name))
