"""The count equals the brute-force count, for every projection."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.contracts.engine import Limit, Sat, Stopped
from satplay.engines.native import NativeEngine
from satplay.errors import BadInput
from satplay.logic.formula import Formula
from satplay.reasoning.count import Counting, count
from tests.engines.formulas import Clauses, clause_lists, pigeonhole, random_ksat
from tests.reasoning.known_counts import cycle_colourings, permutations, queens, tilings
from tests.reasoning.oracles import counter as oracle

Counted = Callable[[Formula, list[int] | None], int]


def brute_force_count(var_count: int, clauses: Clauses, over: list[int]) -> int:
    """Test every assignment, in bulk; count the distinct projections of the models."""
    rows = np.array(list(product([False, True], repeat=var_count)), np.bool_).reshape(-1, var_count)
    good = np.ones(len(rows), np.bool_)
    for clause in clauses:
        true = [rows[:, abs(lit) - 1] == (lit > 0) for lit in clause]
        good &= np.logical_or.reduce(true, axis=0) if true else False
    projections = rows[good][:, [var - 1 for var in over]]
    return len({row.tobytes() for row in projections}) if len(projections) else 0


def count_natively(formula: Formula, over: list[int] | None = None) -> int:
    return count(formula, over).at_least


def count_with_a_tiny_cache(formula: Formula, over: list[int] | None = None) -> int:
    from satplay._native import Counter

    packed, doubled, stopped = Counter(formula.flat, formula.var_count, over, 400).count()
    assert stopped == 0
    return int.from_bytes(packed, "little") << doubled


def count_plainly(formula: Formula, over: list[int] | None = None) -> int:
    packed, doubled, stopped = oracle.Counter(formula.flat, formula.var_count, over).count()
    assert stopped == 0
    return int.from_bytes(packed, "little") << doubled


every_counter = pytest.mark.parametrize("counted", [count_natively, count_with_a_tiny_cache, count_plainly])
every_cached = pytest.mark.parametrize("counted", [count_natively, count_plainly])


@every_counter
@settings(max_examples=150, deadline=None)
@given(formula=clause_lists(max_var=9, max_clauses=24), data=st.data())
def test_every_projection_has_the_brute_force_count(
    counted: Counted, formula: tuple[int, Clauses], data: st.DataObject
) -> None:
    var_count, clauses = formula
    over = data.draw(st.lists(st.integers(1, var_count), unique=True))
    whole_formula = Formula(clauses, var_count=var_count)
    assert counted(whole_formula, over) == brute_force_count(var_count, clauses, over)
    assert counted(whole_formula, None) == brute_force_count(
        var_count, clauses, list(range(1, var_count + 1))
    )


@pytest.mark.parametrize("ratio", [1.5, 2.5, 3.5, 4.5])
@pytest.mark.parametrize("counted", [count_natively, count_with_a_tiny_cache])
def test_random_formulas_with_many_conflicts_have_the_brute_force_count(
    counted: Counted, ratio: float
) -> None:
    for seed in range(6):
        rng = Random(seed)
        clauses = random_ksat(15, int(15 * ratio), rng)
        for over in (list(range(1, 16)), sorted(rng.sample(range(1, 16), 8))):
            assert counted(Formula(clauses, var_count=15), over) == brute_force_count(15, clauses, over)


@pytest.mark.parametrize("seed", range(3))
def test_the_count_is_the_number_of_enumerated_models(seed: int) -> None:
    rng = Random(seed)
    formula = Formula(random_ksat(40, 150, rng), var_count=40)
    over = sorted(rng.sample(range(1, 41), 12))
    engine = NativeEngine()
    engine.declare(formula.var_count)
    engine.add_flat(formula.flat)
    found = 0
    while isinstance(answer := engine.solve(), Sat):
        found += 1
        engine.add([-var if answer.model.value(var) else var for var in over])
    assert count(formula, over).number == found


# -- edge cases -----------------------------------------------------------------------------


@every_counter
def test_without_clauses_every_assignment_is_a_model(counted: Counted) -> None:
    assert counted(Formula(), None) == 1
    assert counted(Formula(var_count=70), None) == 2**70
    assert counted(Formula(var_count=70), [3, 3, 5]) == 4


@every_counter
def test_a_contradiction_has_no_model(counted: Counted) -> None:
    assert counted(Formula([[]], var_count=5), None) == 0
    assert counted(Formula([[1], [-1]], var_count=5), []) == 0
    assert counted(Formula(pigeonhole(4)), [1]) == 0


@every_counter
def test_over_no_variable_a_satisfiable_formula_counts_one(counted: Counted) -> None:
    assert counted(Formula([[1, 2], [-1, 3]]), []) == 1


@every_counter
def test_variables_that_no_clause_mentions_double_the_count(counted: Counted) -> None:
    assert counted(Formula([[1, 2]], var_count=12), None) == 3 * 2**10
    assert counted(Formula([[1, 2]], var_count=12), [1, 11, 12]) == 8


def test_two_billion_declared_variables_cost_nothing() -> None:
    assert count(Formula([[1, 2_000_000_000]]), [1, 2_000_000_000]).number == 3


@pytest.mark.parametrize("wrong", [0, 4, -4])
def test_undeclared_projection_variables_are_refused(wrong: int) -> None:
    with pytest.raises(BadInput, match="1 to 3"):
        count(Formula([[1, 2, 3]]), [wrong])


# -- published counts -------------------------------------------------------------------------


@every_counter
@pytest.mark.parametrize("pairs", [1, 40, 41, 200])
def test_counts_of_independent_clauses_multiply(counted: Counted, pairs: int) -> None:
    assert counted(Formula([[2 * i + 1, 2 * i + 2] for i in range(pairs)]), None) == 3**pairs


@every_counter
def test_permutations_are_factorials(counted: Counted) -> None:
    assert counted(Formula(permutations(6)), None) == math.factorial(6)


def test_permutations_are_decided_row_by_row() -> None:
    """The remaining formula then depends only on the set of used columns: 2^n sets instead of n! rows."""
    counted = count(Formula(permutations(12)))
    assert counted.number == math.factorial(12)
    assert counted.statistics["cache_entries"] < 12 * 2**12


@pytest.mark.parametrize("counted", [count_natively, count_with_a_tiny_cache])
def test_clauses_of_all_lengths_have_the_brute_force_count(counted: Counted) -> None:
    for seed in range(8):
        rng = Random(seed)
        sizes = [rng.choice([2, 3, 4, 5, 7]) for _ in range(26)]
        clauses = [[rng.choice([var, -var]) for var in rng.sample(range(1, 14), size)] for size in sizes]
        for over in (list(range(1, 14)), sorted(rng.sample(range(1, 14), 7))):
            assert counted(Formula(clauses, var_count=13), over) == brute_force_count(13, clauses, over)


def test_eight_pigeons_in_eight_holes() -> None:
    assert count_natively(Formula(permutations(8))) == math.factorial(8)


@every_counter
def test_domino_tilings_of_a_small_board(counted: Counted) -> None:
    assert counted(Formula(tilings(4, 6)), None) == 281


def test_domino_tilings_of_a_chessboard() -> None:
    """12988816 (Fisher & Temperley 1961, Kasteleyn 1961)."""
    assert count_natively(Formula(tilings(8, 8))) == 12_988_816


def test_eight_queens_have_92_solutions() -> None:
    assert count_natively(Formula(queens(8))) == 92


@every_cached
@pytest.mark.parametrize(("length", "colours"), [(5, 3), (12, 3), (14, 4)])
def test_colourings_of_a_cycle(counted: Counted, length: int, colours: int) -> None:
    """(k - 1)^n + (-1)^n (k - 1), the chromatic polynomial."""
    known = (colours - 1) ** length + (-1) ** length * (colours - 1)
    assert counted(Formula(cycle_colourings(length, colours)), None) == known


@every_cached
def test_a_long_chain_does_not_overflow_the_stack(counted: Counted) -> None:
    """Assignments without two neighbours both false: the Fibonacci numbers."""
    a, b = 1, 2
    for _ in range(300):
        a, b = b, a + b
    assert counted(Formula([[i, i + 1] for i in range(1, 300)]), None) == a


# -- limits ------------------------------------------------------------------------------------------------

HARD = Formula(random_ksat(200, 500, Random(1)), var_count=200)


@pytest.mark.parametrize(
    ("limit", "stopped"),
    [
        (Limit(seconds=0.05), Stopped.TIME),
        (Limit(seconds=0), Stopped.TIME),
        (Limit(conflicts=5), Stopped.CONFLICTS),
        (Limit(propagations=1000), Stopped.PROPAGATIONS),
        (Limit(memory_mib=0), Stopped.MEMORY),
    ],
)
def test_a_limit_leaves_a_lower_bound(limit: Limit, stopped: Stopped) -> None:
    answer = count(HARD, limit=limit)
    assert (answer.number, answer.exact, answer.stopped) == (None, False, stopped)
    assert answer.at_least >= 0


def test_the_time_limit_leaves_what_was_counted_before() -> None:
    assert count(HARD, limit=Limit(seconds=0.2)).at_least > 1


def test_a_lower_bound_never_exceeds_the_count() -> None:
    formula = Formula(tilings(6, 6))
    bounds = [count(formula, limit=Limit(propagations=n)).at_least for n in range(0, 30_000, 2000)]
    assert max(bounds) <= 6728
    assert bounds[-1] > 1


@pytest.mark.parametrize("plain", [False, True])
def test_another_thread_can_interrupt(plain: bool) -> None:
    counting = Counting(HARD)
    if plain:
        counting._counter = oracle.Counter(HARD.flat, HARD.var_count)
    begun = threading.Event()
    breaker = threading.Thread(target=lambda: (begun.wait(60), counting.interrupt()))
    breaker.start()
    answer = counting.run(Limit(seconds=20), progress=lambda statistics: begun.set())
    breaker.join()
    assert answer.stopped is Stopped.INTERRUPTED


def test_an_error_in_the_progress_callback_is_raised() -> None:
    def report(statistics: object) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        count(HARD, progress=report)


def test_the_statistics_count_the_work_done() -> None:
    done = count(Formula(tilings(6, 6))).statistics
    assert min(done[name] for name in ("decisions", "components", "cache_hits", "cache_entries")) > 0


def test_a_full_cache_drops_entries() -> None:
    from satplay._native import Counter

    formula = Formula(tilings(6, 6))
    counter = Counter(formula.flat, formula.var_count, None, 4000)
    assert int.from_bytes(counter.count()[0], "little") == 6728
    done = counter.statistics()
    assert done["cache_evicted"] > 0
