"""Formula: clauses, the meanings of their variables and the origins of the clauses.

Clauses are stored in one growing flat int32 buffer (``flat``), each closed by a 0; the native core reads it
without a copy.  Origins of clauses (``origin``) are stored as ranges of clause numbers, not as one object per
clause; so are meanings of variables (``meaning``) if the variables are created in blocks.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from os import PathLike
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from satplay.arguments import expect_whole_number, show
from satplay.errors import BadInput
from satplay.logic.clause_input import (
    BYTES,
    LITERALS,
    expect_clause,
    expect_clauses,
    expect_no_bool,
    flatten_array,
    listed_clauses,
    one_clause,
    read_formula,
)
from satplay.logic.flat_clauses import PIECE, FlatBuffer, range_of
from satplay.logic.literal import MAX_VAR, Atom, FlatClauses, Lit, Var
from satplay.logic.meaning import Meanings
from satplay.logic.origin import DEFINITION, Origin, Origins, Statement
from satplay.rule import RuleInstance

ClauseInput: TypeAlias = Iterable[Iterable[Lit]] | str | bytes | PathLike[str] | Any
"""Clauses in any form of ``clause_input``."""


class GuardedFormula(NamedTuple):
    """A formula whose rules can be switched off one by one: ``selectors`` maps a literal to its rule.

    Assuming a selector enforces its rule instance; leaving it out drops that instance.
    """

    formula: Formula
    selectors: dict[Lit, RuleInstance]


class Formula:
    """A conjunction of clauses, with meanings for variables and origins for clauses.

    >>> formula = Formula()
    >>> formula.add(1, -2)
    >>> formula.add_all([[2, 3], [-3]])
    >>> formula
    Formula(3 variables, 3 clauses)
    >>> formula.flat.tolist()
    [1, -2, 0, 2, 3, 0, -3, 0]

    It is created from any iterable of clauses, another formula, a ``CNF`` of PySAT, an array (a row per
    clause, filled up with 0; or flat, with a 0 after each clause), a DIMACS text, or the path of a file:

    >>> Formula([[1, -2], [2]]) == Formula(np.array([[1, -2], [2, 0]]))
    True
    >>> Formula("p cnf 2 2\\n1 -2 0\\n2 0\\n") == Formula([[1, -2], [2]])
    True
    """

    def __init__(self, clauses: ClauseInput = (), *, var_count: int = 0) -> None:
        self._var_count = 0
        self._clause_count = 0
        self._buffer = FlatBuffer()
        self._meanings = Meanings()
        self._origins = Origins()
        self._origin: Origin = None
        if isinstance(clauses, (str, *BYTES, PathLike)):
            self.__dict__ |= read_formula(clauses).__dict__
            clauses = ()
        self.declare(var_count)
        self.add_all(clauses)

    # -- variables and their meanings ------------------------------------------------------------

    @property
    def var_count(self) -> int:
        """Variables are 1 .. ``var_count``; not all of them need to occur."""
        return self._var_count

    def declare(self, var_count: int) -> None:
        """Declare variables up to ``var_count``, in constant time."""
        if type(var_count) is not int:
            var_count = expect_whole_number("variable count", var_count)
        if not 0 <= var_count <= MAX_VAR:
            raise BadInput("variable count", found=str(var_count), expected=f"0 to {MAX_VAR}")
        self._var_count = max(self._var_count, var_count)

    def fresh(self) -> Lit:
        """A new variable, as a positive literal."""
        self.declare(self._var_count + 1)
        return self._var_count

    def lit(self, atom: Atom) -> Lit:
        """The literal that means ``atom``, created on first use; equal atoms share one literal.

        Atoms of a :meth:`block` are not looked up: their literals are in the array that it returned.
        """
        found = self._meanings.variable(atom)
        if found is None:
            found = self.fresh()
            self._meanings.name(found, atom)
        return found

    def name(self, var: Var, atom: Atom) -> None:
        """Give a meaning to a variable that has none yet."""
        self._meanings.name(var, atom)
        self.declare(var)

    def block(self, shape: tuple[int, ...], meaning: Callable[..., Atom]) -> NDArray[np.int32]:
        """New variables in an array of the given shape; ``meaning(i, j, ...)`` is called only on demand.

        For encoders of large boards: no Python object is created per variable.
        """
        count = math.prod(shape)
        if any(size < 0 for size in shape) or self._var_count + count > MAX_VAR:
            expected = f"at most {MAX_VAR - self._var_count} variables more"
            raise BadInput("shape of a block", found=str(shape), expected=expected)
        first = self._var_count + 1
        variables = np.arange(first, first + count, dtype=np.int32).reshape(shape)
        if count:
            self.declare(self._var_count + count)
            self._meanings.add_block(first, self._var_count, shape, meaning)
        return variables

    def atom(self, lit: Lit) -> Atom | None:
        """The meaning of the variable of ``lit``; None if it has none."""
        return self._meanings.of(lit)

    def fact(self, lit: Lit) -> str:
        """The sentence that ``lit`` means.

        >>> Formula([[1, -2]]).fact(-2)
        'variable 2 is false'
        """
        atom = self.atom(lit)
        if atom is None:
            return f"variable {abs(lit)} is {'true' if lit > 0 else 'false'}"
        return atom.sentence if lit > 0 else atom.negation

    def atoms(self) -> Iterator[tuple[Var, Atom]]:
        """Every variable that has a meaning, in order, with its atom."""
        return iter(self._meanings)

    # -- adding clauses ----------------------------------------------------------------------------
    # Everything is validated before anything is stored: a rejected clause changes nothing.

    def add(self, *lits: Lit | Iterable[Lit]) -> None:
        """Add one clause: ``add(1, -2)`` or ``add([1, -2])``."""
        self._add(one_clause(lits))

    def _add(self, lits: Iterable[Lit]) -> None:
        if not isinstance(lits, tuple | list | np.ndarray):
            expect_clause(lits)
            lits = _listed(lits)
        try:
            packed = array("i", lits)
        except (TypeError, OverflowError, ValueError):
            raise _not_literals(lits) from None
        if 1 in packed and not isinstance(lits, np.ndarray):
            expect_no_bool(lits)
        if packed:
            low, high = min(packed), max(packed)
            if low < -MAX_VAR or 0 in packed:
                raise BadInput("clause", found=show(lits), expected=LITERALS)
            self._var_count = max(self._var_count, high, -low)
        packed.append(0)
        self._origins.note(self._clause_count, self._origin)
        self._buffer.append(packed)
        self._clause_count += 1

    def add_all(self, clauses: ClauseInput) -> None:
        """Add many clauses, in any form in which a formula is created.

        Of a text or a file the clauses are added, without the names of variables.  A list or tuple is added
        completely or, if one of its clauses is rejected, not at all.  An iterator is added clause by clause:
        it may be a generator that creates fresh variables meanwhile.
        """
        if isinstance(clauses, list | tuple):
            self._add_sequence(clauses)
            return
        if isinstance(clauses, (str, *BYTES, PathLike)):
            clauses = read_formula(clauses)
        if isinstance(clauses, np.ndarray):
            self.add_flat(flatten_array(clauses))
            return
        if isinstance(clauses, Formula):
            self.declare(clauses.var_count)
            self.add_flat(clauses.flat)
            return
        var_count = getattr(clauses, "nv", None)  # of a CNF of PySAT
        if isinstance(var_count, int):
            self.declare(var_count)
        for clause in listed_clauses(clauses):
            self._add(clause)

    def _add_sequence(self, clauses: Sequence[Iterable[Lit]]) -> None:
        expect_clauses(clauses)
        packed = array("i")
        clause: Iterable[Lit] = ()
        try:
            for clause in clauses:
                packed.extend(clause)
                packed.append(0)
        except (TypeError, OverflowError):
            raise _not_literals(clause) from None
        lits = np.frombuffer(packed, np.int32) if packed else np.empty(0, np.int32)
        if lits.size - np.count_nonzero(lits) != len(clauses):
            wrong = next((clause for clause in clauses if 0 in clause), ())
            raise BadInput("clause", found=show(wrong) if wrong else "0", expected=LITERALS)
        ones = np.flatnonzero(lits == 1)
        if ones.size:
            ends = np.flatnonzero(lits == 0)
            for number in np.unique(np.searchsorted(ends, ones)).tolist():
                clause = clauses[number]
                if isinstance(clause, tuple | list | set | frozenset):
                    expect_no_bool(clause)
        self.add_flat(lits)

    def add_rows(self, matrix: NDArray[np.int32], *, stating: Statement | None = None, each: int = 1) -> None:
        """Add a block of clauses of equal width, one per row, in bulk.

        ``stating(i)`` is the rule instance that rows ``i * each`` .. ``(i + 1) * each - 1`` state; it is
        called only when the origin of such a clause is requested.
        """
        if not isinstance(matrix, np.ndarray) or matrix.dtype != np.int32 or matrix.ndim != 2:
            raise BadInput("block of clauses", found=_kind(matrix), expected="a two-dimensional int32 array")
        if each < 1:
            raise BadInput("block of clauses", found=f"{each} rows for each rule", expected="1 or more")
        rows, width = matrix.shape
        if rows == 0:
            return
        if np.count_nonzero(matrix) != matrix.size:
            row = int(np.flatnonzero((matrix == 0).any(axis=1))[0])
            raise BadInput("block of clauses", found=f"literal 0 in row {row}", expected="non-zero literals")
        self._declare_all(matrix)
        block = self._buffer.room(rows * (width + 1)).reshape(rows, width + 1)
        if matrix.size <= PIECE:
            block[:, :width] = matrix
        else:
            step = max(1, PIECE // width)
            for start in range(0, rows, step):
                block[start : start + step, :width] = matrix[start : start + step]
        block[:, width] = 0
        if stating is None:
            self._origins.note(self._clause_count, self._origin)
        else:
            self._origins.note_block(self._clause_count, stating, each)
        self._clause_count += rows

    def add_flat(
        self,
        clauses: FlatClauses,
        *,
        adopt: bool = False,
        blocks: Sequence[tuple[int, Statement, int]] = (),
    ) -> None:
        """Add clauses that are already flat, each closed by a 0.

        ``blocks`` are the origins of consecutive clauses: their number, ``stating`` and ``each`` as for
        ``add_rows``.

        With ``adopt`` the first clauses of a formula are not copied: the formula takes over the array, which
        must not be changed afterwards.
        """
        if not isinstance(clauses, np.ndarray) or clauses.dtype != np.int32 or clauses.ndim != 1:
            raise BadInput("flat clauses", found=_kind(clauses), expected="a one-dimensional int32 array")
        if clauses.size == 0:
            return
        if clauses[-1] != 0:
            found = f"{clauses[-1]} at the end"
            raise BadInput("flat clauses", found=found, expected="0 after the last clause")
        self._declare_all(clauses)
        if not (adopt and self._buffer.adopt(clauses)):
            self._buffer.room(clauses.size)[:] = clauses
        if not blocks:
            self._origins.note(self._clause_count, self._origin)
        first = self._clause_count
        for count, stating, each in blocks:
            self._origins.note_block(first, stating, each)
            first += count
        self._clause_count += int(clauses.size - np.count_nonzero(clauses))

    def _declare_all(self, lits: NDArray[np.int32]) -> None:
        if lits.size:
            low, high = range_of(lits)
            if low < -MAX_VAR:
                raise BadInput("clauses", found=str(low), expected=LITERALS)
            self._var_count = max(self._var_count, high, -low)

    # -- reading clauses ---------------------------------------------------------------------------

    @property
    def flat(self) -> FlatClauses:
        """All clauses as one read-only int32 array, each closed by a 0.  A view, not a copy."""
        return self._buffer.view

    @property
    def ends(self) -> NDArray[np.int64]:
        """For each clause the position of its closing 0 in :attr:`flat`."""
        return self._buffer.ends

    def occurring(self) -> NDArray[np.int32]:
        """The variables that occur in some clause, ascending."""
        flat = self.flat
        if self.var_count <= 16 * flat.size + 1000:  # dense enough for a table
            seen = np.zeros(self.var_count + 1, np.bool_)
            for start in range(0, flat.size, PIECE):
                seen[np.abs(flat[start : start + PIECE])] = True
            return np.flatnonzero(seen[1:]).astype(np.int32) + np.int32(1)
        variables = np.abs(flat)
        variables.sort()
        return variables[np.flatnonzero(np.diff(variables, prepend=np.int32(0)))]

    @property
    def clause_count(self) -> int:
        """Number of clauses."""
        return self._clause_count

    def __len__(self) -> int:
        return self._clause_count

    def clause(self, index: int) -> tuple[Lit, ...]:
        """Clause number ``index``, from 0."""
        ends = self.ends
        if not 0 <= index < len(ends):
            raise IndexError(f"clause {index} of {len(ends)}")
        start = ends[index - 1] + 1 if index else 0
        return tuple(self.flat[start : ends[index]].tolist())

    def __iter__(self) -> Iterator[tuple[Lit, ...]]:
        clause: list[Lit] = []
        for lit in self.flat.tolist():
            if lit:
                clause.append(lit)
            else:
                yield tuple(clause)
                clause = []

    # -- origins of clauses -----------------------------------------------------------------------

    @contextmanager
    def stating(self, instance: RuleInstance) -> Iterator[None]:
        """Context in which added clauses state this rule instance."""
        with self._with_origin(instance):
            yield

    @contextmanager
    def defining(self) -> Iterator[None]:
        """Context in which added clauses define a variable; dropping a rule never drops them."""
        with self._with_origin(DEFINITION):
            yield

    @contextmanager
    def _with_origin(self, origin: Origin) -> Iterator[None]:
        outer, self._origin = self._origin, origin
        try:
            yield
        finally:
            self._origin = outer

    def origin(self, index: int) -> Origin:
        """The origin of clause number ``index``, from 0: a rule instance, a definition, or None."""
        if not 0 <= index < self._clause_count:
            raise IndexError(f"clause {index} of {self._clause_count}")
        return self._origins.of(index)

    def instances(self) -> list[RuleInstance]:
        """Every rule instance that some clause states, in order of first statement."""
        found = dict.fromkeys(origin for _, _, origin in self._origins.groups(self._clause_count))
        return [origin for origin in found if isinstance(origin, RuleInstance)]

    def rule_groups(self) -> tuple[list[RuleInstance], NDArray[np.int32]]:
        """Every rule instance, in order of first statement, and for each clause its number there, or -1."""
        return self._origins.rule_groups(self._clause_count)

    def without(self, rule: Enum) -> Formula:
        """A copy without the clauses of ``rule``; definitions stay."""
        stays = np.ones(self._clause_count, np.bool_)
        smaller = self._same_variables()
        next_clause = 0
        for first, end, origin in self._origins.groups(self._clause_count):
            if isinstance(origin, RuleInstance) and origin.rule is rule:
                stays[first:end] = False
            else:
                smaller._origins.note(next_clause, origin)
                next_clause += end - first
        lengths = np.diff(self.ends, prepend=-1)
        smaller._take(self.flat[np.repeat(stays, lengths)])
        return smaller

    def restate(self, stating: Statement) -> Formula:
        """A copy whose clause number i (from 0) states ``stating(i)``."""
        copy = self._same_variables()
        copy._origins.note_block(0, stating, 1)
        copy._take(self.flat)  # no copy: stored clauses never change
        return copy

    def guarded(self) -> GuardedFormula:
        """A copy with one selector per rule instance; definitions and clauses without origin stay hard."""
        result = self._same_variables()
        result._origins = self._origins.copy()
        selector: dict[RuleInstance, Lit] = {}
        guards = np.zeros(self._clause_count, np.int32)
        for first, end, origin in self._origins.groups(self._clause_count):
            if isinstance(origin, RuleInstance):
                if origin not in selector:
                    selector[origin] = result.fresh()
                guards[first:end] = -selector[origin]
        stated = np.flatnonzero(guards)
        result._take(np.insert(self.flat, self.ends[stated], guards[stated]))
        return GuardedFormula(result, {lit: instance for instance, lit in selector.items()})

    def _same_variables(self) -> Formula:
        copy = Formula(var_count=self._var_count)
        copy._meanings = self._meanings.copy()
        return copy

    def _take(self, clauses: FlatClauses) -> None:
        """Set the clauses of an empty formula; their origins are already recorded."""
        self._buffer.adopt(clauses)
        self._clause_count = int(clauses.size - np.count_nonzero(clauses))

    # -- values ------------------------------------------------------------------------------------

    def __copy__(self) -> Formula:
        """An independent formula.  Clauses, atoms and rule instances never change: both share them."""
        copy = self._same_variables()
        copy._origins = self._origins.copy()
        copy._origin = self._origin
        copy._take(self.flat)
        return copy

    def __deepcopy__(self, memo: Any) -> Formula:
        return self.__copy__()

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {
            "_buffer": self.flat,
            "_meanings": self._meanings.listed(),
            "_origins": self._origins.listed(self._clause_count),
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._buffer = FlatBuffer()
        self._buffer.adopt(state["_buffer"])

    def __eq__(self, other: Any) -> bool:
        """Same clauses in the same order, over the same variables with the same names."""
        if not isinstance(other, Formula):
            return NotImplemented
        return (
            self.var_count == other.var_count
            and np.array_equal(self.flat, other.flat)
            and [(v, str(a)) for v, a in self.atoms()] == [(v, str(a)) for v, a in other.atoms()]
        )

    __hash__ = None  # type: ignore[assignment]  # it grows

    def __repr__(self) -> str:
        return f"Formula({self.var_count} variables, {self.clause_count} clauses)"


def _not_literals(lits: Iterable[Lit]) -> BadInput:
    return BadInput("clause", found=show(lits), expected=LITERALS)


def _listed(lits: Iterable[Lit]) -> tuple[Lit, ...]:
    try:
        return tuple(lits)
    except TypeError:
        raise _not_literals(lits) from None


def _kind(value: Any) -> str:
    return f"{value.dtype} in {value.ndim} dimensions" if isinstance(value, np.ndarray) else repr(type(value))
