"""What is wrong with a request that is not of the type of its route, as ``BadInput``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from reprlib import Repr
from typing import Any

from pydantic import BaseModel, RootModel

from satplay.errors import BadInput, nearest_name

SHOWN = 20
"""Characters of a text that is not JSON, from the error on."""

MOST_LISTED = 8
"""Names that a message lists if one of them is probably meant."""


def invalid_request(error: Mapping[str, Any], body: Any, fields: Sequence[str] = ()) -> BadInput:
    """One error of pydantic, in our words; ``fields`` are the names of the fields of the request.

    >>> print(invalid_request({"type": "missing", "loc": ("body", "input"), "msg": ""}, {}))
    bad request: found no 'input', expected a value with this name
    >>> about = {"type": "string_type", "loc": ("body", "arguments", 0), "input": 5}
    >>> print(invalid_request({**about, "msg": "Input should be a valid string"}, {}))
    bad request: found 5 as 'arguments.0', expected a valid string
    >>> about = {"type": "extra_forbidden", "loc": ("body", "uniqe"), "msg": ""}
    >>> print(invalid_request(about, {}, ["input", "unique"]))
    bad request: found 'uniqe', expected 'unique', or one of 'input'
    >>> print(invalid_request({"type": "json_invalid", "loc": ("body", 5), "msg": ""}, '{"a":'))
    line 1, column 6: bad request: found the end, expected JSON
    """
    kind, (where, *names) = error["type"], error["loc"]
    if kind == "json_invalid":
        return _no_json(str(body), int(names[0]) if names else 0)
    name = repr(".".join(map(str, names))) if names else f"the {where}"
    found, expected = f"{_short.repr(error.get('input'))} as {name}", _expected(error)
    if kind == "missing":
        found, expected = f"no {name}", "a value with this name" if names else "a JSON object"
    elif kind == "extra_forbidden":
        known = fields if len(names) == 1 else ()
        found, expected = name, _one_of(names[-1], known) if known else "the names that /openapi.json lists"
    elif kind == "literal_error":
        known = re.findall("'([^']*)'", error["ctx"]["expected"])
        expected = _one_of(error["input"], known) if len(known) > MOST_LISTED else expected
    return BadInput("request", found=found, expected=expected)


def _no_json(text: str, position: int) -> BadInput:
    rest = text[position : position + SHOWN]
    return BadInput(
        "request",
        line=text.count("\n", 0, position) + 1,
        column=position - text.rfind("\n", 0, position),
        found=repr(rest) if rest else "the end",
        expected="JSON",
    )


def field_names(request: Any) -> list[str]:
    """The names of the fields of a type of requests; none if it has alternatives."""
    if not isinstance(request, type) or not issubclass(request, BaseModel) or issubclass(request, RootModel):
        return []
    return [field.alias or name for name, field in request.model_fields.items()]


def _one_of(name: object, known: Sequence[str]) -> str:
    """What is expected instead of a wrong name: the nearest one first; the others unless they are many."""
    nearest = nearest_name(name, known)
    if nearest is not None and len(known) > MOST_LISTED:
        return f"{nearest!r}, or one of the {len(known)} names that /openapi.json lists"
    others = ", ".join(repr(one) for one in known if one != nearest)
    return f"one of {others}" if nearest is None else f"{nearest!r}, or one of {others}"


def _expected(error: Mapping[str, Any]) -> str:
    message = str(error["msg"])
    return message.removeprefix("Input should be ").removeprefix("Value error, ")


_short = Repr()
_short.maxstring = _short.maxother = 100
