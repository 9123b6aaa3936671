"""A job of ``solve``: the answer to one instance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from satplay.campaign.tasks.inputs import from_parameters
from satplay.contracts.engine import Limit
from satplay.inputs.writing import write_lines
from satplay.verbs.solve import solve


def solve_instance(
    *,
    subject: str | None,
    request: Mapping[str, Any],
    core: bool,
    json: bool,
    conflicts: int | None,
    seconds: float | None,
    source: Sequence[Any],
) -> dict[str, Any]:
    """The answer as ``solve`` prints it, with the exit status.

    ``request``   options of ``solve``, as JSON; ``json`` chooses the form of the answer
    ``document``  that of ``solve --json``; None without ``json``
    ``solution``  the lines of a solution of a puzzle, which may be drawn instead; None if there is none
    ``lines``     the other lines
    """
    options = dict(request)
    options |= {name: tuple(options[name]) for name in ("assuming", "over") if options[name] is not None}
    limit = Limit(conflicts=conflicts, seconds=seconds)
    solved = solve(from_parameters(source), subject, limit=limit, **options)
    puzzle = solved.puzzle
    is_drawn = puzzle.convention is None and solved.status == "sat"
    solution = write_lines(puzzle, solved.instance, solved.solution) if is_drawn and not json else None
    return {
        "subject": puzzle.name,
        "document": solved.as_json() if json else None,
        "solution": solution,
        "lines": [] if json else list(solved.lines(core=core, write_solution=_write_nothing)),
        "exit_status": solved.exit_status,
    }


def _write_nothing(*_: Any) -> list[str]:
    return []
