"""The table of a run on explanations: a line for each group of boards and each way to explain them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import Any

from satplay.contracts.levels import LEVELS
from satplay.fast_dataclass import dataclass
from satplay.lab.bench.benchmark import ANSWERED, FAILED, TOTAL, UNSOLVED, BenchmarkRun, Sample
from satplay.lab.bench.report import Column, Comparison, figures, optional, table, time_cell
from satplay.lab.bench.score import Ratio

HEADING = "whole path, CPU ms"
SEVERAL, NO_SOLUTION = "several solutions", "no solution"


@dataclass(frozen=True, slots=True)
class Line:
    """What was measured of one way on one group of boards.

    ``boards``      their number; boards whose process failed have no times
    ``times``       for each board the median of the whole path; None if it was out of time
    ``first``       the same until the first step, which may be known of boards that were out of time
    ``solved``      the number of boards whose path ended rightly
    ``steps``       of all boards whose path ended; ``one_rule`` of them have one rule instance
    ``most_rules``  the largest number of rule instances in a step
    ``levels``      the number of boards of each level; other ends of the path by their name
    """

    row: str
    contestant: str
    boards: int
    times: Sequence[float | None]
    first: Sequence[float | None]
    solved: int
    steps: int
    one_rule: int
    most_rules: int
    levels: Counter[str]

    def share(self) -> float | None:
        """The share of the steps that have one rule instance."""
        return self.one_rule / self.steps if self.steps else None


def tables(run: BenchmarkRun) -> list[str]:
    """A line for each group and way: times, shares, levels, and the ratio to the first way."""
    lines = _lines(run)
    if not lines:
        return []
    first = run.contestants[0].name
    columns = [
        Column("", [line.contestant for line in lines]),
        Column("boards", [str(line.boards) for line in lines]),
        Column("median", [time_cell(run, line.row, line.contestant) for line in lines]),
        Column("worst", [_cell(run, line.times, worst=True) for line in lines]),
        Column("first step", [_cell(run, line.first) for line in lines]),
        Column("one-rule steps", [_percent(line.share()) for line in lines]),
        Column("most rules", [str(line.most_rules) if line.steps else "-" for line in lines]),
    ]
    if len(run.contestants) > 1:
        columns.append(Column(f"to {first}", [_ratio(run, line, first) for line in lines]))
    if any(line.levels for line in lines):
        columns.append(Column("levels", [_levels(line.levels) for line in lines]))
    titles = [run.title(line.row) if line.contestant == first else "" for line in lines]
    return table(HEADING, titles, columns)


def details(run: BenchmarkRun) -> dict[str, Any]:
    """A further member of the JSON document: the lines of the table, in seconds."""
    return {
        "explanations": [
            {
                "row": line.row,
                "contestant": line.contestant,
                "boards": line.boards,
                "solved": line.solved,
                "worst": None if None in line.times else max(known(line.times), default=None),
                "first": None if None in line.first or not line.first else median(known(line.first)),
                "one_rule": line.share(),
                "most_rules": line.most_rules,
                "levels": dict(line.levels),
            }
            for line in _lines(run)
        ]
    }


def _lines(run: BenchmarkRun) -> list[Line]:
    found = []
    for row in run.rows:
        for contestant in run.contestants:
            samples = run.of(row, contestant.name)
            if samples:
                found.append(_line(row, contestant.name, samples))
    return found


def _line(row: str, contestant: str, samples: Sequence[Sample]) -> Line:
    ended = [one for one in samples if one.status in ANSWERED]
    measured = [one for one in samples if one.status != FAILED]
    return Line(
        row,
        contestant,
        len(samples),
        [None if one.status in UNSOLVED else median(one.seconds(TOTAL)) for one in measured],
        [_first(one) for one in measured],
        len(ended),
        sum(one.found.get("steps", 0) for one in ended),
        sum(one.found.get("one_rule", 0) for one in ended),
        max((one.found.get("most_rules", 0) for one in ended), default=0),
        Counter(level for one in ended if (level := _end(one)) is not None),
    )


def _first(sample: Sample) -> float | None:
    """CPU seconds until the first step; None if even this was not reached."""
    times = [time for one in sample.times if (time := one.get("first")) is not None]
    return median(times) if times else None


def _end(sample: Sample) -> str | None:
    """The level of a board, or why it has none; None if this way finds no level."""
    if sample.status == "unsat":
        return NO_SOLUTION
    level: str | None = sample.found.get("level")
    return SEVERAL if sample.found.get("unique") is False else level


def known(times: Sequence[float | None]) -> list[float]:
    """The times that were measured."""
    return [time for time in times if time is not None]


# -- cells -----------------------------------------------------------------------------------------


def _cell(run: BenchmarkRun, times: Sequence[float | None], *, worst: bool = False) -> str:
    """The median or the largest time of all boards; ``>`` if it was out of time."""
    if not times:
        return "-"
    factor = run.benchmark.unit[0]
    every = [2 * run.seconds if time is None else time for time in times]
    time = max(every) if worst else median(every)
    return f">{factor * run.seconds:g}" if time > run.seconds else figures(factor * time)


def _percent(share: float | None) -> str:
    """A percentage with one digit after the point.

    >>> _percent(0.9966), _percent(1.0), _percent(None)
    ('99.7 %', '100.0 %', '-')
    """
    return "-" if share is None else f"{100 * share:.1f} %"


def _ratio(run: BenchmarkRun, line: Line, first: str) -> str:
    if line.contestant == first:
        return ""
    ratio: Ratio | None = Comparison("", line.contestant, first).ratio(run, line.row)
    return optional(ratio)


def _levels(levels: Counter[str]) -> str:
    """The number of boards by level, the easiest first.

    >>> _levels(Counter({"easy": 3, "beginner": 17, SEVERAL: 1}))
    '17 beginner, 3 easy, 1 several solutions'
    """
    ordered = sorted(levels, key=[*LEVELS, SEVERAL, NO_SOLUTION].index)
    return ", ".join(f"{levels[level]} {level}" for level in ordered)
