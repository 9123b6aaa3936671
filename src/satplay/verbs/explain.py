"""explain: all steps from the empty board or a position to the solution, or until nothing more is forced."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from functools import partial
from typing import TYPE_CHECKING, Any

from satplay.contracts.budget import Budget
from satplay.contracts.engine import UNLIMITED, Limit, Stopped, Unknown
from satplay.contracts.levels import LevelBounds
from satplay.contracts.puzzle import Puzzle
from satplay.contracts.result_text import brief_repr, fit_screen
from satplay.contracts.texts import pluralize
from satplay.errors import EncodingError
from satplay.explaining.difficulty import Rating, RatingCount
from satplay.explaining.path import Path, PathResult
from satplay.fast_dataclass import dataclass
from satplay.inputs.reading import read_board, read_position
from satplay.inputs.writing import SolutionWriter, write_lines
from satplay.logic.literal import Lit
from satplay.reasoning.deduce import Contradiction, Deduction, DeductionStep
from satplay.solving.lazy_refinement import Solution
from satplay.solving.progress import Progress, report_progress
from satplay.verbs.enumerate import enumerate as enumerate_solutions
from satplay.verbs.hint import Hint, HintMaker, find_facts, find_mistake

if TYPE_CHECKING:
    from satplay.drawing.step_page import PageStep, StepPage
    from satplay.explaining.verification import Verifier


@dataclass(frozen=True, slots=True)
class ExplainResult:
    """The steps from the empty board to the ``end``: the solution, or why there is no further step.

    ``solution``    has been checked by the rules; None if the path does not lead to one
    ``alternatives``  two different solutions, checked, if the board has several and both were found
    """

    puzzle: Puzzle[Any, Any] = field(repr=False)
    instance: Any = field(repr=False)
    steps: tuple[Hint, ...]
    end: Hint
    solution: Any
    alternatives: tuple[Any, ...] = ()
    levels: LevelBounds = field(default=LevelBounds(), repr=False)

    @property
    def exit_status(self) -> int:
        """The exit status of the last hint."""
        return self.end.exit_status

    @property
    def rating(self) -> Rating:
        """The level and the costs of the steps; the rating of the board if they lead to the solution."""
        count = RatingCount(self.levels)
        for step in self.steps:
            if isinstance(step.deduction, DeductionStep):
                count.add(step.deduction.cost, step.deduction.available)
        return count.rating()

    @property
    def dearest(self) -> int:
        """The cost of the dearest step."""
        return self.rating.dearest

    @property
    def cost(self) -> int:
        """The sum of the costs of all steps."""
        return self.rating.total

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        shape = self.puzzle.solutions[0].as_json
        rating = self.rating
        document: dict[str, Any] = {
            "subject": self.puzzle.name,
            "steps": [step.as_json() for step in self.steps],
            "end": self.end.as_json(),
            "solution": None if self.solution is None else shape(self.instance, self.solution),
            "level": None if self.solution is None else rating.level,
            "dearest": rating.dearest,
            "cost": rating.total,
            "narrowest": rating.narrowest,
        }
        if self.alternatives:
            document["solutions"] = [shape(self.instance, solution) for solution in self.alternatives]
        return document

    def lines(self, *, write_solution: SolutionWriter = write_lines) -> Iterator[str]:
        """The path as text, with a number before every step."""
        for number, step in enumerate(self.steps, 1):
            yield from step_lines(number, step)
        yield from self.end_lines(write_solution=write_solution)

    def end_lines(self, *, write_solution: SolutionWriter = write_lines) -> Iterator[str]:
        """The text after the last step: the solution and the summary, or why there is no further step."""
        if self.solution is not None:
            yield from write_solution(self.puzzle, self.instance, self.solution)
            yield self.summary
            return
        yield from self.end.lines()
        for number, solution in enumerate(self.alternatives, 1):
            yield f"solution {number} of several:"
            yield from write_solution(self.puzzle, self.instance, solution)

    @property
    def summary(self) -> str:
        """The number of steps, the level, the dearest step and the sum of the costs in one line."""
        rating = self.rating
        counted = f"{pluralize(rating.steps, 'step')}, level {rating.level}"
        if not self.steps:
            return counted
        dearest = next(number for number, step in enumerate(self.steps, 1) if step.cost == rating.dearest)
        return f"{counted}; dearest step: {dearest}, cost {rating.dearest}; sum of costs: {rating.total}"

    def to_html(self) -> str:
        """One self-contained page: the board, a slider over the steps, and the reason of each step."""
        page = start_page(self.puzzle, self.instance)
        for number, step in enumerate(self.steps, 1):
            page.add(page_step(number, step))
        return self.finish_page(page)

    def finish_page(self, page: StepPage) -> str:
        """The page with the end after all steps."""
        draw = partial(self.puzzle.draw, self.instance)
        if self.solution is not None:
            return page.to_html(self.summary, ["The board is solved."], [draw(self.solution)])
        position = self.steps[-1].next_position if self.steps else self.end.position
        pictures = [draw(found) for found in self.alternatives or (position,)]
        return page.to_html(pluralize(len(self.steps), "step"), list(self.end.lines()), pictures)

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
        return steps_html(steps, self.end.lines() if self.solution is None else [self.summary])


def step_lines(number: int, step: Hint) -> Iterator[str]:
    """A step as text, with its number."""
    first, *others = step.lines()
    yield f"{number}. {first}"
    yield from others


def start_page(puzzle: Puzzle[Any, Any], board: Any) -> StepPage:
    """A page that explains a board, without steps."""
    from satplay.drawing.step_page import StepPage

    return StepPage(f"{puzzle.title}, explained", puzzle.draw(board, None))


def page_step(number: int, step: Hint) -> PageStep:
    """A step for a page, with its pictures."""
    from satplay.drawing.step_page import PageStep

    return PageStep(
        title=f"Step {number}",
        facts=step.facts,
        reason=[f"Because {step.reason}."] if step.reason else [f"Because of {one}" for one in step.because],
        chain=[link.sentence for link in step.chain],
        chain_pictures=step.chain_pictures(),
        given=step.given_facts,
        cost=step.cost,
        picture=step.picture(),
        plain=list(step.lines()),
        chain_depths=[link.depth for link in step.chain],
    )


# -- the whole path ------------------------------------------------------------------------------------


class Explanation(Iterator[Hint]):
    """The steps of one board, each found when it is asked for; ``result`` has all found so far.

    The path goes on where the last step ended: nothing is derived twice.  It begins at the partial solution
    ``so_far``, by default at the empty board.
    """

    def __init__(
        self,
        instance: Any,
        subject: str | None = None,
        so_far: Any = None,
        *,
        limit: Limit = UNLIMITED,
        format: str | None = None,
        verify: bool = False,
    ) -> None:
        self._budget = Budget(limit)
        self._puzzle, self._board = read_board(instance, subject, format)
        facts = find_facts(self._puzzle, self._board)
        self._verifier: Verifier[Any] | None = None
        if verify:
            from satplay.explaining.verification import Verifier

            self._verifier = Verifier(facts)
            facts = self._verifier.facts
        self._facts, self._maker = facts, HintMaker(self._puzzle, self._board, facts)
        self._position, self._known = facts.nothing, list[Lit]()
        if so_far is not None:
            self._position = read_position(self._puzzle, self._board, so_far).value
            self._known = list(dict.fromkeys(facts.known_literals(self._position)))
        self._steps: list[Hint] = []
        self._end: Hint | None = None
        self._path: Path[Any] | None = None
        self._alternatives: tuple[Any, ...] = ()

    def start_page(self) -> StepPage:
        """A page without steps; ``ExplainResult.finish_page`` ends it."""
        return start_page(self._puzzle, self._board)

    @property
    def step_count(self) -> int:
        """The number of steps found so far."""
        return len(self._steps)

    def __next__(self) -> Hint:
        if self._end is not None:
            raise StopIteration
        found = self._find()
        if self._verifier is not None and isinstance(found, DeductionStep):
            self._verifier.expect(found)
        step = self._maker.make(self._position, found)
        if step.kind == "step":
            self._steps.append(step)
            self._position = step.next_position
            return step
        self.close()
        self._check_end(step)
        self._end = step
        if step.kind == "open" and not self._known:  # others may contradict the position
            self._alternatives = self._find_alternatives()
        raise StopIteration

    def _find(self) -> PathResult:
        if self._path is None:
            limit = self._budget.remaining_time()
            contradiction = find_mistake(self._puzzle, self._board, self._known, limit)
            if contradiction is not None:
                return contradiction
            self._path = Path(self._facts, self._known, self._budget.remaining_time())
        return self._path.next()

    def _check_end(self, end: Hint) -> None:
        if end.kind == "solved" and (broken := self._puzzle.check(self._board, self._position)):
            found = f"the steps lead to a solution that breaks a rule of {self._puzzle.title}: {broken[0]}"
            raise EncodingError(found)

    def _find_alternatives(self) -> tuple[Any, ...]:
        """Two different solutions, which the enumeration has checked; none if a limit is reached before."""
        limit = self._budget.remaining_time()
        found = enumerate_solutions(self._board, self._puzzle.name, most=2, limit=limit)
        try:
            both = tuple(one.solution for one in found)
        finally:
            found.close()
        return both if len(both) == 2 else ()

    def result(self, stopped: Stopped = Stopped.INTERRUPTED) -> ExplainResult:
        """All steps found so far; if there may be more, with an end that says what ``stopped`` it."""
        end = self._end
        if end is None:
            end = self._maker.make(self._position, Unknown(stopped))
        solution = self._position if end.kind == "solved" else None
        return ExplainResult(
            self._puzzle,
            self._board,
            tuple(self._steps),
            end,
            solution,
            self._alternatives,
            self._facts.levels,
        )

    def close(self) -> None:
        """End the engine."""
        if self._path is not None:
            self._path.__exit__()


def explain(
    instance: Any,
    subject: str | None = None,
    *,
    so_far: Any = None,
    limit: Limit = UNLIMITED,
    format: str | None = None,
    progress: Progress | None = None,
    on_step: Callable[[Hint], object] | None = None,
    verify: bool = False,
) -> ExplainResult:
    """All steps to the solution of an instance (text, a path, or the instance itself), with their reasons.

    The steps begin at the partial solution ``so_far`` (likewise), by default at the empty board.
    ``on_step`` is called with each step as soon as it is found.  With ``verify`` the reference engine, which
    takes no part in the search, verifies that each step follows from its reason.  The explanation of a puzzle
    with several solutions ends when nothing more is forced, and shows two of them.

    >>> explained = explain("1.2\\n...\\n..1")
    >>> print(explained.steps[1])
    1 bridge joins A1 and C1
      because C1 needs 1 more bridge, and only A1 is left (NUMBER C1)
      given that 1 bridge joins C1 and C3
    >>> len(explained.steps), bool(explained)
    (2, True)
    """
    explanation = Explanation(instance, subject, so_far, limit=limit, format=format, verify=verify)
    try:
        with report_progress(lambda: {"steps": explanation.step_count}, progress):
            for step in explanation:
                if on_step is not None:
                    on_step(step)
    finally:
        explanation.close()
    return explanation.result()


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
