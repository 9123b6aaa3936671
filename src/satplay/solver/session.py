"""Solver: an incremental session with the interface of PySAT's ``Solver``, on the native engine."""

from __future__ import annotations

from typing import Any, NoReturn, Self

import numpy as np

from satplay.arguments import show
from satplay.contracts.pickling import refuse_pickling
from satplay.errors import BadInput, needs_native_core
from satplay.logic.literal import Lit
from satplay.solver.clauses import ClauseMethods
from satplay.solver.names import SYNCHRONISED, expect_name
from satplay.solver.proof_lines import ProofLines
from satplay.solver.queries import QueryMethods
from satplay.solver.state import COUNTERS
from satplay.solver.unsupported import UnsupportedMethods

KEYWORDS = {"incr", "with_proof", "warm_start", "native_card", "sync_with"}


class Solver(ClauseMethods, QueryMethods, UnsupportedMethods):
    """A session with the methods of ``pysat.solvers.Solver``, on satplay's own engine.

    ``name``            the name of any engine of PySAT; each means satplay's engine
    ``bootstrap_with``  a formula: clauses, a ``Formula``, a ``CNF`` of PySAT, an array, DIMACS, a path
    ``use_timer``       measure the time of the calls: ``time`` and ``time_accum``
    ``with_proof``      log a proof: ``get_proof``

    The engine is always incremental, starts from the last model, and supports cardinality constraints:
    ``incr``, ``warm_start`` and ``native_card`` are accepted and change nothing.  ``sync_with`` is a pool of
    variables for ``attach_vpool``; as in PySAT it is ignored unless ``name`` is ``cadical300`` or ``ergo``.
    After ``delete`` every query returns None, as in PySAT.

    >>> with Solver(bootstrap_with=[[-1, 2], [-2, 3]]) as solver:
    ...     print(solver.solve(), solver.get_model())
    ...     print(solver.solve(assumptions=[1, -3]), sorted(solver.get_core()))
    True [-1, -2, -3]
    False [-3, 1]
    """

    def __init__(
        self, name: str = "m22", bootstrap_with: Any = None, use_timer: bool = False, **kwargs: Any
    ) -> None:
        self.new(name, bootstrap_with, use_timer, **kwargs)

    def new(
        self, name: str = "m22", bootstrap_with: Any = None, use_timer: bool = False, **kwargs: Any
    ) -> None:
        """Open the session, as the constructor does; without effect unless it was deleted.

        >>> solver = Solver()
        >>> solver.delete()
        >>> solver.new(bootstrap_with=[[1]])
        >>> solver.solve()
        True
        """
        for keyword in kwargs:
            if keyword not in KEYWORDS:
                raise TypeError(f"unexpected keyword argument {keyword!r}: there are {sorted(KEYWORDS)}")
        if self._core is not None:
            return
        expect_name(name)
        with needs_native_core("a Solver"):
            from satplay.engines.native import NativeEngine

            session = NativeEngine()
        proof = ProofLines(session) if kwargs.get("with_proof") else None
        self._reset(session, proof, bool(use_timer))
        if bootstrap_with is not None:
            self.append_formula(bootstrap_with)
        if name.lower() in SYNCHRONISED:
            self.attach_vpool(kwargs.get("sync_with"))

    def delete(self) -> None:
        """Close the session and free its memory; ``with`` does it at the end of its block."""
        self._session = self._core = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.delete()

    def __reduce__(self) -> NoReturn:
        raise refuse_pickling("a Solver", "pickle the formula")

    def __repr__(self) -> str:
        if self._core is None:
            return "Solver(deleted)"
        return f"Solver({self.nof_vars()} variables, {self.nof_clauses()} clauses)"

    def attach_vpool(self, vpool: Any = None) -> None:
        """Keep an ``IDPool`` of PySAT from giving out variables of this session; None detaches it."""
        if self._core is not None:
            if vpool is not None and not (hasattr(vpool, "top") and hasattr(vpool, "occupy")):
                raise BadInput("pool of variables", found=show(vpool), expected="an IDPool of PySAT")
            self._pool = vpool
            self.sync_vars()
            self.sync_vpool()

    def sync_vars(self) -> None:
        """Declare every variable that the attached pool has given out."""
        if self._core is not None and self._pool is not None:
            self._core.declare(self._pool.top)

    def sync_vpool(self) -> None:
        """Occupy every variable of the session in the attached pool."""
        if self._core is not None and self._pool is not None and self._core.declared > self._pool.top:
            self._pool.occupy(self._pool.top + 1, self._core.declared)
            self._pool.top = self._core.declared

    def get_status(self) -> bool | None:
        """The answer of the last call: True, False, or None if it had none."""
        return None if self._core is None else self._status

    def get_model(self) -> list[Lit] | None:
        """The model of the last call, a literal for every variable; None unless it was satisfiable."""
        if self._core is None or self._status is not True:
            return None
        if self._model is not None:
            return list(self._model)
        model = self._core.model()
        if self._width is not None:
            model = model[: np.searchsorted(np.abs(model), self._width, "right")]
        literals: list[Lit] = model.tolist()
        return literals

    def get_core(self) -> list[Lit] | None:
        """Assumptions of the last call that cannot hold together; None if satisfiable, or if there are none.

        >>> solver = Solver(bootstrap_with=[[-1, 2]])
        >>> solver.solve(assumptions=[3, 1, -2]), solver.get_core()
        (False, [1, -2])
        """
        if self._core is None or self._status is not False or self._model is not None:
            return None
        return self._core.core() or None

    def get_proof(self) -> list[str] | None:
        """The DRUP proof since the start, a string for each line; None without ``with_proof=True``.

        ``satplay.check_proof`` verifies it against the clauses, also under assumptions.

        >>> solver = Solver(bootstrap_with=[[1, 2], [1, -2], [-1, 2], [-1, -2]], with_proof=True)
        >>> solver.solve(), solver.get_proof()
        (False, ['2 0', '1 0', '0'])
        """
        return None if self._core is None or self._proof is None else self._proof.lines()

    def time(self) -> float | None:
        """Seconds of processor time of the last call; measured if ``use_timer`` is true."""
        return None if self._core is None else self._last_seconds

    def time_accum(self) -> float | None:
        """Seconds of processor time of all calls; measured if ``use_timer`` is true."""
        return None if self._core is None else self._all_seconds

    def nof_vars(self) -> int | None:
        """The largest variable of a clause or assumption."""
        return None if self._core is None else self._core.declared

    def nof_clauses(self) -> int | None:
        """The number of clauses added; a cardinality constraint counts as one."""
        return None if self._core is None else self._clause_count

    def accum_stats(self) -> dict[str, int] | None:
        """The numbers of restarts, conflicts, decisions and propagations of all calls.

        >>> list(Solver().accum_stats())
        ['restarts', 'conflicts', 'decisions', 'propagations']
        """
        if self._core is None:
            return None
        counts = self._core.statistics()
        return {counter: counts[counter] + self._other_counts[counter] for counter in COUNTERS}
