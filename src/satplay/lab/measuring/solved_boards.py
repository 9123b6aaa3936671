"""Jobs that solve boards, timed as ``satplay bench`` times them, and what their reports have in common."""

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
"""Times are kept in seconds and shown in milliseconds."""

EXACT = 2.0**53
"""Below this a float tells whole numbers apart."""

Values = dict[str, Any]


def boards(puzzle: str, size: str, seeds: Iterable[int]) -> list[Any]:
    """New ones, each with one solution: the same for everybody who asks."""
    return [generate(puzzle, size=size, seed=seed).instance for seed in seeds]


def solved_boards(
    bench: PuzzleBenchmark[Any, Any], way: Way, boards: Iterable[Any], count: int = SAMPLES
) -> Values:
    """What came of each board, one list for each kind of number.

    ``status`` as the benchmark has it; ``variables`` and ``clauses`` of the formula; ``encode``, ``solve``
    and ``check``, the median CPU seconds of so many samples.  To solve and to check takes None unless the
    rules of the puzzle found the answer right: every time that is shown is that of a right answer.
    """
    return columns([told(samples(bench, way, board, count)) for board in boards])


def told(found: Sequence[BoardSample]) -> Values:
    """All samples of one board as one row."""
    bad = next((one for one in found if one.status != "sat"), found[0])
    times = {span: median(getattr(one.times, span) for one in found) for span in SPANS}
    if bad.status != "sat":
        times |= {"solve": None, "check": None}
    if bad.status == "refused":
        times["encode"] = None
    return {"status": bad.status, "variables": bad.variables, "clauses": bad.clauses, **times}


def columns(rows: Sequence[Mapping[str, Any]]) -> Values:
    """A list for each name, instead of a row for each board.

    >>> columns([{"a": 1, "b": 2}, {"a": 3, "b": None}])
    {'a': [1, 3], 'b': [2, None]}
    """
    return {name: [row[name] for row in rows] for name in rows[0]} if rows else {}


# -- reports -------------------------------------------------------------------------------------------


def done(jobs: Sequence[Job]) -> list[Job]:
    """Those that measured something."""
    return [job for job in jobs if job.outcome is Outcome.DONE]


def middle(job: Job, value: str, scale: float = 1.0) -> float | None:
    """The median over the boards of a job; None where no board has this value."""
    known = _known(job, value, scale)
    return median(known) if known else None


def whole(job: Job, value: str) -> float | None:
    """The same of what is counted; a number with more digits than that are known stays as it is."""
    found = middle(job, value)
    return found if found is None or found >= EXACT else round(found)


def right(job: Job) -> str:
    """How many of the boards were answered rightly."""
    statuses = job.values["status"]
    return f"{statuses.count('sat')} of {len(statuses)}"


def side(size: str) -> float:
    """Of a square board.

    >>> side("12x12")
    12.0
    """
    return float(size.partition("x")[0])


def by_side(job: Job) -> float:
    """Where the boards of a job stand on the x axis."""
    return side(job.parameters["size"])


def page_series(page: Page) -> list[Series]:
    """The columns of a published table."""
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
    """A point a job, in the order of x: the median over its boards, with the lowest and the highest."""
    at = [(x(job), known) for job in jobs if (known := _known(job, value, scale))]
    at.sort(key=lambda point: point[0])
    spread = [(min(known), max(known)) for _, known in at] if any(len(known) > 1 for _, known in at) else []
    return Series(label, [(place, median(known)) for place, known in at], spread=spread)


def _known(job: Job, value: str, scale: float) -> list[float]:
    """What the clock is too coarse for counts as the shortest time it tells, as in the benchmark."""
    known = [one for one in job.values.get(value, ()) if one is not None]
    return [max(one, SMALLEST) * scale for one in known]
