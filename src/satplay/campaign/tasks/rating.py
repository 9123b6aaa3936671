"""A job of ``rate``: the rating of one board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from satplay.campaign.tasks.inputs import from_parameters
from satplay.contracts.engine import Limit
from satplay.verbs.rate import rate


def rate_board(
    *,
    subject: str | None,
    format: str | None,
    conflicts: int | None,
    seconds: float | None,
    source: Sequence[Any],
) -> dict[str, Any]:
    """The document of ``rate --json``, the row of its table, and the exit status."""
    limit = Limit(conflicts=conflicts, seconds=seconds)
    rated = rate(from_parameters(source), subject, limit=limit, format=format)
    return {"document": rated.as_json(), "cells": list(rated.cells()), "exit_status": rated.exit_status}
