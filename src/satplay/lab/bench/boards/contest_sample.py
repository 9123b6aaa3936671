"""One contest, held several times in a process of its own that measures its own CPU time.

    python -m satplay.lab.bench.boards.contest_sample PUZZLE SIZE NAME SAMPLES SECONDS

The one line printed is JSON: ``figures``, which must be the same every time, and ``times`` in CPU seconds.
As with boards a first time warms up unless it took long, and who takes long is not asked as often.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping

from satplay.lab.bench import puzzles
from satplay.lab.bench.boards.puzzle_benchmark import Contest
from satplay.lab.child_process import cpu_seconds, limit_cpu
from satplay.lab.measuring.repeated_samples import repeated


def samples(
    contest: Contest, count: int, limit: Callable[[], None] = lambda: None
) -> tuple[Mapping[str, float], list[float]]:
    """What came of it, and so many times, or fewer that took long; ``limit`` is set before each."""
    known: list[Mapping[str, float]] = []

    def held() -> float:
        started = cpu_seconds()
        known.append(contest.play())
        taken = cpu_seconds() - started
        if known[-1] != known[0]:
            raise RuntimeError(f"{dict(known[0])} the first time, then {dict(known[-1])}")
        return taken

    times = repeated(held, count, limit=limit)
    return known[0], times


def main(arguments: list[str]) -> None:
    """Hold the contest that the arguments name and print what came of it."""
    puzzle, size, name, count, seconds = arguments
    contests = puzzles.find(puzzle).contests
    contest = next(one for one in contests.all if (one.size, one.name) == (size, name)) if contests else None
    if contest is None:
        raise ValueError(f"{puzzle} has no contests")
    # Here and not above: the limit ends the process, which must be this one's own.
    figures, times = samples(contest, int(count), lambda: limit_cpu(float(seconds)))
    print(json.dumps({"figures": dict(figures), "times": times}))


if __name__ == "__main__":
    main(sys.argv[1:])
