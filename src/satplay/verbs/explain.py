"""hint: the next logical step of a puzzle and the rules it follows from, or the mistake in a position.

explain: all steps from the empty board to the solution, or to the point where nothing more is forced.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

from satplay.contracts.budget import Budget
from satplay.contracts.engine import UNLIMITED, Limit, Unknown
from satplay.contracts.facts import Facts
from satplay.contracts.puzzle import Puzzle, Suggestion
from satplay.contracts.result_text import brief_repr, fit_screen
from satplay.errors import BadInput, EncodingError
from satplay.fast_dataclass import dataclass
from satplay.inputs.picture import draw_marked
from satplay.inputs.reading import read_board, read_instance, read_solution
from satplay.inputs.writing import SolutionWriter, write_lines
from satplay.logic.literal import Lit
from satplay.reasoning.deduce import Contradiction, Deduction, DeductionResult, DeductionStep, Done, Open
from satplay.rule import RuleInstance
from satplay.solving.lazy_refinement import Solution
from satplay.solving.progress import Progress, report_progress

if TYPE_CHECKING:
    from random import Random

    from satplay.contracts.oracle import Oracle
    from satplay.drawing.scene import Scene


@dataclass(frozen=True, slots=True)
class Hint:
    """One step: ``deduction`` in literals, the other fields in sentences.

    ``position``       the partial solution before the step
    ``next_position``  the partial solution with the new facts
    ``advice``         the suggested next move, for a puzzle that answers each move
    """

    puzzle: Puzzle[Any, Any] = field(repr=False)
    instance: Any = field(repr=False)
    position: Any = field(repr=False)
    next_position: Any = field(repr=False)
    deduction: DeductionResult
    facts: tuple[str, ...]
    because: tuple[RuleInstance, ...]
    given_facts: tuple[str, ...]
    advice: Suggestion | None = field(default=None, repr=False)

    @property
    def kind(self) -> str:
        """``step``, ``mistake``, ``unsolvable``, ``solved``, ``open`` or ``unknown``."""
        match self.deduction:
            case DeductionStep():
                return "step"
            case Contradiction(given_facts=given):
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
            "given": list(self.given_facts),
        }
        match self.deduction:
            case DeductionStep(smallest=smallest):
                document["smallest"] = smallest
            case Contradiction(minimal=minimal):
                document["minimal"] = minimal
            case Unknown(stopped=why):
                document["stopped"] = why.value
        if self.advice is not None:
            document["advice"] = self.advice.as_json()
        return document

    def lines(self) -> Iterator[str]:
        """The hint as text."""
        yield from self._step_lines()
        if self.advice is not None:
            yield from self.advice.lines()

    def _step_lines(self) -> Iterator[str]:
        match self.deduction:
            case DeductionStep():
                yield _join(self.facts)
                yield from reason_lines("because", self.because, self.given_facts)
            case Contradiction(given_facts=()):
                yield no_solution(self.puzzle, self.instance, self.because)
                yield from reason_lines("because", self.because)
            case Contradiction():
                yield f"there is a mistake in: {_join(self.given_facts)}"
                yield from reason_lines("for", self.because)
            case Done():
                yield "nothing is left to find out"
            case Open():
                yield "nothing more is forced: there are several solutions"
            case Unknown(stopped=why):
                yield f"no answer: {why.value}"

    def __bool__(self) -> bool:
        """A hint is true if there is a next step, or nothing is left to do."""
        return self.exit_status == 0

    def __str__(self) -> str:
        return fit_screen(self.lines())

    def __repr__(self) -> str:
        return brief_repr(self)

    def _repr_svg_(self) -> str:
        return self.picture()._repr_svg_()

    def picture(self) -> Scene:
        """The board with the new facts, the places of the reason highlighted."""
        return draw_marked(self.puzzle, self.instance, self.next_position, self.because)


def _join(sentences: Sequence[str]) -> str:
    return "; ".join(sentences)


def no_solution(puzzle: Puzzle[Any, Any], board: Any, because: Sequence[RuleInstance]) -> str:
    """The sentence that there is no solution, with the puzzle's conflict summary if it has one."""
    if puzzle.conflict_summary is None or not because:
        return "no solution"
    return f"no solution: {puzzle.conflict_summary(board, because)}"


