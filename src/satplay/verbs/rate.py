"""rate: the difficulty of a board, by the costs of the steps that solve it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Any

from satplay.contracts.budget import Budget
from satplay.contracts.engine import UNLIMITED, Limit, Stopped, Unknown
from satplay.contracts.levels import LEVELS
from satplay.contracts.puzzle import Puzzle
from satplay.contracts.result_text import brief_repr, fit_screen
from satplay.explaining.difficulty import Rating
from satplay.explaining.difficulty import rate as find_rating
from satplay.fast_dataclass import dataclass
from satplay.inputs.reading import read_board
from satplay.reasoning.deduce import Contradiction, Open
from satplay.verbs.hint import find_facts

HEADINGS = ("level", "dearest", "total", "steps", "narrowest")
"""The columns of the table after the name of the board."""

WIDTHS = (max(map(len, LEVELS)), *map(len, HEADINGS[1:]))


@dataclass(frozen=True, slots=True)
class RateResult:
    """The rating of one board; None if it has no solution or several, or a limit was reached.

    ``status``   ``rated``, ``unsolvable``, ``several`` (solutions) or ``unknown``
    ``stopped``  the limit that was reached, if any
    """

    puzzle: Puzzle[Any, Any] = field(repr=False)
    instance: Any = field(repr=False)
    status: str
    rating: Rating | None = None
    stopped: Stopped | None = None

    @property
    def level(self) -> str | None:
        """The level of difficulty; None if there is no rating."""
        return None if self.rating is None else self.rating.level

    @property
    def exit_status(self) -> int:
        """0 rated; 1 the board has no solution or several; 3 a limit was reached."""
        return {"rated": 0, "unknown": 3}.get(self.status, 1)

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        document: dict[str, Any] = {"subject": self.puzzle.name, "status": self.status, "level": self.level}
        rating = self.rating
        if rating is not None:
            document |= {"dearest": rating.dearest, "total": rating.total, "steps": rating.steps}
            document["narrowest"] = rating.narrowest
        if self.stopped is not None:
            document["stopped"] = self.stopped.value
        return document

    def cells(self) -> tuple[str, ...]:
        """The row of the table; one cell that says why there is no rating."""
        if self.rating is not None:
            rating = self.rating
            return (rating.level, *map(str, (rating.dearest, rating.total, rating.steps, rating.narrowest)))
        if self.status == "unknown":
            return ("no answer" if self.stopped is None else f"no answer: {self.stopped.value}",)
        return ("no solution" if self.status == "unsolvable" else "several solutions",)

    def lines(self) -> Iterator[str]:
        """The table of this board alone."""
        if self.rating is not None:
            yield write_row(HEADINGS)
        yield write_row(self.cells())

    def __bool__(self) -> bool:
        """A result is true if there is a rating."""
        return self.rating is not None

    def __str__(self) -> str:
        return fit_screen(self.lines())

    def __repr__(self) -> str:
        return brief_repr(self)


def write_row(cells: tuple[str, ...]) -> str:
    """A row of the table: the level, then numbers."""
    if len(cells) == 1:
        return cells[0]
    first, *numbers = cells
    padded = (number.rjust(width) for number, width in zip(numbers, WIDTHS[1:], strict=True))
    return "  ".join((first.ljust(WIDTHS[0]), *padded))


def rate(
    instance: Any,
    subject: str | None = None,
    *,
    limit: Limit = UNLIMITED,
    format: str | None = None,
) -> RateResult:
    """The difficulty of an instance (text, a path, or the instance itself).

    The level follows from the costs of the steps of ``explain``; see ``docs/explain.md``.

    >>> rated = rate("1.2\\n...\\n..1", "hashi")
    >>> rated.level, rated.rating.steps, rated.rating.total
    ('beginner', 2, 2)
    >>> print(rate("3.3\\n...\\n3.3", "hashi"))
    several solutions
    """
    budget = Budget(limit)
    return rate_board(*read_board(instance, subject, format), limit=budget.remaining_time())


def rate_board(puzzle: Puzzle[Any, Any], board: Any, *, limit: Limit = UNLIMITED) -> RateResult:
    """The difficulty of an instance that is read already."""
    budget = Budget(limit)
    found = find_rating(find_facts(puzzle, board), budget.remaining_time())
    match found:
        case Rating():
            return RateResult(puzzle, board, "rated", found)
        case Contradiction():
            return RateResult(puzzle, board, "unsolvable")
        case Open():
            return RateResult(puzzle, board, "several")
        case Unknown(stopped=stopped):
            return RateResult(puzzle, board, "unknown", stopped=stopped)
