"""Everything that a value shows to its users, so that a value can be compared with its copy."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from functools import cached_property, partial
from random import Random
from typing import Any

import numpy as np

from satplay.contracts.format import Format

SKIPPED = {"close", "defining", "interrupt", "resume"}
"""Methods that end an iterator or start it again, and a context manager."""


def observe(value: Any) -> dict[str, Any]:
    """Its texts, and the results of all public properties, of methods without arguments and of notebooks."""
    seen = {"str": str(value), "repr": comparable_repr(value)} if is_printed(value) else {}
    for name in dir(type(value)):
        if name not in SKIPPED and (not name.startswith("_") or name in ("_repr_svg_", "_repr_html_")):
            member = inspect.getattr_static(type(value), name)
            if isinstance(member, property | cached_property) or inspect.isdatadescriptor(member):
                seen[name] = outcome(partial(getattr, value, name))
            elif inspect.isfunction(member) and takes_nothing(member):
                seen[name] = outcome(getattr(value, name))
    return seen


def takes_nothing(method: Callable[..., Any]) -> bool:
    _, *parameters = inspect.signature(method).parameters.values()
    optional = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return all(one.default is not one.empty or one.kind in optional for one in parameters)


def outcome(function: Callable[[], Any]) -> Any:
    """What a function returns, in a form that can be compared; for an error its text."""
    try:
        found = function()
        return list(found) if isinstance(found, Iterator) else comparable(found)
    except Exception as error:  # some methods refuse some results: the copy has to do the same
        return type(error), str(error)


def comparable(value: Any) -> Any:
    match value:
        case Format():
            return value.name
        case np.ndarray():
            return value.tolist()
        case Random():
            return value.getstate()
        case tuple():
            return tuple(map(comparable, value))
        case _:
            return value if is_printed(value) else type(value)


def is_printed(value: Any) -> bool:
    """Whether its text is more than an address; the other objects are caches and oracles."""
    return type(value).__repr__ is not object.__repr__


def comparable_repr(value: Any) -> str | list[str]:
    """The text; without regard to the order of words if it shows a set, because sets have no order."""
    text = repr(value)
    return sorted(re.split(r"[(){}, ]+", text)) if "frozenset({" in text else text
