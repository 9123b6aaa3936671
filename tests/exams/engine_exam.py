"""The exam that every engine must pass: each item takes a function that opens a session.

Every answer is verified: models are evaluated, and unsatisfiable answers are tested assignment by
assignment.  ``EXAM`` has the items for every engine; ``interrupted_while_solving`` is for engines that can
be interrupted.  The items of ``RANDOM`` open many sessions: if a session is expensive (a separate process),
give them fewer ``trials``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import combinations
from random import Random
from typing import TypeAlias

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.contracts.engine import Answer, Engine, Limit, Sat, Stopped, Unknown, Unsat
from satplay.errors import BadInput
from satplay.logic.literal import Clause, Lit
from tests.exams.broken_texts import QUIET
from tests.exams.brute_force import satisfiable, satisfies
from tests.interrupts import repeated_interrupts

Factory: TypeAlias = Callable[[], Engine]
Clauses: TypeAlias = list[list[Lit]]

VARIABLES = 8
TRIALS = 60


@contextmanager
def session(factory: Factory, var_count: int = 0, clauses: Sequence[Clause] = ()) -> Iterator[Engine]:
    engine = factory()
    try:
        engine.declare(var_count)
        for clause in clauses:
            engine.add(clause)
        yield engine
    finally:
        engine.close()


def judge(
    answer: Answer, var_count: int, clauses: Sequence[Sequence[Lit]], assuming: Sequence[Lit] = ()
) -> None:
    """Check an answer with its model or core."""
    match answer:
        case Sat(model=model):
            assert [abs(lit) for lit in model] == list(range(1, var_count + 1)), f"{model} is not whole"
            assert satisfies(model, clauses), f"{model} is no model of {clauses}"
            assert set(assuming) <= set(model), f"{model} is not as assumed: {assuming}"
        case Unsat(core=core):
            assert set(core) <= set(assuming), f"core {core} is not among the assumptions {assuming}"
            assert not satisfiable(var_count, clauses, core), f"{clauses} with core {core} has a model"
        case _:
            raise AssertionError(f"{answer} without any limit")


Drawn: TypeAlias = tuple[int, Clauses, list[Lit]]
"""Variables, clauses, assumptions."""


@st.composite
def odd_formulas(draw: st.DrawFn) -> Drawn:
    """Small formulas with repeated literals, tautologies and repeated clauses.  Most are satisfiable."""
    var_count = draw(st.integers(1, VARIABLES))
    literals = st.integers(1, var_count).flatmap(lambda var: st.sampled_from([var, -var]))
    clauses = draw(st.lists(st.lists(literals, min_size=1, max_size=4), max_size=5 * var_count))
    return var_count, clauses, draw(st.lists(literals, max_size=4))


def even_formula(seed: int) -> Drawn:
    """Clauses of two and three literals, at a density where both answers are equally likely."""
    rng = Random(seed)
    var_count = rng.randint(4, VARIABLES)

    def lits(count: int) -> list[Lit]:
        return [rng.choice((var, -var)) for var in rng.sample(range(1, var_count + 1), count)]

    clauses = [lits(rng.choice((2, 3, 3, 3))) for _ in range(int(var_count * rng.uniform(3.0, 7.0)))]
    return var_count, clauses, lits(rng.randint(0, 3))


def formulas() -> st.SearchStrategy[Drawn]:
    return st.one_of(odd_formulas(), st.integers(0, 10**6).map(even_formula))


# -- correct answers -------------------------------------------------------------------------------


def agrees_with_brute_force(factory: Factory, trials: int = TRIALS) -> None:
    def trial(drawn: Drawn) -> None:
        var_count, clauses, assuming = drawn
        with session(factory, var_count, clauses) as engine:
            for assumed in (assuming, []):  # assumptions hold for one call only
                judge(engine.solve(assumed), var_count, clauses, assumed)

    for seed in range(trials):
        trial(even_formula(seed))
    settings(QUIET, max_examples=trials)(given(odd_formulas())(trial))()


def hard_formulas_are_answered_correctly(factory: Factory) -> None:
    """Small formulas with conflicts to learn from: pigeons and parities, and satisfiable variants."""
    for pigeons, holes in ((4, 3), (3, 3)):
        clauses, var_count = pigeonhole(pigeons, holes)
        with session(factory, var_count, clauses) as engine:
            answer = engine.solve()
            assert isinstance(answer, Unsat) == (pigeons > holes), f"{pigeons} in {holes}: {answer}"
            judge(answer, var_count, clauses)
    for odd in (False, True):
        clauses = parity_cycle(7, odd)
        with session(factory, 7, clauses) as engine:
            judge(engine.solve(), 7, clauses)


def clauses_can_be_added_between_calls(factory: Factory, trials: int = TRIALS) -> None:
    @settings(QUIET, max_examples=trials)
    @given(formulas(), st.integers(1, 4))
    def trial(drawn: Drawn, step: int) -> None:
        var_count, clauses, assuming = drawn
        with session(factory, var_count) as engine:
            for start in range(0, len(clauses), step):
                for clause in clauses[start : start + step]:
                    engine.add(clause)
                judge(engine.solve(assuming), var_count, clauses[: start + step], assuming)
            judge(engine.solve(), var_count, clauses)

    trial()


def flat_clauses_are_the_same_clauses(factory: Factory, trials: int = TRIALS) -> None:
    @settings(QUIET, max_examples=trials)
    @given(formulas(), st.integers(0, 40))
    def trial(drawn: Drawn, split: int) -> None:
        var_count, clauses, assuming = drawn
        with session(factory, var_count, clauses[:split]) as engine:
            engine.add_flat(np.array([lit for clause in clauses[split:] for lit in (*clause, 0)], np.int32))
            judge(engine.solve(assuming), var_count, clauses, assuming)

    trial()


def variables_can_be_declared_later(factory: Factory) -> None:
    with session(factory, 2, [[1, 2]]) as engine:
        judge(engine.solve(), 2, [[1, 2]])
        engine.declare(5)
        engine.declare(3)  # less than before: no effect
        judge(engine.solve([4, -5]), 5, [[1, 2]], [4, -5])


# -- edge cases ------------------------------------------------------------------------------------


def no_clauses_are_satisfiable(factory: Factory) -> None:
    with session(factory) as engine:
        judge(engine.solve(), 0, [])
        engine.add_flat(np.array([], np.int32))
        judge(engine.solve(), 0, [])


def the_empty_clause_is_unsatisfiable(factory: Factory) -> None:
    with session(factory, 2, [[1, 2]]) as engine:
        judge(engine.solve(), 2, [[1, 2]])
        engine.add([])
        for assuming in ([], [1], [1, -1]):
            answer = engine.solve(assuming)
            assert isinstance(answer, Unsat), f"{answer} for an empty clause"
            judge(answer, 2, [[1, 2], []], assuming)
        assert engine.solve([1]) == Unsat(()), "no assumption is to blame for an empty clause"
        engine.add([1])  # still allowed, and still unsatisfiable
        assert engine.solve() == Unsat(())


def unused_variables_get_a_value(factory: Factory) -> None:
    with session(factory, 6, [[2], [-4, 2]]) as engine:
        judge(engine.solve(), 6, [[2], [-4, 2]])
        judge(engine.solve([-6, 5]), 6, [[2], [-4, 2]], [-6, 5])


def tautologies_and_repeated_literals_are_accepted(factory: Factory) -> None:
    clauses = [[1, -1], [2, 2], [-2, -2, 3, 3], [3, -3, 2], [-1, -1, -1]]
    with session(factory, 3, clauses) as engine:
        answer = engine.solve()
        assert isinstance(answer, Sat), f"{answer} for {clauses}"
        judge(answer, 3, clauses)
        engine.add([-3, -3])
        judge(engine.solve(), 3, [*clauses, [-3, -3]])


def units_are_propagated_and_kept(factory: Factory) -> None:
    chain = [[1], *([-var, var + 1] for var in range(1, 6))]
    with session(factory, 6, chain) as engine:
        assert isinstance(engine.solve(), Sat)
        assert engine.solve([-6]) == Unsat((-6,)), "the units alone deny -6"
        engine.add([-6])
        assert engine.solve() == Unsat(())


def contradictory_assumptions_are_their_own_core(factory: Factory) -> None:
    with session(factory, 3, [[1, 2, 3]]) as engine:
        answer = engine.solve([3, 1, 2, -1])
        assert isinstance(answer, Unsat) and set(answer.core) == {1, -1}, f"{answer}"
        judge(engine.solve([3, 3, 3]), 3, [[1, 2, 3]], [3])
        judge(engine.solve([-3]), 3, [[1, 2, 3]], [-3])


def counters_are_numbers(factory: Factory) -> None:
    clauses, var_count = pigeonhole(4, 3)
    with session(factory, var_count, clauses) as engine:
        engine.solve()
        for name, count in engine.statistics().items():
            assert isinstance(count, int | float) and not isinstance(count, bool), f"{name} is {count!r}"
            assert count >= 0, f"{name} is {count}"


# -- limits and interrupts -------------------------------------------------------------------------


def limits_stop_and_the_session_stays_usable(factory: Factory) -> None:
    """Under a limit the answer is correct or names the limit, and the session stays usable.

    An engine may refuse (BadInput) a limit that it does not count.
    """
    limits = {
        Stopped.CONFLICTS: Limit(conflicts=1),
        Stopped.PROPAGATIONS: Limit(propagations=1),
        Stopped.TIME: Limit(seconds=0.0),
    }
    clauses, var_count = pigeonhole(4, 3)
    for reason, limit in limits.items():
        with session(factory, var_count, clauses) as engine:
            with suppress(BadInput):
                answer = engine.solve(limit=limit)
                assert isinstance(answer, Unsat) or answer == Unknown(reason), f"{answer} within {limit}"
            judge(engine.solve(), var_count, clauses)
        with session(factory, 3, [[1, 2], [-1, 3]]) as engine:
            with suppress(BadInput):
                engine.solve(limit=limit)
            judge(engine.solve([-2]), 3, [[1, 2], [-1, 3]], [-2])


def an_interrupt_while_idle_has_no_effect(factory: Factory) -> None:
    """An interrupt while no call runs must not stop the next call, for example from a late timer."""
    with session(factory, 2, [[1, 2]]) as engine:
        engine.interrupt()
        engine.interrupt()
        judge(engine.solve(), 2, [[1, 2]])
        judge(engine.solve([-1]), 2, [[1, 2]], [-1])


def interrupted_while_solving(factory: Factory, patience: float = 120.0) -> None:
    """Twelve pigeons do not fit into eleven holes, which is hard for resolution (Haken 1985).

    The clauses are guarded, so that an easy question afterwards shows that the session still works.
    """
    clauses, var_count = pigeonhole(12, 11)
    guard = var_count + 1
    with session(factory, guard, [[-guard, *clause] for clause in clauses]) as engine:
        with repeated_interrupts(engine.interrupt, pause=0.02):
            answer = engine.solve([guard], Limit(seconds=patience))
        assert isinstance(answer, Unsat) or answer == Unknown(Stopped.INTERRUPTED), f"{answer}"
        after = engine.solve([-guard])
        if after == Unknown(Stopped.INTERRUPTED):  # the last interrupt arrived after the answer
            after = engine.solve([-guard])
        assert isinstance(after, Sat), f"{after} after an interrupt"


# -- formulas --------------------------------------------------------------------------------------


def pigeonhole(pigeons: int, holes: int) -> tuple[Clauses, int]:
    """Every pigeon in a hole, no two in the same; returned with the number of variables."""

    def sits(pigeon: int, hole: int) -> Lit:
        return pigeon * holes + hole + 1

    somewhere = [[sits(pigeon, hole) for hole in range(holes)] for pigeon in range(pigeons)]
    apart = [
        [-sits(one, hole), -sits(two, hole)]
        for hole in range(holes)
        for one, two in combinations(range(pigeons), 2)
    ]
    return somewhere + apart, pigeons * holes


def parity_cycle(length: int, odd: bool) -> Clauses:
    """Neighbours on a cycle differ; if ``odd``, the first two agree instead, which changes the answer."""
    clauses: Clauses = []
    for at in range(length):
        one, two = at + 1, (at + 1) % length + 1
        if at == 0 and odd:
            clauses += [[one, -two], [-one, two]]
        else:
            clauses += [[one, two], [-one, -two]]
    return clauses


RANDOM: tuple[Callable[..., None], ...] = (
    agrees_with_brute_force,
    clauses_can_be_added_between_calls,
    flat_clauses_are_the_same_clauses,
)

EXAM: tuple[Callable[[Factory], None], ...] = (
    *RANDOM,
    hard_formulas_are_answered_correctly,
    variables_can_be_declared_later,
    no_clauses_are_satisfiable,
    the_empty_clause_is_unsatisfiable,
    unused_variables_get_a_value,
    tautologies_and_repeated_literals_are_accepted,
    units_are_propagated_and_kept,
    contradictory_assumptions_are_their_own_core,
    counters_are_numbers,
    limits_stop_and_the_session_stays_usable,
    an_interrupt_while_idle_has_no_effect,
)
