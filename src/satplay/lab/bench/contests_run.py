"""The second table of a puzzle: its contests, one process at a time, beside what is known and quoted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from satplay.lab.bench.boards.puzzle_benchmark import Contest, Contests, PuzzleBench
from satplay.lab.bench.report import aligned, figures, noisy
from satplay.lab.bench.report import seconds as in_seconds
from satplay.lab.bench.run import Say
from satplay.lab.bench.score import SMALLEST, spread
from satplay.lab.child_process import Failed, OutOfTime, fresh

SECONDS = "CPU s"
"""The last column: what was measured.  ``Contest.quoted`` may have a figure for it, too."""


@dataclass(frozen=True, slots=True)
class Held:
    """A contest, and what came of it: ``status`` is 'done', 'out of time' or 'failed'."""

    contest: Contest
    status: str
    figures: Mapping[str, float] = field(default_factory=dict)
    times: tuple[float, ...] = ()
    note: str = ""

    @property
    def untrue(self) -> str:
        """What is wrong by what is known; empty if nothing."""
        for name, known in self.contest.known.items():
            if self.status == "done" and self.figures[name] != known:
                return f"{self}: {name} {shown(self.figures[name])}, and it is known to be {shown(known)}"
        return ""

    @property
    def score(self) -> float | None:
        """CPU seconds, the median of all samples; None where there is none."""
        return max(median(self.times), SMALLEST) if self.times else None

    def __str__(self) -> str:
        return str(self.contest)


def held(
    bench: PuzzleBench[Any, Any],
    contests: Sequence[Contest],
    samples: int,
    seconds: float,
    say: Say | None = None,
) -> tuple[Held, ...]:
    """Every contest, ``samples`` times, ``seconds`` of CPU time at most for one."""
    found = []
    for contest in contests:
        found.append(_held(bench.puzzle.name, contest, samples, seconds))
        if say is not None:
            score = found[-1].score
            say(f"{contest}: {found[-1].status if score is None else f'{figures(score)} s'}")
    return tuple(found)


def _held(puzzle: str, contest: Contest, samples: int, seconds: float) -> Held:
    arguments = [puzzle, contest.size, contest.name, str(samples)]
    match fresh("satplay.lab.bench.boards.contest_sample", arguments, seconds):
        case OutOfTime():
            return Held(contest, "out of time")
        case Failed(why=why):
            return Held(contest, "failed", note=why)
        case found:
            times = tuple(found["times"])
    if any(time > seconds for time in times):
        return Held(contest, "out of time")
    return Held(contest, "done", found["figures"], times)


# -- text ------------------------------------------------------------------------------------------


def lines(contests: Contests, table: Sequence[Held], limit: float) -> list[str]:
    """A row each: figures, and beside them what is known or quoted where that is so of any."""
    names = [*dict.fromkeys(name for one in table for name in one.figures), SECONDS]
    columns: list[tuple[str, Sequence[str]]] = []
    for name in names:
        columns.append((name, [_ours(one, name, limit) for one in table]))
        for title, beside in (
            ("known", [one.contest.known.get(name) for one in table]),
            ("quoted", [one.contest.quoted.get(name) for one in table]),
        ):
            if any(number is not None for number in beside):
                columns.append((title, ["-" if number is None else shown(number) for number in beside]))
    text = [[contests.title, *(title for title, _ in columns)]]
    text += [[str(one), *(cells[row] for _, cells in columns)] for row, one in enumerate(table)]
    return [*aligned(text), f"quoted: {contests.source}"]


def _ours(one: Held, name: str, limit: float) -> str:
    if name != SECONDS:
        return shown(one.figures[name]) if name in one.figures else "-"
    if one.status == "out of time":
        return f">{limit:g}"
    return "-" if one.score is None else in_seconds(one.score, limit) + noisy(spread(one.times))


def shown(number: float) -> str:
    """Whole numbers whole, others with three figures after the point or as few as they have.

    >>> shown(5801.0), shown(4.41512), shown(0.33)
    ('5801', '4.415', '0.33')
    """
    return f"{round(number, 3):g}" if number != int(number) else f"{number:.0f}"
