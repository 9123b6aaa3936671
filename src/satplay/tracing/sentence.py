"""What happened, in plain words: made of the facts that literals state and of where clauses come from."""

from __future__ import annotations

from collections.abc import Iterable

from satplay.contracts.engine import (
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
from satplay.errors import one_line
from satplay.logic.formula import Formula
from satplay.logic.origin import DEFINITION
from satplay.rule import RuleInstance

BEGINNING = "Nothing is assigned yet."


def sentence(formula: Formula, event: Event) -> str:
    """One or two sentences about an event.

    >>> print(sentence(Formula([[-1, -5]]), UnitProp(-5, 1, 1)))
    Variable 5 is false, because clause c1 has no other literal left.
    """
    return _capital(one_line(_said(formula, event)))


def _said(formula: Formula, event: Event) -> str:
    match event:
        case Decide(lit=lit, level=level, why=Why.ASSUMPTION):
            return f"Assume: {formula.fact(lit)}. Decision level {level} begins."
        case Decide(lit=lit, level=level, why=Why.PURE):
            told = "no clause contains the opposite literal, so this can do no harm"
            return f"Decide: {formula.fact(lit)}; {told}. Decision level {level} begins."
        case Decide(lit=lit, level=level):
            return f"Nothing follows, so try: {formula.fact(lit)}. Decision level {level} begins."
        case UnitProp(lit=lit, clause_id=clause_id):
            because = f"because clause c{clause_id} has no other literal left"
            return f"{formula.fact(lit)}, {because}.{_origin(formula, clause_id)}"
        case Conflict(clause_id=clause_id):
            return f"Every literal of clause c{clause_id} is false.{_origin(formula, clause_id)}"
        case Learn():
            return _lesson(formula, event)
        case Backjump(level=0):
            return "Everything is taken back but what was known before any decision."
        case Backjump(level=level):
            return f"Everything above decision level {level} is taken back."
        case Restart(level=level):
            back = f"everything above decision level {level} is taken back"
            return f"Start afresh: {back}, what was learned stays."
        case Delete(clause_id=clause_id):
            return f"Clause c{clause_id}, which was learned, is thrown away."
        case Watch(clause_id=clause_id, lits=lits):
            return f"Clause c{clause_id} watches {_listed(map(str, lits))}."
        case Success():
            return "Every clause is satisfied: the formula is satisfiable."
        case Fail(core=()):
            return "A conflict, and no decision is left to take back: the formula is unsatisfiable."
        case Fail(core=core):
            facts = _listed(formula.fact(lit) for lit in core)
            which = "This cannot be assumed" if len(core) == 1 else "These cannot be assumed together"
            return f"{which}: {facts}. Under such assumptions the formula is unsatisfiable."
        case GiveUp(stopped=stopped):
            return f"The engine stopped ({stopped.value}): nothing is known."


def _lesson(formula: Formula, event: Learn) -> str:
    steps = ", ".join(f"c{step.clause_id}" for step in event.steps)
    how = f"Resolving c{event.conflict_id} with {steps}" if steps else f"c{event.conflict_id} itself"
    gives = "gives" if steps else "is already what there is to learn, called"
    facts = [formula.fact(-lit) for lit in event.clause]
    says = f"not: {facts[0]}" if len(facts) == 1 else f"not all of: {_listed(facts)}"
    back = f"After going back to level {event.backjump} one literal of it is left."
    kept = "" if event.kept else " It is kept only as long as it is a reason."
    return f"{how} {gives} c{event.clause_id}, which says {says}. {back}{kept}"


def _origin(formula: Formula, clause_id: int) -> str:
    if clause_id > formula.clause_count:
        return f" Clause c{clause_id} was learned."
    origin = formula.origin(clause_id - 1)
    if isinstance(origin, RuleInstance):
        return f" Clause c{clause_id} states {origin}."
    return f" Clause c{clause_id} {origin.value}." if origin is DEFINITION else ""


def _listed(items: Iterable[str]) -> str:
    *first, last = list(items) or ["nothing"]
    return f"{', '.join(first)} and {last}" if first else last


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
