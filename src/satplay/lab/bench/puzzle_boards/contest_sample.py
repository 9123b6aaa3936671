"""One contest of a puzzle, several times in a child process that measures its own CPU time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from satplay.lab.bench import puzzles
from satplay.lab.bench.puzzle_boards.puzzle_benchmark import Contest
from satplay.lab.measuring.timing import repeat, timed


def sample(puzzle: str, size: str, name: str, count: int) -> dict[str, Any]:
    """``count`` samples in a child process, or fewer if they take long."""
    contests = puzzles.find(puzzle).contests
    if contests is None:
        raise ValueError(f"{puzzle} has no contests")
    contest = next(one for one in contests.all if (one.size, one.name) == (size, name))
    figures, times = measure(contest, count)
    return {"status": "done", "times": [{"total": time} for time in times], "figures": dict(figures)}


def measure(contest: Contest, count: int) -> tuple[Mapping[str, float], list[float]]:
    """The figures, which must be equal in all samples, and the CPU seconds of each sample."""
    results: list[Mapping[str, float]] = []

    def play() -> float:
        found, seconds = timed(contest.play)
        results.append(found)
        if results[-1] != results[0]:
            raise RuntimeError(f"{dict(results[0])} in the first sample, then {dict(results[-1])}")
        return seconds

    times = repeat(play, count)
    return results[0], times
