"""Atoms and rule instances in lists, in place of the functions that create them on demand.

Encoders define these functions locally, and pickling finds a function by its name in a module: a formula is
pickled with the lists.
"""

from __future__ import annotations

from functools import partial
from types import FunctionType
from typing import Any

from satplay.fast_dataclass import dataclass
from satplay.logic.literal import Atom
from satplay.rule import RuleInstance


@dataclass(frozen=True, slots=True)
class ListedAtoms:
    """The meanings of a block of variables, in the order of the variables.

    >>> ListedAtoms((2, 2), ("a", "b", "c", "d"))(1, 0)
    'c'
    """

    shape: tuple[int, ...]
    atoms: tuple[Atom, ...]

    def __call__(self, *place: int) -> Atom:
        at = 0
        for i, size in zip(place, self.shape, strict=True):
            at = at * size + i
        return self.atoms[at]


@dataclass(frozen=True, slots=True)
class ListedInstances:
    """The rule instances of a block of clauses, in order."""

    instances: tuple[RuleInstance, ...]

    def __call__(self, number: int) -> RuleInstance:
        return self.instances[number]


def is_found_by_name(function: Any) -> bool:
    """Whether pickling can find what creates atoms or rule instances: a function of a module, or a list.

    >>> is_found_by_name(is_found_by_name), is_found_by_name(partial(is_found_by_name, 1))
    (True, True)
    >>> is_found_by_name(lambda: 0), is_found_by_name(ListedInstances(()))
    (False, True)
    """
    inner = function.func if isinstance(function, partial) else function
    if isinstance(inner, FunctionType):
        return inner.__qualname__.isidentifier()
    return isinstance(inner, ListedAtoms | ListedInstances)
