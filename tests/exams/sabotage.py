"""What the tests of the exams share: every item must be failed by something."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


def fails(item: Callable[[Any], None], sabotaged: Any) -> None:
    """The item is not passed, and it says so itself rather than stumbling."""
    with pytest.raises(AssertionError):
        item(sabotaged)


def write(path: Path, text: str) -> None:
    """A file that was missing, or another one in its place."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


def copied(folder: Path, to: Path) -> Path:
    """A folder of the same name that may be damaged."""
    return Path(shutil.copytree(folder, to / folder.name))
