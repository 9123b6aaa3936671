"""The values that a strategy chooses, given the choices so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from satplay.errors import BadInput
from satplay.logic.literal import Lit, Var
from satplay.logic.strategy import Strategy


def gate_rows(strategy: Strategy) -> Iterator[list[int]]:
    """Every gate with its input literals: ``[gate, literal, ...]``."""
    row: list[int] = []
    for number in strategy.gates.tolist():
        if number:
            row.append(number)
        else:
            yield row
            row = []


def replies(strategy: Strategy, choices: Iterable[Lit]) -> tuple[Lit, ...]:
    """The literals that the winning player makes true after these choices of the losing player.

    Later choices are unknown: a gate with a false input is false regardless of them, and a function whose
    value may still depend on them has no reply yet.  So the same strategy replies move by move.

    >>> import numpy as np
    >>> from satplay.logic.quantified import Quantifier
    >>> both = Strategy(Quantifier.EXISTS, np.array([9, 1, 2, 0], np.int32), {3: 9, 4: -1})
    >>> replies(both, [1]), replies(both, [-1]), replies(both, [1, 2])
    ((-4,), (-3, 4), (3, -4))
    """
    values: dict[Var, bool] = {}
    for lit in choices:
        if values.setdefault(abs(lit), lit > 0) != (lit > 0):
            raise BadInput(
                "choices", found=f"{abs(lit)} and {-abs(lit)}", expected="one value for a variable"
            )
    for gate, *lits in gate_rows(strategy):
        inputs = [_value(values, lit) for lit in lits]
        if False in inputs:
            values[gate] = False
        elif None not in inputs:
            values[gate] = True
    outputs = ((var, _value(values, lit)) for var, lit in strategy.functions.items())
    return tuple(var if value else -var for var, value in outputs if value is not None)


def _value(values: dict[Var, bool], lit: Lit) -> bool | None:
    value = values.get(abs(lit))
    return None if value is None else value == (lit > 0)
