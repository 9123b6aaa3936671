"""A sabotaged target for ``python -m tests.abuse.fuzz --sabotage``: it crashes the process."""

from __future__ import annotations

import os
import signal

from tests.abuse.fuzz import targets
from tests.abuse.fuzz.case import Parts
from tests.abuse.fuzz.targets.target import Target

BOMB = b"bomb"


def crash(parts: Parts) -> str:
    if BOMB in parts[0]:
        os.kill(os.getpid(), signal.SIGSEGV)
    return "quiet"


def crashing_targets() -> list[Target]:
    seeds = [(b"one\na bomb\n",)]
    return [Target("crash", "boards", crash, lambda: seeds)]


def install() -> None:
    """Replace the targets of boards; not when this module is imported, because pytest imports it, too."""
    targets.board_targets = crashing_targets
