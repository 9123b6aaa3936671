"""``@dataclass(frozen=True, slots=True)``, made in a fifth of the time.

Before Python 3.13 the standard decorator compiles six methods of every class one at a time: half a
millisecond per class, a fifth of the run time of a short command.  This one compiles the constructor alone;
the other methods are closures over the names of the fields.  Type checkers, and Python from 3.13 on, use the
standard decorator; ``tests/test_fast_dataclass.py`` compares the two.

Fields may have defaults, and ``init=False``, ``repr=False`` or ``compare=False``; a class may have a
``__post_init__``.  Inheritance, ``InitVar`` and keyword-only fields are not supported.

>>> from dataclasses import replace
>>> @dataclass(frozen=True, slots=True)
... class Point:
...     x: int
...     y: int = 0
>>> Point(1), replace(Point(1), y=2) == Point(1, 2)
(Point(x=1, y=0), True)
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

__all__ = ["dataclass"]

if TYPE_CHECKING or sys.version_info >= (3, 13):
    from dataclasses import dataclass
else:
    from dataclasses import MISSING, FrozenInstanceError
    from dataclasses import dataclass as standard_dataclass
    from functools import partial
    from operator import attrgetter
    from reprlib import recursive_repr

    MADE_HERE = {"frozen", "slots", "eq"}

    def dataclass(cls=None, /, **options):
        """The decorator; with other options than ``frozen``, ``slots`` and ``eq``, the standard one."""
        if cls is None and options.get("frozen") and options.get("slots") and options.keys() <= MADE_HERE:
            return partial(_make, eq=options.get("eq", True))
        return standard_dataclass(**options) if cls is None else standard_dataclass(cls, **options)

    def _make(cls, *, eq):
        own = dict(cls.__dict__)
        if own.get("__doc__") is None:
            cls.__doc__ = cls.__name__  # otherwise its signature, which takes long to find out
        made = standard_dataclass(init=False, repr=False, eq=False, slots=True)(cls)
        fields = tuple(made.__dataclass_fields__.values())
        compared = _getter([field.name for field in fields if field.compare])
        methods = {
            "__init__": _compile_init(made, fields),
            "__repr__": _repr_of([field.name for field in fields if field.repr]),
            "__setattr__": _refuse_assignment,
            "__delattr__": _refuse_deletion,
            "__getstate__": _getstate,
            "__setstate__": _setstate,
        }
        if eq:
            methods |= {"__eq__": _eq_of(compared), "__hash__": _hash_of(compared)}
        for name, method in methods.items():
            # A class that defines equality has None for a hash, and gets that of its fields.
            if own.get(name) is None:
                setattr(made, name, method)
        made.__match_args__ = tuple(field.name for field in fields if field.init)
        return made

    def _compile_init(cls, fields):
        parameters, statements, names = [], [], {"put": object.__setattr__}
        for field in fields:
            name = value = field.name
            if field.default_factory is not MISSING:
                names[f"make_{name}"] = field.default_factory
                names["MISSING"] = MISSING
                value = f"make_{name}() if {name} is MISSING else {name}" if field.init else f"make_{name}()"
                parameters += [f"{name}=MISSING"] if field.init else []
            elif field.default is not MISSING:
                names[f"default_{name}"] = field.default
                parameters += [f"{name}=default_{name}"] if field.init else []
                value = name if field.init else f"default_{name}"
            elif field.init:
                parameters.append(name)
            else:
                continue
            statements.append(f"put(self, {name!r}, {value})")
        if hasattr(cls, "__post_init__"):
            statements.append("self.__post_init__()")
        head = ", ".join(["self", *parameters])
        exec(f"def __init__({head}):\n {'; '.join(statements) or 'pass'}", names)
        names["__init__"].__annotations__ = {field.name: field.type for field in fields if field.init} | {
            "return": None
        }
        return names["__init__"]

    def _getter(names):
        """From an object to the tuple of its values."""
        if len(names) > 1:
            return attrgetter(*names)
        return (lambda self: (getattr(self, names[0]),)) if names else (lambda self: ())

    def _repr_of(names):
        @recursive_repr()
        def show(self):
            shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
            return f"{self.__class__.__qualname__}({shown})"

        return show

    def _eq_of(values):
        def equal(self, other):
            if other.__class__ is self.__class__:
                return values(self) == values(other)
            return NotImplemented

        return equal

    def _hash_of(values):
        return lambda self: hash(values(self))

    def _refuse_assignment(self, name, value):
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def _refuse_deletion(self, name):
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def _getstate(self):
        return [getattr(self, name) for name in self.__dataclass_fields__]

    def _setstate(self, state):
        for name, value in zip(self.__dataclass_fields__, state, strict=True):
            object.__setattr__(self, name, value)
