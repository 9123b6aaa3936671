"""Boards solved and timed as in ``satplay bench``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import Any

from satplay.lab.bench.puzzle_boards.board_sample import BoardSample, samples
from satplay.lab.bench.puzzle_boards.puzzle_benchmark import PuzzleBenchmark, SolvingMethod
from satplay.verbs.generate import generate

SPANS = ("encode", "solve", "check")
SAMPLES = 5

Values = dict[str, Any]


def boards(puzzle: str, size: str, seeds: Iterable[int]) -> list[Any]:
    """New boards with exactly one solution; the same seed gives the same board."""
    return [generate(puzzle, size=size, seed=seed).instance for seed in seeds]


def solved_boards(
    bench: PuzzleBenchmark[Any, Any], way: SolvingMethod, boards: Iterable[Any], count: int = SAMPLES
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
