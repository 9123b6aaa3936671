"""Strategy: how the winner of a quantified formula answers, as functions made of gates.

A formula that holds is won by the player of the existential variables (Skolem functions), one that fails by
the player of the universal ones (Herbrand functions).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from satplay.logic.literal import Lit, Var
from satplay.logic.quantified import Quantifier


@dataclass(frozen=True, slots=True, eq=False)
class Strategy:
    """One function for each variable of the ``winner``: a literal of ``functions``.

    Such a literal, like those that go into a gate, says a variable of the loser or a gate.  Gates have
    numbers above every variable; each is the conjunction of its literals: ``gates`` has one row after the
    other, as ``gate, literal, ..., literal, 0``, a gate after those it uses.  A gate without literals is
    true.  A variable without a function may have either value.

    A function may depend only on variables of the loser that are bound further outside.
    """

    winner: Quantifier
    gates: NDArray[np.int32]
    functions: Mapping[Var, Lit]
