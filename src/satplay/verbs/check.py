"""check: check a solution by the rules alone, without an engine or clauses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import TYPE_CHECKING, Any

from satplay.contracts.puzzle import Puzzle
from satplay.contracts.result_text import brief_repr, fit_screen
from satplay.fast_dataclass import dataclass
from satplay.inputs.picture import draw_marked
from satplay.inputs.reading import read_board, read_solution
from satplay.rule import RuleInstance

if TYPE_CHECKING:
    from satplay.drawing.scene import Scene

MAX_LISTED = 10
"""Maximum number of violated rule instances in the text output; JSON has all of them."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The verdict: ``violations`` are the rule instances that the solution violates."""

    puzzle: Puzzle[Any, Any] = field(repr=False)
    instance: Any = field(repr=False)
    solution: Any
    violations: tuple[RuleInstance, ...]

    @property
    def valid(self) -> bool:
        """Whether every rule holds."""
        return not self.violations

    @property
    def exit_status(self) -> int:
        """0 valid, 1 not."""
        return 0 if self.valid else 1

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        broken = [instance.as_json() for instance in self.violations]
        return {"valid": self.valid, "subject": self.puzzle.name, "broken": broken}

    def lines(self) -> Iterator[str]:
        """The verdict as text."""
        if self.valid:
            yield "valid: every rule holds"
            return
        count = len(self.violations)
        yield f"invalid: {count} {'rule instance is' if count == 1 else 'rule instances are'} broken"
        for broken in self.violations[:MAX_LISTED]:
            yield f"  {broken.rule.name} does not hold: {broken.sentence}"
        if count > MAX_LISTED:
            yield f"  ... and {count - MAX_LISTED} more"

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
    instance: Any, solution: Any, subject: str | None = None, *, format: str | None = None
) -> CheckResult:
    """Check a solution (text, a path, or the solution itself) of an instance (likewise).

    >>> print(check("p cnf 2 2\\n1 2 0\\n-1 0", "1 2"))
    invalid: 1 rule instance is broken
      CLAUSE does not hold: clause c2 {-1} has a true literal
    """
    puzzle, board = read_board(instance, subject, format)
    solution = read_solution(puzzle, board, solution)
    return CheckResult(puzzle, board, solution, tuple(puzzle.check(board, solution)))
