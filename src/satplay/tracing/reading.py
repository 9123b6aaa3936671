"""Reads a run from a JSON document; derived fields are ignored.

Documents are untrusted: every field is checked before it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, TypeAlias, cast

from satplay.contracts.engine import Stopped
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
    Why,
)
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.logic.formula import Formula
from satplay.logic.model import Model
from satplay.logic.origin import DEFINITION, Origin
from satplay.rule import RuleInstance
from satplay.tracing.replay import Trace

FORMAT = "satplay-trace"
VERSION = 1

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class NamedAtom:
    """The meaning of a variable, as given by a document."""

    var: int
    name: str
    sentence: str
    negation: str

    def __str__(self) -> str:
        return self.name


def from_json(document: Mapping[str, Any]) -> Trace:
    """The run in a document; raises ``BadInput`` if the document is invalid."""
    format, version = _field(document, "format", str), _field(document, "version", int)
    if (format, version) != (FORMAT, VERSION):
        found = f"{format!r} version {version}"
        raise BadInput("trace", found=found, expected=f"{FORMAT!r} version {VERSION}")
    options = _field(document, "options", dict)
    return Trace(
        _read_formula(_field(document, "formula", dict)),
        {str(name): str(value) for name, value in options.items()},
        tuple(_read_event(event) for event in _field(document, "events", list)),
    )


def _read_formula(document: Json) -> Formula:
    formula = Formula(var_count=_field(document, "variables", int))
    rules = _rules(_field(document, "origins", list))
    origins: dict[int, Origin] = {}
    for entry in document["origins"]:
        origin: Origin = DEFINITION
        if entry["rule"] is not None:
            origin = RuleInstance(rules[entry["rule"]], _field(entry, "sentence", str))
        first, last = _field(entry, "first", int), _field(entry, "last", int)
        if not 1 <= first <= last <= len(document.get("clauses", ())):
            raise BadInput(
                "trace", found=f"origin of clauses {first} to {last}", expected="numbers of existing clauses"
            )
        origins |= dict.fromkeys(range(first, last + 1), origin)
    for number, clause in enumerate(_field(document, "clauses", list), 1):
        match origins.get(number):
            case RuleInstance() as instance:
                with formula.stating(instance):
                    formula.add(*_ints(clause))
            case None:
                formula.add(*_ints(clause))
            case _:
                with formula.defining():
                    formula.add(*_ints(clause))
    for var, name in _field(document, "names", dict).items():
        if not var.isdecimal():
            raise BadInput("trace", found=f"a name for {var!r}", expected="a variable")
        texts = (_field(name, part, str) for part in ("name", "true", "false"))
        formula.name(int(var), NamedAtom(int(var), *texts))
    return formula


def _rules(origins: list[Any]) -> Mapping[str, Enum]:
    """The rules named in a document, as an enumeration."""
    texts = {}
    for entry in origins:
        if not isinstance(entry, dict) or "rule" not in entry:
            raise BadInput("trace", found=repr(entry)[:60], expected="an origin with its rule")
        if entry["rule"] is not None:
            texts[_field(entry, "rule", str)] = _field(entry, "says", str)
    make = cast(Callable[[str, dict[str, str]], Mapping[str, Enum]], Enum)
    try:
        made = make("Rule", texts)
        return {name: made[name] for name in texts}
    except (ValueError, TypeError, KeyError):
        raise BadInput("trace", found=f"rules {sorted(texts)}", expected="names of rules") from None


def _read_event(document: Any) -> Event:
    def number(name: str) -> int:
        return cast(int, _field(document, name, int))

    def numbers(name: str) -> tuple[int, ...]:
        return _ints(_field(document, name, list))

    def steps() -> tuple[Resolution, ...]:
        return tuple(
            Resolution(_field(step, "pivot", int), _field(step, "reason", int))
            for step in _field(document, "steps", list)
        )

    match _field(document, "event", str):
        case "decide":
            return Decide(number("lit"), number("level"), _one_of(Why, _field(document, "why", str)))
        case "unit-prop":
            return UnitProp(number("lit"), number("level"), number("clause"))
        case "conflict":
            return Conflict(number("clause"), number("level"))
        case "learn":
            return Learn(
                clause_id=number("clause"),
                clause=numbers("lits"),
                levels=numbers("levels"),
                backjump=number("backjump"),
                conflict_id=number("conflict"),
                steps=steps(),
                minimised=number("minimised"),
                reason_only=not _field(document, "kept", bool),
            )
        case "backjump":
            return Backjump(number("level"))
        case "restart":
            return Restart(number("level"))
        case "delete":
            return Delete(number("clause"))
        case "watch":
            return Watch(number("clause"), numbers("lits"))
        case "success":
            return Success(Model(numbers("model")))
        case "fail":
            return Fail(numbers("core"), number("clause"), number("conflict"), steps())
        case "give-up":
            return GiveUp(_one_of(Stopped, _field(document, "stopped", str)))
        case other:
            raise BadInput("trace", found=f"event {other!r}", expected="one of docs/trace-format.md")


def _one_of(kind: Callable[[str], Any], value: str) -> Any:
    try:
        return kind(value)
    except ValueError:
        raise BadInput("trace", found=repr(value), expected="a value of docs/trace-format.md") from None


def _field(document: Any, name: str, kind: type) -> Any:
    """The field ``name``, which must exist and have exactly this type (true is not 1)."""
    value = document.get(name) if isinstance(document, Mapping) else None
    if type(value) is not kind:
        found = repr(value if isinstance(document, Mapping) else document)[:60]
        raise BadInput("trace", found=f"{found} as {name!r}", expected=kind.__name__)
    return value


def _ints(values: Any) -> tuple[int, ...]:
    if not isinstance(values, list) or any(type(value) is not int for value in values):
        raise BadInput("trace", found=repr(values)[:60], expected="a list of integers")
    return tuple(values)
