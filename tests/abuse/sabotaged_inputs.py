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


def crashing_target() -> dict[str, Target]:
    seeds = [(b"one\na bomb\n",)]
    return {"crash": Target("crash", "boards", crash, lambda: seeds)}


targets.all_targets.__wrapped__.__globals__["board_targets"] = lambda: crashing_target().values()
