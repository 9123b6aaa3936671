"""count: the exact number of solutions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from satplay.contracts.budget import Budget
from satplay.contracts.engine import UNLIMITED, Limit, Stopped
from satplay.contracts.puzzle import Puzzle
from satplay.contracts.result_text import REPR_LENGTH, fit_screen
from satplay.fast_dataclass import dataclass
from satplay.inputs.encoded_instance import EncodedInstance, encode_board
from satplay.inputs.reading import InputInstance, read_instance
from satplay.logic.literal import Var
from satplay.reasoning.count import Count, Progress
from satplay.reasoning.count import count as count_models
from satplay.solving.direct_enumeration import count_directly
from satplay.solving.lazy_refinement import has_lazy_clauses
from satplay.solving.progress import report_progress
from satplay.verbs.enumerate import enumerate_encoded

SHORT = 1 << 12
"""Numbers of at most this many bits are converted by Python itself."""


@dataclass(frozen=True, slots=True)
class CountResult:
    """The number of solutions: ``number`` is exact, or None if a limit was reached.

    ``at_least`` is a proven lower bound; ``over`` is the number of projection variables.  ``clauses`` is None
    if the puzzle was counted by direct enumeration.
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
        """0 there are solutions, 1 there are none, 3 a limit was reached."""
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
        """The document as text: Python's JSON writer refuses numbers of more than 4300 digits."""
        import json

        document = self.as_json()
        large = {name: digits(document[name]) for name in ("count", "at_least") if document.get(name)}
        written = json.dumps(document | {name: f"<{name}>" for name in large}, ensure_ascii=False)
        for name, number in large.items():
            written = written.replace(f'"<{name}>"', number, 1)
        return written

    def lines(self) -> Iterator[str]:
        """The number as text."""
        if self.number is not None:
            yield digits(self.number)
        elif self.stopped is not None:
            yield f"no answer: {self.stopped.value}; at least {digits(self.at_least)}"

    def __bool__(self) -> bool:
        """A result is true if there is a solution."""
        return self.at_least > 0

    def __str__(self) -> str:
        return fit_screen(self.lines())

    def __repr__(self) -> str:
        shown = (f"{name}={_shorten(getattr(self, name))}" for name in REPR)
        text = f"CountResult({', '.join(shown)})"
        return text if len(text) <= REPR_LENGTH else f"{text[: REPR_LENGTH - 4]}...)"


REPR = ("number", "at_least", "stopped", "variables", "clauses", "over", "seconds")
"""The attributes in the representation of a result."""


def _shorten(value: Any) -> str:
    """The representation; for a number that Python refuses to write, the number of its digits."""
    return f"<{len(digits(value))} digits>" if isinstance(value, int) and value >> SHORT else repr(value)


def count(
    instance: Any,
    subject: str | None = None,
    *,
    over: Sequence[Var] | None = None,
    encoding: str | None = None,
    limit: Limit = UNLIMITED,
    format: str | None = None,
    progress: Progress | None = None,
) -> CountResult:
    """Count the solutions of one instance: text, a path, or the instance itself.

    ``over`` are the projection variables.  By default a puzzle is projected onto the variables of its answer,
    a formula onto those that its comments name, or else onto all declared variables.  An encoding with lazy
    clauses is counted solution by solution.  A puzzle with direct enumeration uses it if that is faster and
    neither ``over`` nor ``encoding`` is given.

    >>> print(count("p cnf 4 2\\n1 2 0\\n2 3 0"))
    10
    >>> print(count("p cnf 4 2\\nc p show 2 0\\n1 2 0\\n2 3 0"))
    2
    """
    whole = Budget(limit)
    found = read_instance(instance, subject, format, projection=over is None)
    if over is None and encoding is None:
        direct = _count_without_clauses(found, whole.remaining_time())
        if direct is not None:
            return direct
    encoded = encode_board(found, project_onto=over, encoding=encoding)
    formula, projection = encoded.encoding.formula, encoded.projection
    limit = whole.remaining_time()
    budget = Budget(limit)
    if has_lazy_clauses(encoded.encoding):
        answer = _count_one_by_one(encoded, limit, progress)
    else:
        answer = count_models(formula, projection, limit, progress=progress)
    return CountResult(
        encoded.puzzle,
        answer.number,
        answer.at_least,
        answer.stopped,
        variables=formula.var_count,
        clauses=formula.clause_count,
        over=formula.var_count if projection is None else len(set(map(abs, projection))),
        seconds=budget.elapsed_seconds,
        statistics=answer.statistics,
    )


def _count_without_clauses(instance: InputInstance, limit: Limit) -> CountResult | None:
    """The count by the puzzle's direct enumeration; None if it has none or the encoding should be faster."""
    if instance.puzzle.direct_enumeration is None:
        return None
    budget = Budget(limit)
    answer = count_directly(instance.puzzle.direct_enumeration, instance.board, limit)
    if answer is None:
        return None
    number, stopped = (None, answer) if isinstance(answer, Stopped) else (answer, None)
    return CountResult(
        instance.puzzle, number, number or 0, stopped, None, None, None, budget.elapsed_seconds, {}
    )


def _count_one_by_one(instance: EncodedInstance, limit: Limit, progress: Progress | None) -> Count:
    """The count of an encoding with lazy clauses: each solution has to be found."""
    solutions = enumerate_encoded(instance, limit=limit)
    try:
        with report_progress(lambda: {"solutions": solutions.found_count}, progress):
            for _ in solutions:
                pass
    finally:
        solutions.close()
    number, stopped = solutions.found_count, solutions.stopped
    return Count(number if stopped is None else None, number, stopped, {"solutions": number})


def digits(number: int) -> str:
    """The number in decimal, of any size: Python's own conversion stops at 4300 digits and is quadratic.

    Halves are put together in decimal arithmetic, which multiplies fast.

    >>> digits(2**100), len(digits(2**100_000))
    ('1267650600228229401496703205376', 30103)
    """
    if number.bit_length() <= SHORT:
        return str(number)
    from decimal import MAX_EMAX, MAX_PREC, Context, Decimal

    exact = Context(prec=MAX_PREC, Emax=MAX_EMAX)
    powers: dict[int, Decimal] = {}

    def convert(part: int, bits: int) -> Decimal:
        if bits <= SHORT:
            return Decimal(part)
        half = bits // 2
        high, low = part >> half, part & ((1 << half) - 1)
        if half not in powers:
            powers[half] = exact.power(2, half)
        return exact.add(exact.multiply(convert(high, bits - half), powers[half]), convert(low, half))

    return f"{convert(number, number.bit_length()):f}"
