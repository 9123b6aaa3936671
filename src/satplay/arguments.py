"""Checks of arguments that a Python caller passes: a wrong type is ``BadInput``, not a bare ``TypeError``.

>>> from satplay.errors import BadInput
>>> try:
...     expect_whole_number("seed", 1.5)
... except BadInput as error:
...     print(error)
bad seed: found 1.5, expected a whole number from 0
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from math import isnan
from numbers import Real
from operator import index
from typing import Any

from satplay.errors import BadInput, NoSuchName

SHOWN = 60
"""Characters of a wrong argument in a message."""


def show(value: object) -> str:
    """A wrong argument for a message: its representation, cut."""
    try:
        text = repr(value)
    except Exception:  # the representation of any object of a caller
        text = f"a {type(value).__name__}"
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."


def expect_whole_number(what: str, value: Any, least: int = 0, greatest: int | None = None) -> int:
    """The value as an int; numpy's integers are accepted, floats are not."""
    try:
        number = index(value)
    except TypeError:
        number = None
    if number is None or number < least or (greatest is not None and number > greatest):
        expected = f"from {least}" if greatest is None else f"from {least} to {greatest}"
        raise BadInput(what, found=show(value), expected=f"a whole number {expected}")
    return number


def expect_seconds(what: str, value: Any) -> None:
    """Raise ``BadInput`` unless the value is None or a number of seconds."""
    if value is not None and (not isinstance(value, Real) or isnan(value) or value < 0):
        raise BadInput(what, found=show(value), expected="a number of seconds, 0 or more")


def expect_text(what: str, value: Any, expected: str) -> None:
    """Raise ``BadInput`` unless the value is None or a string."""
    if value is not None and not isinstance(value, str):
        raise BadInput(what, found=show(value), expected=expected)


def expect_name(kind: str, name: Any, known: Collection[str]) -> str:
    """The name; ``NoSuchName`` unless it is one of the known names."""
    if not isinstance(name, str) or name not in known:
        raise NoSuchName(kind, name, known)
    return name


def expect_texts_by_name(what: str, values: Any) -> dict[str, str]:
    """The values, which are texts by name, as a dict; an empty one for None."""
    if values is None:
        return {}
    if not isinstance(values, Mapping) or not all(isinstance(text, str) for text in values.values()):
        raise BadInput(what, found=show(values), expected='texts by name, such as {"size": "5x5"}')
    return dict(values)


def expect_literals(what: str, values: Iterable[Any]) -> list[int]:
    """The values as a list of int."""
    if not isinstance(values, str | bytes | bytearray | memoryview | dict):
        try:
            given = list(values)
            if bool not in map(type, given):  # Python takes True as 1
                return [index(value) for value in given]
        except TypeError:
            pass
    raise BadInput(what, found=show(values), expected="a sequence of whole numbers, such as [1, -2]")
