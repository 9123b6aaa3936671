"""Strategy: the replies of the winning player of a quantified formula, as Boolean functions made of gates.

The existential player wins a true formula (Skolem functions), the universal player a false one (Herbrand
functions).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satplay.fast_dataclass import dataclass
from satplay.logic.literal import Lit, Var
from satplay.logic.quantified import Quantifier


@dataclass(frozen=True, slots=True, eq=False)
class Strategy:
    """One function for each variable of the ``winner``: a literal of ``functions``.

    Such a literal, like the inputs of a gate, refers to a variable of the losing player or to a gate.  Gates
    have numbers above every variable; each is the conjunction of its inputs.  ``gates`` is a sequence of rows
    ``gate, literal, ..., literal, 0`` in topological order.  A gate without inputs is true.  A variable
    without a function may have either value.

    A function may depend only on variables of the losing player that are bound further outside.
    """

    winner: Quantifier
    gates: NDArray[np.int32]
    functions: Mapping[Var, Lit]

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, Strategy):
            return NotImplemented
        same = self.winner is other.winner and self.functions == other.functions
        return same and np.array_equal(self.gates, other.gates)

    def __hash__(self) -> int:
        return hash((self.winner, self.gates.tobytes()))
