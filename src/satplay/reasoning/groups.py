"""A formula in groups of clauses that can be left out: single clauses, or rule instances.

Clauses that belong to no group are hard: they always hold.  ``GroupSession`` decides many sets of groups with
one engine (``native/mus/groups.cpp``).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field, replace
from typing import TYPE_CHECKING, Generic, NoReturn, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.budget import Budget
from satplay.contracts.engine import UNLIMITED, Limit, Stopped, Unknown
from satplay.contracts.pickling import refuse_pickling
from satplay.engines.native_codes import SATISFIABLE, STOPPED, UNSATISFIABLE, bounds
from satplay.errors import BadInput, needs_native_core
from satplay.fast_dataclass import dataclass
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit
from satplay.logic.model import Model, complete
from satplay.rule import RuleInstance

if TYPE_CHECKING:
    from satplay import _native

Name = TypeVar("Name")
HARD = -1

Progress: TypeAlias = Callable[[Mapping[str, int | float]], None]
"""Called from time to time with progress counters."""

Found: TypeAlias = tuple[int, int, bool, list[int], list[int], list[Lit]]
"""Status, reason for stopping, whether refuted, groups found, groups known to be needed, model."""

Pulse: TypeAlias = Callable[[int, int, int], None]
"""Called while a set is shrunk, with the numbers of groups needed, dropped, and still open."""


@dataclass(frozen=True, slots=True, eq=False)
class Groups(Generic[Name]):
    """``names`` are the names of the groups, ``group_of`` the number of each clause's group; -1 is hard."""

    formula: Formula
    names: Sequence[Name]
    group_of: NDArray[np.int32] = field(repr=False)

    def __len__(self) -> int:
        return len(self.names)

    def names_of(self, numbers: Iterable[int]) -> tuple[Name, ...]:
        """The names of groups."""
        return tuple(self.names[number] for number in numbers)

    def numbers_of(self, names: Iterable[Name]) -> tuple[int, ...]:
        """The numbers of groups, from 0."""
        index = self.names.index
        if isinstance(self.names, range):  # its index takes constant time
            return tuple(index(name) for name in names)
        number_of = {name: number for number, name in enumerate(self.names)}
        return tuple(number_of[name] for name in names)


def clause_groups(formula: Formula, hard: Collection[int] = ()) -> Groups[int]:
    """Each clause that is not hard is a group; its name is the number of the clause, from 0.

    >>> clause_groups(Formula([[1], [2], [3]]), hard=[1]).names
    [0, 2]
    """
    group_of = np.arange(formula.clause_count, dtype=np.int32)
    if not hard:
        return Groups(formula, range(formula.clause_count), group_of)
    for number in hard:
        if not 0 <= number < formula.clause_count:
            raise BadInput("hard clause", found=str(number), expected=f"0 to {formula.clause_count - 1}")
    soft = np.ones(formula.clause_count, np.bool_)
    soft[list(hard)] = False
    group_of = np.where(soft, np.cumsum(soft, dtype=np.int32) - np.int32(1), np.int32(HARD)).astype(np.int32)
    return Groups(formula, np.flatnonzero(soft).tolist(), group_of)


def rule_groups(formula: Formula) -> Groups[RuleInstance]:
    """Each rule instance is a group; definitions and clauses without a rule instance are hard."""
    return Groups(formula, *formula.rule_groups())


# -- answers ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SatisfiableSubset:
    """Groups, by number, that ``model`` satisfies; as an answer of ``grow``, a maximal satisfiable subset."""

    groups: tuple[int, ...]
    assigned_literals: tuple[Lit, ...] = field(repr=False)
    var_count: int = field(repr=False)

    @property
    def model(self) -> Model:
        """The model of all variables; built on demand, because most callers do not need it."""
        return complete(self.assigned_literals, self.var_count)


@dataclass(frozen=True, slots=True)
class UnsatisfiableSubset:
    """Groups, by number, that are unsatisfiable together; without any ``needed`` one they are satisfiable.

    ``stopped`` is the limit that ``shrink`` reached before every group was dropped or known to be needed.
    """

    groups: tuple[int, ...]
    needed: tuple[int, ...] = ()
    stopped: Stopped | None = None


