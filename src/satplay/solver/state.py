"""The state of a ``Solver``, which its methods share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satplay.arguments import expect_literals, show
from satplay.errors import BadInput
from satplay.logic.literal import MAX_VAR, Lit
from satplay.solver.enumeration import ModelEnumeration

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from satplay import _native
    from satplay.engines.native import NativeEngine
    from satplay.solver.proof_lines import ProofLines

COUNTERS = ("restarts", "conflicts", "decisions", "propagations")
LITERALS = f"literals from 1 to {MAX_VAR} or negated, such as [1, -2]"


class SolverState:
    """The engine and the last answer."""

    _session: NativeEngine | None = None
    _core: _native.Engine | None = None
    """The session of the native core; None after ``delete``."""

    def _reset(self, session: NativeEngine, proof: ProofLines | None, use_timer: bool) -> None:
        self._session, self._core, self._proof = session, session.compiled, proof
        self._status: bool | None = None
        # The last model of an enumeration; empty if the status is not the answer of a solve call.
        self._model: list[Lit] | None = None
        self._width: int | None = None  # how many variables the last model has, if clauses were added since
        self._clause_count = 0
        self._first_hidden = MAX_VAR + 1  # auxiliary variables have this number or a larger one
        self._conflicts = self._propagations = self._decisions = -1
        self._timer = use_timer
        self._last_seconds = self._all_seconds = 0.0
        self._enumerations: list[ModelEnumeration] = []  # those that are not finished
        self._pool: Any = None  # an IDPool of PySAT
        self._other_counts = dict.fromkeys(COUNTERS, 0)  # of finished enumerations

    def _expect_visible(self, what: str, lits: Iterable[Any]) -> list[Lit]:
        """The literals as a list of int; ``BadInput`` for 0 and for auxiliary variables."""
        listed = expect_literals(what, lits)
        if any(lit == 0 or abs(lit) >= self._first_hidden for lit in listed):
            expected = f"literals from 1 to {self._first_hidden - 1} or negated"
            raise BadInput(what, found=show(lits), expected=expected)
        return listed
