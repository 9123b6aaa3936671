"""What a library answers, in the caller's numbers, made whole, and not believed until it is checked."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from satplay.engines.library.renumber import Renumbering
from satplay.engines.verify import first_false_clause
from satplay.errors import EngineError
from satplay.logic.literal import FlatClauses, Lit
from satplay.logic.model import Model

MANY_UNUSED = 1_000_000
"""A model lists all declared variables, unless over so many more are declared than occur."""


def complete_model(found: NDArray[np.int32], renumbering: Renumbering, var_count: int) -> Model:
    """The model that the library found, with false for each variable that it left out.

    >>> renumbering = Renumbering()
    >>> inside = renumbering.inside(np.array([2, 0, 7_000_000, 0], np.int32))
    >>> complete_model(inside[inside != 0], renumbering, 7_000_000)
    Model(2 7000000)
    """
    known = renumbering.count
    lits = renumbering.outside(found[np.abs(found) <= known])  # a library may add variables of its own
    true = lits[lits > 0]
    if var_count <= known + MANY_UNUSED:
        full = -np.arange(1, var_count + 1, dtype=np.int32)
        full[true - 1] = true
    else:
        variables = np.sort(renumbering.outside(np.arange(1, known + 1, dtype=np.int32)))
        full = -variables
        full[np.searchsorted(variables, true)] = true
    return Model(full)


def check_model(engine: str, model: Model, flat: FlatClauses, assumed: NDArray[np.int32]) -> None:
    """Raise ``EngineError`` unless the model makes every clause and every assumption true."""
    units = np.zeros(2 * assumed.size, np.int32)
    units[::2] = assumed
    for clauses, what in ((flat, "clause"), (units, "assumption")):
        wrong = first_false_clause(clauses, model)
        if wrong is not None:
            raise EngineError(f"{engine}: a model in which {what} number {wrong + 1} is false")


def checked_core(engine: str, found: NDArray[np.int32], assumed: NDArray[np.int32]) -> tuple[Lit, ...]:
    """The core in the order of the assumptions; raise ``EngineError`` if it has any other literal.

    >>> checked_core("some engine", np.array([-3, 1], np.int32), np.array([1, 2, -3], np.int32))
    (1, -3)
    """
    core = set(found.tolist())
    if not core.issubset(assumed.tolist()):
        raise EngineError(f"{engine}: a core with a literal that was not assumed")
    return tuple(lit for lit in assumed.tolist() if lit in core)
