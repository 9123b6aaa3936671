"""The QBF engine: clausal abstraction, one incremental SAT session for each quantifier block.

Implemented in C++ (``native/quantified``): the formula is simplified, then decided as in CAQE (Rabe &
Tentrup, "CAQE: A Certifying QBF Solver", FMCAD 2015).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.engine import UNLIMITED, Limit, Unknown
from satplay.contracts.qbf_engine import Fails, Holds
from satplay.engines.native_codes import SATISFIABLE, STOPPED, bounds
from satplay.errors import BadInput, EngineMissing
from satplay.logic.literal import MAX_VAR
from satplay.logic.quantified import Quantified, Quantifier
from satplay.logic.strategy import Strategy


class AbstractionEngine:
    """Decides prenex formulas; with ``strategy``, also computes the winner's strategy.

    Variables are first eliminated by resolution where this is short, unless ``eliminate`` is false.

    A strategy has a gate for every decision; it is omitted (None) if the gates would need numbers beyond
    ``MAX_VAR``.

    >>> from satplay.logic.formula import Formula
    >>> from satplay.logic.quantified import Block
    >>> for_all, exists = Block(Quantifier.FORALL, (1,)), Block(Quantifier.EXISTS, (2,))
    >>> equal = Formula([[1, -2], [-1, 2]])
    >>> AbstractionEngine().decide(Quantified((for_all, exists), equal))
    Holds(outermost=(), strategy=None)
    >>> AbstractionEngine().decide(Quantified((exists,), Formula([[2, 3], [-2]])))
    Holds(outermost=(3, -2), strategy=None)
    """

    def __init__(self, *, strategy: bool = False, eliminate: bool = True) -> None:
        try:
            from satplay._native import Decider
        except ImportError:
            remedy = "it is part of the native core: install satplay on a machine with a C++ compiler"
            raise EngineMissing("abstraction", remedy) from None
        self._decider = Decider()
        self._keep_strategy = strategy
        self._eliminate = eliminate
        self._statistics: Mapping[str, int] = {}

    def decide(self, question: Quantified, limit: Limit = UNLIMITED) -> Holds | Fails | Unknown:
        """Decide the formula; the answer has values of the outermost block if the winner chooses it."""
        prefix = _signed_prefix(question)
        largest = max(question.matrix.var_count, int(np.abs(prefix).max(initial=0)))
        first_gate = min(largest + 1, MAX_VAR)
        status, stopped, outermost, gates, functions, self._statistics = self._decider.decide(
            prefix, question.matrix.flat, self._eliminate, self._keep_strategy, first_gate, *bounds(limit)
        )
        if why := STOPPED[stopped]:
            return Unknown(why)
        winner = Quantifier.EXISTS if status == SATISFIABLE else Quantifier.FORALL
        strategy = None
        if gates is not None and functions is not None:
            pairs = zip(functions[::2].tolist(), functions[1::2].tolist(), strict=True)
            strategy = Strategy(winner, gates, dict(pairs))
        answer = Holds if status == SATISFIABLE else Fails
        return answer(tuple(outermost), strategy)

    def interrupt(self) -> None:
        """Make a running ``decide`` return ``Unknown`` soon; called from another thread."""
        self._decider.interrupt()

    def statistics(self) -> Mapping[str, int]:
        """Counters of the last call: queries to SAT sessions, their conflicts, refinements."""
        return self._statistics


def _signed_prefix(question: Quantified) -> NDArray[np.int32]:
    """The variables of the prefix, outermost first, universal ones negated, as the core expects them."""
    signed: list[int] = []
    for block in question.prefix:
        universal = block.quantifier is Quantifier.FORALL
        signed += (-var for var in block.variables) if universal else block.variables
    try:
        return np.array(signed, np.int32)
    except OverflowError:
        found = f"variable {max(map(abs, signed))}"
        raise BadInput("prefix", found=found, expected=f"variables up to {MAX_VAR}") from None
