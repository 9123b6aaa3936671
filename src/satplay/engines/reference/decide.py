"""Decision heuristics: which variable next, and with which value."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from random import Random
from typing import Protocol

from satplay.engines.reference.clauses import ClauseRecord
from satplay.engines.reference.options import Options
from satplay.engines.reference.trail import Trail
from satplay.logic.literal import Lit, Var


class Heuristic(Protocol):
    """Hears what happens and names the next variable."""

    def know(self, variables: Iterable[Var]) -> None:
        """These variables exist from now on."""

    def given(self, clause: ClauseRecord) -> None:
        """A clause was given."""

    def involved(self, variables: Iterable[Var]) -> None:
        """These variables took part in a conflict."""

    def undone(self, lits: Iterable[Lit]) -> None:
        """These literals left the trail."""

    def pick(self, trail: Trail) -> Var | None:
        """An unassigned variable; None when there is none."""

    def polarity(self, var: Var) -> bool | None:
        """The value to try it with, if the heuristic has an opinion."""


class InOrder:
    """The unassigned variable with the lowest number."""

    def __init__(self) -> None:
        self._heap: list[Var] = []  # holds every unassigned variable, and some assigned ones

    def know(self, variables: Iterable[Var]) -> None:
        for var in variables:
            heapq.heappush(self._heap, var)

    def given(self, clause: ClauseRecord) -> None:
        """The order does not depend on the clauses."""

    def involved(self, variables: Iterable[Var]) -> None:
        """Nor on the conflicts."""

    def undone(self, lits: Iterable[Lit]) -> None:
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

    Scores grow by an ever larger amount instead of all being decayed: the order is the same.
    """

    decay = 0.95

    def __init__(self) -> None:
        self._score: dict[Var, float] = {}
        self._bump = 1.0
        self._heap: list[tuple[float, Var]] = []  # an up-to-date entry for every unassigned variable

    def know(self, variables: Iterable[Var]) -> None:
        for var in variables:
            self._score[var] = 0.0
            heapq.heappush(self._heap, (0.0, var))

    def given(self, clause: ClauseRecord) -> None:
        """How often a variable occurs does not matter; whether it causes conflicts does."""

    def involved(self, variables: Iterable[Var]) -> None:
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

    def undone(self, lits: Iterable[Lit]) -> None:
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

    A clause of length n counts 2^-n for each of its literals; the heavier literal is tried first.
    """

    def __init__(self) -> None:
        self._weight: dict[Lit, float] = {}
        self._heap: list[tuple[float, Var]] = []

    def know(self, variables: Iterable[Var]) -> None:
        for var in variables:
            self._weight[var] = self._weight[-var] = 0.0
            heapq.heappush(self._heap, (0.0, var))

    def given(self, clause: ClauseRecord) -> None:
        share = 2.0 ** -len(clause.lits)
        for lit in clause.lits:
            self._weight[lit] += share
            heapq.heappush(self._heap, (-self._of(abs(lit)), abs(lit)))

    def _of(self, var: Var) -> float:
        return self._weight[var] + self._weight[-var]

    def involved(self, variables: Iterable[Var]) -> None:
        """The weights come from the given clauses alone."""

    def undone(self, lits: Iterable[Lit]) -> None:
        for lit in lits:
            heapq.heappush(self._heap, (-self._of(abs(lit)), abs(lit)))

    def pick(self, trail: Trail) -> Var | None:
        while self._heap:
            weight, var = self._heap[0]
            if trail.value[var] is None and -weight == self._of(var):
                return var
            heapq.heappop(self._heap)
        return None

    def polarity(self, var: Var) -> bool | None:
        return self._weight[var] > self._weight[-var] if self._weight[var] != self._weight[-var] else None


class AtRandom:
    """Any unassigned variable."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._variables: list[Var] = []

    def know(self, variables: Iterable[Var]) -> None:
        self._variables.extend(variables)

    def given(self, clause: ClauseRecord) -> None:
        """Chance does not look at clauses."""

    def involved(self, variables: Iterable[Var]) -> None:
        """Nor at conflicts."""

    def undone(self, lits: Iterable[Lit]) -> None:
        """Nor at the past."""

    def pick(self, trail: Trail) -> Var | None:
        for _ in range(8):  # a few darts before counting what is left
            if self._variables and trail.value[var := self._rng.choice(self._variables)] is None:
                return var
        left = [var for var in self._variables if trail.value[var] is None]
        return self._rng.choice(left) if left else None

    def polarity(self, var: Var) -> bool | None:
        return None


class Phases:
    """The value a variable is decided with: the saved one, else the heuristic's, else the default."""

    def __init__(self, options: Options) -> None:
        self._default = options.phase
        self._saving = options.phase_saving
        self._saved: dict[Var, bool] = {}

    def undone(self, lits: Iterable[Lit]) -> None:
        """Remember the values of literals that left the trail (Pipatsrisawat & Darwiche 2007)."""
        if self._saving:
            self._saved.update((abs(lit), lit > 0) for lit in lits)

    def literal(self, var: Var, opinion: bool | None) -> Lit:
        """The literal of ``var`` to decide."""
        value = self._saved.get(var, self._default if opinion is None else opinion)
        return var if value else -var


def heuristic(options: Options) -> Heuristic:
    """The heuristic that the options name."""
    match options.decide:
        case "order":
            return InOrder()
        case "vsids":
            return Vsids()
        case "jw":
            return JeroslowWang()
        case "random":
            return AtRandom(Random(options.seed))
