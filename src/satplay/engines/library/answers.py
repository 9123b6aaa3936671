"""Models and cores of a library: translated to external literals, completed and checked."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from satplay.engines.library.renumber import Renumbering
from satplay.engines.verify import first_false_clause
from satplay.errors import EngineError
from satplay.logic.literal import FlatClauses, Lit
from satplay.logic.model import Model

MANY_UNUSED = 1_000_000
"""A model lists all declared variables, unless more than this many do not occur in clauses."""


def complete_model(found: NDArray[np.int32], renumbering: Renumbering, var_count: int) -> Model:
    """The model found by the library, with false for each variable that it omits.

    >>> renumbering = Renumbering()
    >>> internal = renumbering.to_internal(np.array([2, 0, 7_000_000, 0], np.int32))
    >>> complete_model(internal[internal != 0], renumbering, 7_000_000)
    Model(2 7000000)
    """
    known = renumbering.count
    lits = renumbering.to_external(found[np.abs(found) <= known])  # a library may add variables
    true = lits[lits > 0]
    if var_count <= known + MANY_UNUSED:
        full = -np.arange(1, var_count + 1, dtype=np.int32)
        full[true - 1] = true
    else:
        variables = np.sort(renumbering.to_external(np.arange(1, known + 1, dtype=np.int32)))
        full = -variables
        full[np.searchsorted(variables, true)] = true
    return Model(full)


def check_model(engine: str, model: Model, flat: FlatClauses, assumptions: NDArray[np.int32]) -> None:
    """Raise ``EngineError`` unless the model satisfies every clause and every assumption."""
    units = np.zeros(2 * assumptions.size, np.int32)
    units[::2] = assumptions
    for clauses, what in ((flat, "clause"), (units, "assumption")):
        wrong = first_false_clause(clauses, model)
        if wrong is not None:
            raise EngineError(f"{engine}: a model in which {what} number {wrong + 1} is false")


def checked_core(engine: str, found: NDArray[np.int32], assumptions: NDArray[np.int32]) -> tuple[Lit, ...]:
    """The core in the order of the assumptions; raises ``EngineError`` if it has another literal.

    >>> checked_core("some engine", np.array([-3, 1], np.int32), np.array([1, 2, -3], np.int32))
    (1, -3)
    """
    core = set(found.tolist())
    if not core.issubset(assumptions.tolist()):
        raise EngineError(f"{engine}: a core with a literal that was not assumed")
    return tuple(lit for lit in assumptions.tolist() if lit in core)
