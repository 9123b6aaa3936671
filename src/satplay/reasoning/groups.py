"""A formula in groups, each of which may be left out: its clauses one by one, or its rule instances.

What belongs to no group is hard: it is always there.  ``GroupSession`` decides many sets of groups with one
engine (``native/mus/groups.cpp``).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.engine import UNLIMITED, Limit, Stopped, Unknown
from satplay.engines.codes import SATISFIABLE, STOPPED, UNSATISFIABLE, bounds
from satplay.errors import BadInput, needs_native_core
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit
from satplay.logic.model import Model, completed
from satplay.rule import RuleInstance
from satplay.solving.budget import Budget

if TYPE_CHECKING:
    from satplay import _native

Name = TypeVar("Name")
HARD = -1

Progress: TypeAlias = Callable[[Mapping[str, int | float]], None]
"""Called every now and then with how far it is."""

Found: TypeAlias = tuple[int, int, bool, list[int], list[int], list[Lit]]
"""Status, why it stopped, whether refuted, the groups found, those known to be needed, the model."""

Pulse: TypeAlias = Callable[[int, int, int], None]
"""Called while a set is shrunk with the numbers of groups needed, dropped, still open."""


@dataclass(frozen=True, slots=True, eq=False)
class Groups(Generic[Name]):
    """``names`` are the groups, ``group_of`` says of each clause to which it belongs, from 0; -1 is hard."""

    formula: Formula
    names: Sequence[Name]
    group_of: NDArray[np.int32] = field(repr=False)

    def __len__(self) -> int:
        return len(self.names)

    def named(self, numbers: Iterable[int]) -> tuple[Name, ...]:
        """The names of groups."""
        return tuple(self.names[number] for number in numbers)

    def numbered(self, names: Iterable[Name]) -> tuple[int, ...]:
        """The numbers of groups, from 0."""
        index = self.names.index
        if isinstance(self.names, range):  # which need not be gone through
            return tuple(index(name) for name in names)
        number_of = {name: number for number, name in enumerate(self.names)}
        return tuple(number_of[name] for name in names)


def clause_groups(formula: Formula, hard: Collection[int] = ()) -> Groups[int]:
    """Each clause is a group, named by its number from 0, except those that are hard.

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
    """Each rule instance is a group; definitions and clauses of which nobody said why are hard."""
    guarded = formula.guarded()
    flat, ends = guarded.formula.flat, guarded.formula.ends
    # The selectors are the variables after the formula's own, and each closes its clauses.
    closing = flat[ends - 1] if ends.size else np.empty(0, np.int32)
    stated = closing < -formula.var_count
    group_of = np.where(stated, -closing - np.int32(formula.var_count + 1), np.int32(HARD)).astype(np.int32)
    return Groups(formula, list(guarded.selectors.values()), group_of)


# -- answers ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Holding:
    """Groups, by number, that hold together in ``model``; asked to grow, no other can be added to them."""

    groups: tuple[int, ...]
    assigned: tuple[Lit, ...] = field(repr=False)
    var_count: int = field(repr=False)

    @property
    def model(self) -> Model:
        """The model of all variables; made when it is asked for, since most who ask do without."""
        return completed(self.assigned, self.var_count)


@dataclass(frozen=True, slots=True)
class Refuted:
    """Groups, by number, that cannot hold together; ``needed`` are those known to be indispensable for that.

    ``stopped`` says why not all of them are, where that was asked.
    """

    groups: tuple[int, ...]
    needed: tuple[int, ...] = ()
    stopped: Stopped | None = None


