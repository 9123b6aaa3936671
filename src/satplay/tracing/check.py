"""Checks a replay: each event must be allowed by CDCL in the state before it.

The rules are those of abstract CDCL (Nieuwenhuis, Oliveras & Tinelli 2006).  A learned clause must be the
result of its resolution steps, each with the reason of its pivot, so that a complete replay that ends in
``Fail`` is also a checked resolution proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from satplay.contracts.events import (
    Backjump,
    Conflict,
    Decide,
    Delete,
    Event,
    Fail,
    GiveUp,
    Learn,
    Resolution,
    Restart,
    Success,
    UnitProp,
    Watch,
)
from satplay.errors import EngineError
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit, Var
from satplay.tracing.derivation import Derivation, cut_of, derive, format_clause
from satplay.tracing.replay import ConflictAnalysis, Entry, TraceStep


class CheckedRun:
    """The state of a run; :meth:`take` applies one event or raises ``EngineError``."""

    def __init__(self, formula: Formula) -> None:
        self._given = list(formula)
        self._learned: dict[int, tuple[Lit, ...]] = {}
        self._watches: dict[int, tuple[Lit, ...]] = {}
        self._shared = False  # a returned step shares these two dictionaries: copy them before a change
        self._trail: list[Entry] = []
        self._entry: dict[Var, Entry] = {}
        self._number = 1
        self._count = 0
        self._last_id = formula.clause_count
        self._analysis: ConflictAnalysis | None = None  # of a conflict before its backjump
        self._over = False

    def step(self, events: Sequence[Event]) -> TraceStep:
        """The line of these events, which have just been applied; the first line has only watches, if any."""
        self._shared = True
        event = next((event for event in events if not isinstance(event, Watch)), None)
        return TraceStep(
            number=self._number,
            numbered=not isinstance(event, Conflict | Delete),
            event=event,
            trail=tuple(self._trail),
            learned=self._learned,
            watches=self._watches,
            analysis=self._analysis if isinstance(event, Conflict | Fail) else None,
        )

    def take(self, event: Event) -> None:
        """Apply one event."""
        self._count += 1
        if isinstance(event, Decide | UnitProp | Backjump | Restart | Success | Fail | GiveUp):
            self._number += 1
        try:
            self._check_turn(event)
            self._apply(event)
        except EngineError as error:
            name = f"event {self._count} ({type(event).__name__})"
            raise EngineError(f"{name} does not fit: {error}") from None

    def _apply(self, event: Event) -> None:
        match event:
            case Decide():
                self._decide(event)
            case UnitProp():
                self._propagate(event)
            case Conflict():
                self._conflict(event)
            case Learn():
                self._learn(event)
            case Backjump(level=level):
                self._backjump(level)
            case Restart(level=level):
                self._undo_above(level)
            case Delete(clause_id=clause_id):
                self._delete(clause_id)
            case Watch(clause_id=clause_id, lits=lits):
                self._watch(clause_id, lits)
            case Success():
                self._succeed(event)
            case Fail():
                self._fail(event)
            case GiveUp():
                self._over = True

    def _check_turn(self, event: Event) -> None:
        """Check the order: conflict, learned clause, backjump; no event after the end."""
        if self._over:
            _reject("the run has ended")
        if self._analysis is not None:
            learned = self._analysis.learned is not None
            if not isinstance(event, (Backjump, Watch, GiveUp) if learned else (Learn, Fail, Watch, GiveUp)):
                missing = "a backjump" if learned else "a learned clause"
                _reject(f"the conflict with c{self._analysis.conflict_id} must be followed by {missing}")

    # -- the trail ---------------------------------------------------------------------------------

    @property
    def _level(self) -> int:
        return self._trail[-1].level if self._trail else 0

    def _value(self, lit: Lit) -> bool | None:
        entry = self._entry.get(abs(lit))
        return None if entry is None else entry.lit == lit

    def _push(self, entry: Entry) -> None:
        if entry.lit == 0 or self._value(entry.lit) is not None:
            _reject(f"{entry.lit} is not unassigned")
        self._trail.append(entry)
        self._entry[abs(entry.lit)] = entry

    def _decide(self, event: Decide) -> None:
        if event.level != self._level + 1:
            _reject(f"{event.lit} decided at level {event.level}, but level {self._level + 1} comes next")
        self._push(Entry(event.lit, event.level, why=event.why))

    def _propagate(self, event: UnitProp) -> None:
        clause = self._clause(event.clause_id)
        others = [lit for lit in clause if lit != event.lit]
        if event.lit not in clause or any(self._value(lit) is not False for lit in others):
            _reject(f"c{event.clause_id} = {format_clause(clause)} is not unit with {event.lit} left")
        if event.level != self._level:
            _reject(f"{event.lit} implied at level {event.level}, but the level is {self._level}")
        self._push(Entry(event.lit, event.level, reason=event.clause_id))

    def _undo_above(self, level: int) -> None:
        if not 0 <= level <= self._level:
            _reject(f"cannot backtrack to level {level} from level {self._level}")
        while self._trail and self._trail[-1].level > level:
            del self._entry[abs(self._trail.pop().lit)]

    def _backjump(self, level: int) -> None:
        learned = self._analysis.learned if self._analysis is not None else None
        if learned is None:
            _reject("a backjump without a learned clause")
        if level != learned.backjump or level >= self._level:
            _reject(f"backjump to level {level}, but c{learned.clause_id} requires level {learned.backjump}")
        self._undo_above(level)
        self._analysis = None

    # -- clauses -----------------------------------------------------------------------------------

    def _clause(self, clause_id: int) -> tuple[Lit, ...]:
        if 1 <= clause_id <= len(self._given):
            return self._given[clause_id - 1]
        if clause_id not in self._learned:
            _reject(f"there is no clause c{clause_id}")
        return self._learned[clause_id]

    def _conflict(self, event: Conflict) -> None:
        clause = self._clause(event.clause_id)
        for lit in clause:
            if self._value(lit) is not False:
                _reject(f"in c{event.clause_id} = {format_clause(clause)} literal {lit} is not false")
        if event.level != self._level:
            _reject(f"a conflict at level {event.level}, but the level is {self._level}")
        self._analysis = ConflictAnalysis(event.clause_id)

    def _derive(self, conflict_id: int, steps: Sequence[Resolution], minimised: int = 0) -> Derivation:
        for step in steps:
            entry = self._entry.get(abs(step.pivot))
            if entry is None or entry.lit != step.pivot or entry.reason != step.clause_id:
                _reject(f"c{step.clause_id} is not the reason of {step.pivot}")
        return derive(conflict_id, steps, self._clause, minimised)

    def _learn(self, event: Learn) -> None:
        if self._analysis is None or self._analysis.conflict_id != event.conflict_id:
            _reject(f"learned from c{event.conflict_id}, with which there was no conflict")
        derivation = self._derive(event.conflict_id, event.steps, event.minimised)
        name = f"c{event.clause_id} = {format_clause(event.clause)}"
        if set(derivation.result) != set(event.clause):
            _reject(f"the steps do not derive {name} but {format_clause(derivation.result)}")
        if event.clause_id <= self._last_id:
            _reject(f"{name} has the number of an older clause")
        levels = tuple(self._entry[abs(lit)].level for lit in event.clause)
        if levels != event.levels:
            _reject(f"the literals of {name} are not of levels {event.levels} but {levels}")
        greatest, *others = sorted(levels, reverse=True) or [0]
        if not (others or [0])[0] <= event.backjump < greatest:
            _reject(f"{name} is not unit at level {event.backjump}")
        self._last_id = event.clause_id
        self._copy_if_shared()
        self._learned[event.clause_id] = event.clause
        cut = cut_of(derivation, (entry.lit for entry in self._trail))
        self._analysis = ConflictAnalysis(event.conflict_id, derivation, cut, event)

    def _delete(self, clause_id: int) -> None:
        if clause_id not in self._learned:
            _reject(f"c{clause_id} is not a learned clause")
        if any(entry.reason == clause_id for entry in self._trail):
            _reject(f"c{clause_id} is deleted, but still the reason of a literal")
        self._copy_if_shared()
        del self._learned[clause_id]
        self._watches.pop(clause_id, None)

    def _copy_if_shared(self) -> None:
        """Copy the clauses and watches if a returned step shares them."""
        if self._shared:
            self._learned, self._watches = dict(self._learned), dict(self._watches)
            self._shared = False

    def _watch(self, clause_id: int, lits: tuple[Lit, ...]) -> None:
        if len(lits) > 2 or not set(lits) <= set(self._clause(clause_id)):
            _reject(f"c{clause_id} cannot watch {format_clause(lits)}")
        self._copy_if_shared()
        self._watches[clause_id] = lits

    # -- the end -----------------------------------------------------------------------------------

    def _succeed(self, event: Success) -> None:
        for number, clause in [*enumerate(self._given, 1), *self._learned.items()]:
            if not any(lit in event.model for lit in clause):
                _reject(f"the model does not satisfy c{number} = {format_clause(clause)}")
        for entry in self._trail:
            if entry.lit not in event.model:
                _reject(f"the model does not agree with the trail about {entry.lit}")
        self._over = True

    def _fail(self, event: Fail) -> None:
        self._over = True
        denied = {-lit for lit in event.core}
        if self._analysis is not None and event.conflict_id != self._analysis.conflict_id:
            _reject(f"the conflict was with c{self._analysis.conflict_id}, not c{event.conflict_id}")
        if event.conflict_id == 0:
            if event.steps or not any(-lit in denied for lit in denied):
                _reject("failed without a conflict, but no two assumptions are contradictory")
            return
        derivation = self._derive(event.conflict_id, event.steps)
        for lit in derivation.start:
            if self._value(lit) is not False and lit not in denied:
                _reject(f"failed by c{event.conflict_id}, but {lit} is not false")
        if set(derivation.result) != denied:
            expected, found = format_clause(sorted(denied)), format_clause(derivation.result)
            _reject(f"the steps do not derive {expected} but {found}")
        cut = cut_of(derivation, (entry.lit for entry in self._trail))
        self._analysis = ConflictAnalysis(event.conflict_id, derivation, cut)


def _reject(why: str) -> NoReturn:
    raise EngineError(why)
