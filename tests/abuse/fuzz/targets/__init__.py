"""All targets, found by discovery."""

from __future__ import annotations

from functools import cache

from tests.abuse.fuzz.targets.boards import board_targets
from tests.abuse.fuzz.targets.commands import command_targets
from tests.abuse.fuzz.targets.documents import document_targets
from tests.abuse.fuzz.targets.formulas import formula_targets
from tests.abuse.fuzz.targets.games import game_targets
from tests.abuse.fuzz.targets.target import Target

GROUPS = ("boards", "formulas", "games", "commands")


@cache
def all_targets() -> dict[str, Target]:
    """The targets by name."""
    targets = [
        *board_targets(), *formula_targets(), *document_targets(), *game_targets(), *command_targets(),
    ]  # fmt: skip
    assert {target.group for target in targets} == set(GROUPS)
    return {target.name: target for target in targets}
