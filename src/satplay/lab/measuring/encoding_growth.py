"""Size and time of all encodings of a puzzle as boards grow: ``flow-encodings``, ``hashi-encodings``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from satplay.lab.bench.puzzle_boards.puzzle_benchmark import PuzzleBenchmark, Way
from satplay.lab.experiment import Axis, Lines, Parameters, Section, Series, Table
from satplay.lab.measuring.solved_boards import (
    MS,
    by_side,
    finished_jobs,
    median_value,
    right_answers,
    rounded_median,
    series,
    solved_boards,
)
from satplay.store.runs import Job

ENGINE = "native"

SPANS = {"encode": "from the board to clauses", "solve": "from clauses to a solution"}
"""The parts of the time that are drawn."""

PRINTED = "printed_"
"""Prefix of values that are computed by the source's formulas, not measured."""


def plan_sizes(
    bench: PuzzleBenchmark[Any, Any], sizes: Sequence[str], seeds: Sequence[int]
) -> list[Parameters]:
    """Every size with every encoding, on the same boards."""
    names = list(bench.puzzle.encoders)
    return [{"size": size, "encoding": name, "seeds": list(seeds)} for size in sizes for name in names]


def measure_growth(
    bench: PuzzleBenchmark[Any, Any],
    job: Parameters,
    boards: Sequence[Any],
    printed: Mapping[str, Callable[[Any], int]],
) -> Mapping[str, Any]:
    """Sizes and times of each board, and the size of the source's encoding by its own formulas."""
    found = solved_boards(replace(bench, unique=False), Way(job["encoding"], ENGINE), boards)
    if job["encoding"] == "source":
        found |= {PRINTED + name: [count(board) for board in boards] for name, count in printed.items()}
    return found


def report_growth(
    jobs: Sequence[Job], names: Sequence[str], page: Mapping[str, Sequence[Series]] | None = None
) -> Iterator[Section]:
    """Variables, clauses and times against the side of the board; ``page`` has times of the source."""
    ended = finished_jobs(jobs)
    x = Axis("side of the board, cells")
    by_name = {name: [job for job in ended if job.parameters["encoding"] == name] for name in names}

    def drawn(value: str, scale: float = 1.0) -> list[Series]:
        return [
            found
            for name, of_it in by_name.items()
            if (found := series(name, of_it, by_side, value, scale)).points
        ]

    for value in ("variables", "clauses"):
        printed = series("as the page counts them", ended, by_side, PRINTED + value)
        others = [replace(printed, source=True)] if printed.points else []
        yield Lines(value, value.capitalize(), x, Axis(value, log=True), [*drawn(value), *others])
    for span, title in SPANS.items():
        others = [*(page or {}).get(span, ())]
        yield Lines(span, title.capitalize(), x, Axis("CPU ms", log=True), [*drawn(span, MS), *others])
    yield _table(ended)


def _table(jobs: Sequence[Job]) -> Table:
    printed = [
        PRINTED + name
        for name in ("variables", "clauses")
        if any(PRINTED + name in job.values for job in jobs)
    ]
    return Table(
        "all",
        "All encodings, medians over the boards",
        [
            *("size", "encoding", "right", "variables", "clauses"),
            *(name.replace(PRINTED, "the page's ") for name in printed),
            *(f"{span}, CPU ms" for span in ("encode", "solve", "check")),
        ],
        [
            [
                *(job.parameters[name] for name in ("size", "encoding")),
                right_answers(job),
                *(rounded_median(job, name) for name in ("variables", "clauses", *printed)),
                *(median_value(job, span, MS) for span in ("encode", "solve", "check")),
            ]
            for job in jobs
        ],
    )
