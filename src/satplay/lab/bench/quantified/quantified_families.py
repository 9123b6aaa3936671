"""The families of quantified formulas, found in ``families/``."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from satplay.errors import NoSuchName
from satplay.logic.quantified import Quantified

Build = Callable[[int], Quantified]
"""From a seed to a formula."""


@dataclass(frozen=True, slots=True)
class Family:
    """A row of the table; ``quick`` builds small formulas of the same kind."""

    name: str
    title: str
    build: Build
    quick: Build
    seeds: tuple[int, ...] = (1, 2, 3, 4, 5)
    quick_seeds: tuple[int, ...] = (1, 2)


def families() -> list[Family]:
    """All families, file by file."""
    from satplay.lab.bench.quantified import families as folder

    names = sorted(module.name for module in pkgutil.iter_modules(folder.__path__))
    return [family for name in names for family in import_module(f"{folder.__name__}.{name}").FAMILIES]


def find_family(name: str) -> Family:
    """The family of that name."""
    found = {family.name: family for family in families()}
    if name not in found:
        raise NoSuchName("family of formulas", name, found)
    return found[name]
