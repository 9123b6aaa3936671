"""Decision heuristics: the next variable and its value."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from random import Random
from typing import Protocol

from satplay.engines.reference.clauses import ClauseRecord
from satplay.engines.reference.options import SearchOptions
from satplay.engines.reference.trail import Trail
from satplay.logic.literal import Lit, Var


class Heuristic(Protocol):
    """Chooses the next decision variable; it is notified of events of the search."""

    def register(self, variables: Iterable[Var]) -> None:
        """New variables."""

    def on_clause(self, clause: ClauseRecord) -> None:
        """A clause was added."""

    def on_conflict(self, variables: Iterable[Var]) -> None:
        """Variables that were involved in a conflict."""

    def on_undo(self, lits: Iterable[Lit]) -> None:
        """Literals that were removed from the trail."""

    def pick(self, trail: Trail) -> Var | None:
        """An unassigned variable; None if there is none."""

    def polarity(self, var: Var) -> bool | None:
        """The preferred value of a variable; None if the heuristic has none."""


class InOrder:
    """The unassigned variable with the lowest number."""

    def __init__(self) -> None:
        self._heap: list[Var] = []  # contains every unassigned variable, and some assigned ones

    def register(self, variables: Iterable[Var]) -> None:
        for var in variables:
            heapq.heappush(self._heap, var)

    def on_clause(self, clause: ClauseRecord) -> None:
        """Ignored: the order is fixed."""

    def on_conflict(self, variables: Iterable[Var]) -> None:
        """Ignored: the order is fixed."""

    def on_undo(self, lits: Iterable[Lit]) -> None:
        for lit in lits:
            heapq.heappush(self._heap, abs(lit))

    def pick(self, trail: Trail) -> Var | None:
        while self._heap and trail.value[self._heap[0]] is not None:
            heapq.heappop(self._heap)
        return self._heap[0] if self._heap else None

    def polarity(self, var: Var) -> bool | None:
        return None


class Vsids:
    """Variables that took part in recent conflicts first (Moskewicz et al. 2001; decay of MiniSat 2003).

    Instead of decaying all scores, the increment grows: the order is the same.
    """

    decay = 0.95

    def __init__(self) -> None:
        self._score: dict[Var, float] = {}
        self._bump = 1.0
        self._heap: list[tuple[float, Var]] = []  # an up-to-date entry for every unassigned variable

    def register(self, variables: Iterable[Var]) -> None:
        for var in variables:
            self._score[var] = 0.0
            heapq.heappush(self._heap, (0.0, var))

    def on_clause(self, clause: ClauseRecord) -> None:
        """Ignored: only conflicts matter."""

    def on_conflict(self, variables: Iterable[Var]) -> None:
        for var in variables:
            self._score[var] += self._bump
            heapq.heappush(self._heap, (-self._score[var], var))
        self._bump /= self.decay
        if self._bump > 1e100 or len(self._heap) > 20 * len(self._score) + 1000:
            self._rescale()

    def _rescale(self) -> None:
        for var in self._score:
            self._score[var] /= self._bump
        self._bump = 1.0
        self._heap = [(-score, var) for var, score in self._score.items()]
        heapq.heapify(self._heap)

    def on_undo(self, lits: Iterable[Lit]) -> None:
        for lit in lits:
            heapq.heappush(self._heap, (-self._score[abs(lit)], abs(lit)))

    def pick(self, trail: Trail) -> Var | None:
        while self._heap:
            score, var = self._heap[0]
            if trail.value[var] is None and -score == self._score[var]:
                return var
            heapq.heappop(self._heap)
        return None

    def polarity(self, var: Var) -> bool | None:
        return None


class JeroslowWang:
    """The variable whose literals occur in the most and shortest clauses (Jeroslow & Wang 1990).

    A clause of length n adds 2^-n to the weight of each literal; the heavier literal is tried first.
    """

    def __init__(self) -> None:
        self._weight: dict[Lit, float] = {}
        self._heap: list[tuple[float, Var]] = []

    def register(self, variables: Iterable[Var]) -> None:
        for var in variables:
            self._weight[var] = self._weight[-var] = 0.0
            heapq.heappush(self._heap, (0.0, var))

    def on_clause(self, clause: ClauseRecord) -> None:
        share = 2.0 ** -len(clause.lits)
        for lit in clause.lits:
            self._weight[lit] += share
            heapq.heappush(self._heap, (-self._weight_of(abs(lit)), abs(lit)))

    def _weight_of(self, var: Var) -> float:
        return self._weight[var] + self._weight[-var]

    def on_conflict(self, variables: Iterable[Var]) -> None:
        """Ignored: the weights depend on the given clauses only."""

    def on_undo(self, lits: Iterable[Lit]) -> None:
        for lit in lits:
            heapq.heappush(self._heap, (-self._weight_of(abs(lit)), abs(lit)))

    def pick(self, trail: Trail) -> Var | None:
        while self._heap:
            weight, var = self._heap[0]
            if trail.value[var] is None and -weight == self._weight_of(var):
                return var
            heapq.heappop(self._heap)
        return None

    def polarity(self, var: Var) -> bool | None:
        return self._weight[var] > self._weight[-var] if self._weight[var] != self._weight[-var] else None


class RandomOrder:
    """A random unassigned variable."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._variables: list[Var] = []

    def register(self, variables: Iterable[Var]) -> None:
        self._variables.extend(variables)

    def on_clause(self, clause: ClauseRecord) -> None:
        """Ignored."""

    def on_conflict(self, variables: Iterable[Var]) -> None:
        """Ignored."""

    def on_undo(self, lits: Iterable[Lit]) -> None:
        """Ignored."""

    def pick(self, trail: Trail) -> Var | None:
        for _ in range(8):  # a few random tries before listing what is left
            if self._variables and trail.value[var := self._rng.choice(self._variables)] is None:
                return var
        left = [var for var in self._variables if trail.value[var] is None]
        return self._rng.choice(left) if left else None

    def polarity(self, var: Var) -> bool | None:
        return None


class Phases:
    """The value of a decision: the saved one, else that of the heuristic, else the default."""

    def __init__(self, options: SearchOptions) -> None:
        self._default = options.phase
        self._saving = options.phase_saving
        self._saved: dict[Var, bool] = {}

    def on_undo(self, lits: Iterable[Lit]) -> None:
        """Save the values of literals that are removed from the trail (Pipatsrisawat & Darwiche 2007)."""
        if self._saving:
            self._saved.update((abs(lit), lit > 0) for lit in lits)

    def literal(self, var: Var, preferred: bool | None) -> Lit:
        """The literal of ``var`` to decide."""
        value = self._saved.get(var, self._default if preferred is None else preferred)
        return var if value else -var


def heuristic(options: SearchOptions) -> Heuristic:
    """The heuristic selected by the options."""
    match options.decide:
        case "order":
            return InOrder()
        case "vsids":
            return Vsids()
        case "jw":
            return JeroslowWang()
        case "random":
            return RandomOrder(Random(options.seed))
