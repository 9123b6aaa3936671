"""The native engine with a formula, for experiments that call it directly."""

from __future__ import annotations

from satplay.engines.native import NativeEngine
from satplay.logic.formula import Formula
from satplay.solving.session import load_formula


def open_native(formula: Formula) -> NativeEngine:
    """A new native engine that has loaded the formula."""
    engine = NativeEngine()
    load_formula(engine, formula)
    return engine
