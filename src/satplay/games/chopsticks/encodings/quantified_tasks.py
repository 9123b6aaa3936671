"""Tasks behind quantifiers, and what a winning strategy answers to many plays at once.

A strategy may have a hundred thousand gates, and there are hundreds of positions to be asked about.  So each
play is one bit of a number, a gate is the conjunction of such numbers, and only gates that matter are looked
at (``logic.replies`` answers one play, and all of it).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from satplay.games.chopsticks.analysis.witness import Witness
from satplay.logic.literal import Lit, Var
from satplay.logic.quantified import Quantified
from satplay.logic.replies import gate_rows
from satplay.logic.strategy import Strategy


@dataclass(frozen=True, slots=True)
class Behind:
    """A task behind quantifiers; ``witness`` says what a winning strategy of the formula comes to."""

    formula: Quantified
    witness: Callable[[Strategy], Witness]


class Replier:
    """One strategy, to be asked again and again."""

    def __init__(self, strategy: Strategy) -> None:
        self._functions = strategy.functions
        self._gates = {gate: tuple(lits) for gate, *lits in gate_rows(strategy)}

    def replies(self, plays: Sequence[Iterable[Lit]], wanted: Iterable[Var]) -> list[set[Lit]]:
        """For each play, by the loser's choices, the wanted variables that the winner makes true.

        What was not chosen yet cannot matter to them, and counts as false.
        """
        chosen: dict[Var, int] = {}
        for at, play in enumerate(plays):
            for lit in play:
                chosen[abs(lit)] = chosen.get(abs(lit), 0) | (lit > 0) << at
        everyone = (1 << len(plays)) - 1
        true: list[set[Lit]] = [set() for _ in plays]
        for var in wanted:
            function = self._functions.get(var)
            if function is None:
                continue
            value = self._value(abs(function), chosen, everyone)
            for at in _bits(value if function > 0 else everyone & ~value):
                true[at].add(var)
        return true

    def _value(self, var: Var, known: dict[Var, int], everyone: int) -> int:
        """In which plays a variable or a gate is true; what is found is kept in ``known``."""
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
                known[top] = _conjunction(lits, known, everyone)
        return known[var]


def _conjunction(lits: Iterable[Lit], known: Mapping[Var, int], everyone: int) -> int:
    value = everyone
    for lit in lits:
        value &= known[lit] if lit > 0 else ~known[-lit]
    return value


def _bits(number: int) -> list[int]:
    return [at for at in range(number.bit_length()) if number >> at & 1]
