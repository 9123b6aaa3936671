"""hint: the next thing that can be known about a puzzle, and why; or the mistake that was made.

explain: the same from the empty board on, step by step, as far as it goes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from satplay.contracts.engine import UNLIMITED, Limit, Unknown
from satplay.contracts.facts import Facts
from satplay.contracts.puzzle import Puzzle, Suggestion
from satplay.drawing.scene import Scene
from satplay.errors import BadInput, EncodingError
from satplay.inputs.picture import draw_marked
from satplay.inputs.reading import read_board, read_solution
from satplay.inputs.writing import SolutionWriter, write_lines
from satplay.logic.literal import Lit
from satplay.reasoning.deduce import Contradiction, Deduction, DeductionResult, Done, Open, Step
from satplay.reasoning.oracle import EngineOracle
from satplay.rule import RuleInstance
from satplay.solving.lazy_refinement import Solution
from satplay.solving.progress import Progress, report_progress


@dataclass(frozen=True, slots=True)
class Hint:
    """What was found out: ``deduced`` in literals, and in sentences.

    ``position``  the solution as far as it got
    ``advanced``  the same with the new facts written into it
    ``advice``    what to do next, where answers come for what one does
    """

    puzzle: Puzzle[Any, Any] = field(repr=False)
    instance: Any = field(repr=False)
    position: Any = field(repr=False)
    advanced: Any = field(repr=False)
    deduced: DeductionResult
    facts: tuple[str, ...]
    because: tuple[RuleInstance, ...]
    given: tuple[str, ...]
    advice: Suggestion | None = field(default=None, repr=False)

    @property
    def kind(self) -> str:
        """``step``, ``mistake``, ``unsolvable``, ``solved``, ``open`` or ``unknown``."""
        match self.deduced:
            case Step():
                return "step"
            case Contradiction(given=given):
                return "mistake" if given else "unsolvable"
            case Done():
                return "solved"
            case Open():
                return "open"
            case Unknown():
                return "unknown"

    @property
    def exit_status(self) -> int:
        """0 a hint, or nothing left to do; 1 there is none: no solution, or nothing is forced; 3 unknown."""
        return {"unsolvable": 1, "open": 1, "unknown": 3}.get(self.kind, 0)

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        document: dict[str, Any] = {
            "kind": self.kind,
            "subject": self.puzzle.name,
            "facts": list(self.facts),
            "reason": [instance.as_json() for instance in self.because],
            "given": list(self.given),
        }
        match self.deduced:
            case Step(smallest=smallest):
                document["smallest"] = smallest
            case Contradiction(minimal=minimal):
                document["minimal"] = minimal
            case Unknown(stopped=why):
                document["stopped"] = why.value
        if self.advice is not None:
            document["advice"] = self.advice.as_json()
        return document

    def lines(self) -> Iterator[str]:
        """The hint for people."""
        if self.advice is not None:
            yield from self.advice.lines()
        match self.deduced:
            case Step():
                yield _listed(self.facts)
                yield from reason_lines("because", self.because, self.given)
            case Contradiction(given=()):
                yield no_solution(self.puzzle, self.instance, self.because)
                yield from reason_lines("because", self.because)
            case Contradiction():
                yield f"there is a mistake in: {_listed(self.given)}"
                yield from reason_lines("for", self.because)
            case Done():
                yield "nothing is left to find out"
            case Open():
                yield "nothing more is forced: there are several solutions"
            case Unknown(stopped=why):
                yield f"no answer: {why.value}"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_svg_(self) -> str:
        return self.picture()._repr_svg_()

    def picture(self) -> Scene:
        """The board with what is new, the places of the reason standing out."""
        return draw_marked(self.puzzle, self.instance, self.advanced, self.because)


def _listed(sentences: Sequence[str]) -> str:
    return "; ".join(sentences)


def no_solution(puzzle: Puzzle[Any, Any], board: Any, because: Sequence[RuleInstance]) -> str:
    """That there is none, and what is at odds, where the puzzle has a sentence for it."""
    if puzzle.conflict_summary is None or not because:
        return "no solution"
    return f"no solution: {puzzle.conflict_summary(board, because)}"


def reason_lines(word: str, because: Sequence[RuleInstance], given: Sequence[str] = ()) -> Iterator[str]:
    """A reason for people, a line each."""
    for number, instance in enumerate(because):
        yield f"  {word if number == 0 else 'and':>{len(word)}} {instance}"
    for sentence in given:
        yield f"  given that {sentence}"


def hint(
    instance: Any,
    so_far: Any = None,
    subject: str | None = None,
    *,
    limit: Limit = UNLIMITED,
    format: str | None = None,
) -> Hint:
    """The next fact of an instance (text, a path, or the instance itself), with a minimal reason.

    ``so_far`` is the solution as far as it got (likewise).  Where it cannot be finished, the hint is the
    mistake: entries and rule instances that contradict each other, none of them for nothing.
    """
    puzzle, board = read_board(instance, subject, format)
    facts = _facts(puzzle, board)
    position = facts.nothing if so_far is None else read_solution(puzzle, board, so_far)
    with Deduction(facts, limit) as deducing:
        said = _make_hint(puzzle, board, facts, position, deducing.step(facts.known(position)))
    if puzzle.suggest is None or said.kind in ("unsolvable", "unknown"):
        return said
    oracle = EngineOracle(seconds=limit.seconds)
    return replace(said, advice=puzzle.suggest(board, Random(0), oracle))


def _facts(puzzle: Puzzle[Any, Any], board: Any) -> Facts[Any]:
    if puzzle.facts is None:
        raise BadInput("hint", found=f"the subject {puzzle.name}", expected="a puzzle that gives hints")
    return puzzle.facts(board)


def _make_hint(
    puzzle: Puzzle[Any, Any], board: Any, facts: Facts[Any], position: Any, deduced: DeductionResult
) -> Hint:
    """What was deduced at a position, in sentences."""
    new: tuple[Lit, ...] = deduced.facts if isinstance(deduced, Step) else ()
    because = deduced.because if isinstance(deduced, Step | Contradiction) else ()
    given = deduced.given if isinstance(deduced, Step | Contradiction) else ()
    return Hint(
        puzzle=puzzle,
        instance=board,
        position=position,
        advanced=facts.written(position, new),
        deduced=deduced,
        facts=_sentences(facts, new),
        because=because,
        given=_sentences(facts, given),
    )


def _sentences(facts: Facts[Any], lits: Sequence[Lit]) -> tuple[str, ...]:
    return tuple(map(facts.encoding.formula.fact, lits))


# -- the whole path ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Explained:
    """The steps from nothing to the ``end``, which is the solution, or why it goes no further.

    ``solution`` has passed the rules of the puzzle; None where the path does not lead to one.
    """

    puzzle: Puzzle[Any, Any] = field(repr=False)
    instance: Any = field(repr=False)
    steps: tuple[Hint, ...]
    end: Hint
    solution: Any

    @property
    def exit_status(self) -> int:
        """As of the last hint."""
        return self.end.exit_status

    @property
    def dearest(self) -> int:
        """The rule instances of the step that needs most of them."""
        return max((len(step.because) for step in self.steps), default=0)

    @property
    def cost(self) -> int:
        """The rule instances of all steps."""
        return sum(len(step.because) for step in self.steps)

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        shape = self.puzzle.solutions[0].as_json
        return {
            "subject": self.puzzle.name,
            "steps": [step.as_json() for step in self.steps],
            "end": self.end.as_json(),
            "solution": None if self.solution is None else shape(self.instance, self.solution),
            "dearest": self.dearest,
            "cost": self.cost,
        }

    def lines(self, *, shown: SolutionWriter = write_lines) -> Iterator[str]:
        """The path for people, a number before every step."""
        for number, step in enumerate(self.steps, 1):
            first, *others = step.lines()
            yield f"{number}. {first}"
            yield from others
        if self.solution is None:
            yield from self.end.lines()
            return
        yield from shown(self.puzzle, self.instance, self.solution)
        yield f"{len(self.steps)} steps; the hardest needs {_rules(self.dearest)}"

    def __str__(self) -> str:
        return "\n".join(self.lines())


def _rules(count: int) -> str:
    return "1 rule at once" if count == 1 else f"{count} rules at once"


def explain(
    instance: Any,
    subject: str | None = None,
    *,
    limit: Limit = UNLIMITED,
    format: str | None = None,
    progress: Progress | None = None,
) -> Explained:
    """The whole solve of an instance (text, a path, or the instance itself), each step with its reason.

    A puzzle with several solutions is explained as far as something is forced.
    """
    puzzle, board = read_board(instance, subject, format)
    facts = _facts(puzzle, board)
    position = facts.nothing
    steps: list[Hint] = []
    with Deduction(facts, limit) as deducing, report_progress(lambda: {"steps": len(steps)}, progress):
        while True:
            said = _make_hint(puzzle, board, facts, position, deducing.step(facts.known(position)))
            if said.kind != "step":
                break
            steps.append(said)
            if said.advanced == position:
                raise EncodingError(f"a step of {puzzle.title} that cannot be written: {said.facts}")
            position = said.advanced
    solved = said.kind == "solved"
    if solved and (broken := puzzle.check(board, position)):
        raise EncodingError(f"the steps lead to what breaks a rule of {puzzle.title}: {broken[0]}")
    return Explained(puzzle, board, tuple(steps), said, position if solved else None)


# -- why there is no solution ---------------------------------------------------------------------------


def reason(puzzle: Puzzle[Any, Any], board: Any, limit: Limit = UNLIMITED) -> Contradiction | Unknown | None:
    """Why an instance that has no solution has none; None where the puzzle has no words for it."""
    if puzzle.facts is None:
        return None
    with Deduction(puzzle.facts(board), limit) as deducing:
        found = deducing.contradiction()
    if isinstance(found, Solution):
        raise EncodingError(f"one encoding of {puzzle.title} finds no solution, and the one for reasons does")
    return found