class GroupSession(Generic[Name]):
    """One engine for many queries about sets of groups, given by their numbers.

    The limit applies to all queries together; time counts from the start of the session.  While a set is
    shrunk, ``progress`` is called with the numbers of groups needed, dropped, and still open; a query from
    there raises ``EngineError``.
    """

    def __init__(
        self,
        groups: Groups[Name],
        limit: Limit = UNLIMITED,
        clock: Callable[[], float] = time.monotonic,
        progress: Progress | None = None,
    ) -> None:
        self.groups = groups
        self._var_count = groups.formula.var_count
        self._groups = _new_groups(groups.formula.flat, groups.group_of, len(groups))
        self.progress = progress
        self._pulse = None if progress is None else _report_to(progress)
        self._working = self._interrupted = False
        self._interrupt_second: Callable[[], object] = _zero
        self._second_conflicts: Callable[[], int] = _zero
        self._budget = Budget(limit, self._total_counters, clock=clock)
        self.all = range(len(groups))

    def __reduce__(self) -> NoReturn:
        raise refuse_pickling("a session of an engine", "pickle its groups or results")

    # -- queries ------------------------------------------------------------------------------------

    def decide(self, numbers: Sequence[int]) -> SatisfiableSubset | UnsatisfiableSubset | Unknown:
        """Whether the chosen groups are satisfiable together."""
        return self._ask(
            lambda: self._groups.decide(self._check_numbers(numbers), *bounds(self._own_limit()))
        )

    def shrink(
        self, numbers: Sequence[int], *, last: bool = False
    ) -> SatisfiableSubset | UnsatisfiableSubset | Unknown:
        """A minimal unsatisfiable subset of the chosen groups; a model if they are satisfiable.

        After the ``last`` query the session cannot be used for the other groups any more.
        """
        return self._ask(
            lambda: self._groups.shrink(
                self._check_numbers(numbers), last, *bounds(self._own_limit()), self._pulse
            )
        )

    def grow(self, numbers: Sequence[int]) -> SatisfiableSubset | UnsatisfiableSubset | Unknown:
        """A maximal satisfiable superset of the chosen groups, if they are satisfiable."""
        return self._ask(lambda: self._groups.grow(self._check_numbers(numbers), *bounds(self._own_limit())))

    def _check_numbers(self, numbers: Sequence[int]) -> list[int]:
        for group in numbers:
            if group not in self.all:
                raise BadInput("group", found=str(group), expected=f"0 to {len(self.all) - 1}")
        return list(numbers)

    def _ask(self, question: Callable[[], Found]) -> SatisfiableSubset | UnsatisfiableSubset | Unknown:
        if self._working and self._interrupted:
            return Unknown(Stopped.INTERRUPTED)
        try:
            status, stopped, refuted, found, needed, assigned = question()
        except MemoryError:
            return Unknown(Stopped.MEMORY)
        if status == SATISFIABLE:
            return SatisfiableSubset(tuple(found), tuple(assigned), self._var_count)
        if status == UNSATISFIABLE:
            return UnsatisfiableSubset(tuple(found), tuple(needed))
        why = STOPPED[stopped] or Stopped.INTERRUPTED
        return UnsatisfiableSubset(tuple(found), tuple(needed), why) if refuted else Unknown(why)

    # -- limits -------------------------------------------------------------------------------------

    @contextmanager
    def working(self, interrupt: Callable[[], None], conflicts: Callable[[], int]) -> Iterator[None]:
        """Treat the queries in this context as one task, which a second engine takes part in.

        ``interrupt`` stops both engines, and the ``conflicts`` of the second count towards the limit.
        """
        self._interrupt_second, self._second_conflicts = interrupt, conflicts
        self._interrupted, self._working = False, True
        try:
            yield
        finally:
            self._working = False
            self._interrupt_second = _zero

    def interrupt(self) -> None:
        """Make a running query or task end soon; callable from another thread.

        Has no effect if none is running.
        """
        self._interrupted = True
        self._groups.interrupt()
        self._interrupt_second()

    def remaining_limit(self) -> Limit:
        """The limit that remains for the second engine: without the memory that this session uses."""
        limit = self._budget.remaining()
        if limit.memory_mib is None:
            return limit
        own = self._groups.statistics().get("bytes", 0) >> 20
        return replace(limit, memory_mib=max(0, limit.memory_mib - own))

    def _own_limit(self) -> Limit:
        """The limit that remains for this session, including the memory it uses already."""
        return self._budget.remaining()

    def _total_counters(self) -> dict[str, int]:
        """The counters of this session, plus the conflicts of the second engine."""
        spent = self._groups.statistics()
        return spent | {"conflicts": spent["conflicts"] + self._second_conflicts()}

    def statistics(self) -> dict[str, int]:
        """``calls`` to the engine, groups proved needed by model rotation (``rotated``), engine counters."""
        return self._groups.statistics()


def _zero() -> int:
    return 0


def use_group_session(
    target: Groups[Name] | GroupSession[Name], limit: Limit, progress: Progress | None
) -> GroupSession[Name]:
    """The session itself, which has its own limit, or a new session for the groups."""
    return target if isinstance(target, GroupSession) else GroupSession(target, limit, progress=progress)


def _report_to(progress: Progress) -> Pulse:
    return lambda needed, dropped, open: progress({"needed": needed, "dropped": dropped, "open": open})


def _new_groups(clauses: NDArray[np.int32], group_of: NDArray[np.int32], groups: int) -> _native.Groups:
    with needs_native_core("finding minimal unsatisfiable subsets and explanations"):
        from satplay._native import Groups as NativeGroups
    return NativeGroups(clauses, group_of, groups)
