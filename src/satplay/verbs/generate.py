"""generate: a new instance of a puzzle, checked before it is returned."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from random import Random
from typing import Any, TypeVar

from satplay import puzzles
from satplay.arguments import expect_name, expect_whole_number
from satplay.contracts.budget import Budget
from satplay.contracts.encoding import Encoding, Question
from satplay.contracts.engine import Limit
from satplay.contracts.facts import Facts
from satplay.contracts.format import Format
from satplay.contracts.generator_options import GeneratorOptions
from satplay.contracts.levels import LevelMatch
from satplay.contracts.option import Option
from satplay.contracts.oracle import Oracle
from satplay.contracts.puzzle import Puzzle
from satplay.contracts.qbf_engine import Fails, Holds
from satplay.contracts.result_text import brief_repr
from satplay.errors import GaveUp, GeneratorError
from satplay.explaining.oracle import GradingOracle
from satplay.fast_dataclass import dataclass
from satplay.inputs.writing import find_format, write_in_format
from satplay.rule import RuleInstance
from satplay.solving.progress import Progress, report_progress
from satplay.verbs.solve import SolveResult, solve

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class GenerateSeconds:
    """Seconds spent on each stage."""

    generate: float
    check: float


@dataclass(frozen=True, slots=True)
class GenerateResult:
    """A new instance, and its text in ``format``; the same ``seed`` and options give it again.

    ``solution`` is the only solution if the puzzle promises a unique one; otherwise None.  ``difficulty`` is
    the level that was requested, or None.
    """

    puzzle: Puzzle[Any, Any] = field(repr=False)
    instance: Any = field(repr=False)
    solution: Any = field(repr=False)
    format: str = field(repr=False)
    text: str
    seed: int
    seconds: GenerateSeconds
    difficulty: str | None = None

    @property
    def form(self) -> Format[Any]:
        """The format of the text."""
        return find_format(self.puzzle.formats, self.format)

    def __repr__(self) -> str:
        return brief_repr(self)

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        document: dict[str, Any] = {
            "subject": self.puzzle.name,
            "seed": self.seed,
            "format": self.format,
            "instance": self.text,
        }
        if self.difficulty is not None:
            document["difficulty"] = self.difficulty
        if self.solution is not None:
            shape = self.puzzle.solutions[0].as_json
            document |= {"unique": True, "solution": shape(self.instance, self.solution)}
        return document | {
            "seconds": {
                "generate": round(self.seconds.generate, 6),
                "check": round(self.seconds.check, 6),
            }
        }

    def __str__(self) -> str:
        return self.text.removesuffix("\n")

    def _repr_svg_(self) -> str:
        return self.puzzle.draw(self.instance, None)._repr_svg_()


def generate(
    subject: str,
    *,
    size: str | None = None,
    difficulty: str | None = None,
    options: Mapping[str, str] | None = None,
    seed: int | None = None,
    to: str | None = None,
    several: bool = False,
    engine: str | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> GenerateResult:
    """Generate a new instance of a puzzle; ``generator_options`` lists the ``options`` that it understands.

    Without a ``seed`` a random one is used and returned.  ``to`` is the format of the text: by default the
    first that can express it, or with ``several`` the first that can hold several instances in one file.
    Raises ``GaveUp`` after ``seconds`` seconds.

    >>> generate("cnf", size="5", options={"ratio": "4"}, seed=1).instance
    Formula(5 variables, 20 clauses)
    """
    puzzle = puzzles.find(subject)
    names = [form.name for form in puzzle.formats]
    if to is not None:
        expect_name(f"{puzzle.name} format", to, names)  # before the work
    seed = new_seed() if seed is None else seed
    expect_whole_number("seed", seed)
    oracle = GenerationRequest(GradingOracle(engine, seconds=seconds))
    budget = Budget(Limit(seconds))
    with report_progress(lambda: {"questions": oracle.questions}, progress):
        try:
            instance = puzzle.generate(
                GeneratorOptions(size, difficulty, options or {}), Random(seed), oracle
            )
        except GaveUp as error:
            raise GaveUp(f"instance of {puzzle.title}", error.why) from None
        generate_seconds = budget.elapsed_seconds
        solution = _only_solution(puzzle, instance, engine, budget.remaining()) if puzzle.unique else None
    times = GenerateSeconds(generate_seconds, budget.elapsed_seconds - generate_seconds)
    form, text = write_in_format(puzzle.formats, instance, to, kind=f"{puzzle.name} format", several=several)
    return GenerateResult(puzzle, instance, solution, form.name, text, seed, times, difficulty)


def generator_options(subject: str) -> Mapping[str, Option]:
    """The ``options`` that the generator of a puzzle understands.

    >>> list(generator_options("cnf"))
    ['vars', 'k', 'ratio', 'mixed', 'planted', 'core']
    """
    return puzzles.find(subject).generator_options


def new_seed() -> int:
    """A random seed, short enough to be typed."""
    return secrets.randbelow(1 << 32)


def _only_solution(puzzle: Puzzle[Any, Any], instance: Any, engine: str | None, limit: Limit) -> Any:
    """The solution, found again from the board alone, checked by the rules and proved to be unique."""
    sound = next((name for name, encoder in puzzle.encoders.items() if encoder.gap is None), None)
    solved: SolveResult = solve(
        instance, puzzle.name, encoding=sound, engine=engine, unique=True, limit=limit
    )
    if solved.status == "unknown" or (solved.status == "sat" and solved.unique is None):
        if limit.seconds is not None:
            raise GaveUp(f"instance of {puzzle.title}", "out of time")
        raise MemoryError("the new instance could not be checked")  # no other limit is set
    if not solved.unique:
        number = "no solution" if solved.status == "unsat" else "more than one solution"
        raise GeneratorError(f"the generator of {puzzle.title} made an instance with {number}")
    return solved.solution


class GenerationRequest:
    """An oracle that counts its queries, for progress reports of a generator."""

    def __init__(self, oracle: Oracle) -> None:
        self._oracle = oracle
        self.questions = 0

    def solution(self, encoding: Encoding[S]) -> S | None:
        """The oracle's answer."""
        self.questions += 1
        return self._oracle.solution(encoding)

    def solutions(self, encoding: Encoding[S]) -> Iterator[S]:
        """The oracle's answer."""
        self.questions += 1
        return self._oracle.solutions(encoding)

    def is_unique(self, encoding: Encoding[Any]) -> bool:
        """The oracle's answer."""
        self.questions += 1
        return self._oracle.is_unique(encoding)

    def has_level(self, facts: Facts[Any], level: str) -> bool:
        """The oracle's answer."""
        self.questions += 1
        return self._oracle.has_level(facts, level)

    def find_superfluous(
        self, facts: Facts[Any], instances: Sequence[RuleInstance], highest: str
    ) -> Sequence[RuleInstance] | None:
        """The oracle's answer."""
        self.questions += 1
        return self._oracle.find_superfluous(facts, instances, highest)

    def compare_level(self, facts: Facts[Any], level: str) -> LevelMatch:
        """The oracle's answer."""
        self.questions += 1
        return self._oracle.compare_level(facts, level)

    def core(self, encoding: Encoding[Any]) -> tuple[int, ...] | None:
        """The oracle's answer."""
        self.questions += 1
        return self._oracle.core(encoding)

    def ruling(self, question: Question[Any]) -> bool:
        """The oracle's answer."""
        self.questions += 1
        return self._oracle.ruling(question)

    def decide(self, question: Question[Any]) -> Holds | Fails:
        """The oracle's answer."""
        self.questions += 1
        return self._oracle.decide(question)
