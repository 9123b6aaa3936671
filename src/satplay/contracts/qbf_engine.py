"""Engines for quantified Boolean formulas, and their answers."""

from __future__ import annotations

from typing import Protocol

from satplay.contracts.engine import UNLIMITED, Limit, Unknown
from satplay.fast_dataclass import dataclass
from satplay.logic.literal import Lit
from satplay.logic.quantified import Quantified
from satplay.logic.strategy import Strategy


class QbfEngine(Protocol):
    """An engine for quantified Boolean formulas."""

    def decide(self, question: Quantified, limit: Limit = UNLIMITED) -> Holds | Fails | Unknown:
        """Decide whether the formula is true."""

    def interrupt(self) -> None:
        """Make a running ``decide`` return ``Unknown`` soon; called from another thread."""


@dataclass(frozen=True, slots=True)
class Holds:
    """True; ``outermost`` are winning values for a leading existential block.

    ``strategy`` covers all existential blocks, if the engine was asked for one.
    """

    outermost: tuple[Lit, ...] = ()
    strategy: Strategy | None = None


@dataclass(frozen=True, slots=True)
class Fails:
    """False; ``outermost`` are refuting values for a leading universal block.

    ``strategy`` covers all universal blocks, if the engine was asked for one.
    """

    outermost: tuple[Lit, ...] = ()
    strategy: Strategy | None = None
