"""Model counting in plain Python: the oracle for ``native/counter`` and a readable version of its algorithm.

Branch on a variable and add; propagate units; split the rest into components without common variables,
count each one and multiply (Bayardo & Pehoushek, "Counting Models using Connected Components", 2000);
remember the count of each component.  For a projection, the projection variables are decided first inside
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

from satplay.engines.meter import LimitReached, Meter
from satplay.engines.native_codes import STOPPED, limit_of
from satplay.errors import EngineError
from satplay.logic.flat_clauses import clause_lists
from satplay.logic.literal import FlatClauses, Lit, Var

Part: TypeAlias = frozenset[frozenset[Lit]]
"""Clauses, none empty, as a set: equal parts have equal counts."""

Count: TypeAlias = Generator[Part, int, int]
"""A count that asks for the counts of smaller parts by yielding them: recursion as deep as it needs to be."""


STEPS_BETWEEN_PULSES = 256


class Counter:
    """Counts the models of one formula, with the methods of the native counter; a stopped count resumes.

    >>> import numpy as np
    >>> Counter(np.array([1, 2, 0, 2, 3, 0], np.int32), declared=3).count()
    (b'\\x05', 0, 0)
    """

    def __init__(self, clauses: FlatClauses, declared: int, over: Iterable[Var] | None = None) -> None:
        self._clauses = [frozenset(clause) for clause in clause_lists(clauses)]
        mentioned = {abs(lit) for clause in self._clauses for lit in clause}
        self._mentioned = mentioned
        self._projection = mentioned if over is None else set(over)
        self._free = declared - len(mentioned) if over is None else len(self._projection - mentioned)
        self._known: dict[Part, int] = {}
        self._statistics = {"decisions": 0, "components": 0, "cache_hits": 0}
        self._interrupted = False
        self._conflicts = self._propagations = 0  # since the limits were last checked
        self._stack: list[Count] = []  # suspended counts, each waiting for the next one
        self._parts: list[Part] = []  # the components that all but the first of them count
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
        """Return the count (little-endian), the doublings still to apply, and the stop reason (0: exact)."""
        limit = limit_of(seconds, conflicts, propagations, memory)
        with self._turn:
            if self._counting:
                raise EngineError("it is counting, and this is called from its own progress report")
            self._interrupted, self._counting = False, True
            try:
                if self._number is None:
                    self._number = self._run(Meter(limit, lambda: self._interrupted), pulse)
            except LimitReached as out:
                return b"", self._free, STOPPED.index(out.stopped)
            finally:
                self._counting = False
        number = self._number
        return number.to_bytes((number.bit_length() + 7) // 8, "little"), self._free, 0

    def interrupt(self) -> None:
        """Stop a running ``count`` soon."""
        self._interrupted = True

    def statistics(self) -> dict[str, int]:
        """Return the counters of the work done so far."""
        return dict(self._statistics)

    def _run(self, meter: Meter, pulse: Callable[[], object] | None) -> int:
        """Run the count: each component is counted by its own generator, on an explicit stack.

        A generator that raises is lost, so the limits are checked between two steps.  Ctrl-C can arrive
        anywhere: the count then starts over, but the counts of finished components are still cached.
        """
        if self._next is None:
            everything = self._product(self._clauses, self._projection & self._mentioned)
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
        """Charge the meter of this call for the work since the last charge."""
        conflicts, propagations = self._conflicts, self._propagations
        self._conflicts = self._propagations = 0
        meter.pulse()
        meter.count_propagations(propagations)
        for _ in range(conflicts):
            meter.count_conflict()

    def _sum(self, part: Part) -> Count:
        """Count a component by both values of its most frequent variable, preferring projection variables."""
        occurrences = Tally(abs(lit) for clause in part for lit in clause)
        over = self._projection & occurrences.keys()
        var = max(over or occurrences, key=lambda var: (occurrences[var], -var))
        total = 0
        for decision in (var, -var):
            self._statistics["decisions"] += 1
            total += yield from self._product([*part, frozenset([decision])], over)
            if total and not over:
                break  # without projection variables, satisfiability is enough
        return total

    def _product(self, clauses: Iterable[frozenset[Lit]], over: set[Var]) -> Count:
        """Count clauses over the projection variables in them: the product over their components.

        A projection variable without a remaining clause may have either value.
        """
        rest = propagate(clauses)
        if rest is None:
            self._conflicts += 1
            return 0
        left, facts = rest
        self._propagations += len(facts)
        mentioned = {abs(lit) for clause in left for lit in clause}
        product = 1 << len(over - mentioned - {abs(lit) for lit in facts})
        for part in split_components(left):
            self._statistics["components"] += 1
            known = self._known.get(part)
            self._statistics["cache_hits"] += known is not None
            product *= (yield part) if known is None else known
            if product == 0:
                break
        return product


def propagate(clauses: Iterable[frozenset[Lit]]) -> tuple[set[frozenset[Lit]], set[Lit]] | None:
    """Apply unit propagation; return the remaining clauses and the facts, or None for a contradiction.

    >>> propagate([frozenset({1}), frozenset({-1, 2}), frozenset({-2, 3, 4}), frozenset({5, -5})])
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


def split_components(clauses: Iterable[frozenset[Lit]]) -> Iterator[Part]:
    """Split the clauses into components that share no variable.

    >>> sorted(len(part) for part in split_components(map(frozenset, [[1, 2], [3, -4], [-2, 5], [4, 6]])))
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
