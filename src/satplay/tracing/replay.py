"""Replay: a run as numbered states, computed and checked event by event.

All presentations use events alone.  An event that is not allowed after those before it raises
``EngineError``: an inconsistent run is never shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import Any, Literal, TypeAlias

from satplay.contracts.events import (
    Backjump,
    Conflict,
    Decide,
    Delete,
    Event,
    Fail,
    GiveUp,
    Learn,
    Restart,
    Success,
    UnitProp,
    Watch,
    Why,
)
from satplay.contracts.result_text import brief_repr
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit
from satplay.tracing.derivation import Cut, Derivation

Answer: TypeAlias = Literal["sat", "unsat", "unknown"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A literal of the trail: implied by clause ``reason``, or decided (``why``).

    >>> str(Entry(1, 1, why=Why.HEURISTIC)), str(Entry(-5, 1, reason=6))
    ('1d', '-5')
    """

    lit: Lit
    level: int
    reason: int | None = None
    why: Why | None = None

    @property
    def is_decision(self) -> bool:
        """Whether the literal was decided rather than implied."""
        return self.reason is None

    def __str__(self) -> str:
        return f"{self.lit}d" if self.is_decision else str(self.lit)


@dataclass(frozen=True, slots=True)
class ConflictAnalysis:
    """The analysis of a conflict: the derivation, and the cut that corresponds to the derived clause.

    ``derivation`` is None if the conflict ends the run; then it belongs to
    ``Fail``.  ``learned`` is None unless a clause was learned.
    """

    conflict_id: int
    derivation: Derivation | None = None
    cut: Cut | None = None
    learned: Learn | None = None


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One line of a run: a numbered state, or (``numbered`` false) what happens in state ``number``.

    ``event`` is None for the empty initial state.  ``learned`` are the current learned clauses, ``watches``
    the watched literals of each clause (empty if the engine does not report them).
    """

    number: int
    numbered: bool
    event: Event | None
    trail: tuple[Entry, ...]
    learned: Mapping[int, tuple[Lit, ...]] = field(default_factory=dict)
    watches: Mapping[int, tuple[Lit, ...]] = field(default_factory=dict)
    analysis: ConflictAnalysis | None = None

    @property
    def level(self) -> int:
        """The current decision level."""
        return self.trail[-1].level if self.trail else 0

    @property
    def rule(self) -> str:
        """The applied rule as shown in the trace; empty for the first state."""
        match self.event:
            case Decide(why=Why.ASSUMPTION):
                return "decide (assumed)"
            case Decide(why=Why.PURE):
                return "decide (pure literal)"
            case Decide():
                return "decide"
            case UnitProp(clause_id=clause_id):
                return f"unit-prop (c{clause_id})"
            case Conflict(clause_id=clause_id):
                return f"conflict with c{clause_id}"
            case Backjump():
                return "backjump"
            case Restart():
                return "restart"
            case Delete(clause_id=clause_id):
                return f"delete c{clause_id}"
            case Success():
                return "model"
            case Fail():
                return "fail"
            case GiveUp():
                return "unknown"
            case _:
                return ""


@dataclass(frozen=True)
class Trace:
    """A formula, the options of the run (for information only) and its events."""

    formula: Formula
    options: Mapping[str, str]
    events: tuple[Event, ...]

    def __repr__(self) -> str:
        return brief_repr(self)

    @property
    def answer(self) -> Answer:
        """The result of the run; ``unknown`` if it was stopped."""
        last = self.events[-1] if self.events else None
        if isinstance(last, Success):
            return "sat"
        return "unsat" if isinstance(last, Fail) else "unknown"

    def learned_clauses(self) -> Iterator[Learn]:
        """All learned clauses in order, including deleted ones."""
        return (event for event in self.events if isinstance(event, Learn))

    def lines(self) -> Iterator[tuple[tuple[Event, ...], TraceStep]]:
        """The lines of the run, checked one by one, each with its events."""
        from satplay.tracing.check import CheckedRun

        run = CheckedRun(self.formula)
        for events in _lines(self.events):
            for event in events:
                run.take(event)
            yield events, run.step(events)

    def steps(self) -> Iterator[TraceStep]:
        """The lines of the run without their events."""
        return (step for _, step in self.lines())

    def step(self, number: int) -> TraceStep:
        """State ``number``; if it ends in a conflict, the conflict with its derivation and cut.

        The derivation of a conflict that ends the run belongs to ``Fail``; it is returned with the conflict.
        """
        found: TraceStep | None = None
        last = 1
        for step in self.steps():
            last = step.number
            if found is not None and step.number != number:
                ends = isinstance(found.event, Conflict) and isinstance(step.event, Fail)
                return replace(found, analysis=step.analysis) if ends else found
            if step.number == number and (step.numbered or step.analysis is not None):
                found = step
        if found is None:
            raise BadInput("step number", found=str(number), expected=f"1 to {last}")
        return found

    # -- presentations -----------------------------------------------------------------------------

    def to_text(self) -> str:
        """The run as plain text, one line per state."""
        from satplay.tracing.text import to_text

        return to_text(self)

    def to_json(self) -> dict[str, Any]:
        """The run as a JSON document (docs/trace-format.md)."""
        from satplay.tracing.document import to_json

        return to_json(self)

    def to_latex(self) -> str:
        """The run as a complete LaTeX document."""
        from satplay.tracing.latex import to_latex

        return to_latex(self)

    def to_html(self) -> str:
        """The run as one self-contained interactive page."""
        from satplay.tracing.html import to_html

        return to_html(self)

    def __str__(self) -> str:
        return self.to_text().rstrip("\n")

    def _repr_html_(self) -> str:
        from satplay.tracing.html import to_frame

        return to_frame(self)

    def _repr_svg_(self) -> str:
        from satplay.drawing.svg import to_svg
        from satplay.tracing.picture import last_conflict

        return to_svg(last_conflict(self))


def _lines(events: tuple[Event, ...]) -> Iterator[tuple[Event, ...]]:
    """The events of each line: watches belong to their state, a learned clause to its conflict."""
    line: list[Event] = []
    for event in events:
        learns = isinstance(event, Learn) and any(isinstance(before, Conflict) for before in line)
        if not learns and not isinstance(event, Watch):
            yield tuple(line)
            line = []
        line.append(event)
    yield tuple(line)
