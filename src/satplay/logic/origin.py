"""Origins of clauses, stored as ranges of clause numbers rather than one object per clause."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Hashable, Iterable, Iterator
from enum import Enum
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from satplay.logic.listed import ListedInstances, is_found_by_name
from satplay.rule import RuleInstance


class Definition(Enum):
    """The origin of clauses that define a variable rather than state a rule."""

    DEFINITION = "says what a variable means"


DEFINITION = Definition.DEFINITION
Origin: TypeAlias = RuleInstance | Definition | None
Statement: TypeAlias = Callable[[int], RuleInstance]
"""Creates rule instance number i of a block, on demand."""


class _Range(NamedTuple):
    """Clauses ``first``, ``first + 1``, ... up to the next range: ``each`` clauses per instance."""

    first: int
    origin: Origin | Statement
    each: int = 1

    def of(self, clause: int) -> Origin:
        if callable(self.origin):
            return self.origin((clause - self.first) // self.each)
        return self.origin


class Origins:
    """The origin of every clause, from 0; clauses before the first range have none."""

    def __init__(self) -> None:
        self._ranges: list[_Range] = []

    def note(self, first: int, origin: Origin) -> None:
        """Record that clauses from ``first`` on have this origin."""
        last = self._ranges[-1] if self._ranges else None
        if last is None and origin is None:
            return
        if last is None or callable(last.origin) or last.origin is not origin:
            self._ranges.append(_Range(first, origin))

    def note_block(self, first: int, stating: Statement, each: int) -> None:
        """Record that from ``first`` on, every ``each`` clauses state the next instance of ``stating``."""
        self._ranges.append(_Range(first, stating, each))

    def of(self, index: int) -> Origin:
        """The origin of one clause."""
        at = bisect.bisect_right(self._ranges, index, key=lambda entry: entry.first) - 1
        return self._ranges[at].of(index) if at >= 0 else None

    def groups(self, clause_count: int) -> Iterator[tuple[int, int, Origin]]:
        """All clauses in order, as (first, end, origin) of consecutive clauses with the same origin."""
        first = 0
        origin: Origin | Statement = None
        each = 1
        made: list[RuleInstance] = []  # consecutive blocks may state the same instances
        for entry in [*self._ranges, _Range(clause_count, None)]:
            if callable(origin):
                for number, start in enumerate(range(first, entry.first, each)):
                    if number == len(made):
                        made.append(origin(number))
                    yield start, min(start + each, entry.first), made[number]
            elif first < entry.first:
                yield first, entry.first, origin
            if entry.origin is not origin:
                made = []
            first, origin, each = entry.first, entry.origin, entry.each

    def rule_groups(self, clause_count: int) -> tuple[list[RuleInstance], NDArray[np.int32]]:
        """Every rule instance, in order of first statement, and for each clause its number there, or -1."""
        instances: list[RuleInstance] = []
        group_of = np.full(clause_count, -1, np.int32)
        number_of: dict[tuple[int, str, tuple[Hashable, ...]], int] = {}

        def enter(stated_there: Iterable[RuleInstance]) -> list[int]:
            numbers = []
            for instance in stated_there:
                # Members of an enumeration are unique.
                key = id(instance.rule), instance.sentence, instance.place
                number = number_of.setdefault(key, len(instances))
                if number == len(instances):
                    instances.append(instance)
                numbers.append(number)
            return numbers

        stated: dict[int, list[int]] = {}  # by the function of a block: several blocks may state the same
        for entry, after in pairwise([*self._ranges, _Range(clause_count, None)]):
            first, end = entry.first, after.first
            if isinstance(entry.origin, RuleInstance) and first < end:
                group_of[first:end] = enter([entry.origin])
            elif callable(entry.origin):
                numbers = stated.setdefault(id(entry.origin), [])
                count = -(-(end - first) // entry.each)
                numbers += enter(map(entry.origin, range(len(numbers), count)))
                group_of[first:end] = np.repeat(np.array(numbers[:count], np.int32), entry.each)[
                    : end - first
                ]
        return instances, group_of

    def listed(self, clause_count: int) -> Origins:
        """A copy that can be pickled: ranges whose function pickling cannot find list their instances."""
        copy = self.copy()
        ends = [*(entry.first for entry in self._ranges[1:]), clause_count]
        for at, (first, stating, each) in enumerate(self._ranges):
            if callable(stating) and not is_found_by_name(stating):
                numbers = range(len(range(first, ends[at], each)))
                copy._ranges[at] = _Range(first, ListedInstances(tuple(map(stating, numbers))), each)
        return copy

    def copy(self) -> Origins:
        """An independent copy."""
        copy = Origins()
        copy._ranges = list(self._ranges)
        return copy
