"""Parts of a record that are imported when they are first used.

A puzzle's record lists everything its folder offers, but a command uses little of it: ``check`` needs no
clauses, ``solve`` no generator.  So the record states where a part is, as an entry point does::

    part = parts_of(__name__)
    PUZZLE = Puzzle(..., check=check, generate=part("generator", "generate"))

``PUZZLE.generate`` is the function itself; its module is imported by the first access.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from importlib import import_module
from typing import Any, NamedTuple


class Part(NamedTuple):
    """The attribute ``name`` of a module that is not imported yet."""

    module: str
    name: str

    def load(self) -> Any:
        """The attribute; its module is imported now."""
        return getattr(import_module(self.module), self.name)


def parts_of(package: str) -> Callable[[str, str], Any]:
    """A function that refers to a part of ``package`` by the name of its module there and its own name.

    Type checkers accept a part for every field of a record; the tests load the parts of all records.
    """

    def part(module: str, name: str) -> Any:
        return Part(f"{package}.{module}", name)

    return part


def separate_parts(record: Any) -> dict[str, Part]:
    """Empty the slots of a new record that hold parts; return these parts by field.

    Python calls ``__getattr__`` of the record for an empty slot, and only then: every other access is as
    fast as without parts.
    """
    parts = {}
    for field in fields(record):
        value = getattr(record, field.name, None)
        if isinstance(value, Part):
            parts[field.name] = value
            object.__delattr__(record, field.name)
    return parts


def load_part(record: Any, parts: dict[str, Part], name: str) -> Any:
    """The part for the field ``name`` of a record, stored in its slot for the next access."""
    if name not in parts:
        raise AttributeError(f"{type(record).__name__!r} object has no attribute {name!r}")
    value = parts[name].load()
    object.__setattr__(record, name, value)
    return value
