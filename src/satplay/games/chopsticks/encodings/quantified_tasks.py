"""Tasks as quantified formulas, and the evaluation of winning strategies for many plays in parallel.

A strategy may have a hundred thousand gates, and there are hundreds of positions to evaluate.  So each play
is one bit of a Python int, a gate is a bitwise conjunction, and only the gates that a result depends on are
evaluated (``logic.replies`` evaluates all gates for one play).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from satplay.fast_dataclass import dataclass
from satplay.games.chopsticks.analysis.witness import Witness
from satplay.logic.literal import Lit, Var
from satplay.logic.quantified import Quantified
from satplay.logic.replies import gate_rows
from satplay.logic.strategy import Strategy


@dataclass(frozen=True, slots=True)
class QuantifiedTask:
    """A task as a QBF; ``witness`` decodes a winning strategy of the formula."""

    formula: Quantified
    witness: Callable[[Strategy], Witness]


class StrategyEvaluator:
    """Evaluates one strategy of a QBF."""

    def __init__(self, strategy: Strategy) -> None:
        self._functions = strategy.functions
        self._gates = {gate: tuple(lits) for gate, *lits in gate_rows(strategy)}

    def evaluate(self, plays: Sequence[Iterable[Lit]], variables: Iterable[Var]) -> list[set[Lit]]:
        """For each play, given by the loser's choices, the wanted variables that the winner sets to true.

        Later choices of the loser cannot affect them and count as false.
        """
        chosen: dict[Var, int] = {}
        for at, play in enumerate(plays):
            for lit in play:
                chosen[abs(lit)] = chosen.get(abs(lit), 0) | (lit > 0) << at
        all_plays = (1 << len(plays)) - 1
        true: list[set[Lit]] = [set() for _ in plays]
        for var in variables:
            function = self._functions.get(var)
            if function is None:
                continue
            value = self._value(abs(function), chosen, all_plays)
            for at in _bits(value if function > 0 else all_plays & ~value):
                true[at].add(var)
        return true

    def _value(self, var: Var, known: dict[Var, int], all_plays: int) -> int:
        """The plays in which a variable or a gate is true; results are cached in ``known``."""
        waiting = [var]
        while waiting:
            top = waiting[-1]
            lits = self._gates.get(top)
            if lits is None:
                known.setdefault(top, 0)
            missing = [abs(lit) for lit in lits or () if abs(lit) not in known]
            if missing:
                waiting += missing
                continue
            waiting.pop()
            if lits is not None and top not in known:
                known[top] = _conjunction(lits, known, all_plays)
        return known[var]


def _conjunction(lits: Iterable[Lit], known: Mapping[Var, int], all_plays: int) -> int:
    value = all_plays
    for lit in lits:
        value &= known[lit] if lit > 0 else ~known[-lit]
    return value


def _bits(number: int) -> list[int]:
    return [at for at in range(number.bit_length()) if number >> at & 1]
