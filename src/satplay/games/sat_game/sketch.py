"""The SAT game for terminals: a line for each clause, its literals coloured by polarity."""

from __future__ import annotations

from collections.abc import Sequence

from satplay.drawing.terminal import Line, Look, Span
from satplay.games.sat_game.state import State

POSITIVE = Look(colour="#1f8fff", bold=True)
NEGATIVE = Look(colour="#e5642c", bold=True)
NAME = Look(colour="#7d8590")
EMPTY = Look(colour="#e5642c", bold=True)


def sketch(state: State, ascii: bool) -> Sequence[Line]:
    """The clauses from top to bottom, then who holds which role.

    >>> from satplay.drawing.terminal import to_text
    >>> from satplay.games.sat_game.state import clause
    >>> print(*to_text(sketch(State((clause(2, [1, -12]), clause(10, []))), True)), sep="\\n")
    c2     1 or -12
    c10  empty
    P is Affirmative, Q is Negative.
    """
    wide = max((len(clause.name) for clause in state.clauses), default=0)
    widest = max((len(_write_literal(lit, ascii)) for one in state.clauses for lit in one.lits), default=0)
    lines: list[Line] = []
    for clause in state.clauses:
        spans = [Span(f"{clause.name:<{wide}}  ", NAME)]
        for at, lit in enumerate(clause.lits):
            spans.append(Span("" if at == 0 else " or " if ascii else " ∨ "))
            # The first column lines up, the rest follows: most clauses are short.
            text = _write_literal(lit, ascii)
            spans.append(Span(" " * (widest - len(text)) + text, POSITIVE if lit > 0 else NEGATIVE))
        if not clause.lits:
            spans.append(Span("empty", EMPTY))
        lines.append(tuple(spans))
    if not lines:
        lines.append((Span("no clause is left"),))
    return [*lines, (Span(f"{state.affirmative} is Affirmative, {state.negative} is Negative."),)]


def _write_literal(lit: int, ascii: bool) -> str:
    return str(lit) if lit > 0 else f"{'-' if ascii else '¬'}{-lit}"
