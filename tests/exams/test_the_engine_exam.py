"""The brute-force engine passes the engine exam, and a sabotaged copy of it fails each item."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from satplay.contracts.engine import UNLIMITED, Answer, Limit, Sat, Stopped, Unknown, Unsat
from satplay.logic.literal import Clause, FlatClauses, Lit
from satplay.logic.model import Model
from tests.exams import engine_exam
from tests.exams.brute_force import BruteForce
from tests.exams.engine_exam import EXAM, Factory, interrupted_while_solving
from tests.exams.sabotage import fails


@pytest.mark.parametrize("item", [*EXAM, interrupted_while_solving], ids=lambda item: item.__name__)
def test_brute_force_passes(item: Callable[[Factory], None]) -> None:
    item(BruteForce)


class FlipsTheModel(BruteForce):
    def solve(self, assuming: Sequence[Lit] = (), limit: Limit = UNLIMITED) -> Answer:
        answer = super().solve(assuming, limit)
        return Sat(Model([-lit for lit in answer.model])) if isinstance(answer, Sat) else answer


class GivesUpOnHardFormulas(BruteForce):
    def solve(self, assuming: Sequence[Lit] = (), limit: Limit = UNLIMITED) -> Answer:
        answer = super().solve(assuming, limit)
        return Unsat() if isinstance(answer, Sat) and len(self.clauses) >= 12 else answer


class ForgetsLateClauses(BruteForce):
    solved = False

    def add(self, clause: Clause) -> None:
        if not self.solved:
            super().add(clause)

    def solve(self, assuming: Sequence[Lit] = (), limit: Limit = UNLIMITED) -> Answer:
        self.solved = True
        return super().solve(assuming, limit)


class ForgetsTheLastFlatClause(BruteForce):
    def add_flat(self, clauses: FlatClauses) -> None:
        super().add_flat(clauses)
        if clauses.size:
            self.clauses.pop()


class DeclaresOnce(BruteForce):
    def declare(self, var_count: int) -> None:
        self.var_count = self.var_count or var_count


class RefusesNothing(BruteForce):
    def solve(self, assuming: Sequence[Lit] = (), limit: Limit = UNLIMITED) -> Answer:
        return super().solve(assuming, limit) if self.clauses else Unsat()


class SkipsEmptyClauses(BruteForce):
    def add(self, clause: Clause) -> None:
        if clause:
            super().add(clause)


class LeavesOutUnused(BruteForce):
    def solve(self, assuming: Sequence[Lit] = (), limit: Limit = UNLIMITED) -> Answer:
        answer = super().solve(assuming, limit)
        used = {abs(lit) for clause in self.clauses for lit in clause}
        return (
            Sat(Model([lit for lit in answer.model if abs(lit) in used]))
            if isinstance(answer, Sat)
            else answer
        )


class CancelsOpposites(BruteForce):
    def add(self, clause: Clause) -> None:
        super().add([lit for lit in clause if -lit not in clause])


class ReturnsAllAssumptions(BruteForce):
    def solve(self, assuming: Sequence[Lit] = (), limit: Limit = UNLIMITED) -> Answer:
        answer = super().solve(assuming, limit)
        return Unsat(tuple(assuming)) if isinstance(answer, Unsat) else answer


class ReturnsAnEmptyCore(BruteForce):
    def solve(self, assuming: Sequence[Lit] = (), limit: Limit = UNLIMITED) -> Answer:
        answer = super().solve(assuming, limit)
        return Unsat() if isinstance(answer, Unsat) else answer


class CountsInWords(BruteForce):
    def statistics(self) -> Mapping[str, Any]:
        return {"conflicts": "many"}


class BreaksAtALimit(BruteForce):
    stopped: Answer | None = None

    def solve(self, assuming: Sequence[Lit] = (), limit: Limit = UNLIMITED) -> Answer:
        answer = self.stopped or super().solve(assuming, limit)
        self.stopped = answer if isinstance(answer, Unknown) else None
        return answer


class NamesTheWrongLimit(BruteForce):
    def solve(self, assuming: Sequence[Lit] = (), limit: Limit = UNLIMITED) -> Answer:
        answer = super().solve(assuming, limit)
        return Unknown(Stopped.MEMORY) if isinstance(answer, Unknown) else answer


class IgnoresInterrupts(BruteForce):
    def interrupt(self) -> None:
        """Does nothing."""


class RemembersInterrupts(BruteForce):
    told = False

    def interrupt(self) -> None:
        self.told = True

    def solve(self, assuming: Sequence[Lit] = (), limit: Limit = UNLIMITED) -> Answer:
        if self.told:
            self.told = False
            return Unknown(Stopped.INTERRUPTED)
        return super().solve(assuming, limit)


class KeepsAssumptions(BruteForce):
    def solve(self, assuming: Sequence[Lit] = (), limit: Limit = UNLIMITED) -> Answer:
        answer = super().solve(assuming, limit)
        for lit in assuming:
            self.add([lit])
        return answer


SABOTAGED_ENGINES: list[tuple[Callable[[Factory], None], type[BruteForce]]] = [
    (engine_exam.agrees_with_brute_force, FlipsTheModel),
    (engine_exam.agrees_with_brute_force, ReturnsAnEmptyCore),
    (engine_exam.agrees_with_brute_force, KeepsAssumptions),
    (engine_exam.hard_formulas_are_answered_correctly, GivesUpOnHardFormulas),
    (engine_exam.clauses_can_be_added_between_calls, ForgetsLateClauses),
    (engine_exam.flat_clauses_are_the_same_clauses, ForgetsTheLastFlatClause),
    (engine_exam.variables_can_be_declared_later, DeclaresOnce),
    (engine_exam.no_clauses_are_satisfiable, RefusesNothing),
    (engine_exam.the_empty_clause_is_unsatisfiable, SkipsEmptyClauses),
    (engine_exam.the_empty_clause_is_unsatisfiable, ReturnsAllAssumptions),
    (engine_exam.unused_variables_get_a_value, LeavesOutUnused),
    (engine_exam.tautologies_and_repeated_literals_are_accepted, CancelsOpposites),
    (engine_exam.units_are_propagated_and_kept, ForgetsLateClauses),
    (engine_exam.contradictory_assumptions_are_their_own_core, ReturnsAnEmptyCore),
    (engine_exam.counters_are_numbers, CountsInWords),
    (engine_exam.limits_stop_and_the_session_stays_usable, BreaksAtALimit),
    (engine_exam.limits_stop_and_the_session_stays_usable, NamesTheWrongLimit),
    (engine_exam.an_interrupt_while_idle_has_no_effect, RemembersInterrupts),
]


@pytest.mark.parametrize(("item", "engine"), SABOTAGED_ENGINES)
def test_a_sabotaged_engine_fails(item: Callable[[Factory], None], engine: type[BruteForce]) -> None:
    fails(item, engine)


def test_every_item_of_the_engine_exam_has_a_sabotage() -> None:
    assert {item for item, _ in SABOTAGED_ENGINES} == set(EXAM)


def test_an_engine_that_ignores_interrupts_fails() -> None:
    with pytest.raises(AssertionError):
        engine_exam.interrupted_while_solving(IgnoresInterrupts, patience=0.2)
