"""One board explained one way, several times, in a child process that measures its own CPU time.

The parts of the time of a sample:

``facts``  from the board to its facts and rule instances; nothing is cached between samples
``first``  from the board to the first step
``total``  from the board to the end of the path

The solution that the path leads to is checked by the rules of the puzzle after the clock has stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from satplay.contracts.engine import Unknown
from satplay.contracts.facts import Facts
from satplay.contracts.levels import LEVELS
from satplay.contracts.puzzle import Puzzle
from satplay.explaining.difficulty import RatingCount
from satplay.explaining.path import Path as ExplanationPath
from satplay.explaining.path import PathResult
from satplay.fast_dataclass import dataclass
from satplay.inputs.reading import read_board
from satplay.lab.bench.benchmark import ANSWERED, BROKEN, GAVE_UP, OUT_OF_TIME, TOTAL
from satplay.lab.bench.caches import clear_caches
from satplay.lab.child_process import cpu_seconds
from satplay.lab.measuring.timing import repeat
from satplay.logic.literal import Lit
from satplay.reasoning.deduce import Contradiction, Deduction, DeductionStep, Done, Open

CACHES = ("satplay.logic", "satplay.puzzles")
"""Packages whose cached functions are emptied before each sample."""

LEVEL_NUMBER = f"level (0 {LEVELS[0]} to {len(LEVELS) - 1} {LEVELS[-1]})"
"""The figure that is compared with the level a board was generated for."""

Way = Callable[[Facts[Any]], Iterator[PathResult]]


def _walk_path(facts: Facts[Any]) -> Iterator[PathResult]:
    """The steps of the explanation engine, as ``explain`` and ``rate`` find them."""
    with ExplanationPath(facts) as path:
        yield from path.steps()


def _repeat_deduction(facts: Facts[Any]) -> Iterator[PathResult]:
    """The steps of minimal unsatisfiable subsets alone, each from all facts known before it."""
    position, found = facts.nothing, list[Lit]()
    with Deduction(facts) as deduction:
        while True:
            result = deduction.step([*facts.known_literals(position), *found])
            yield result
            if not isinstance(result, DeductionStep):
                return
            found += result.facts
            position = facts.apply_facts(position, result.facts)


WAYS: Mapping[str, Way] = {"path": _walk_path, "deduction": _repeat_deduction}
"""What is compared: the explanation engine, and how explanations were found before it."""


@dataclass(frozen=True, slots=True)
class ExplanationSample:
    """``status`` is 'sat' at a solution or if several are left, 'unsat', 'broken', 'out of time', 'gave up'.

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
    steps: list[DeductionStep] = []
    end: PathResult | None = None
    for result in WAYS[way](facts):
        now = cpu_seconds() - started
        times.setdefault("first", now)
        times[TOTAL] = now
        if not isinstance(result, DeductionStep):
            end = result
            break
        steps.append(result)
        if now > seconds:
            break
    status, unique, note = _judge(puzzle, board, facts, steps, end)
    counts = [len(step.because) for step in steps]
    return ExplanationSample(
        status=status,
        times=times,
        steps=len(steps),
        one_rule=sum(count == 1 for count in counts),
        most_rules=max(counts, default=0),
        unique=unique,
        level=_level(facts, steps) if way == "path" and unique else None,
        note=note,
    )


def _judge(
    puzzle: Puzzle[Any, Any],
    board: Any,
    facts: Facts[Any],
    steps: list[DeductionStep],
    end: PathResult | None,
) -> tuple[str, bool | None, str]:
    """The status, whether there is one solution, and what is wrong."""
    match end:
        case Done():
            literals = [lit for step in steps for lit in (*step.plain_facts, *step.facts)]
            broken = puzzle.check(board, facts.apply_facts(facts.nothing, literals))
            return (BROKEN, None, str(broken[0])) if broken else ("sat", True, "")
        case Open():
            return "sat", False, ""
        case Contradiction():
            return "unsat", None, ""
        case Unknown(stopped=stopped):
            return GAVE_UP, None, stopped.value
        case _:
            return OUT_OF_TIME, None, ""


def _level(facts: Facts[Any], steps: list[DeductionStep]) -> str:
    count = RatingCount(facts.levels)
    for step in steps:
        count.add(step.cost, step.available)
    return count.rating().level
