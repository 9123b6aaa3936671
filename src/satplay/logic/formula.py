"""Formula: clauses that remember what they mean and where they come from.

Clauses lie in one growing flat int32 buffer, each closed by a 0, which the native side reads without
a copy (:attr:`Formula.flat`).  Where a clause comes from is kept as ranges of clause numbers, not as
one object per clause; what a variable means likewise when variables are made in blocks.
"""

from __future__ import annotations

import bisect
import math
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from satplay.errors import BadInput
from satplay.logic.literal import MAX_VAR, Atom, Clause, FlatClauses, Lit, Var
from satplay.rule import RuleInstance


class Definition(Enum):
    """The origin of clauses that say what a variable means, rather than what a rule demands."""

    DEFINITION = "says what a variable means"


DEFINITION = Definition.DEFINITION
Origin: TypeAlias = RuleInstance | Definition | None


@dataclass(frozen=True, slots=True)
class _OriginRange:
    """Clauses ``first``, ``first + 1``, ... up to the next range: ``each`` clauses per instance."""

    first: int
    origin: Origin | Callable[[int], RuleInstance]
    each: int = 1

    def of(self, clause: int) -> Origin:
        if callable(self.origin):
            return self.origin((clause - self.first) // self.each)
        return self.origin


@dataclass(frozen=True, slots=True)
class _Block:
    """Variables ``first`` .. ``last``; the meaning of each is made only when somebody asks."""

    first: Var
    last: Var
    shape: tuple[int, ...]
    meaning: Callable[..., Atom]

    def of(self, var: Var) -> Atom:
        return self.meaning(*(int(i) for i in np.unravel_index(var - self.first, self.shape)))


@dataclass(frozen=True, slots=True)
class Guarded:
    """A formula whose rules can be switched off one by one: ``selectors`` maps a literal to its rule.

    Assuming a selector demands its rule instance; leaving it out forgets that instance.
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
    """

    def __init__(self, clauses: Iterable[Iterable[Lit]] = (), *, var_count: int = 0) -> None:
        self._var_count = 0
        self._store: FlatClauses = np.empty(0, np.int32)
        self._used = 0  # int32 in _store that are clauses
        self._tail = array("i")  # clauses added one by one, not yet in _store
        self._ends: NDArray[np.int64] | None = None  # position of each clause's 0, found on demand
        self._clause_count = 0
        self._atoms: dict[Var, Atom] = {}
        self._lits: dict[Atom, Lit] = {}
        self._blocks: list[_Block] = []
        self._origins: list[_OriginRange] = []
        self._origin: Origin = None
        self.declare(var_count)
        self.add_all(clauses)

    # -- variables and what they mean ------------------------------------------------------------

    @property
    def var_count(self) -> int:
        """Variables are 1 .. ``var_count``; not all of them need to occur."""
        return self._var_count

    def declare(self, var_count: int) -> None:
        """Say that variables up to ``var_count`` exist.  Costs nothing, whatever the number."""
        if not 0 <= var_count <= MAX_VAR:
            raise BadInput("variable count", found=str(var_count), expected=f"0 to {MAX_VAR}")
        self._var_count = max(self._var_count, var_count)

    def fresh(self) -> Lit:
        """A new variable that nobody has used, as a positive literal."""
        self.declare(self._var_count + 1)
        return self._var_count

    def lit(self, atom: Atom) -> Lit:
        """The literal that says ``atom``: always the same one for equal atoms."""
        found = self._lits.get(atom)
        if found is None:
            found = self.fresh()
            self.name(found, atom)
        return found

    def name(self, var: Var, atom: Atom) -> None:
        """Give a meaning to a variable that has none yet."""
        if var < 1:
            raise BadInput("variable to name", found=str(var), expected="1 or more")
        if atom in self._lits or self.atom(var) is not None:
            raise BadInput("name", found=f"{atom} for variable {var}", expected="each name and variable once")
        self.declare(var)
        self._atoms[var] = atom
        self._lits[atom] = var

    def block(self, shape: tuple[int, ...], meaning: Callable[..., Atom]) -> NDArray[np.int32]:
        """New variables in an array of the given shape; ``meaning(i, j, ...)`` is asked only on demand.

        For encoders of large boards: no Python object is made per variable.
        """
        count = math.prod(shape)
        if any(size < 0 for size in shape) or self._var_count + count > MAX_VAR:
            expected = f"at most {MAX_VAR - self._var_count} variables more"
            raise BadInput("shape of a block", found=str(shape), expected=expected)
        first = self._var_count + 1
        variables = np.arange(first, first + count, dtype=np.int32).reshape(shape)
        if count:
            self.declare(self._var_count + count)
            self._blocks.append(_Block(first, self._var_count, shape, meaning))
        return variables

    def atom(self, lit: Lit) -> Atom | None:
        """What the variable of ``lit`` means, if anybody has said."""
        var = abs(lit)
        found = self._atoms.get(var)
        if found is None and self._blocks:
            at = bisect.bisect_right(self._blocks, var, key=lambda block: block.first) - 1
            if at >= 0 and var <= self._blocks[at].last:
                found = self._blocks[at].of(var)
        return found

    def fact(self, lit: Lit) -> str:
        """The sentence that ``lit`` says.

        >>> Formula([[1, -2]]).fact(-2)
        'variable 2 is false'
        """
        atom = self.atom(lit)
        if atom is None:
            return f"variable {abs(lit)} is {'true' if lit > 0 else 'false'}"
        return atom.affirmed if lit > 0 else atom.denied

    def named(self) -> Iterator[tuple[Var, Atom]]:
        """Every variable that has a meaning, in order, with its atom."""
        blocks = ((var, b.of(var)) for b in self._blocks for var in range(b.first, b.last + 1))
        return iter(sorted([*self._atoms.items(), *blocks], key=lambda pair: pair[0]))

    # -- clauses -----------------------------------------------------------------------------------

    def add(self, *lits: Lit) -> None:
        """Add one clause."""
        self._append(lits)

    def add_all(self, clauses: Iterable[Iterable[Lit]]) -> None:
        """Add clauses one after the other."""
        for clause in clauses:
            self._append(tuple(clause))

    def _append(self, lits: tuple[Lit, ...]) -> None:
        # Everything is validated before anything is stored: a refused clause leaves no trace.
        try:
            packed = array("i", lits)
        except (TypeError, OverflowError):
            raise BadInput(
                "clause", found=_shown(lits), expected="literals that are 32-bit integers"
            ) from None
        if packed:
            low, high = min(packed), max(packed)
            if low < -MAX_VAR or 0 in packed:
                expected = f"literals from 1 to {MAX_VAR} or negated"
                raise BadInput("clause", found=_shown(lits), expected=expected)
            self._var_count = max(self._var_count, high, -low)
        packed.append(0)
        self._note_origin(self._origin)
        self._tail.extend(packed)
        self._clause_count += 1

    def add_rows(
        self,
        matrix: NDArray[np.int32],
        *,
        stating: Callable[[int], RuleInstance] | None = None,
        each: int = 1,
    ) -> None:
        """Add a block of clauses of equal width, one per row, in bulk.

        ``stating(i)`` is the rule instance that rows ``i * each`` .. ``(i + 1) * each - 1`` state; it is
        called only when somebody asks for the origin of such a clause.
        """
        if not isinstance(matrix, np.ndarray) or matrix.dtype != np.int32 or matrix.ndim != 2:
            raise BadInput("block of clauses", found=_kind(matrix), expected="a two-dimensional int32 array")
        if each < 1:
            raise BadInput("block of clauses", found=f"{each} rows for each rule", expected="1 or more")
        rows, width = matrix.shape
        if rows == 0:
            return
        if width and not matrix.all():
            row = int(np.flatnonzero((matrix == 0).any(axis=1))[0])
            raise BadInput("block of clauses", found=f"literal 0 in row {row}", expected="non-zero literals")
        self._declare_all(matrix)
        block = self._grow(rows * (width + 1)).reshape(rows, width + 1)
        block[:, :width] = matrix
        block[:, width] = 0
        if stating is None:
            self._note_origin(self._origin)
        else:
            self._origins.append(_OriginRange(self._clause_count, stating, each))
        self._clause_count += rows

    def add_flat(self, clauses: FlatClauses, *, adopt: bool = False) -> None:
        """Add clauses that already lie flat, each closed by a 0.

        With ``adopt`` the first clauses of a formula are not copied: the array becomes the formula's own, and
        nobody else may write to it any more.
        """
        if not isinstance(clauses, np.ndarray) or clauses.dtype != np.int32 or clauses.ndim != 1:
            raise BadInput("flat clauses", found=_kind(clauses), expected="a one-dimensional int32 array")
        if clauses.size == 0:
            return
        if clauses[-1] != 0:
            found = f"{clauses[-1]} at the end"
            raise BadInput("flat clauses", found=found, expected="0 after the last clause")
        self._declare_all(clauses)
        if adopt and not self._clause_count and clauses.flags.c_contiguous:
            self._store, self._used, self._ends = clauses, clauses.size, None
        else:
            self._grow(clauses.size)[:] = clauses
        self._note_origin(self._origin)
        self._clause_count += int(clauses.size - np.count_nonzero(clauses))

    def _declare_all(self, lits: NDArray[np.int32]) -> None:
        if lits.size:
            low, high = int(lits.min()), int(lits.max())
            if low < -MAX_VAR:
                raise BadInput("clauses", found=str(low), expected=f"literals from 1 to {MAX_VAR} or negated")
            self._var_count = max(self._var_count, high, -low)

    def _grow(self, more: int) -> FlatClauses:
        """Room for ``more`` numbers at the end of the store, with what was added singly put before it."""
        self._flush(more)
        self._ends = None
        room = self._store[self._used : self._used + more]
        self._used += more
        return room

    def _flush(self, more: int = 0) -> None:
        tail = len(self._tail)
        needed = self._used + tail + more
        if needed > self._store.size:
            # A new array, never a resize in place: views handed out before stay valid.
            grown = np.empty(max(needed, 2 * self._store.size, 1024), np.int32)
            grown[: self._used] = self._store[: self._used]
            self._store = grown
        if tail:
            self._store[self._used : self._used + tail] = np.frombuffer(self._tail, np.int32)
            self._used += tail
            self._tail = array("i")
            self._ends = None

    @property
    def flat(self) -> FlatClauses:
        """All clauses as one read-only int32 array, each closed by a 0.  A view: nothing is copied."""
        self._flush()
        view = self._store[: self._used]
        view.flags.writeable = False
        return view

    def occurring(self) -> NDArray[np.int32]:
        """The variables that occur in some clause, ascending."""
        variables: NDArray[np.int32] = np.unique(np.abs(self.flat))
        return variables[np.searchsorted(variables, 1) :]

    @property
    def clause_count(self) -> int:
        """How many clauses there are."""
        return self._clause_count

    def __len__(self) -> int:
        return self._clause_count

    @property
    def ends(self) -> NDArray[np.int64]:
        """For each clause the position of its closing 0 in :attr:`flat`."""
        self._flush()
        if self._ends is None:
            self._ends = np.flatnonzero(self._store[: self._used] == 0)
        return self._ends

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

    # -- where clauses come from ------------------------------------------------------------------

    @contextmanager
    def stating(self, instance: RuleInstance) -> Iterator[None]:
        """Clauses added inside state this rule instance."""
        with self._coming_from(instance):
            yield

    @contextmanager
    def defining(self) -> Iterator[None]:
        """Clauses added inside say what a variable means; forgetting a rule never forgets them."""
        with self._coming_from(DEFINITION):
            yield

    @contextmanager
    def _coming_from(self, origin: Origin) -> Iterator[None]:
        outer, self._origin = self._origin, origin
        try:
            yield
        finally:
            self._origin = outer

    def _note_origin(self, origin: Origin) -> None:
        last = self._origins[-1] if self._origins else None
        if last is None and origin is None:
            return
        if last is None or callable(last.origin) or last.origin is not origin:
            self._origins.append(_OriginRange(self._clause_count, origin))

    def origin(self, index: int) -> Origin:
        """Where clause number ``index``, from 0, comes from: a rule, a definition, or nobody said."""
        if not 0 <= index < self._clause_count:
            raise IndexError(f"clause {index} of {self._clause_count}")
        at = bisect.bisect_right(self._origins, index, key=lambda entry: entry.first) - 1
        return self._origins[at].of(index) if at >= 0 else None

    def _groups(self) -> Iterator[tuple[int, int, Origin]]:
        """All clauses in order, as (first, end, origin) of neighbours that share an origin."""
        first = 0
        origin: Origin | Callable[[int], RuleInstance] = None
        each = 1
        for entry in [*self._origins, _OriginRange(self._clause_count, None)]:
            if callable(origin):
                for number, start in enumerate(range(first, entry.first, each)):
                    yield start, min(start + each, entry.first), origin(number)
            elif first < entry.first:
                yield first, entry.first, origin
            first, origin, each = entry.first, entry.origin, entry.each

    def instances(self) -> list[RuleInstance]:
        """Every rule instance that some clause states, in order of first statement."""
        found = dict.fromkeys(origin for _, _, origin in self._groups())
        return [origin for origin in found if isinstance(origin, RuleInstance)]

    def without(self, rule: Enum) -> Formula:
        """The same formula with every clause of ``rule`` forgotten; definitions stay."""
        stays = np.ones(self._clause_count, np.bool_)
        origins: list[_OriginRange] = []
        kept = 0
        for first, end, origin in self._groups():
            if isinstance(origin, RuleInstance) and origin.rule is rule:
                stays[first:end] = False
            else:
                origins.append(_OriginRange(kept, origin))
                kept += end - first
        smaller = self._same_variables()
        lengths = np.diff(self.ends, prepend=-1)
        smaller.add_flat(self.flat[np.repeat(stays, lengths)], adopt=True)
        smaller._origins = origins
        return smaller

    def restated(self, stating: Callable[[int], RuleInstance]) -> Formula:
        """The same clauses, where clause number i (from 0) states ``stating(i)``."""
        copy = self._same_variables()
        copy.add_flat(self.flat)
        copy._origins = [_OriginRange(0, stating)]
        return copy

    def guarded(self) -> Guarded:
        """Each rule instance behind a selector of its own; definitions and unnamed clauses stay hard."""
        result = self._same_variables()
        selector: dict[RuleInstance, Lit] = {}
        guards = np.zeros(self._clause_count, np.int32)
        for first, end, origin in self._groups():
            if isinstance(origin, RuleInstance):
                if origin not in selector:
                    selector[origin] = result.fresh()
                guards[first:end] = -selector[origin]
        stated = np.flatnonzero(guards)
        result.add_flat(np.insert(self.flat, self.ends[stated], guards[stated]), adopt=True)
        result._origins = list(self._origins)
        return Guarded(result, {lit: instance for instance, lit in selector.items()})

    def _same_variables(self) -> Formula:
        copy = Formula(var_count=self._var_count)
        copy._atoms = dict(self._atoms)
        copy._lits = dict(self._lits)
        copy._blocks = list(self._blocks)
        return copy

    # -- values ------------------------------------------------------------------------------------

    def __eq__(self, other: Any) -> bool:
        """Same clauses in the same order, over the same variables with the same names."""
        if not isinstance(other, Formula):
            return NotImplemented
        return (
            self.var_count == other.var_count
            and np.array_equal(self.flat, other.flat)
            and [(v, str(a)) for v, a in self.named()] == [(v, str(a)) for v, a in other.named()]
        )

    __hash__ = None  # type: ignore[assignment]  # it grows

    def __repr__(self) -> str:
        return f"Formula({self.var_count} variables, {self.clause_count} clauses)"


def _kind(given: Any) -> str:
    return f"{given.dtype} in {given.ndim} dimensions" if isinstance(given, np.ndarray) else repr(type(given))


def _shown(lits: tuple[Lit, ...]) -> str:
    text = repr(lits)
    return text if len(text) <= 60 else f"{text[:57]}..."


def clause_lists(clauses: FlatClauses) -> list[list[Lit]]:
    """Flat clauses as lists of lists, for libraries that know nothing else."""
    result: list[list[Lit]] = []
    clause: list[Lit] = []
    for lit in clauses.tolist():
        if lit:
            clause.append(lit)
        else:
            result.append(clause)
            clause = []
    return result


__all__ = ["DEFINITION", "Clause", "Formula", "Guarded", "Origin", "clause_lists"]
