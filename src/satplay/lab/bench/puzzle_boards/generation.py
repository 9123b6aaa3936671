"""New boards of each level of difficulty, as tasks of the benchmark of a puzzle."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from satplay.contracts.levels import LEVELS
from satplay.lab.bench.puzzle_boards.puzzle_benchmark import Contest, Contests
from satplay.verbs.generate import generate


def levels(puzzle: str, size: str, boards: int) -> Contests:
    """For each level this number of boards, with the seeds from 0, checked as ``satplay generate`` does."""
    return Contests(
        name="levels",
        title=f"generating {boards} boards of one level",
        all=tuple(Contest(level, size, _generation(puzzle, size, level, boards)) for level in LEVELS),
    )


def _generation(puzzle: str, size: str, level: str, boards: int) -> Callable[[], Mapping[str, float]]:
    def make() -> Mapping[str, float]:
        made = {generate(puzzle, size=size, difficulty=level, seed=seed).text for seed in range(boards)}
        return {"boards": boards, "different": len(made)}

    return make
