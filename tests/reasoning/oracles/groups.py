"""Satisfiability of groups of clauses, in plain Python: the oracle for ``native/mus/groups``.

It has the same interface and uses the same algorithms: deletion with clause-set
refinement (Dershowitz, Hanna & Nadel 2006) and recursive model rotation (Belov & Marques-Silva 2011).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.budget import Budget
from satplay.contracts.engine import Answer, Sat, Stopped, Unknown, Unsat
from satplay.engines.native_codes import SATISFIABLE, STOPPED, UNSATISFIABLE, limit_of
from satplay.engines.reference import ReferenceEngine
from satplay.logic.literal import Lit
from satplay.logic.model import Model
from satplay.reasoning.groups import Found, Pulse


class Groups:
    """One session; flat clauses, each terminated by 0; ``group_of`` has one entry per clause, -1 is hard."""

    def __init__(self, clauses: NDArray[np.int32], group_of: NDArray[np.int32], groups: int) -> None:
        self._engine = ReferenceEngine()
        self._count = groups
        self._clauses: list[tuple[int, frozenset[Lit]]] = []
        self._of: list[list[frozenset[Lit]]] = [[] for _ in range(groups)]
        self._variables = {abs(lit) for lit in clauses.tolist() if lit}
        self._taken = max(self._variables, default=0)
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
            self._engine.add([*clause, -self._selector(group)] if group >= 0 else clause)
            clause = []
        self._engine.declare(self._taken + groups)
        self._calls = self._rotated = 0
        self._interrupted = False

    def _selector(self, group: int) -> Lit:
        return self._taken + group + 1

    # -- questions ----------------------------------------------------------------------------------

    def decide(
        self, chosen: list[int], seconds: float | None, conflicts: int, propagations: int, memory: int
    ) -> Found:
        """Decide whether the chosen groups are satisfiable; return the satisfied groups or a core."""
        self._start(seconds, conflicts, propagations, memory)
        match self._ask(chosen):
            case Sat(model=model):
                return self._satisfied_groups(model)
            case Unsat(core=core):
                return UNSATISFIABLE, 0, True, self._groups(core), [], []
            case Unknown(stopped=why):
                return _unknown(why, False, [], [])

    def grow(
        self, chosen: list[int], seconds: float | None, conflicts: int, propagations: int, memory: int
    ) -> Found:
        """Extend the chosen groups to a maximal satisfiable set."""
        first = self.decide(chosen, seconds, conflicts, propagations, memory)
        if first[0] != SATISFIABLE:
            return first
        best = first
        for group in range(self._count):
            if group not in best[3]:
                match self._ask([*best[3], group]):
                    case Sat(model=model):
                        best = self._satisfied_groups(model)
                    case Unknown(stopped=why):
                        return _unknown(why, False, best[3], [])
                    case Unsat():
                        pass
        return best

    def shrink(
        self,
        chosen: list[int],
        last: bool,
        seconds: float | None,
        conflicts: int,
        propagations: int,
        memory: int,
        pulse: Pulse | None = None,
    ) -> Found:
        """Reduce the chosen groups to a minimal unsatisfiable subset."""
        first = self.decide(chosen, seconds, conflicts, propagations, memory)
        if first[0] != UNSATISFIABLE:
            return first
        candidates, needed = first[3], set[int]()
        while undecided := [group for group in candidates if group not in needed]:
            if pulse is not None:
                pulse(len(needed), len({*chosen}) - len(candidates), len(undecided))
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
        return UNSATISFIABLE, 0, True, sorted(candidates), sorted(candidates), []

    def interrupt(self) -> None:
        """Stop a running call soon, with the answer unknown; callable from another thread."""
        self._interrupted = True
        self._engine.interrupt()

    def statistics(self) -> dict[str, int]:
        """``calls`` to the engine, groups ``rotated`` (necessary, without a call), and engine counters."""
        counts = self._engine.statistics()
        names = ("conflicts", "propagations", "decisions")
        return {"calls": self._calls, "rotated": self._rotated} | {n: int(counts.get(n, 0)) for n in names}

    # -- the engine ---------------------------------------------------------------------------------

    def _start(self, seconds: float | None, conflicts: int, propagations: int, memory: int) -> None:
        self._interrupted = False
        limit = limit_of(seconds, conflicts, propagations, memory)
        self._budget = Budget(limit, self._engine.statistics)

    def _ask(self, chosen: Sequence[int]) -> Answer:
        if self._interrupted:
            return Unknown(Stopped.INTERRUPTED)
        self._calls += 1
        return self._engine.solve([self._selector(group) for group in chosen], self._budget.remaining())

    def _groups(self, core: Sequence[Lit]) -> list[int]:
        return [lit - self._taken - 1 for lit in core]

    def _satisfied_groups(self, model: Model) -> Found:
        true = frozenset(model)
        holding = [group for group, own in enumerate(self._of) if all(true & clause for clause in own)]
        return SATISFIABLE, 0, False, holding, [], [lit for lit in model if abs(lit) in self._variables]

    # -- rotation -----------------------------------------------------------------------------------

    def _rotate(self, model: Model, broken: int, candidates: Sequence[int]) -> set[int]:
        """Flip literals of the model so that a different single group is violated.

        Each group that is the only violated one is necessary.
        """
        alive = {*candidates, -1}
        clauses = [(group, lits) for group, lits in self._clauses if group in alive]
        waiting, reached = [(frozenset(model), broken)], {broken}
        while waiting:
            true, group = waiting.pop()
            for lit in self._satisfying_literals(true, group):
                flipped = (true - {-lit}) | {lit}
                breaks = {owner for owner, lits in clauses if not flipped & lits}
                if len(breaks) == 1 and not breaks & {*reached, -1}:
                    reached |= breaks
                    waiting.append((flipped, breaks.pop()))
        return reached

    def _satisfying_literals(self, true: frozenset[Lit], group: int) -> Iterator[Lit]:
        false = [clause for clause in self._of[group] if not true & clause]
        yield from sorted(frozenset.intersection(*false), key=abs)


def _unknown(why: Stopped, refuted: bool, found: list[int], needed: list[int]) -> Found:
    return 0, STOPPED.index(why), refuted, found, needed, []