class GroupSession(Generic[Name]):
    """One engine that is asked about many sets of groups, given by their numbers.

    The limit is for all questions together, and its time runs from the start of the session.  ``progress`` is
    told while a set is shrunk how many groups are known to be needed, are dropped, are still open; it must
    not ask the session anything but its ``statistics``.
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
        self._pulse = None if progress is None else _telling(progress)
        self._working = self._interrupted = False
        self._also: Callable[[], object] = _nothing
        self._spent: Callable[[], int] = _nothing
        self._budget = Budget(limit, self._spent_in_all, clock=clock)
        self.all = range(len(groups))

    # -- questions ----------------------------------------------------------------------------------

    def decide(self, chosen: Sequence[int]) -> Holding | Refuted | Unknown:
        """Whether the chosen groups can hold together."""
        return self._ask(lambda: self._groups.decide(self._known(chosen), *bounds(self._own())))

    def shrink(self, chosen: Sequence[int], *, last: bool = False) -> Holding | Refuted | Unknown:
        """Some of the chosen groups that cannot hold together, while without any one of them they can.

        After the ``last`` question the session knows nothing of the other groups any more.
        """
        return self._ask(
            lambda: self._groups.shrink(self._known(chosen), last, *bounds(self._own()), self._pulse)
        )

    def grow(self, chosen: Sequence[int]) -> Holding | Refuted | Unknown:
        """The chosen groups and more, to which none can be added, if they can hold together."""
        return self._ask(lambda: self._groups.grow(self._known(chosen), *bounds(self._own())))

    def _known(self, chosen: Sequence[int]) -> list[int]:
        for group in chosen:
            if group not in self.all:
                raise BadInput("group", found=str(group), expected=f"0 to {len(self.all) - 1}")
        return list(chosen)

    def _ask(self, question: Callable[[], Found]) -> Holding | Refuted | Unknown:
        if self._working and self._interrupted:
            return Unknown(Stopped.INTERRUPTED)
        try:
            status, stopped, refuted, found, needed, assigned = question()
        except MemoryError:
            return Unknown(Stopped.MEMORY)
        if status == SATISFIABLE:
            return Holding(tuple(found), tuple(assigned), self._var_count)
        if status == UNSATISFIABLE:
            return Refuted(tuple(found), tuple(needed))
        why = STOPPED[stopped] or Stopped.INTERRUPTED
        return Refuted(tuple(found), tuple(needed), why) if refuted else Unknown(why)

    # -- limits -------------------------------------------------------------------------------------

    @contextmanager
    def working(self, interrupt: Callable[[], None], conflicts: Callable[[], int]) -> Iterator[None]:
        """Many questions are one piece of work, and another engine helps: it is interrupted with this one.

        The conflicts it has had count as well.
        """
        self._also, self._spent = interrupt, conflicts
        self._interrupted, self._working = False, True
        try:
            yield
        finally:
            self._working = False
            self._also = _nothing

    def interrupt(self) -> None:
        """Make a running question, or a piece of work, end soon; from another thread.

        Without one nothing happens.
        """
        self._interrupted = True
        self._groups.interrupt()
        self._also()

    def left(self) -> Limit:
        """What the limit still allows to the one who helps."""
        limit = self._budget.remaining()
        if limit.memory_mib is None:
            return limit
        own = self._groups.statistics().get("bytes", 0) >> 20
        return replace(limit, memory_mib=max(0, limit.memory_mib - own))

    def _own(self) -> Limit:
        """What the limit still allows to this session: the memory it has is its own."""
        return self._budget.remaining()

    def _spent_in_all(self) -> dict[str, int]:
        """The counters of this session, with the conflicts of the engine that helps."""
        spent = self._groups.statistics()
        return spent | {"conflicts": spent["conflicts"] + self._spent()}

    def statistics(self) -> dict[str, int]:
        """``calls`` to the engine, groups ``rotated`` to be needed without one, and the engine's counters."""
        return self._groups.statistics()


def _nothing() -> int:
    return 0


def use_group_session(
    asked: Groups[Name] | GroupSession[Name], limit: Limit, progress: Progress | None
) -> GroupSession[Name]:
    """The session that is asked, which has a limit of its own and can be interrupted, or a new one."""
    return asked if isinstance(asked, GroupSession) else GroupSession(asked, limit, progress=progress)


def _telling(progress: Progress) -> Pulse:
    return lambda needed, dropped, open: progress({"needed": needed, "dropped": dropped, "open": open})


def _new_groups(clauses: NDArray[np.int32], group_of: NDArray[np.int32], groups: int) -> _native.Groups:
    with needs_native_core("finding minimal unsatisfiable subsets and explanations"):
        from satplay._native import Groups as NativeGroups
    return NativeGroups(clauses, group_of, groups)
