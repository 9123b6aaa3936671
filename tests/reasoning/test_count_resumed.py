"""A count stopped by a limit or an interrupt can be resumed and gives the same result."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from itertools import cycle
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.contracts.engine import Limit, Stopped
from satplay.errors import EngineError
from satplay.logic.formula import Formula
from satplay.reasoning.count import Count, Counting, count
from tests.engines.formulas import Clauses, clause_lists, pigeonhole, random_ksat
from tests.interrupts import repeated_interrupts
from tests.reasoning.known_counts import permutations, tilings
from tests.reasoning.oracles import counter as oracle
from tests.reasoning.test_count import HARD, brute_force_count

NewCounting = Callable[[Formula, list[int] | None], Counting]


def native(formula: Formula, over: list[int] | None = None) -> Counting:
    return Counting(formula, over)


def forgetful(formula: Formula, over: list[int] | None = None) -> Counting:
    from satplay._native import Counter

    counting = Counting(formula, over)
    counting._counter = Counter(formula.flat, formula.var_count, over, 400)
    return counting


def plain(formula: Formula, over: list[int] | None = None) -> Counting:
    counting = Counting(formula, over)
    counting._counter = oracle.Counter(formula.flat, formula.var_count, over)
    return counting


every_counter = pytest.mark.parametrize("new", [native, forgetful, plain])
tiny = st.one_of(
    st.builds(Limit, conflicts=st.integers(0, 3)),
    st.builds(Limit, propagations=st.integers(0, 20)),
    st.builds(Limit, conflicts=st.integers(0, 2), propagations=st.integers(0, 9)),
)


def resume_to_the_end(counting: Counting, limits: list[Limit]) -> Iterator[Count]:
    """Return all answers, the exact one last; each one is checked against the earlier ones."""
    at_least = 0
    for limit in cycle(limits):
        answer = counting.run(limit)
        assert answer.at_least >= at_least, "the bound became less"
        at_least = answer.at_least
        yield answer
        if answer.exact:
            return


@every_counter
@settings(max_examples=150, deadline=None)
@given(
    formula=clause_lists(max_var=9, max_clauses=24),
    limits=st.lists(tiny, min_size=1, max_size=4),
    data=st.data(),
)
def test_a_count_in_pieces_is_exact_for_every_projection(
    new: NewCounting, formula: tuple[int, Clauses], limits: list[Limit], data: st.DataObject
) -> None:
    var_count, clauses = formula
    everything = list(range(1, var_count + 1))
    over = data.draw(st.none() | st.lists(st.integers(1, var_count), unique=True))
    known = brute_force_count(var_count, clauses, everything if over is None else over)
    answers = list(resume_to_the_end(new(Formula(clauses, var_count=var_count), over), limits))
    assert answers[-1].number == known
    assert all(answer.at_least <= known for answer in answers)


@pytest.mark.parametrize("ratio", [1.5, 3.0, 4.3])
@pytest.mark.parametrize("new", [native, forgetful])
def test_a_count_in_pieces_with_many_conflicts_is_exact(new: NewCounting, ratio: float) -> None:
    for seed in range(6):
        rng = Random(seed)
        clauses = random_ksat(15, int(15 * ratio), rng)
        for over in (list(range(1, 16)), sorted(rng.sample(range(1, 16), 8))):
            known = brute_force_count(15, clauses, over)
            *stopped, last = resume_to_the_end(
                new(Formula(clauses, var_count=15), over), [Limit(conflicts=0)]
            )
            assert last.number == known
            assert all(answer.at_least <= known for answer in stopped)


@pytest.mark.parametrize("new", [native, plain])
def test_the_lower_bound_grows_from_call_to_call(new: NewCounting) -> None:
    answers = list(resume_to_the_end(new(Formula(tilings(6, 6)), None), [Limit(propagations=300)]))
    assert answers[-1].number == 6728
    assert len(answers) > 5
    assert all(answer.stopped is Stopped.PROPAGATIONS for answer in answers[:-1])


def test_stops_do_not_change_the_steps() -> None:
    chain = Formula([[i, i + 1] for i in range(1, 200)])
    *stopped, last = resume_to_the_end(Counting(chain), [Limit(propagations=3)])
    assert len(stopped) > 20
    assert last.statistics == count(chain).statistics


def test_resuming_does_not_repeat_finished_work() -> None:
    """A stopped call is repeated and learns other clauses, so the number of steps differs slightly."""
    formula = Formula(tilings(8, 8))
    *stopped, last = resume_to_the_end(Counting(formula), [Limit(propagations=1000)])
    whole = count(formula)
    assert last.number == whole.number == 12_988_816
    assert len(stopped) > 20
    assert last.statistics["decisions"] < 1.5 * whole.statistics["decisions"]


def test_learned_clauses_survive_a_stop() -> None:
    """Otherwise calls with one conflict each would never refute this formula."""
    *stopped, last = resume_to_the_end(Counting(Formula(pigeonhole(6))), [Limit(conflicts=0)])
    assert last.number == 0
    assert {answer.at_least for answer in stopped} == {0}


@every_counter
def test_an_exact_answer_is_returned_again_without_work(new: NewCounting) -> None:
    counting = new(Formula(permutations(5)), None)
    first = counting.run()
    for limit in (Limit(), Limit(seconds=0), Limit(conflicts=0, propagations=0, memory_mib=0)):
        again = counting.run(limit)
        assert (again.number, again.statistics) == (first.number, first.statistics) == (120, again.statistics)


@every_counter
def test_without_time_or_memory_nothing_is_lost(new: NewCounting) -> None:
    counting = new(Formula(tilings(4, 6)), None)
    for limit in (Limit(seconds=0), Limit(memory_mib=0), Limit(propagations=50), Limit(seconds=0)):
        assert counting.run(limit).number is None
    assert counting.run().number == 281


def test_a_smaller_memory_takes_a_smaller_cache() -> None:
    counting = Counting(Formula(tilings(10, 10)))
    before = counting.run(Limit(propagations=400_000)).statistics["cache_bytes"]
    assert before > 1 << 20
    assert counting.run(Limit(propagations=1, memory_mib=1)).statistics["cache_bytes"] < before
    assert counting.run().number == 258_584_046_368


@pytest.mark.parametrize("new", [native, plain])
def test_an_interrupted_count_resumes(new: NewCounting) -> None:
    counting = new(HARD, None)
    bounds = [0]
    for _ in range(3):
        begun = threading.Event()
        breaker = threading.Thread(target=lambda begun=begun: (begun.wait(60), counting.interrupt()))
        breaker.start()
        answer = counting.run(Limit(seconds=20), progress=lambda _, begun=begun: begun.set())
        breaker.join()
        assert answer.stopped is Stopped.INTERRUPTED
        bounds.append(answer.at_least)
    assert bounds == sorted(bounds)


@pytest.mark.parametrize("new", [native, plain])
def test_an_interrupt_at_any_moment_does_not_change_the_count(new: NewCounting) -> None:
    counting = new(Formula(permutations(7)), None)
    with repeated_interrupts(counting.interrupt, pause=0.001):
        *_, last = resume_to_the_end(counting, [Limit()] * 3)
    assert last.number == 5040


@pytest.mark.parametrize("new", [native, plain])
def test_an_error_in_the_progress_callback_does_not_damage_the_count(new: NewCounting) -> None:
    counting = new(HARD, None)

    def report(statistics: object) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        counting.run(progress=report)
    assert counting.run(Limit(seconds=0.1)).stopped is Stopped.TIME


@pytest.mark.parametrize("new", [native, plain])
def test_a_progress_callback_must_not_call_count(new: NewCounting) -> None:
    counting = new(HARD, None)
    with pytest.raises(EngineError, match="progress report"):
        counting.run(progress=lambda statistics: counting.run())


def test_after_ctrl_c_the_plain_counter_starts_over(monkeypatch: pytest.MonkeyPatch) -> None:
    counting = plain(Formula(tilings(4, 6)))
    counting.run(Limit(propagations=100))
    with monkeypatch.context() as pressed:
        pressed.setattr(oracle, "split_components", _raise_keyboard_interrupt)
        with pytest.raises(KeyboardInterrupt):
            counting.run()
    assert counting.run().number == 281


def _raise_keyboard_interrupt(clauses: object) -> Iterator[oracle.Part]:
    raise KeyboardInterrupt
