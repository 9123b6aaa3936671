"""A job of ``solve``: the answer to one instance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from satplay.campaign.tasks.inputs import from_parameters
from satplay.contracts.engine import Limit
from satplay.verbs.solve import solve


def solve_instance(
    *,
    subject: str | None,
    request: Mapping[str, Any],
    conflicts: int | None,
    source: Sequence[Any],
) -> dict[str, Any]:
    """The document of ``solve --json``, the lines of text, and the exit status.

    ``request``  options of ``solve`` and ``core``, as JSON
    """
    options = dict(request)
    core = options.pop("core")
    options |= {name: tuple(options[name]) for name in ("assuming", "over") if options[name] is not None}
    solved = solve(from_parameters(source), subject, limit=Limit(conflicts=conflicts), **options)
    puzzle = solved.puzzle
    return {
        "subject": puzzle.name,
        "document": solved.as_json(),
        "lines": list(solved.lines(core=core)),
        "exit_status": solved.exit_status,
    }
