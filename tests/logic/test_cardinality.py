"""Cardinality constraints: their models, their propagation strength and their size.

Assignments are tested in parallel, one bit of a Python integer each («lanes»): ``true[v]`` contains the
lanes in which variable v is true.  All 3 ** 8 partial assignments of eight literals propagate together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, count, product
from math import comb, isqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.errors import BadInput
from satplay.logic import cardinality
from satplay.logic.cardinality import network, pairwise, pattern, sequential, smallest, totalizer
from satplay.logic.cardinality import product as product_encoding
from satplay.logic.cardinality.counter import CardinalityModule, Counter, EncodingSize
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause, Lit
from satplay.reasoning.count import count as count_models

# n, k  number of literals, bound

WAYS: dict[str, CardinalityModule] = {**cardinality.ENCODINGS, "smallest": smallest}
KINDS = ("at_most", "at_least", "exactly")
every_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS.keys())
every_kind = pytest.mark.parametrize("kind", KINDS)
joint = pytest.mark.parametrize("way", cardinality.ENCODINGS.values(), ids=cardinality.ENCODINGS.keys())


# -- lanes ----------------------------------------------------------------------------------------


class Lanes:
    """Partial assignments in parallel, each propagated to its fixpoint."""

    def __init__(self, clauses: Iterable[Clause], everywhere: int) -> None:
        self.clauses = [tuple(dict.fromkeys(clause)) for clause in clauses]
        self.is_true: dict[Lit, int] = {}  # literal to lanes; -v is true where v is false
        self.everywhere = everywhere
        self.conflict = 0

    def copy(self) -> Lanes:
        twin = Lanes((), self.everywhere)
        twin.clauses, twin.is_true, twin.conflict = self.clauses, dict(self.is_true), self.conflict
        return twin

    def make_true(self, lit: Lit, lanes: int) -> None:
        self.is_true[lit] = self.is_true.get(lit, 0) | lanes

    def open(self, lit: Lit) -> int:
        return self.everywhere & ~(self.is_true.get(lit, 0) | self.is_true.get(-lit, 0) | self.conflict)

    def propagate(self) -> Lanes:
        """Unit propagation to the fixpoint; lanes with a conflict stop."""
        moved = True
        while moved:
            moved = False
            for clause in self.clauses:
                lanes = self.everywhere & ~self.conflict
                all_false, one_left = lanes, dict.fromkeys(clause, lanes)
                for lit in clause:
                    false = self.is_true.get(-lit, 0)
                    all_false &= false
                    for other in clause:
                        if other != lit:
                            one_left[other] &= false
                self.conflict |= all_false
                for lit in clause:
                    news = one_left[lit] & ~all_false & ~self.is_true.get(lit, 0)
                    if news:
                        self.make_true(lit, news)
                        moved = True
        return self

    def satisfiable(self) -> int:
        """The lanes that extend to a model, found by branching on the variables left open by propagation."""
        self.propagate()
        for lit in {abs(lit) for clause in self.clauses for lit in clause}:
            lanes = self.open(lit)
            if lanes:
                first, second = self.copy(), self.copy()
                first.make_true(-lit, lanes)
                found = first.satisfiable()
                second.make_true(lit, lanes)
                second.conflict |= found  # these lanes are decided
                return found | second.satisfiable()
        return self.everywhere & ~self.conflict


def lanes_of(values: Iterable[bool]) -> int:
    return sum(1 << lane for lane, value in enumerate(values) if value)


def complete(clauses: Iterable[Clause], n: int) -> tuple[Lanes, list[tuple[bool, ...]]]:
    """All assignments of variables 1 .. n."""
    assignments = list(product((False, True), repeat=n))
    lanes = Lanes(clauses, (1 << len(assignments)) - 1)
    for v in range(1, n + 1):
        lanes.make_true(v, lanes_of(values[v - 1] for values in assignments))
        lanes.make_true(-v, lanes_of(not values[v - 1] for values in assignments))
    return lanes, assignments


def partial(clauses: Iterable[Clause], n: int) -> tuple[Lanes, list[tuple[int, ...]]]:
    """All partial assignments of variables 1 .. n: 1 is true, -1 false, 0 open."""
    assignments = list(product((0, 1, -1), repeat=n))
    lanes = Lanes(clauses, (1 << len(assignments)) - 1)
    for v in range(1, n + 1):
        lanes.make_true(v, lanes_of(values[v - 1] == 1 for values in assignments))
        lanes.make_true(-v, lanes_of(values[v - 1] == -1 for values in assignments))
    return lanes, assignments


def counter(way: CardinalityModule, kind: str) -> Counter:
    return {"at_most": way.at_most, "at_least": way.at_least, "exactly": way.exactly}[kind]


def clauses_of(count_: Counter, lits: Sequence[Lit], bound: int) -> list[Clause]:
    return list(count_(lits, bound, from_number(max(map(abs, lits), default=0) + 1)))


def from_number(first: Lit) -> Callable[[], Lit]:
    return count(first).__next__


def holds(kind: str, number: int, bound: int) -> bool:
    return {"at_most": number <= bound, "at_least": number >= bound, "exactly": number == bound}[kind]


def every_bound(largest: int) -> Iterator[tuple[int, int]]:
    return ((n, k) for n in range(largest + 1) for k in range(-1, n + 2))


# -- models ---------------------------------------------------------------------------------------


@every_way
@every_kind
def test_the_models_are_the_assignments_with_the_right_number(way: CardinalityModule, kind: str) -> None:
    for n, k in every_bound(8):
        lanes, assignments = complete(clauses_of(counter(way, kind), range(1, n + 1), k), n)
        right = lanes_of(holds(kind, sum(values), k) for values in assignments)
        assert lanes.satisfiable() == right, (n, k)


@joint
def test_exactly_leaves_auxiliary_variables_no_choice(way: CardinalityModule) -> None:
    for n, k in every_bound(8):
        lanes, _ = complete(clauses_of(way.exactly, range(1, n + 1), k), n)
        lanes.propagate()
        assert not any(lanes.open(lit) for clause in lanes.clauses for lit in clause), (n, k)


@every_way
@every_kind
@settings(max_examples=60, deadline=None)
@given(
    lits=st.lists(st.integers(-4, 4).filter(bool), max_size=8),
    bound=st.integers(-2, 10),
)
def test_a_repeated_literal_counts_repeatedly(
    way: CardinalityModule, kind: str, lits: list[Lit], bound: int
) -> None:
    auxiliary = from_number(5)
    lanes, assignments = complete(counter(way, kind)(lits, bound, auxiliary), 4)
    right = lanes_of(
        holds(kind, sum(values[abs(lit) - 1] == (lit > 0) for lit in lits), bound) for values in assignments
    )
    assert lanes.satisfiable() == right


@every_way
def test_an_impossible_number_is_the_empty_clause(way: CardinalityModule) -> None:
    for lits in ([], [1], [1, 2, 3]):
        assert list(way.at_most(lits, -1, pytest.fail)) == [()]
        assert list(way.at_least(lits, len(lits) + 1, pytest.fail)) == [()]
        assert list(way.exactly(lits, -2, pytest.fail)) == [()]
        assert list(way.exactly(lits, len(lits) + 1, pytest.fail)) == [()]


@every_way
def test_a_bound_that_always_holds_has_no_clauses(way: CardinalityModule) -> None:
    for lits in ([], [1], [1, 2, 3]):
        assert list(way.at_most(lits, len(lits), pytest.fail)) == []
        assert list(way.at_least(lits, 0, pytest.fail)) == []
    assert list(way.exactly([], 0, pytest.fail)) == []


@every_way
def test_bounds_of_none_and_all_are_unit_clauses(way: CardinalityModule) -> None:
    assert list(way.at_most([1, -2], 0, pytest.fail)) == [(-1,), (2,)]
    assert list(way.at_least([1, -2], 2, pytest.fail)) == [(1,), (-2,)]
    assert list(way.exactly([1, -2], 0, pytest.fail)) == [(-1,), (2,)]
    assert list(way.exactly([1, -2], 2, pytest.fail)) == [(1,), (-2,)]


def test_product_and_exactly_one_have_one_model_for_each_literal() -> None:
    for n in [*range(12), 17]:
        for one in (product_encoding.exactly_one, cardinality.exactly_one):
            inputs = [[-v for v in range(1, n + 1)]]
            inputs += [[v if v == i else -v for v in range(1, n + 1)] for i in range(1, n + 1)]
            inputs += [
                [v if v in (i, j) else -v for v in range(1, n + 1)]
                for j in range(1, n + 1)
                for i in range(1, j)
            ]
            lanes = Lanes(one(range(1, n + 1), from_number(n + 1)), (1 << len(inputs)) - 1)
            for lane, lits in enumerate(inputs):
                for lit in lits:
                    lanes.make_true(lit, 1 << lane)
            assert lanes.satisfiable() == lanes_of(0 < lane <= n for lane in range(len(inputs))), n


# -- propagation strength -------------------------------------------------------------------------


@every_way
@every_kind
def test_unit_propagation_is_arc_consistent(way: CardinalityModule, kind: str) -> None:
    """Every literal that the constraint forces is propagated, and every conflict is found immediately."""
    for n, k in every_bound(7):
        lanes, assignments = partial(clauses_of(counter(way, kind), range(1, n + 1), k), n)
        before = lanes.copy()
        lanes.propagate()
        above = [kind != "at_least" and values.count(1) > k for values in assignments]
        below = [kind != "at_most" and n - values.count(-1) < k for values in assignments]
        assert lanes.conflict == lanes_of(map(max, above, below)), (n, k)
        full = lanes_of(kind != "at_least" and values.count(1) == k for values in assignments)
        bare = lanes_of(kind != "at_most" and n - values.count(-1) == k for values in assignments)
        for v in range(1, n + 1):
            for lit, forced in ((v, bare), (-v, full)):
                news = lanes.is_true[lit] & ~before.is_true[lit] & ~lanes.conflict
                assert news == forced & before.open(v) & ~lanes.conflict, (n, k, lit)


def test_one_true_literal_of_a_product_propagates_all_others_to_false() -> None:
    for n in range(1, 40):
        lanes = Lanes(product_encoding.at_most_one(range(1, n + 1), from_number(n + 1)), (1 << n) - 1)
        for v in range(1, n + 1):
            lanes.make_true(v, 1 << (v - 1))
        lanes.propagate()
        assert lanes.conflict == 0
        assert all(lanes.is_true.get(-v, 0) == (1 << n) - 1 & ~(1 << (v - 1)) for v in range(1, n + 1)), n


# -- size -----------------------------------------------------------------------------------------


def measure(count_: Counter, n: int, k: int) -> EncodingSize:
    given: list[Lit] = []

    def fresh() -> Lit:
        given.append(n + 1 + len(given))
        return given[-1]

    clauses = list(count_(range(1, n + 1), k, fresh))
    assert {abs(lit) for clause in clauses for lit in clause} >= set(given), "a variable without use"
    return EncodingSize(len(clauses), len(given))


@every_way
def test_predicted_sizes_equal_measured_sizes(way: CardinalityModule) -> None:
    for n, k in [*every_bound(12), (33, 7), (40, 20), (40, 33)]:
        if way is pairwise and n > 12:
            continue
        assert measure(way.at_most, n, k) == way.size(n, k), (n, k)
        assert measure(way.at_least, n, k) == way.size(n, n - k), (n, k)
        assert measure(way.exactly, n, k) == way.size_exactly(n, k), (n, k)


def test_the_closed_formulas_of_the_table_are_right() -> None:
    for n, k in every_bound(12):
        if 0 < k < n:
            assert pairwise.size(n, k) == EncodingSize(comb(n, k + 1))
            assert pairwise.size_exactly(n, k) == EncodingSize(comb(n, k + 1) + comb(n, k - 1))
            assert sequential.size(n, k) == EncodingSize(2 * k * (n - k) + n - 2 * k, k * (n - k))
            assert sequential.size_exactly(n, k) == EncodingSize(4 * k * (n - k), k * (n - k))


def test_the_sequential_counter_is_never_larger_than_the_printed_one() -> None:
    """Sinz 2005: 2nk + n - 3k - 1 clauses and k(n - 1) variables; for k = 1 the same."""
    for n in range(2, 30):
        assert sequential.size(n, 1) == EncodingSize(3 * n - 4, n - 1)
        for k in range(1, n):
            assert sequential.size(n, k).clauses <= 2 * n * k + n - 3 * k - 1
            assert sequential.size(n, k).variables <= k * (n - 1)


def test_a_full_sorting_network_has_the_published_number_of_comparators() -> None:
    """Batcher 1968: (p² - p + 4) 2^(p - 2) - 1 comparators for 2^p numbers; each is one «or», one «and»."""
    for p in range(1, 9):
        comparators = (p * p - p + 4) * 2**p // 4 - 1
        assert network._sorting(2**p, 1, 2**p) == (comparators, comparators)


def test_a_product_has_little_more_than_two_clauses_per_literal() -> None:
    """Chen 2010: 2n + 4 sqrt(n) + O(n^(1/4)) clauses and 2 sqrt(n) + O(n^(1/4)) variables."""
    for n in range(2, 200):
        counted = measure(lambda lits, _, fresh: product_encoding.at_most_one(lits, fresh), n, 1)
        assert counted == product_encoding.size(n)
    for root in (20, 30, 100):
        extra = 10 * isqrt(root) + 20
        assert product_encoding.size(root * root).clauses <= 2 * root * root + 4 * root + extra
        assert product_encoding.size(root * root).variables <= 2 * root + extra


def test_the_smallest_is_never_larger_than_another() -> None:
    for n, k in every_bound(30):
        for way in cardinality.ENCODINGS.values():
            assert smallest.size(n, k).total <= way.size(n, k).total
            assert smallest.size_exactly(n, k).total <= way.size_exactly(n, k).total


def test_few_literals_use_pairwise_and_many_use_product() -> None:
    for n in range(1, 8):
        assert smallest.size_exactly(n, 1) == EncodingSize(1 + comb(n, 2) if n > 1 else 1)
    for n in range(14, 200):
        assert smallest.size_exactly(n, 1) == product_encoding.size_exactly_one(n)


def test_the_table_of_measured_sizes_is_right() -> None:
    head, *rows = (
        (cardinality.__doc__ or "").partition("variables::\n\n")[2].partition("\n\n")[0].splitlines()
    )
    ways = {**cardinality.ENCODINGS, "at_most": smallest}
    for row in rows:
        row_values = dict(zip(head.split(), row.split(), strict=True))
        n, k = int(row_values.pop("n")), int(row_values.pop("k"))
        for name, numbers in row_values.items():
            if numbers != "-":
                clauses, variables = map(int, numbers.split("+"))
                if name == "product":
                    size = product_encoding.size(n)
                elif name == "exactly":
                    size = smallest.size_exactly(n, k)
                else:
                    size = ways[name].size(n, k)
                assert size == EncodingSize(clauses, variables), (n, k, name)


# -- many groups together -------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(groups=st.integers(0, 4), width=st.integers(0, 6), bound=st.integers(-2, 8))
def test_rows_are_the_clauses_of_each_group_in_turn(groups: int, width: int, bound: int) -> None:
    lits = np.arange(1, groups * width + 1, dtype=np.int32).reshape(groups, width)
    some, pairs = pairwise.exactly_rows(lits, bound)
    assert some.dtype == pairs.dtype == np.int32
    each = [row.tolist() for row in lits]
    assert [tuple(row) for row in some.tolist()] == list(
        chain.from_iterable(pairwise.at_least(row, bound, pytest.fail) for row in each)
    )
    assert [tuple(row) for row in pairs.tolist()] == list(
        chain.from_iterable(pairwise.at_most(row, bound, pytest.fail) for row in each)
    )


def test_exactly_one_in_rows_feeds_a_formula() -> None:
    formula = Formula()
    for block in pairwise.exactly_one_rows(np.array([[1, 2, 3], [4, -5, 6]], np.int32)):
        formula.add_rows(block)
    single = Formula([[1, 2, 3], [4, -5, 6], [-1, -2], [-1, -3], [-2, -3], [-4, 5], [-4, -6], [5, -6]])
    assert formula == single


def test_groups_must_be_an_int32_matrix() -> None:
    with pytest.raises(BadInput, match="int64 in 2 dimensions, expected a two-dimensional int32"):
        pairwise.exactly_one_rows(np.array([[1, 2]], np.int64))
    with pytest.raises(BadInput, match="int32 in 1 dimensions"):
        pairwise.at_most_rows(np.array([1, 2], np.int32), 1)


# -- unary numbers --------------------------------------------------------------------------------


def test_each_unary_output_means_at_least_its_index() -> None:
    for n in range(8):
        for cap in range(-1, n + 2):
            outputs, clauses = totalizer.unary(range(1, n + 1), cap, from_number(n + 1))
            assert len(outputs) == max(0, min(n, cap))
            lanes, assignments = complete(clauses, n)
            assert lanes.satisfiable() == lanes.everywhere
            for j, out in enumerate(outputs, 1):
                assert lanes.is_true[out] == lanes_of(sum(values) >= j for values in assignments)


def test_capped_unary_numbers_can_be_summed() -> None:
    formula = Formula(var_count=6)
    left, definition = totalizer.unary([1, 2, 3], 2, formula.fresh)
    formula.add_all(definition)
    right, definition = totalizer.unary([4, 5, 6], 1, formula.fresh)
    formula.add_all(definition)
    formula.add_all(cardinality.exactly([*left, *right], 2, formula.fresh))
    lanes, assignments = complete(formula, 6)
    assert lanes.satisfiable() == lanes_of(
        min(sum(values[:3]), 2) + min(sum(values[3:]), 1) == 2 for values in assignments
    )


def test_a_formula_allocates_the_auxiliary_variables() -> None:
    formula = Formula(var_count=20)
    formula.add_all(sequential.exactly(range(1, 21), 3, formula.fresh))
    assert (formula.clause_count, formula.var_count) == (4 * 3 * 17, 20 + 3 * 17)


# -- patterns ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("few", [pattern.FEW, 0], ids=["pairwise", "totalizer"])
@pytest.mark.parametrize("n", range(1, 12))
def test_a_pattern_has_the_models_of_its_counter(n: int, few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """For both directions and all bounds: one model for every allowed choice of literals."""
    monkeypatch.setattr(pattern, "FEW", few)
    for bound in range(n + 1):
        formula = Formula(var_count=n)
        pattern.exactly.__wrapped__(n, bound).lay(formula, np.arange(1, n + 1, dtype=np.int32))
        assert count_models(formula).number == comb(n, bound)
    for cap in range(1, n + 2):
        formula = Formula(var_count=n)
        outputs = pattern.unary.__wrapped__(n, cap).lay(formula, np.arange(1, n + 1, dtype=np.int32))
        assert len(outputs) == min(n, cap) and count_models(formula).number == 2**n
        for at, lit in enumerate(outputs.tolist(), 1):
            less = Formula(list(formula), var_count=formula.var_count)
            less.add(-lit)
            assert count_models(less).number == sum(comb(n, true) for true in range(at))


@pytest.mark.parametrize(("n", "k"), [(13, 4), (20, 10), (50, 7)])
def test_a_totalizer_built_in_layers_has_the_size_of_one_built_by_nodes(n: int, k: int) -> None:
    instance = pattern.exactly(n, k)
    size = totalizer.size_exactly(n, k)
    assert (int((instance.flat == 0).sum()), instance.helpers) == (size.clauses, size.variables)


@given(st.integers(1, 7), st.data())
def test_a_pattern_applied_to_literals_is_equivalent_to_its_counter(n: int, data: st.DataObject) -> None:
    """For positive and negative literals: as many models as allowed choices."""
    bound = data.draw(st.integers(0, n))
    signs = data.draw(st.lists(st.sampled_from([1, -1]), min_size=n, max_size=n))
    formula = Formula(var_count=n)
    lits = np.array([sign * var for sign, var in zip(signs, range(1, n + 1), strict=True)], np.int32)
    pattern.exactly(n, bound).lay(formula, lits)
    assert count_models(formula).number == comb(n, bound)


@given(st.integers(1, 7), st.integers(1, 7), st.data())
def test_outputs_of_a_pattern_count_in_unary(n: int, cap: int, data: st.DataObject) -> None:
    formula = Formula(var_count=n)
    outputs = pattern.unary(n, cap).lay(formula, np.arange(1, n + 1, dtype=np.int32))
    assert len(outputs) == min(n, cap)
    for at, lit in enumerate(outputs.tolist(), 1):
        less = Formula(list(formula), var_count=formula.var_count)
        less.add(-lit)
        assert count_models(less).number == sum(comb(n, true) for true in range(at))
