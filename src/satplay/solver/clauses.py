"""The methods of ``Solver`` that add clauses and cardinality constraints."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from os import PathLike
from typing import Any

import numpy as np

from satplay.arguments import expect_literals, expect_whole_number, show
from satplay.errors import BadInput
from satplay.logic.cardinality import at_most
from satplay.logic.cardinality.weighted import at_most_weight
from satplay.logic.clause_input import BYTES, FORMULAS, NO_CLAUSES, expect_no_bool, one_clause
from satplay.logic.formula import Formula
from satplay.logic.literal import MAX_VAR, Lit
from satplay.solver.state import LITERALS, SolverState


class ClauseMethods(SolverState):
    """Adding clauses and cardinality constraints."""

    def add(self, *clause: Any) -> None:
        """Add one clause, given as literals or as one list.

        >>> from satplay import Solver
        >>> solver = Solver()
        >>> solver.add(1, -2); solver.add([2, 3])
        >>> solver
        Solver(3 variables, 2 clauses)
        """
        self.add_clause(one_clause(clause))

    def add_clause(self, clause: Iterable[Lit], no_return: bool = True) -> bool | None:
        """Add one clause; with ``no_return=False`` return whether unit propagation finds no conflict.

        >>> from satplay import Solver
        >>> Solver(bootstrap_with=[[-1, 2], [-1, -2]]).add_clause([1], no_return=False)
        False
        """
        core = self._core
        if core is None:
            return None
        if self._status and self._width is None:
            self._width = core.declared
        if not isinstance(clause, list) or self._first_hidden <= MAX_VAR or self._enumerations:
            clause = self._expect_visible("clause", clause)
        try:
            if 1 in clause:
                expect_no_bool(clause)
            core.add(clause)
        except (TypeError, ValueError):
            raise BadInput("clause", found=show(clause), expected=LITERALS) from None
        self._clause_count += 1
        if self._enumerations:
            self._forward([clause])
        return None if no_return else self._is_consistent()

    def append_formula(self, formula: Any, no_return: bool = True) -> bool | None:
        """Add every clause of a formula, in any form that satplay accepts; arrays are added in bulk.

        With ``no_return=False`` return whether unit propagation finds no conflict, None for no clauses.

        >>> from satplay import Solver
        >>> solver = Solver()
        >>> solver.append_formula([[1, 2], [-1], [-2]], no_return=False)
        False
        >>> solver.append_formula("p cnf 3 1\\n1 -3 0")
        >>> solver.append_formula(np.array([[1, 2, 0], [1, 2, 3]]))  # a row per clause, filled with 0
        >>> solver
        Solver(3 variables, 6 clauses)
        """
        if self._core is None:
            return None
        before = self._clause_count
        if self._status and self._width is None:
            self._width = self._core.declared
        if isinstance(formula, (str, *BYTES, PathLike, np.ndarray, Formula)):
            self._append_flat(formula if isinstance(formula, Formula) else Formula(formula))
        else:
            self._append_items(formula)
        return None if no_return or self._clause_count == before else self._is_consistent()

    def _append_flat(self, formula: Formula) -> None:
        assert self._core is not None
        if formula.var_count >= self._first_hidden:
            self._expect_visible("clauses", [formula.var_count])
        self._core.declare(formula.var_count)
        self._core.add_flat(formula.flat)
        self._clause_count += len(formula)
        for enumeration in self._enumerations:
            enumeration.add(formula.flat)

    def _append_items(self, formula: Any) -> None:
        """Add clauses from an iterable; a pair of literals and a number is a cardinality constraint."""
        assert self._core is not None
        try:
            listed = isinstance(formula, Iterable) and not isinstance(formula, NO_CLAUSES)
            clauses = list(formula if listed else formula.clauses)
        except (AttributeError, TypeError):
            raise BadInput("formula", found=show(formula), expected=FORMULAS) from None
        if self._first_hidden > MAX_VAR and not self._enumerations:
            try:
                self._core.add_lists(clauses)
            except (TypeError, ValueError):
                pass  # nothing was added: find the reason, or a cardinality constraint
            else:
                self._clause_count += len(clauses)
                return
        for clause in clauses:
            if _is_cardinality(clause):
                self.add_atmost(*clause)
            else:
                self.add_clause(clause)

    def add_atmost(
        self,
        lits: Iterable[Lit],
        k: int,
        weights: Sequence[int] = [],
        no_return: bool = True,
    ) -> bool | None:
        """Require that at most ``k`` literals are true, or that the weights of the true ones are at most k.

        The constraint is encoded in clauses.  Its auxiliary variables are hidden: no model, core or
        number of variables shows them, and each model of the other variables is enumerated once.

        >>> from satplay import Solver
        >>> solver = Solver(bootstrap_with=[[1, 2, 3]])
        >>> solver.add_atmost([1, 2, 3], 1)
        >>> sorted(solver.enum_models())
        [[-1, -2, 3], [-1, 2, -3], [1, -2, -3]]
        """
        core = self._core
        if core is None:
            return None
        chosen = self._expect_visible("literals", lits)
        bound = expect_whole_number("bound", k, least=-MAX_VAR)
        factors = expect_literals("weights", weights)
        if factors and len(factors) != len(chosen):
            raise BadInput("weights", found=f"{len(factors)}", expected=f"{len(chosen)}, one per literal")
        if self._status and self._width is None:
            self._width = core.declared
        core.declare(max(map(abs, chosen), default=0))
        if factors:
            clauses = list(at_most_weight(chosen, factors, bound, self._hide_variable))
        else:
            clauses = list(at_most(chosen, bound, self._hide_variable))
        if self._first_hidden <= MAX_VAR:
            core.hide(self._first_hidden)
        core.add_lists(clauses)
        self._clause_count += 1
        self._forward(clauses)
        return None if no_return else self._is_consistent()

    def _hide_variable(self) -> Lit:
        """A new auxiliary variable: from the largest number down, where no other clause has one."""
        self._first_hidden -= 1
        return self._first_hidden

    def _forward(self, clauses: Iterable[Sequence[Lit]]) -> None:
        """Add clauses to the running enumerations, too."""
        if self._enumerations:
            flat = Formula(clauses).flat
            for enumeration in self._enumerations:
                enumeration.add(flat)

    def _is_consistent(self) -> bool:
        assert self._core is not None
        consistent: bool = self._core.consequences([])[0]
        if not consistent:
            self._status, self._model = False, []
        return consistent

    def supports_atmost(self) -> bool | None:
        """Return True: see ``add_atmost``."""
        return None if self._core is None else True

    def activate_atmost(self) -> None:
        """Nothing to do: ``add_atmost`` is always available."""


def _is_cardinality(clause: Any) -> bool:
    """Whether an item of a CNF+ formula is a pair of literals and a bound, or a triple with weights."""
    return isinstance(clause, list | tuple) and len(clause) in (2, 3) and isinstance(clause[0], list | tuple)
