"""One board explained one way, several times, in a child process that measures its own CPU time.

The parts of the time of a sample:

``facts``  from the board to its facts and rule instances; nothing is cached between samples
``first``  from the board to the first step
``total``  from the board to the end of the path

The solution that the path leads to is checked by the rules of the puzzle after the clock has stopped.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from satplay.contracts.facts import Facts
from satplay.contracts.levels import LEVELS
from satplay.contracts.puzzle import Puzzle
from satplay.explaining.difficulty import RatingCount
from satplay.explaining.whole_path import SEVERAL, SOLVED, UNSOLVABLE, WAYS, WholePath, find_whole_path
from satplay.fast_dataclass import dataclass
from satplay.inputs.reading import read_board
from satplay.lab.bench.benchmark import ANSWERED, BROKEN, OUT_OF_TIME, TOTAL
from satplay.lab.bench.caches import clear_caches
from satplay.lab.measuring.timing import repeat
from satplay.workers.limits import cpu_seconds

CACHES = ("satplay.logic", "satplay.puzzles")
"""Packages whose cached functions are emptied before each sample."""

LEVEL_NUMBER = f"level (0 {LEVELS[0]} to {len(LEVELS) - 1} {LEVELS[-1]})"
"""The figure that is compared with the level a board was generated for."""


@dataclass(frozen=True, slots=True)
class ExplanationSample:
    """``status`` is 'sat' at a solution or if several are left, 'unsat', 'broken', 'out of time'.

    ``figures``     what the instance may know: the number of the level
    ``one_rule``    the number of steps with one rule instance
    ``most_rules``  the largest number of rule instances in a step
    ``level``       None unless the steps have costs and lead to the only solution
    """

    status: str
    times: Mapping[str, float]
    steps: int
    one_rule: int
    most_rules: int
    unique: bool | None = None
    level: str | None = None
    note: str = ""

    @property
    def results(self) -> dict[str, Any]:
        """Everything but the times, as the JSON document of a sample has it."""
        known = {} if self.level is None else {LEVEL_NUMBER: LEVELS.index(self.level)}
        return {
            "status": self.status,
            "note": self.note,
            "unique": self.unique,
            "steps": self.steps,
            "one_rule": self.one_rule,
            "most_rules": self.most_rules,
            "level": self.level,
            "figures": known,
        }


def sample(way: str, subject: str, file: str, seconds: float, count: int) -> dict[str, Any]:
    """``count`` samples in a child process, or fewer if they take long."""

    def take() -> ExplanationSample:
        puzzle, board = read_board(Path(file), subject)
        clear_caches(*CACHES)
        return explain_board(way, puzzle, board, seconds)

    found = repeat(take, count, last=lambda one: one.status not in ANSWERED)
    bad = next((one for one in found if one.status not in ANSWERED), found[-1])
    return {**bad.results, "times": [dict(one.times) for one in found]}


def explain_board(way: str, puzzle: Puzzle[Any, Any], board: Any, seconds: float) -> ExplanationSample:
    """One sample; it ends after the step that exceeds ``seconds`` of CPU time."""
    assert puzzle.facts is not None, "boards of other puzzles are refused when they are read"
    started = cpu_seconds()
    facts = puzzle.facts(board)
    times = {"facts": cpu_seconds() - started}

    def note_time() -> bool:
        now = cpu_seconds() - started
        times.setdefault("first", now)
        times[TOTAL] = now
        return now <= seconds

    path = find_whole_path(WAYS[way], facts, note_time)
    status, unique, note = _judge(puzzle, board, facts, path)
    counts = [len(step.because) for step in path.steps]
    return ExplanationSample(
        status=status,
        times=times,
        steps=len(path.steps),
        one_rule=sum(count == 1 for count in counts),
        most_rules=max(counts, default=0),
        unique=unique,
        level=_level(facts, path) if way == "path" and unique else None,
        note=note,
    )


def _judge(
    puzzle: Puzzle[Any, Any], board: Any, facts: Facts[Any], path: WholePath
) -> tuple[str, bool | None, str]:
    """The status, whether there is one solution, and what is wrong."""
    if path.end == SOLVED:
        broken = puzzle.check(board, path.solution(facts))
        return (BROKEN, None, str(broken[0])) if broken else ("sat", True, "")
    if path.end == SEVERAL:
        return "sat", False, ""
    return "unsat" if path.end == UNSOLVABLE else OUT_OF_TIME, None, ""


def _level(facts: Facts[Any], path: WholePath) -> str:
    count = RatingCount(facts.levels)
    for step in path.steps:
        count.add(step.cost, step.available)
    return count.rating().level
