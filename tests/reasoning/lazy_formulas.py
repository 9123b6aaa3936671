"""Formulas with lazy clauses, as encodings of their own models."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any

from satplay.contracts.encoding import Encoding
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause
from satplay.logic.model import Model
from satplay.rule import RuleInstance


class Rule(Enum):
    """The only rule."""

    LAZY = "this clause holds"


def lazy_encoding(
    formula: Formula, violated: Callable[[Model], list[Clause]], **parts: Any
) -> Encoding[Model]:
    """The formula together with the lazy clauses that ``violated`` finds."""

    def lazy_clauses(model: Model) -> Iterator[tuple[RuleInstance, Clause]]:
        for clause in violated(model):
            yield RuleInstance(Rule.LAZY, f"{clause} holds", ()), clause

    return Encoding(formula, decode=lambda model: model, answer=(), lazy_clauses=lazy_clauses, **parts)
