"""count: how many solutions there are, exactly."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import MAX_EMAX, MAX_PREC, Context, Decimal
from typing import Any

from satplay.contracts.encoding import no_lazy_clauses
from satplay.contracts.engine import UNLIMITED, Limit, Stopped
from satplay.contracts.puzzle import Puzzle
from satplay.inputs.encoded_instance import Stated, in_clauses, opened
from satplay.logic.literal import Var
from satplay.reasoning.count import Count, Progress
from satplay.reasoning.count import count as count_models
from satplay.solving.direct_enumeration import counted
from satplay.solving.progress import reporting
from satplay.verbs.enumerate import enumerated

SHORT = 1 << 12
"""Numbers of so many bits Python writes down by itself."""


@dataclass(frozen=True, slots=True)
class Counted:
    """How many solutions: ``number`` is exact, or None when a limit stopped the counting.

    ``at_least`` is proved either way; ``over`` is how many variables were counted over; where ``clauses`` is
    None there were none: the puzzle counted by itself.
    """

    puzzle: Puzzle[Any, Any] = field(repr=False)
    number: int | None
    at_least: int
    stopped: Stopped | None
    variables: int | None
    clauses: int | None
    over: int | None
    seconds: float
    statistics: Mapping[str, int | float] = field(repr=False)

    @property
    def exit_status(self) -> int:
        """0 there are some, 1 there are none, 3 not known."""
        return 3 if self.number is None else 0 if self.number else 1

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        document: dict[str, Any] = {"count": self.number, "subject": self.puzzle.name}
        if self.stopped is not None:
            document |= {"at_least": self.at_least, "stopped": self.stopped.value}
        return document | {
            "variables": self.variables,
            "clauses": self.clauses,
            "over": self.over,
            "seconds": round(self.seconds, 6),
            "statistics": dict(self.statistics),
        }

    def json_line(self) -> str:
        """The document as text: the standard writer refuses numbers of more than 4300 digits."""
        document = self.as_json()
        large = {name: digits(document[name]) for name in ("count", "at_least") if document.get(name)}
        written = json.dumps(document | {name: f"<{name}>" for name in large}, ensure_ascii=False)
        for name, number in large.items():
            written = written.replace(f'"<{name}>"', number, 1)
        return written

    def lines(self) -> Iterator[str]:
        """The number for people."""
        if self.number is not None:
            yield digits(self.number)
        elif self.stopped is not None:
            yield f"no answer: {self.stopped.value}; at least {digits(self.at_least)}"

    def __str__(self) -> str:
        return "\n".join(self.lines())


def count(
    instance: Any,
    subject: str | None = None,
    *,
    over: Sequence[Var] | None = None,
    encoding: str | None = None,
    limit: Limit = UNLIMITED,
    format: str | None = None,
    progress: Progress | None = None,
) -> Counted:
    """Count the solutions of one instance: text, a path, or the instance itself.

    ``over`` are the variables to count over; without it a puzzle counts its answers, and a formula what its
    comments show, or all its declared variables.  An encoding that states rules only when a solution breaks
    them is counted solution by solution.  A puzzle that can count without clauses does so where that is the
    better way and nobody asks for clauses.

    >>> print(count("p cnf 4 2\\n1 2 0\\n2 3 0"))
    10
    >>> print(count("p cnf 4 2\\nc p show 2 0\\n1 2 0\\n2 3 0"))
    2
    """
    puzzle, board, where = opened(instance, subject, format)
    if puzzle.direct_enumeration is not None and over is None and encoding is None:
        started = time.perf_counter()
        by_itself = counted(puzzle.direct_enumeration, board, limit)
        if by_itself is not None:
            number, stopped = (None, by_itself) if isinstance(by_itself, Stopped) else (by_itself, None)
            seconds = time.perf_counter() - started
            return Counted(puzzle, number, number or 0, stopped, None, None, None, seconds, {})
    question = in_clauses(puzzle, board, where, over=over, encoding=encoding)
    formula, over = question.encoding.formula, question.over
    started = time.perf_counter()
    if question.encoding.lazy_clauses is no_lazy_clauses:
        found = count_models(formula, over, limit, progress=progress)
    else:
        found = _one_by_one(question, limit, progress)
    return Counted(
        question.puzzle,
        found.number,
        found.at_least,
        found.stopped,
        variables=formula.var_count,
        clauses=formula.clause_count,
        over=formula.var_count if over is None else len(set(map(abs, over))),
        seconds=time.perf_counter() - started,
        statistics=found.statistics,
    )


def _one_by_one(question: Stated, limit: Limit, progress: Progress | None) -> Count:
    """Rules that are stated when a solution breaks them: each solution must be looked at."""
    solutions = enumerated(question, limit=limit)
    try:
        with reporting(lambda: {"solutions": solutions.found}, progress):
            for _ in solutions:
                pass
    finally:
        solutions.close()
    number, stopped = solutions.found, solutions.stopped
    return Count(number if stopped is None else None, number, stopped, {"solutions": number})


def digits(number: int) -> str:
    """The number in decimal, whatever its size: Python's own stops at 4300 digits and is quadratic.

    Halves are put together in decimal arithmetic, which multiplies fast.

    >>> digits(2**100), len(digits(2**100_000))
    ('1267650600228229401496703205376', 30103)
    """
    exact = Context(prec=MAX_PREC, Emax=MAX_EMAX)
    powers: dict[int, Decimal] = {}

    def converted(part: int, bits: int) -> Decimal:
        if bits <= SHORT:
            return Decimal(part)
        half = bits // 2
        high, low = part >> half, part & ((1 << half) - 1)
        if half not in powers:
            powers[half] = exact.power(2, half)
        return exact.add(exact.multiply(converted(high, bits - half), powers[half]), converted(low, half))

    return str(number) if number.bit_length() <= SHORT else f"{converted(number, number.bit_length()):f}"
