"""A run over boards as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from satplay.lab.bench.boards.boards_run import Boards
from satplay.lab.bench.boards.boards_score import kept, noise, rivals, rows, score, to_ours
from satplay.lab.bench.contests_run import Held
from satplay.lab.bench.document import heading


def as_json(run: Boards) -> dict[str, Any]:
    """Everything that was measured, raw, and where; and what the tables say."""
    page = run.bench.page
    return {
        **heading(run.bench.puzzle.name, run, kept(run)),
        "gaps": [*run.gaps],
        "absent": [name for name, _ in run.absent],
        "samples": run.samples,
        "seconds": run.seconds,
        "boards": [
            {"row": one.row, "board": one.name, "new": one.new, "single": one.single, "text": one.text}
            for one in run.posed
        ],
        "results": [{**asdict(one), "times": [dict(times) for times in one.times]} for one in run.results],
        "rows": [
            {
                "row": row,
                "scores": [
                    {
                        **asdict(way),
                        **{
                            part: score(run, row, way, part)
                            for part in ("encode", "solve", "check", "unique")
                        },
                        "total": score(run, row, way),
                        "noise": noise(run, row, way),
                    }
                    for way in run.ways
                ],
                "ratios": {one.title: to_ours(run, row, one.way, one.span, one.ours) for one in rivals(run)},
                "page": dict(_published(run, row)) if page is not None else None,
            }
            for row in rows(run)
        ],
        "contests": [_contest(one) for one in run.contests],
    }


def _contest(one: Held) -> dict[str, Any]:
    contest = one.contest
    return {
        "contest": str(contest),
        "status": one.status,
        "figures": dict(one.figures),
        "known": dict(contest.known),
        "quoted": dict(contest.quoted),
        "times": [*one.times],
        "note": one.note,
    }


def _published(run: Boards, row: str) -> list[tuple[str, float]]:
    page = run.bench.page
    if page is None or row not in page.figures:
        return []
    titles = (column.title for column in page.columns)
    return list(zip(titles, page.figures[row], strict=True))
