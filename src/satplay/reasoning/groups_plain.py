"""Which groups of clauses can hold together, in plain Python: to read, and where nothing was compiled.

The same questions and answers as ``native/groups.hpp``, by the same rules: deletion with clause-set
refinement (Dershowitz, Hanna & Nadel 2006) and recursive model rotation (Belov & Marques-Silva 2011).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.engine import Answer, Limit, Sat, Stopped, Unknown, Unsat
from satplay.engines.codes import SATISFIABLE, STOPPED, UNSATISFIABLE
from satplay.engines.reference import ReferenceEngine
from satplay.logic.literal import Lit
from satplay.logic.model import Model

Found: TypeAlias = tuple[int, int, bool, list[int], list[int]]
"""Status, why it stopped, whether refuted, the groups found, those known to be needed."""


class Groups:
    """One session; clauses lie flat, each closed by a 0; ``group_of`` has an entry for each, -1 is hard."""

    def __init__(self, clauses: NDArray[np.int32], group_of: NDArray[np.int32], groups: int) -> None:
        self._engine = ReferenceEngine()
        self._count = groups
        self._clauses: list[tuple[int, frozenset[Lit]]] = []
        self._of: list[list[frozenset[Lit]]] = [[] for _ in range(groups)]
        variables = sorted({abs(lit) for lit in clauses.tolist() if lit})
        self._variables = variables
        taken = variables[-1] if variables else 0
        self._selector = [taken + group + 1 for group in range(groups)]
        clause: list[Lit] = []
        owners = iter(group_of.tolist())
        for lit in clauses.tolist():
            if lit:
                clause.append(lit)
                continue
            group = next(owners)
            self._clauses.append((group, frozenset(clause)))
            if group >= 0:
                self._of[group].append(frozenset(clause))
            self._engine.add([*clause, -self._selector[group]] if group >= 0 else clause)
            clause = []
        self._engine.declare(taken + groups)
        self._model: Model | None = None
        self._calls = self._rotated = 0

    # -- questions ----------------------------------------------------------------------------------

    def decide(
        self, chosen: list[int], seconds: float | None, conflicts: int, propagations: int, memory: int
    ) -> Found:
        """Whether the chosen groups can hold together: all that do in a model, or some that cannot."""
        self._start(seconds, conflicts, propagations, memory)
        match self._ask(chosen):
            case Sat(model=model):
                return SATISFIABLE, 0, False, self._holding(model), []
            case Unsat(core=core):
                return UNSATISFIABLE, 0, True, self._groups(core), []
            case Unknown(stopped=why):
                return _unknown(why, False, [], [])

    def grow(
        self, chosen: list[int], seconds: float | None, conflicts: int, propagations: int, memory: int
    ) -> Found:
        """The chosen groups and more, to which none can be added."""
        first = self.decide(chosen, seconds, conflicts, propagations, memory)
        if first[0] != SATISFIABLE:
            return first
        found = first[3]
        for group in range(self._count):
            if group not in found:
                match self._ask([*found, group]):
                    case Sat(model=model):
                        found = self._holding(model)
                    case Unknown(stopped=why):
                        return _unknown(why, False, found, [])
                    case Unsat():
                        pass
        return SATISFIABLE, 0, False, found, []

    def shrink(
        self,
        chosen: list[int],
        last: bool,
        seconds: float | None,
        conflicts: int,
        propagations: int,
        memory: int,
    ) -> Found:
        """Some of the chosen groups that cannot hold together, while without any one of them they can."""
        first = self.decide(chosen, seconds, conflicts, propagations, memory)
        if first[0] != UNSATISFIABLE:
            return first
        candidates, needed = first[3], set[int]()
        while undecided := [group for group in candidates if group not in needed]:
            without = [group for group in candidates if group != undecided[-1]]
            match self._ask(without):
                case Unsat(core=core):
                    candidates = sorted({*self._groups(core), *needed})
                case Sat(model=model):
                    needed.add(undecided[-1])
                    more = self._rotate(model, undecided[-1], candidates) - needed
                    self._rotated += len(more)
                    needed |= more
                case Unknown(stopped=why):
                    return _unknown(why, True, sorted(candidates), sorted(needed))
        return UNSATISFIABLE, 0, True, sorted(candidates), sorted(candidates)

    def model(self) -> list[Lit]:
        """After satisfiable: the variables that occur in clauses."""
        assert self._model is not None
        return [lit for lit in self._model if abs(lit) in set(self._variables)]

    def statistics(self) -> dict[str, int]:
        """``calls`` to the engine, groups ``rotated`` to be needed without one, and the engine's counters."""
        counts = self._engine.statistics()
        names = ("conflicts", "propagations", "decisions")
        return {"calls": self._calls, "rotated": self._rotated} | {n: int(counts.get(n, 0)) for n in names}

    # -- the engine ---------------------------------------------------------------------------------

    def _start(self, seconds: float | None, conflicts: int, propagations: int, memory: int) -> None:
        self._began = time.monotonic()
        self._limit = Limit(
            seconds,
            None if conflicts < 0 else conflicts,
            None if propagations < 0 else propagations,
            None if memory < 0 else memory >> 20,
        )

    def _ask(self, chosen: Sequence[int]) -> Answer:
        self._calls += 1
        limit = self._limit
        if limit.seconds is not None:
            limit = replace(limit, seconds=max(0.0, limit.seconds - (time.monotonic() - self._began)))
        answer = self._engine.solve([self._selector[group] for group in chosen], limit)
        if isinstance(answer, Sat):
            self._model = answer.model
        return answer

    def _groups(self, core: Sequence[Lit]) -> list[int]:
        return [self._selector.index(lit) for lit in core]

    def _holding(self, model: Model) -> list[int]:
        true = frozenset(model)
        return [group for group, own in enumerate(self._of) if all(true & clause for clause in own)]

    # -- rotation -----------------------------------------------------------------------------------

    def _rotate(self, model: Model, broken: int, candidates: Sequence[int]) -> set[int]:
        """Flip literals of the model so that, instead of one group alone, another one alone is broken.

        Each group that is broken alone, while all others hold, is indispensable.
        """
        alive = {*candidates, -1}
        clauses = [(group, lits) for group, lits in self._clauses if group in alive]
        waiting, reached = [(frozenset(model), broken)], {broken}
        while waiting:
            true, group = waiting.pop()
            for lit in self._mending(true, group):
                flipped = (true - {-lit}) | {lit}
                breaks = {owner for owner, lits in clauses if not flipped & lits}
                if len(breaks) == 1 and not breaks & {*reached, -1}:
                    reached |= breaks
                    waiting.append((flipped, breaks.pop()))
        return reached

    def _mending(self, true: frozenset[Lit], group: int) -> Iterator[Lit]:
        false = [clause for clause in self._of[group] if not true & clause]
        yield from sorted(frozenset.intersection(*false), key=abs)


def _unknown(why: Stopped, refuted: bool, found: list[int], needed: list[int]) -> Found:
    return 0, STOPPED.index(why), refuted, found, needed
