"""Under perfect play the player who starts as Affirmative wins iff the formula is satisfiable; every rule
is needed for this."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tests.games.sat_game.exact import Exact, Rules, canonical

MODES = [Rules(), Rules(strict=False), Rules(strict=False, drawn_after_decline=True)]
NAMES = ["strict", "random", "drawn after a decline"]
LITERALS = (1, -1, 2, -2)
CLAUSES = [clause for size in range(1, 5) for clause in combinations(LITERALS, size)]
PLAIN = [clause for clause in CLAUSES if not any(-lit in clause for lit in clause)]


def subsets(clauses: list[tuple[int, ...]]) -> list[tuple[tuple[int, ...], ...]]:
    return [chosen for size in range(len(clauses) + 1) for chosen in combinations(clauses, size)]


def drawn(rng: Random, variables: int, most: int) -> list[list[int]]:
    """Random clauses: mostly two or three literals, also tautologies, duplicates and empty ones."""
    literals = [sign * var for var in range(1, variables + 1) for sign in (1, -1)]
    clauses = [rng.choices(literals, k=rng.choice((1, 2, 2, 2, 3, 3))) for _ in range(rng.randint(1, most))]
    if rng.random() < 0.3:
        clauses.append(rng.choice(clauses))
    if rng.random() < 0.05:
        clauses.append([])
    return clauses


@pytest.mark.parametrize("rules", MODES, ids=NAMES)
def test_the_theorem_holds_for_every_set_of_plain_clauses_over_two_variables(rules: Rules) -> None:
    assert len(PLAIN) == 8
    assert Exact(subsets(PLAIN), rules).counterexamples() == []


@pytest.mark.slow
@pytest.mark.parametrize("rules", MODES, ids=NAMES)
def test_the_theorem_holds_for_every_set_of_clauses_over_two_variables_with_tautologies(rules: Rules) -> None:
    assert len(CLAUSES) == 15
    assert Exact(subsets(CLAUSES), rules).counterexamples() == []


@pytest.mark.parametrize("variables", [3, 4])
@pytest.mark.parametrize("rules", MODES, ids=NAMES)
def test_the_theorem_holds_for_random_formulas(rules: Rules, variables: int) -> None:
    rng = Random(variables)
    assert Exact([drawn(rng, variables, 7) for _ in range(20)], rules).counterexamples() == []


@pytest.mark.slow
@pytest.mark.parametrize("variables", [3, 4])
@pytest.mark.parametrize("rules", MODES, ids=NAMES)
def test_the_theorem_holds_for_many_random_formulas(rules: Rules, variables: int) -> None:
    rng = Random(10 + variables)
    for _ in range(20):
        formulas = [drawn(rng, variables, 10) for _ in range(20)]
        assert Exact(formulas, rules).counterexamples() == []


@pytest.mark.parametrize("rules", MODES, ids=NAMES)
@pytest.mark.parametrize("dropped", ["affirmative_must_set", "negative_may_pass", "removal_is_forced"])
def test_the_theorem_fails_without_any_one_of_the_rules(rules: Rules, dropped: str) -> None:
    wrong = Exact(subsets(PLAIN), replace(rules, **{dropped: False})).counterexamples()
    assert canonical([(-1,), (1, -2), (1, 2)]) in wrong


@pytest.mark.parametrize("rules", MODES, ids=NAMES)
@pytest.mark.parametrize(
    ("formula", "who"),
    [
        ([], "P"),
        ([()], "Q"),
        ([(1,), (-1,)], "Q"),
        ([(-1,), (1, -2), (1, 2)], "Q"),
        ([(-1, 2), (1, -2)], "P"),
        ([(1, -1)], "P"),
    ],
)
def test_the_theorem_holds_for_edge_cases(rules: Rules, formula: list[tuple[int, ...]], who: str) -> None:
    solved = Exact([formula], rules)
    assert [seat for seat in "PQ" if solved.starts[0] in solved.won[seat]] == [who]
