"""Events in words, based on the meaning of literals and the origins of clauses."""

from __future__ import annotations

from collections.abc import Iterable

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
    return _capital(one_line(_describe(formula, event)))


def _describe(formula: Formula, event: Event) -> str:
    match event:
        case Decide():
            return _describe_decision(formula, event)
        case UnitProp(lit=lit, clause_id=clause_id):
            because = f"because clause c{clause_id} has no other literal left"
            return f"{formula.fact(lit)}, {because}.{_origin(formula, clause_id)}"
        case Conflict(clause_id=clause_id):
            return f"Every literal of clause c{clause_id} is false.{_origin(formula, clause_id)}"
        case Learn():
            return _describe_learning(formula, event)
        case Backjump(level=0):
            return "All decisions are undone, with everything that follows from them."
        case Backjump(level=level):
            return f"Everything above decision level {level} is undone."
        case Restart(level=level):
            return f"Restart: everything above decision level {level} is undone; learned clauses stay."
        case Delete(clause_id=clause_id):
            return f"The learned clause c{clause_id} is deleted."
        case Watch(clause_id=clause_id, lits=lits):
            return f"Clause c{clause_id} watches {_join(map(str, lits))}."
        case _:
            return _describe_end(formula, event)


def _describe_decision(formula: Formula, event: Decide) -> str:
    fact, begins = formula.fact(event.lit), f"Decision level {event.level} begins."
    match event.why:
        case Why.ASSUMPTION:
            return f"Assume: {fact}. {begins}"
        case Why.PURE:
            return f"Decide: {fact}; no clause contains the opposite literal, so this is safe. {begins}"
        case _:
            return f"Nothing more follows, so decide: {fact}. {begins}"


def _describe_end(formula: Formula, event: Success | Fail | GiveUp) -> str:
    match event:
        case Success():
            return "Every clause is satisfied: the formula is satisfiable."
        case Fail(core=()):
            return "There is a conflict that depends on no decision: the formula is unsatisfiable."
        case Fail(core=core):
            facts = _join(formula.fact(lit) for lit in core)
            which = "This cannot be assumed" if len(core) == 1 else "These cannot be assumed together"
            return f"{which}: {facts}. Under such assumptions the formula is unsatisfiable."
        case GiveUp(stopped=stopped):
            return f"The engine stopped without an answer ({stopped.value})."


def _describe_learning(formula: Formula, event: Learn) -> str:
    steps = ", ".join(f"c{step.clause_id}" for step in event.steps)
    if steps:
        derived = f"Resolving c{event.conflict_id} with {steps} gives c{event.clause_id}"
    else:
        derived = f"c{event.conflict_id} itself is learned as c{event.clause_id}"
    facts = [formula.fact(-lit) for lit in event.clause]
    meaning = f"not: {facts[0]}" if len(facts) == 1 else f"not all of: {_join(facts)}"
    unit = f"After backtracking to level {event.backjump} one literal of it is left."
    deletion = " It is deleted when it is no longer a reason." if event.reason_only else ""
    return f"{derived}, which means {meaning}. {unit}{deletion}"


def _origin(formula: Formula, clause_id: int) -> str:
    if clause_id > formula.clause_count:
        return f" Clause c{clause_id} was learned."
    origin = formula.origin(clause_id - 1)
    if isinstance(origin, RuleInstance):
        return f" Clause c{clause_id} states {origin}."
    return f" Clause c{clause_id} {origin.value}." if origin is DEFINITION else ""


def _join(items: Iterable[str]) -> str:
    *first, last = list(items) or ["nothing"]
    return f"{', '.join(first)} and {last}" if first else last


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
