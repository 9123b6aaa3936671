"""Random formulas obey the generator options, checked by testing every assignment."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.contracts.generator_options import GeneratorOptions
from satplay.errors import BadInput
from satplay.logic.formula import Formula
from satplay.puzzles.cnf.clause_lengths import mixture, open_ratio
from satplay.puzzles.cnf.encodings.clauses import encode
from satplay.puzzles.cnf.generator import generate
from satplay.puzzles.cnf.unsatisfiable_core import find_core
from satplay.reasoning.oracle import EngineOracle
from tests.exams.oracle import ExamOracle

QUICK = settings(max_examples=60, deadline=None)
SEEDS = st.integers(0, 2**64)
Clauses = list[tuple[int, ...]]


def make_formula(seed: int = 1, size: str | None = None, **options: object) -> Formula:
    wanted = GeneratorOptions(size, extra={name: str(value) for name, value in options.items()})
    return generate(wanted, Random(seed), EngineOracle())


def models(clauses: Clauses, variables: int) -> list[tuple[int, ...]]:
    """Return every assignment that satisfies all clauses."""
    assignments = product(*((var, -var) for var in range(1, variables + 1)))
    return [lits for lits in assignments if all(not {*lits}.isdisjoint(clause) for clause in clauses)]


def lengths(formula: Formula) -> set[int]:
    return set(map(len, formula))


# -- one length --------------------------------------------------------------------------------------


def test_seeds_give_the_same_formulas_as_in_earlier_versions() -> None:
    with_length = make_formula(1, "3", k=2, ratio=2)
    assert list(with_length) == [(-3, 1), (3, -1), (-2, 3), (1, -3), (1, 2), (3, 1)]
    with_default_length = make_formula(7, "4", ratio=4.267)  # the default of earlier versions
    assert len(with_default_length) == 17 and list(with_default_length)[:3] == [
        (2, 1, -3),
        (-1, -2, 4),
        (1, 4, -3),
    ]


@pytest.mark.parametrize("k", [1, 2, 3, 4])
@pytest.mark.parametrize("variables", [6, 12])
def test_by_default_formulas_may_be_satisfiable_or_not(k: int, variables: int) -> None:
    formulas = [make_formula(seed, vars=variables, k=k) for seed in range(60)]
    models = sum(ExamOracle().solution(encode(formula)) is not None for formula in formulas)
    assert 12 <= models <= 48


@QUICK
@given(SEEDS, st.integers(1, 9), st.integers(1, 7), st.sampled_from([0, 0.5, 4.3]))
def test_clauses_have_k_different_variables(seed: int, variables: int, k: int, ratio: float) -> None:
    if k > variables:
        with pytest.raises(BadInput):
            make_formula(seed, vars=variables, k=k)
        return
    formula = make_formula(seed, vars=variables, k=k, ratio=ratio)
    assert formula.var_count == variables and len(formula) == round(ratio * variables)
    assert all(len({*map(abs, clause)}) == len(clause) == k for clause in formula)


def test_vars_is_a_synonym_for_size() -> None:
    assert list(make_formula(5, vars=9, k=2)) == list(make_formula(5, "9", k=2))
    assert make_formula().var_count == 20


# -- mixed lengths -----------------------------------------------------------------------------------


@QUICK
@given(SEEDS, st.integers(1, 9), st.integers(1, 7), st.booleans())
def test_mixed_lengths_are_around_k(seed: int, variables: int, k: int, planted: bool) -> None:
    k = min(k, variables)
    formula = make_formula(
        seed, vars=variables, k=k, mixed="yes", ratio=4, planted="yes" if planted else "no"
    )
    assert formula.var_count == variables and len(formula) == 4 * variables
    assert lengths(formula) <= {1, k - 1, k, k + 1}
    assert all(len({*map(abs, clause)}) == len(clause) for clause in formula)


def test_mixed_lengths_follow_their_shares() -> None:
    shares = mixture(3, 1000)
    formula = make_formula(vars=1000, mixed="yes", ratio=100)
    counts = Counter(map(len, formula))
    assert all(abs(counts[length] / len(formula) - share) < 0.01 for length, share in shares.items())
    assert 10 <= counts[1] <= 80  # 40 are expected


@pytest.mark.parametrize("variables", [1, 2, 3, 4, 8])
@pytest.mark.parametrize("k", range(1, 8))
def test_shares_of_lengths_are_valid_and_add_up_to_one(k: int, variables: int) -> None:
    shares = mixture(min(k, variables), variables)
    assert sum(shares.values()) == pytest.approx(1) and all(1 <= length <= variables for length in shares)
    assert 0.5 < open_ratio(shares, variables) < 200


@pytest.mark.parametrize(("variables", "k"), [(2, 2), (4, 3), (6, 2), (8, 3), (12, 3), (12, 4), (50, 3)])
def test_by_default_mixed_formulas_may_be_satisfiable_or_not(variables: int, k: int) -> None:
    oracle = ExamOracle()
    formulas = [make_formula(seed, vars=variables, k=k, mixed="yes") for seed in range(200)]
    satisfiable = sum(oracle.solution(encode(formula)) is not None for formula in formulas)
    assert 60 <= satisfiable <= 140


# -- with a model, without one -------------------------------------------------------------------------


@QUICK
@given(SEEDS, st.integers(1, 8), st.integers(1, 4), st.booleans(), st.sampled_from([1, 5, 30]))
def test_a_planted_formula_has_a_model(seed: int, variables: int, k: int, mixed: bool, ratio: int) -> None:
    options = {"planted": "yes", "mixed": "yes" if mixed else "no"}
    formula = make_formula(seed, vars=variables, k=min(k, variables), ratio=ratio, **options)
    assert len(formula) == ratio * variables and models(list(formula), variables)


def test_clauses_satisfied_by_the_planted_model_are_equally_likely() -> None:
    counts = Counter(
        tuple(sorted(clause, key=abs)) for clause in make_formula(vars=3, k=2, ratio=1000, planted="yes")
    )
    (hidden,) = models(list(counts), 3)
    pairs = (pair for a, b in combinations((1, 2, 3), 2) for pair in product((a, -a), (b, -b)))
    assert {*counts} == {pair for pair in pairs if {*pair} & {*hidden}}
    assert all(abs(count - 3000 / 9) < 90 for count in counts.values())  # five standard deviations


def test_planted_models_differ() -> None:
    assert (
        len(
            {
                tuple(models(list(make_formula(seed, vars=3, k=2, ratio=50, planted="yes")), 3))
                for seed in range(60)
            }
        )
        == 8
    )


@settings(max_examples=30, deadline=None)
@given(SEEDS, st.integers(1, 6), st.integers(1, 3), st.booleans())
def test_a_core_has_no_model_and_needs_every_clause(seed: int, variables: int, k: int, mixed: bool) -> None:
    wanted = {"vars": variables, "k": min(k, variables), "mixed": "yes" if mixed else "no"}
    formula = make_formula(seed, core="yes", **wanted)
    clauses = list(formula)
    assert formula.var_count == variables and models(clauses, variables) == []
    for i in range(len(clauses)):
        assert models(clauses[:i] + clauses[i + 1 :], variables)


def test_a_core_consists_of_clauses_of_the_formula_for_every_oracle() -> None:
    formula = make_formula(2, vars=12, ratio=7)
    found = find_core(formula, Random(1), EngineOracle())
    assert found is not None and not Counter(found) - Counter(formula)
    other = find_core(formula, Random(1), ExamOracle())
    assert other is not None and list(other) == list(found)


def test_equal_clauses_are_not_both_needed() -> None:
    found = find_core(Formula([[1], [1], [-1], [-1]]), Random(1), ExamOracle())
    assert found is not None and sorted(found) == [(-1,), (1,)]


def test_a_satisfiable_formula_has_no_core() -> None:
    assert find_core(Formula([[1, 2], [-1]]), Random(1), ExamOracle()) is None
    with pytest.raises(BadInput, match="100 formulas all had a model"):
        make_formula(vars=20, ratio=0.5, core="yes")


# -- seeds and options ---------------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["mixed", "planted", "core"])
def test_the_same_seed_gives_the_same_formula_and_another_seed_another(option: str) -> None:
    texts = [str(list(make_formula(seed, vars=8, **{option: "yes"}))) for seed in (1, 1, 2)]
    assert texts[0] == texts[1] != texts[2]


@pytest.mark.parametrize(
    ("size", "options", "complaint"),
    [
        ("6", {"vars": "6"}, "found size and vars, expected one of them"),
        ("0", {}, "found size = '0', expected a number from 1 to 10000000"),
        ("9" * 5000, {}, "expected a number from 1 to"),
        (None, {"vars": "-1"}, "found vars = '-1'"),
        (None, {"k": "8"}, "found k = '8', expected a number from 1 to 7"),
        (None, {"k": "3", "vars": "2"}, "found k = 3, expected at most the 2 variables"),
        (None, {"ratio": "nan"}, "found ratio = 'nan', expected a number from 0 to 1000"),
        (None, {"ratio": "many"}, "found ratio = 'many'"),
        (None, {"mixed": "perhaps"}, "bad mixed: found 'perhaps', expected no or yes"),
        (None, {"planted": "yes", "core": "yes"}, "found planted and core, expected one of them"),
        (None, {"colour": "red"}, "found 'colour', expected vars, k, ratio, mixed, planted or core"),
    ],
)
def test_impossible_generator_options_are_refused(
    size: str | None, options: dict[str, str], complaint: str
) -> None:
    with pytest.raises(BadInput) as refused:
        make_formula(1, size, **options)
    assert complaint in str(refused.value)


def test_there_are_no_levels() -> None:
    with pytest.raises(BadInput, match="there are no levels"):
        generate(GeneratorOptions(difficulty="hard"), Random(1), ExamOracle())