def reason_lines(
    word: str, because: Sequence[RuleInstance], given_facts: Sequence[str] = ()
) -> Iterator[str]:
    """A reason as text, one line for each rule instance."""
    for number, instance in enumerate(because):
        yield f"  {word if number == 0 else 'and':>{len(word)}} {instance}"
    for sentence in given_facts:
        yield f"  given that {sentence}"


def hint(
    instance: Any,
    so_far: Any = None,
    subject: str | None = None,
    *,
    limit: Limit = UNLIMITED,
    format: str | None = None,
    suggest: bool = False,
) -> Hint:
    """The next fact of an instance (text, a path, or the instance itself), with a minimal reason.

    ``so_far`` is the partial solution (likewise), by default the position of a saved game.  If it cannot be
    completed, the hint is the mistake: a minimal set of entries and rule instances that contradict each
    other.  ``suggest`` adds the suggested next move, for a puzzle that answers each move.

    >>> print(hint("AB\\nAB"))
    A1 and A2 are joined
      because TOUCH: A1 and A2 are joined or of two colours
    """
    budget = Budget(limit)
    found_instance = read_instance(instance, subject, format)
    puzzle, board, saved = found_instance.puzzle, found_instance.board, found_instance.position
    facts = _facts(puzzle, board)
    position = facts.nothing if saved is None else saved
    if so_far is not None:
        position = read_solution(puzzle, board, so_far)
    with Deduction(facts, budget.remaining_time()) as deduction:
        step = deduction.step(facts.known_literals(position), gradual=facts.gradual)
        found = _make_hint(puzzle, board, facts, position, step)
    if not suggest or found.kind in ("unsolvable", "unknown"):
        return found
    if puzzle.suggest is None:
        raise BadInput(
            "hint", found=f"a suggestion for {puzzle.name}", expected="a puzzle that suggests moves"
        )
    return replace(found, advice=_suggest(puzzle.suggest, board, budget.remaining_time()))


def _suggest(suggest: Callable[[Any, Random, Oracle], Suggestion], board: Any, limit: Limit) -> Suggestion:
    from random import Random  # most puzzles suggest no moves: neither chance nor an oracle is needed

    from satplay.reasoning.oracle import EngineOracle

    return suggest(board, Random(0), EngineOracle(seconds=limit.seconds))


def _facts(puzzle: Puzzle[Any, Any], board: Any) -> Facts[Any]:
    if puzzle.facts is None:
        raise BadInput("hint", found=f"the subject {puzzle.name}", expected="a puzzle that gives hints")
    return puzzle.facts(board)


def _make_hint(
    puzzle: Puzzle[Any, Any], board: Any, facts: Facts[Any], position: Any, deduced: DeductionResult
) -> Hint:
    """What was deduced at a position, in sentences."""
    new: tuple[Lit, ...] = deduced.facts if isinstance(deduced, DeductionStep) else ()
    because = deduced.because if isinstance(deduced, DeductionStep | Contradiction) else ()
    given = deduced.given_facts if isinstance(deduced, DeductionStep | Contradiction) else ()
    return Hint(
        puzzle=puzzle,
        instance=board,
        position=position,
        next_position=facts.apply_facts(position, new),
        deduction=deduced,
        facts=_sentences(facts, new),
        because=because,
        given_facts=_sentences(facts, given),
    )


def _sentences(facts: Facts[Any], lits: Sequence[Lit]) -> tuple[str, ...]:
    return tuple(map(facts.encoding.formula.fact, lits))


