"""What is wrong with a request that is not of the type of its route, as ``BadInput``."""

from __future__ import annotations

from collections.abc import Mapping
from reprlib import Repr
from typing import Any

from satplay.errors import BadInput

SHOWN = 20
"""Characters of a text that is not JSON, from the error on."""


def invalid_request(error: Mapping[str, Any], body: Any) -> BadInput:
    """One error of pydantic, in our words.

    >>> print(invalid_request({"type": "missing", "loc": ("body", "input"), "msg": ""}, {}))
    bad request: found no 'input', expected a value with this name
    >>> about = {"type": "string_type", "loc": ("body", "arguments", 0), "input": 5}
    >>> print(invalid_request({**about, "msg": "Input should be a valid string"}, {}))
    bad request: found 5 as 'arguments.0', expected a valid string
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
        found, expected = name, "the names that /openapi.json lists"
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


def _expected(error: Mapping[str, Any]) -> str:
    message = str(error["msg"])
    return message.removeprefix("Input should be ").removeprefix("Value error, ")


_short = Repr()
_short.maxstring = _short.maxother = 100
