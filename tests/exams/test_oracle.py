"""The exam oracle, compared with brute force."""

from __future__ import annotations

import pytest

from satplay.contracts.encoding import Encoding, Question
from satplay.logic.formula import Formula
from satplay.logic.model import Model
from satplay.logic.quantified import Block, Quantified, Quantifier
from tests.exams.oracle import ExamOracle

ORACLE = ExamOracle()
EXISTS, FORALL = Quantifier.EXISTS, Quantifier.FORALL


def encoding(clauses: list[list[int]], var_count: int, answer: list[int]) -> Encoding[tuple[int, ...]]:
    def decode(model: Model) -> tuple[int, ...]:
        return tuple(lit if model[lit] else -lit for lit in answer)

    return Encoding(Formula(clauses, var_count=var_count), decode, answer)


def test_every_solution_is_returned_once_for_any_auxiliary_variables() -> None:
    found = sorted(ORACLE.solutions(encoding([[1, 2], [3, 4]], 5, [1, 2])))
    assert found == [(-1, 2), (1, -2), (1, 2)]


def test_unique_means_exactly_one_solution() -> None:
    assert ORACLE.is_unique(encoding([[1], [2, 3]], 3, [1]))
    assert not ORACLE.is_unique(encoding([[1, 2]], 2, [1, 2]))
    assert not ORACLE.is_unique(encoding([[1], [-1]], 1, [1]))
    assert ORACLE.solution(encoding([[1], [-1]], 1, [1])) is None


def test_a_core_is_a_minimal_unsatisfiable_subset() -> None:
    assert ORACLE.core(encoding([[1, 2], [3], [-1], [-2]], 3, [1])) == (0, 2, 3)
    assert ORACLE.core(encoding([[1, 2], [], [-1], [-2]], 3, [1])) in ((1,), (0, 2, 3))
    assert ORACLE.core(encoding([[1, 2], [-1]], 2, [1])) is None


@pytest.mark.parametrize(
    ("prefix", "clauses", "truth"),
    [
        ([(FORALL, 1), (EXISTS, 2)], [[1, 2], [-1, -2]], True),
        ([(EXISTS, 2), (FORALL, 1)], [[1, 2], [-1, -2]], False),
        ([(FORALL, 1)], [[1, 2], [-1, -2]], False),  # 2 is free: outermost
        ([(FORALL, 1)], [[1, -1]], True),
        ([], [[1]], True),
        ([(EXISTS, 1)], [[]], False),
    ],
)
def test_quantifiers_are_obeyed(
    prefix: list[tuple[Quantifier, int]], clauses: list[list[int]], truth: bool
) -> None:
    question = Quantified(tuple(Block(quantifier, (var,)) for quantifier, var in prefix), Formula(clauses))
    assert ORACLE.ruling(Question(question, tuple)) is truth