# -- the whole path ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ExplainResult:
    """The steps from the empty board to the ``end``: the solution, or why there is no further step.

    ``solution`` has been checked by the rules; None if the path does not lead to one.
    """

    puzzle: Puzzle[Any, Any] = field(repr=False)
    instance: Any = field(repr=False)
    steps: tuple[Hint, ...]
    end: Hint
    solution: Any

    @property
    def exit_status(self) -> int:
        """The exit status of the last hint."""
        return self.end.exit_status

    @property
    def dearest(self) -> int:
        """The number of rule instances in the step that needs most of them."""
        return max((len(step.because) for step in self.steps), default=0)

    @property
    def cost(self) -> int:
        """The number of rule instances in all steps."""
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

    def lines(self, *, write_solution: SolutionWriter = write_lines) -> Iterator[str]:
        """The path as text, with a number before every step."""
        for number, step in enumerate(self.steps, 1):
            first, *others = step.lines()
            yield f"{number}. {first}"
            yield from others
        if self.solution is None:
            yield from self.end.lines()
            return
        yield from write_solution(self.puzzle, self.instance, self.solution)
        yield f"{len(self.steps)} steps; the hardest needs {_rules(self.dearest)}"

    def __bool__(self) -> bool:
        """A result is true if the steps lead to the solution."""
        return self.solution is not None

    def __str__(self) -> str:
        return fit_screen(self.lines())

    def __repr__(self) -> str:
        return brief_repr(self)

    def _repr_html_(self) -> str:
        from satplay.drawing.step_list import steps_html

        steps = [(step.lines(), step._repr_svg_()) for step in self.steps]
        if self.solution is None:
            return steps_html(steps, self.end.lines())
        return steps_html(steps, [f"{len(steps)} steps; the hardest needs {_rules(self.dearest)}"])


def _rules(count: int) -> str:
    return "1 rule at once" if count == 1 else f"{count} rules at once"


def explain(
    instance: Any,
    subject: str | None = None,
    *,
    limit: Limit = UNLIMITED,
    format: str | None = None,
    progress: Progress | None = None,
) -> ExplainResult:
    """All steps to the solution of an instance (text, a path, or the instance itself), with their reasons.

    The explanation of a puzzle with several solutions ends when nothing more is forced.

    >>> explained = explain("AB\\nAB")
    >>> print(explained.steps[1])
    B1 and B2 are joined
      because TOUCH: B1 and B2 are joined or of two colours
    >>> len(explained.steps), bool(explained)
    (2, True)
    """
    budget = Budget(limit)
    puzzle, board = read_board(instance, subject, format)
    facts = _facts(puzzle, board)
    position = facts.nothing
    steps: list[Hint] = []
    limit = budget.remaining_time()
    with Deduction(facts, limit) as deduction, report_progress(lambda: {"steps": len(steps)}, progress):
        while True:
            step = _make_hint(puzzle, board, facts, position, deduction.step(facts.known_literals(position)))
            if step.kind != "step":
                break
            steps.append(step)
            if step.next_position == position:
                raise EncodingError(f"a step of {puzzle.title} that cannot be written: {step.facts}")
            position = step.next_position
    solved = step.kind == "solved"
    if solved and (broken := puzzle.check(board, position)):
        raise EncodingError(f"the steps lead to a solution that breaks a rule of {puzzle.title}: {broken[0]}")
    return ExplainResult(puzzle, board, tuple(steps), step, position if solved else None)


# -- why there is no solution ---------------------------------------------------------------------------


def reason(puzzle: Puzzle[Any, Any], board: Any, limit: Limit = UNLIMITED) -> Contradiction | Unknown | None:
    """Why an instance has no solution; None if the puzzle gives no reasons."""
    if puzzle.facts is None:
        return None
    budget = Budget(limit)
    facts = puzzle.facts(board)
    with Deduction(facts, budget.remaining_time()) as deduction:
        found = deduction.contradiction()
    if isinstance(found, Solution):
        raise EncodingError(
            f"one encoding of {puzzle.title} finds no solution, but the one for explanations does"
        )
    return found
