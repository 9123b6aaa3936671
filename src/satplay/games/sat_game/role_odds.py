"""The odds that Negative has the next turn, in random mode.

Near 0.5 if about half of the random formulas of that shape are satisfiable, so that the game stays open.
"""

from __future__ import annotations

from math import exp

from satplay.games.sat_game.state import Bias, State
from satplay.logic.threshold import weight

THRESHOLD = 4.27
"""Satisfiability threshold of random 3-SAT in clauses per variable (Mertens, Mézard & Zecchina 2006)."""

STEEPNESS = 5.5
LEAST, MOST = 0.1, 0.9


def negative_odds(state: State) -> float:
    """The probability that Negative has the next turn; the formula has clauses, and none is empty.

    >>> from satplay.games.sat_game.state import clause
    >>> round(negative_odds(State((clause(1, [1]), clause(2, [-1])), bias=Bias.LENGTH_WEIGHTED)), 3)
    0.9
    >>> round(negative_odds(State((clause(1, [1, 2]), clause(2, [2, 3])), bias=Bias.RATIO)), 3)
    0.1
    """
    if state.bias is Bias.EVEN:
        return 0.5
    variables = len(state.variables())
    if state.bias is Bias.RATIO:
        tightness = len(state.clauses) / variables / THRESHOLD
    else:
        tightness = sum(weight(len(clause.lits)) for clause in state.clauses) / variables
    # Beyond this the odds are MOST anyway, and exp would overflow on the other side first.
    steep = max(-50.0, min(50.0, STEEPNESS * (tightness - 1)))
    return min(MOST, max(LEAST, 1 / (1 + exp(-steep))))
