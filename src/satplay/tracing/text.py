"""A run as plain text, one line per state, as on paper.

::

    c1 {-1,2}  c2 {1}

     1 []
     2 [1]                      unit-prop (c2)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from satplay.contracts.events import Fail, GiveUp, Success
from satplay.errors import one_line
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause, Lit
from satplay.tracing.derivation import format_clause
from satplay.tracing.replay import ConflictAnalysis, Entry, Trace, TraceStep

PAGE = 100
"""Line width for clauses, names and watches."""

MANY_CLAUSES = 100
"""With more clauses than this, only those whose watched literals have changed are listed below a state."""

NARROW, WIDE = 25, 64
"""Minimum and maximum width of the column of states; a longer trail is wrapped."""


def to_text(trace: Trace) -> str:
    """The whole run, ending in a newline."""
    steps = list(trace.steps())
    margin = max(2, len(str(steps[-1].number)))
    longest = max(len(_left_column(step)) for step in steps)
    column = min(max(NARROW, longest + 2), WIDE)
    lines = [*_header(trace.formula), ""]
    watched = _Watched(trace.formula)
    for step in steps:
        lines += _lines(step, margin, column, watched)
    return "\n".join(lines) + "\n"


def _header(formula: Formula) -> Iterator[str]:
    clauses = [f"c{number} {format_clause(clause)}" for number, clause in enumerate(formula, 1)]
    yield from wrap(clauses, "  ") if clauses else ["no clauses"]
    names = [f"{var} = {one_line(str(atom))}" for var, atom in formula.atoms()]
    yield from wrap(names, ", ")


def _lines(step: TraceStep, margin: int, column: int, watched: _Watched) -> Iterator[str]:
    number = f"{step.number:>{margin}}" if step.numbered else " " * margin
    first, *more = _in_column(_left_column(step), column - 2)
    yield f"{number} {first:<{column}}{_right_column(step)}".rstrip()
    indent = " " * (margin + 1)
    yield from (f"{indent}{line}" for line in more)
    if step.numbered and step.watches and not isinstance(step.event, Success | Fail | GiveUp):
        yield from wrap(watched.clauses(step), "  ", indent=indent + "  ")


def _left_column(step: TraceStep) -> str:
    """The trail, or the rule if there is none."""
    ends = isinstance(step.event, Success | Fail | GiveUp)
    return step.rule if ends or not step.numbered else format_trail(step.trail)


def _right_column(step: TraceStep) -> str:
    """The rule, or the clause learned from a conflict."""
    match step.event:
        case Success():
            return "SAT: every clause is satisfied"
        case Fail(core=()):
            why = "the conflict depends on no decision" if step.level else "no decision literal is left"
            return f"UNSAT: {why}"
        case Fail(core=core, clause_id=clause_id):
            derived = f", by c{clause_id} = {format_clause([-lit for lit in core])}" if clause_id else ""
            failed = f"not all of {', '.join(map(str, core))} can" if len(core) > 1 else f"{core[0]} cannot"
            return f"UNSAT: {failed} be assumed{derived}"
        case GiveUp(stopped=stopped):
            return f"UNKNOWN: {stopped.value}"
    if step.analysis is not None:
        return _learned_clause(step.analysis)
    return step.rule if step.numbered else ""


def _learned_clause(analysis: ConflictAnalysis) -> str:
    learned = analysis.learned
    if learned is None:
        return ""
    verb = "derive" if learned.reason_only else "learn"
    literals = ", ".join(f"{lit} @{level}" for lit, level in zip(learned.clause, learned.levels, strict=True))
    return f"{verb} c{learned.clause_id} = {{{literals}}}, backjump to level {learned.backjump}"


class _Watched:
    """Lists the clauses below each state with their watched literals marked."""

    def __init__(self, formula: Formula) -> None:
        self._given = list(enumerate(formula, 1))
        self._before: Mapping[int, tuple[Lit, ...]] = {}

    def clauses(self, step: TraceStep) -> Iterator[str]:
        before, self._before = self._before, step.watches
        clauses = [*self._given, *step.learned.items()]
        for number, clause in clauses:
            watched = step.watches.get(number, ())
            if len(clauses) <= MANY_CLAUSES or before.get(number) != watched:
                yield f"c{number} {mark_watched(clause, watched)}"


def mark_watched(clause: Clause, watched: Sequence[Lit]) -> str:
    """A clause with a star after each watched literal.

    >>> mark_watched((-1, 3, 4), (-1, 3))
    '{-1*,3*,4}'
    """
    return "{" + ",".join(f"{lit}*" if lit in watched else str(lit) for lit in clause) + "}"


def format_trail(trail: Iterable[Entry]) -> str:
    """The trail as a list, decisions marked by ``d``."""
    return "[" + ",".join(map(str, trail)) + "]"


def _in_column(text: str, width: int) -> list[str]:
    """A trail wrapped after commas, aligned with its first literal."""
    lines: list[str] = []
    while len(text) > width:
        at = text.rfind(",", 1, width) + 1 or text.find(",") + 1
        if at == 0 or at == len(text):
            break
        lines.append(text[:at])
        text = " " + text[at:]
    return [*lines, text]


def wrap(items: Iterable[str], between: str, *, indent: str = "") -> Iterator[str]:
    """Items joined into lines of at most ``PAGE`` columns; items are not split.

    >>> list(wrap(["a" * 60, "b" * 60], "  "))[0] == "a" * 60
    True
    """
    line = ""
    for item in items:
        longer = f"{line}{between}{item}" if line else indent + item
        if line and len(longer) > PAGE:
            yield line + between.rstrip()
            longer = indent + item
        line = longer
    if line:
        yield line
