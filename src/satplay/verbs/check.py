"""check: check a solution by the rules alone, without an engine or clauses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import TYPE_CHECKING, Any

from satplay.contracts.engine import UNLIMITED, Limit
from satplay.contracts.puzzle import Puzzle
from satplay.contracts.result_text import brief_repr, fit_screen
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.inputs.picture import draw_marked
from satplay.inputs.reading import read_instance, read_solution
from satplay.playing.wrong_marks import WrongMarks, find_wrong_marks
from satplay.rule import RuleInstance

if TYPE_CHECKING:
    from satplay.drawing.scene import Scene

MAX_LISTED = 10
"""Maximum number of violated rule instances in the text output; JSON has all of them."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The verdict: ``violations`` are the rule instances that the solution violates.

    ``unfinished``  the position of a saved game that is not solved: the violations are those that no
                    continuation can repair
    ``wrong_marks`` marks in that position that no solution has; an engine finds them
    """

    puzzle: Puzzle[Any, Any] = field(repr=False)
    instance: Any = field(repr=False)
    solution: Any
    violations: tuple[RuleInstance, ...]
    unfinished: bool = False
    wrong_marks: WrongMarks = field(default_factory=WrongMarks)

    @property
    def valid(self) -> bool:
        """Whether every rule holds, or can still hold if the position is unfinished; no mark is wrong."""
        return not self.violations and not self.wrong_marks

    @property
    def exit_status(self) -> int:
        """0 valid, 1 not."""
        return 0 if self.valid else 1

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        broken = [instance.as_json() for instance in self.violations]
        document = {"valid": self.valid, "subject": self.puzzle.name, "broken": broken}
        marks = {"wrong_marks": list(self.wrong_marks.sentences)} if self.wrong_marks else {}
        return document | ({"unfinished": True} if self.unfinished else {}) | marks

    def lines(self) -> Iterator[str]:
        """The verdict as text."""
        if self.valid and self.unfinished:
            yield "no rule is broken so far; the board is not finished"
            return
        if self.valid:
            yield "valid: every rule holds"
            return
        if not self.violations:
            yield f"no rule is broken so far, but {self.wrong_marks.describe()}"
            return
        count = len(self.violations)
        yield f"invalid: {count} {'rule instance is' if count == 1 else 'rule instances are'} broken"
        for broken in self.violations[:MAX_LISTED]:
            yield f"  {broken.rule.name} does not hold: {broken.sentence}"
        if count > MAX_LISTED:
            yield f"  ... and {count - MAX_LISTED} more"
        if self.wrong_marks:
            yield self.wrong_marks.describe()

    def __bool__(self) -> bool:
        """A result is true if every rule holds."""
        return self.valid

    def __str__(self) -> str:
        return fit_screen(self.lines())

    def __repr__(self) -> str:
        return brief_repr(self)

    def picture(self) -> Scene:
        """The board with the solution, the violated rule instances highlighted."""
        return draw_marked(self.puzzle, self.instance, self.solution, self.violations)

    def _repr_svg_(self) -> str:
        return self.picture()._repr_svg_()


def check(
    instance: Any,
    solution: Any = None,
    subject: str | None = None,
    *,
    limit: Limit = UNLIMITED,
    format: str | None = None,
) -> CheckResult:
    """Check a solution (text, a path, or the solution itself) of an instance (likewise).

    Without a solution the instance is a saved game, and its position is checked: what is wrong so far.  Only
    the player's marks in it need an engine, and only for them is the ``limit``.

    >>> print(check("p cnf 2 2\\n1 2 0\\n-1 0", "1 2"))
    invalid: 1 rule instance is broken
      CLAUSE does not hold: clause c2 {-1} has a true literal
    """
    found = read_instance(instance, subject, format)
    puzzle, board = found.puzzle, found.board
    if solution is None:
        return _check_position(puzzle, board, found.position, limit)
    solution = read_solution(puzzle, board, solution)
    return CheckResult(puzzle, board, solution, tuple(puzzle.check(board, solution)))


def _check_position(puzzle: Puzzle[Any, Any], board: Any, position: Any, limit: Limit) -> CheckResult:
    """Check the position of a saved game."""
    if position is None or puzzle.move_entry is None:
        expected = "an instance and a solution, or a saved game of a puzzle"
        raise BadInput("command", found="an instance alone", expected=expected)
    if not puzzle.check(board, position):
        return CheckResult(puzzle, board, position, ())
    broken = tuple(puzzle.move_entry.irreparable(board, position))
    wrong = _wrong_marks(puzzle, board, position, limit)
    return CheckResult(puzzle, board, position, broken, unfinished=True, wrong_marks=wrong)


def _wrong_marks(puzzle: Puzzle[Any, Any], board: Any, position: Any, limit: Limit) -> WrongMarks:
    from satplay.explaining.oracle import GradingOracle  # solutions are checked without an engine

    return find_wrong_marks(puzzle, board, position, GradingOracle(seconds=limit.seconds))
