"""Choosing cubes by look-ahead (``native/lookahead/``)."""

from __future__ import annotations

from satplay.errors import needs_native_core
from satplay.fast_dataclass import dataclass
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit


@dataclass(frozen=True, slots=True)
class Cubes:
    """The leaves of a tree of decisions: every assignment satisfies exactly one of the cubes.

    ``refuted``    the number of cubes that the look-ahead has refuted: an engine refutes them at once
    ``satisfied``  whether unit propagation in some cube leads to a model
    """

    cubes: tuple[tuple[Lit, ...], ...]
    refuted: int = 0
    satisfied: bool = False


def split_formula(formula: Formula, most: int) -> Cubes:
    """At most ``most`` cubes, at least one; the same for the same formula.

    >>> split_formula(Formula([[1, 2, 3], [-1, -2], [2, -3], [-1, 3]]), 2).cubes
    ((3,), (-3,))
    >>> split_formula(Formula([[1], [-1, 2]]), 8).cubes
    ((),)
    """
    with needs_native_core("splitting a formula into cubes"):
        from satplay._native import split

    cubes, refuted, satisfied = split(formula.flat, most)
    return Cubes(tuple(map(tuple, cubes)), refuted, satisfied)
