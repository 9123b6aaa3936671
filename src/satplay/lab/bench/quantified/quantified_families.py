"""The families of quantified formulas, found in ``families/``."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from satplay.lab.bench.family import Family
from satplay.logic.quantified import Quantified


def families() -> list[Family[Quantified]]:
    """All families, file by file."""
    from satplay.lab.bench.quantified import families as folder

    names = sorted(module.name for module in pkgutil.iter_modules(folder.__path__))
    return [family for name in names for family in import_module(f"{folder.__name__}.{name}").FAMILIES]
