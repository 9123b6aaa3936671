"""A run as a JSON document (docs/trace-format.md); ``reading`` reads it back.

The events define the run.  States, graphs, cuts and resolvents are included for programs that do not replay
it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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
from satplay.logic.formula import Formula
from satplay.logic.origin import DEFINITION
from satplay.rule import RuleInstance
from satplay.tracing.graph import graph_of
from satplay.tracing.reading import FORMAT, VERSION, Json, from_json
from satplay.tracing.replay import Trace, TraceStep
from satplay.tracing.sentence import BEGINNING, sentence

__all__ = ["from_json", "to_json"]


def to_json(trace: Trace, *, detailed: bool = True) -> Json:
    """The run as a document; without details, only what a replay cannot compute."""
    events: list[Json] = []
    for line, step in trace.lines():
        for event in line:
            place = {"step" if step.numbered and event is step.event else "in_step": step.number}
            details = _details(trace.formula, event, step) if detailed else {}
            events.append(_event(event) | place | {"sentence": sentence(trace.formula, event)} | details)
    return {
        "format": FORMAT,
        "version": VERSION,
        "answer": trace.answer,
        "options": dict(trace.options),
        "formula": _formula(trace.formula),
        "beginning": BEGINNING,
        "events": events,
    }


def _formula(formula: Formula) -> Json:
    names = {
        str(var): {"name": str(atom), "true": atom.sentence, "false": atom.negation}
        for var, atom in formula.atoms()
    }
    return {
        "variables": formula.var_count,
        "clauses": [list(clause) for clause in formula],
        "names": names,
        "origins": list(_origins(formula)),
    }


def _origins(formula: Formula) -> Iterator[Json]:
    """Origins of clauses as ranges: clauses ``first`` .. ``last`` have the same origin."""
    first, origin = 1, formula.origin(0) if formula.clause_count else None
    for number in range(2, formula.clause_count + 2):
        after = formula.origin(number - 1) if number <= formula.clause_count else None
        if number > formula.clause_count or after != origin:
            if isinstance(origin, RuleInstance):
                fields = {
                    "rule": origin.rule.name,
                    "says": str(origin.rule.value),
                    "sentence": origin.sentence,
                }
                yield {"first": first, "last": number - 1} | fields
            elif origin is DEFINITION:
                yield {"first": first, "last": number - 1, "rule": None}
            first, origin = number, after


def _event(event: Event) -> Json:
    match event:
        case Decide(lit=lit, level=level, why=why):
            return {"event": "decide", "lit": lit, "level": level, "why": why.value}
        case UnitProp(lit=lit, level=level, clause_id=clause_id):
            return {"event": "unit-prop", "lit": lit, "level": level, "clause": clause_id}
        case Conflict(clause_id=clause_id, level=level):
            return {"event": "conflict", "clause": clause_id, "level": level}
        case Learn():
            return {
                "event": "learn",
                "clause": event.clause_id,
                "lits": list(event.clause),
                "levels": list(event.levels),
                "backjump": event.backjump,
                "conflict": event.conflict_id,
                "steps": _steps(event.steps),
                "minimised": event.minimised,
                "kept": not event.reason_only,
            }
        case Backjump(level=level):
            return {"event": "backjump", "level": level}
        case Restart(level=level):
            return {"event": "restart", "level": level}
        case Delete(clause_id=clause_id):
            return {"event": "delete", "clause": clause_id}
        case Watch(clause_id=clause_id, lits=lits):
            return {"event": "watch", "clause": clause_id, "lits": list(lits)}
        case Success(model=model):
            return {"event": "success", "model": list(model)}
        case Fail():
            return {
                "event": "fail",
                "core": list(event.core),
                "clause": event.clause_id,
                "conflict": event.conflict_id,
                "steps": _steps(event.steps),
            }
        case GiveUp(stopped=stopped):
            return {"event": "give-up", "stopped": stopped.value}


def _steps(steps: Iterable[Resolution]) -> list[Json]:
    return [{"pivot": step.pivot, "reason": step.clause_id} for step in steps]


def _details(formula: Formula, event: Event, step: TraceStep) -> Json:
    """Derived fields: the trail of a state, the graph of a conflict, resolvents and cut."""
    details: Json = {}
    if event is step.event and (step.numbered or step.analysis is not None):
        details["trail"] = [[entry.lit, entry.level, entry.reason] for entry in step.trail]
    if isinstance(event, Conflict):
        edges = graph_of(formula, step).edges
        details["edges"] = [[edge.source, edge.target, edge.clause_id] for edge in edges]
    analysis = step.analysis
    if isinstance(event, Learn | Fail) and analysis is not None:
        if analysis.derivation is not None:
            details["resolvents"] = [list(resolvent.clause) for resolvent in analysis.derivation.steps]
        if analysis.cut is not None:
            details["cut"] = {
                "reason_side": list(analysis.cut.reason_side),
                "conflict_side": list(analysis.cut.conflict_side),
            }
    return details
