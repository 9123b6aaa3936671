"""Truth tables of small formulas: all assignments at once, one bit each.

With n variables a set of assignments is a Python int of 2^n bits; assignment a gives the i-th variable the
i-th bit of a.  Up to ``MAX_TABLE_VARIABLES`` variables this replaces hundreds of engine calls.
"""

from __future__ import annotations

from collections.abc import Sequence

from satplay.games.sat_game.state import Clause

MAX_TABLE_VARIABLES = 12


class TruthTable:
    """The assignments to the variables that occur, and those that each clause forbids.

    >>> table = TruthTable([Clause(1, (1, 2)), Clause(2, (-1,))])
    >>> table.models, table.count_models(2), table.count_models(1), table.removable_clauses()
    (1, 1, 0, [])
    >>> TruthTable([Clause(1, (1,)), Clause(2, (-1,)), Clause(3, (1, 2))]).removable_clauses()
    [3]
    """

    def __init__(self, clauses: Sequence[Clause]) -> None:
        self.variables = sorted({abs(lit) for clause in clauses for lit in clause.lits})
        self._clauses = clauses
        size = 1 << len(self.variables)
        self._all = (1 << size) - 1
        # The i-th variable is true in every other block of 2^i assignments.
        self._true = {
            variable: self._all // ((1 << (2 << at)) - 1) * ((1 << (1 << at)) - 1) << (1 << at)
            for at, variable in enumerate(self.variables)
        }
        self._forbidden = [self._falsifying(clause) for clause in clauses]
        self._once = self._twice = 0
        for forbidden in self._forbidden:
            self._twice |= self._once & forbidden
            self._once |= forbidden

    def _where(self, lit: int) -> int:
        true = self._true[abs(lit)]
        return true if lit > 0 else self._all ^ true

    def _falsifying(self, clause: Clause) -> int:
        found = self._all
        for lit in clause.lits:
            found &= self._where(-lit)
        return found

    @property
    def models(self) -> int:
        """The number of models."""
        return (self._all ^ self._once).bit_count()

    def count_models(self, lit: int) -> int:
        """The number of models that make this literal true."""
        return ((self._all ^ self._once) & self._where(lit)).bit_count()

    def removable_clauses(self) -> list[int]:
        """The numbers of the clauses whose removal adds no model.

        A clause is needed iff it is the only one to forbid some assignment.
        """
        alone = self._once & ~self._twice
        return [
            clause.number
            for clause, forbidden in zip(self._clauses, self._forbidden, strict=True)
            if not forbidden & alone
        ]
