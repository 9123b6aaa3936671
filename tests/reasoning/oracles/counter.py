"""Counting models in plain Python: the oracle for ``native/counter``, and its rule to read.

Branch on a variable and add; propagate units; split what is left into components that share no variable,
count each apart and multiply (Bayardo & Pehoushek, "Counting Models using Connected Components", 2000);
remember the count of each component.  For a projection, the variables counted over are decided first inside
a component; one that has none left counts as 1 if it can be satisfied and 0 if not (Aziz, Chu, Muise &
Stuckey, "#∃SAT: Projected Model Counting", 2015).
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from itertools import count as count_up
from threading import RLock
from typing import TypeAlias

from satplay.engines.codes import STOPPED, limit_of
from satplay.engines.meter import LimitReached, Meter
from satplay.logic.flat import clause_lists
from satplay.logic.literal import FlatClauses, Lit, Var

Part: TypeAlias = frozenset[frozenset[Lit]]
"""Clauses, none empty, as a set: equal parts have equal counts."""

Asking: TypeAlias = Generator[Part, int, int]
"""A count that asks for the counts of smaller parts by yielding them: recursion as deep as it needs to be."""


STEPS_BETWEEN_PULSES = 256


class Counter:
    """Counts the models of one formula; the same methods as the native counter.  A stopped count resumes.

    >>> import numpy as np
    >>> Counter(np.array([1, 2, 0, 2, 3, 0], np.int32), declared=3).count()
    (b'\\x05', 0, 0)
    """

    def __init__(self, clauses: FlatClauses, declared: int, shown: Iterable[Var] | None = None) -> None:
        self._clauses = [frozenset(clause) for clause in clause_lists(clauses)]
        mentioned = {abs(lit) for clause in self._clauses for lit in clause}
        self._mentioned = mentioned
        self._shown = mentioned if shown is None else set(shown)
        self._free = declared - len(mentioned) if shown is None else len(self._shown - mentioned)
        self._known: dict[Part, int] = {}
        self._statistics = {"decisions": 0, "components": 0, "cache_hits": 0}
        self._interrupted = False
        self._conflicts = self._propagations = 0  # since the last look at the limits
        self._stack: list[Asking] = []  # counts that wait for the one after them
        self._parts: list[Part] = []  # what all but the first of them count
        self._next: Callable[[], Part] | None = None
        """How the work goes on: None before it begins, and where something broke off in the middle."""
        self._number: int | None = None
        self._turn = RLock()  # threads that share a counter take turns
        self._counting = False

    def count(
        self,
        seconds: float | None = None,
        conflicts: int = -1,
        propagations: int = -1,
        memory: int = -1,
        pulse: Callable[[], object] | None = None,
    ) -> tuple[bytes, int, int]:
        """The count (little-endian), how often it is doubled yet, and why it stopped: 0 is exact."""
        limit = limit_of(seconds, conflicts, propagations, memory)
        with self._turn:
            if self._counting:
                raise ValueError("it is counting, and this is called from its own progress report")
            self._interrupted, self._counting = False, True
            try:
                if self._number is None:
                    self._number = self._go_on(Meter(limit, lambda: self._interrupted), pulse)
            except LimitReached as out:
                return b"", self._free, STOPPED.index(out.stopped)
            finally:
                self._counting = False
        number = self._number
        return number.to_bytes((number.bit_length() + 7) // 8, "little"), self._free, 0

    def interrupt(self) -> None:
        """Make a running ``count`` stop soon."""
        self._interrupted = True

    def statistics(self) -> dict[str, int]:
        """What was done so far."""
        return dict(self._statistics)

    def _go_on(self, meter: Meter, pulse: Callable[[], object] | None) -> int:
        """Drive the count: each part it asks for is counted by a generator of its own, on a stack of ours.

        A generator that raises is lost, so the limits are looked at between two steps.  Ctrl-C strikes
        anywhere: then the count begins anew, but what is known of parts stays known.
        """
        if self._next is None:
            everything = self._product(self._clauses, self._shown & self._mentioned)
            self._stack, self._parts, self._next = [everything], [], everything.__next__
        for step in count_up():
            if pulse is not None and step % STEPS_BETWEEN_PULSES == 0:
                pulse()
            self._charge(meter)
            next_part, self._next = self._next, None
            try:
                part = next_part()
            except StopIteration as done:
                answer = int(done.value)
                self._stack.pop()
                if not self._stack:
                    return answer
                self._known[self._parts.pop()] = answer
                self._next = partial(self._stack[-1].send, answer)
            else:
                self._parts.append(part)
                self._stack.append(self._sum(part))
                self._next = self._stack[-1].__next__
        raise AssertionError("count_up never ends")

    def _charge(self, meter: Meter) -> None:
        """Tell the meter of this call what was done since it was last told."""
        conflicts, propagations = self._conflicts, self._propagations
        self._conflicts = self._propagations = 0
        meter.pulse()
        meter.count_propagations(propagations)
        for _ in range(conflicts):
            meter.count_conflict()

    def _sum(self, part: Part) -> Asking:
        """The count of a part: both values of its most frequent variable, one counted over if any."""
        occurrences = Tally(abs(lit) for clause in part for lit in clause)
        shown = self._shown & occurrences.keys()
        var = max(shown or occurrences, key=lambda var: (occurrences[var], -var))
        total = 0
        for decision in (var, -var):
            self._statistics["decisions"] += 1
            total += yield from self._product([*part, frozenset([decision])], shown)
            if total and not shown:
                break  # that it can be satisfied is all there is to know
        return total

    def _product(self, clauses: Iterable[frozenset[Lit]], shown: set[Var]) -> Asking:
        """The count of clauses over the shown variables in them: the product over their components.

        A shown variable that no clause is left for may have either value.
        """
        rest = propagated(clauses)
        if rest is None:
            self._conflicts += 1
            return 0
        left, facts = rest
        self._propagations += len(facts)
        mentioned = {abs(lit) for clause in left for lit in clause}
        product = 1 << len(shown - mentioned - {abs(lit) for lit in facts})
        for part in components(left):
            self._statistics["components"] += 1
            known = self._known.get(part)
            self._statistics["cache_hits"] += known is not None
            product *= (yield part) if known is None else known
            if product == 0:
                break
        return product


def propagated(clauses: Iterable[frozenset[Lit]]) -> tuple[set[frozenset[Lit]], set[Lit]] | None:
    """The clauses under all facts that follow by unit propagation, and the facts; None for a contradiction.

    >>> propagated([frozenset({1}), frozenset({-1, 2}), frozenset({-2, 3, 4}), frozenset({5, -5})])
    ({frozenset({3, 4})}, {1, 2})
    """
    left = {clause for clause in clauses if not any(-lit in clause for lit in clause)}
    facts: set[Lit] = set()
    while units := {lit for clause in left if len(clause) == 1 for lit in clause}:
        facts |= units
        denied = {-lit for lit in facts}
        left = {clause - denied for clause in left if not clause & facts}
        if facts & denied or frozenset() in left:
            return None
    return (left, facts) if frozenset() not in left else None


def components(clauses: Iterable[frozenset[Lit]]) -> Iterator[Part]:
    """The clauses in groups that share no variable.

    >>> sorted(len(part) for part in components(map(frozenset, [[1, 2], [3, -4], [-2, 5], [4, 6]])))
    [2, 2]
    """
    by_variable: dict[Var, list[frozenset[Lit]]] = {}
    for clause in clauses:
        for lit in clause:
            by_variable.setdefault(abs(lit), []).append(clause)
    while by_variable:
        waiting = [next(iter(by_variable))]
        part: set[frozenset[Lit]] = set()
        while waiting:
            for clause in by_variable.pop(waiting.pop(), ()):
                if clause not in part:
                    part.add(clause)
                    waiting += [abs(lit) for lit in clause]
        yield frozenset(part)
