"""A job of ``generate``: one instance from one seed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from satplay.verbs.generate import generate
from satplay.verbs.rate import rate_board


def generate_instance(
    *,
    subject: str,
    size: str | None,
    options: Mapping[str, str],
    engine: str | None,
    to: str | None,
    several: bool,
    rated: bool,
    seed: int,
    difficulty: str | None,
) -> dict[str, Any]:
    """The document of ``generate --json``; with ``rated`` also the rating of the board.

    ``several``  the instance will be one of several in a file
    """
    made = generate(
        subject,
        size=size,
        difficulty=difficulty,
        options=options,
        seed=seed,
        to=to,
        several=several,
        engine=engine,
    )
    document = made.as_json()
    if rated:
        document["rating"] = rate_board(made.puzzle, made.instance).as_json()
    return document
