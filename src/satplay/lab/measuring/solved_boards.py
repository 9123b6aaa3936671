"""Boards solved and timed as in ``satplay bench``, and medians and series of such jobs for a report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median
from typing import Any

from satplay.lab.bench.puzzle_boards.board_sample import BoardSample, samples
from satplay.lab.bench.puzzle_boards.puzzle_benchmark import Page, PuzzleBenchmark, Way
from satplay.lab.bench.score import SMALLEST
from satplay.lab.experiment import Series
from satplay.store.runs import Job, Outcome
from satplay.verbs.generate import generate

SPANS = ("encode", "solve", "check")
SAMPLES = 5
MS = 1000.0
"""Times are stored in seconds and printed in milliseconds."""

EXACT = 2.0**53
"""Below this a float represents every whole number."""

Values = dict[str, Any]


def boards(puzzle: str, size: str, seeds: Iterable[int]) -> list[Any]:
    """New boards with exactly one solution; the same seed gives the same board."""
    return [generate(puzzle, size=size, seed=seed).instance for seed in seeds]


def solved_boards(
    bench: PuzzleBenchmark[Any, Any], way: Way, boards: Iterable[Any], count: int = SAMPLES
) -> Values:
    """The results of all boards, one list for each value.

    ``status`` as in the benchmark; ``variables`` and ``clauses`` of the formula; ``encode``, ``solve`` and
    ``check``, the median CPU seconds of ``count`` samples.  The times of solving and checking are None unless
    the rules of the puzzle accept the answer: every time in a report belongs to a right answer.
    """
    return to_columns([summarise_samples(samples(bench, way, board, count)) for board in boards])


def summarise_samples(found: Sequence[BoardSample]) -> Values:
    """All samples of one board as one row."""
    bad = next((one for one in found if one.status != "sat"), found[0])
    times = {span: median(getattr(one.times, span) for one in found) for span in SPANS}
    if bad.status != "sat":
        times |= {"solve": None, "check": None}
    if bad.status == "refused":
        times["encode"] = None
    return {"status": bad.status, "variables": bad.variables, "clauses": bad.clauses, **times}


def to_columns(rows: Sequence[Mapping[str, Any]]) -> Values:
    """Rows as columns: a list for each name.

    >>> to_columns([{"a": 1, "b": 2}, {"a": 3, "b": None}])
    {'a': [1, 3], 'b': [2, None]}
    """
    return {name: [row[name] for row in rows] for name in rows[0]} if rows else {}


# -- reports -------------------------------------------------------------------------------------------


def finished_jobs(jobs: Sequence[Job]) -> list[Job]:
    """The jobs that have a result."""
    return [job for job in jobs if job.outcome is Outcome.DONE]


def median_value(job: Job, value: str, scale: float = 1.0) -> float | None:
    """The median over the boards of a job; None if no board has this value."""
    known = _known(job, value, scale)
    return median(known) if known else None


def rounded_median(job: Job, value: str) -> float | None:
    """The median of a count as a whole number; one beyond the precision of a float stays as it is."""
    found = median_value(job, value)
    return found if found is None or found >= EXACT else round(found)


def right_answers(job: Job) -> str:
    """The number of boards with a right answer, as '3 of 5'."""
    statuses = job.values["status"]
    return f"{statuses.count('sat')} of {len(statuses)}"


def side(size: str) -> float:
    """The side of a square board.

    >>> side("12x12")
    12.0
    """
    return float(size.partition("x")[0])


def by_side(job: Job) -> float:
    """The side of the boards of a job, for the x axis."""
    return side(job.parameters["size"])


def page_series(page: Page) -> list[Series]:
    """The columns of a published table as series."""
    return [
        Series(
            f"the page: {column.title}",
            [(side(size), figures[at]) for size, figures in page.figures.items()],
            source=True,
        )
        for at, column in enumerate(page.columns)
    ]


def series(
    label: str, jobs: Sequence[Job], x: Callable[[Job], float], value: str, scale: float = 1.0
) -> Series:
    """A point for each job, ordered by x: the median over its boards, with minimum and maximum."""
    at = [(x(job), known) for job in jobs if (known := _known(job, value, scale))]
    at.sort(key=lambda point: point[0])
    spread = [(min(known), max(known)) for _, known in at] if any(len(known) > 1 for _, known in at) else []
    return Series(label, [(place, median(known)) for place, known in at], spread=spread)


def _known(job: Job, value: str, scale: float) -> list[float]:
    """The known values; a time below the precision of the clock counts as the smallest one."""
    known = [one for one in job.values.get(value, ()) if one is not None]
    return [max(one, SMALLEST) * scale for one in known]
