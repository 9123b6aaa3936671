"""The oracle with an engine behind it: against the examiner's and against plain trying."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import Enum

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.contracts.encoding import Encoding, Question
from satplay.contracts.qbf_engine import Fails, Holds
from satplay.errors import GaveUp
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause
from satplay.logic.model import Model
from satplay.logic.quantified import Quantified
from satplay.reasoning.oracle import EngineOracle
from satplay.rule import RuleInstance
from tests.engines.formulas import Clauses, clause_lists
from tests.exams.oracle import holds
from tests.qbf.brute_force import asked, questions, wins
from tests.reasoning.truth_table import all_models, projected

ENGINES = ("native", "reference")


class Rule(Enum):
    """One that is stated late."""

    LATE = "Not all of the answer is true."


def encoding(clauses: Clauses, var_count: int, answer: list[int]) -> Encoding[tuple[int, ...]]:
    def decode(model: Model) -> tuple[int, ...]:
        return tuple(lit if model[lit] else -lit for lit in answer)

    return Encoding(Formula(clauses, var_count=var_count), decode, answer)


def stated_late(made: Encoding[tuple[int, ...]]) -> Encoding[tuple[int, ...]]:
    """The same, where not all literals of the answer may be true: said only when they are."""

    def refine(solution: tuple[int, ...]) -> Iterator[tuple[RuleInstance, Clause]]:
        if solution == tuple(made.answer):
            yield RuleInstance(Rule.LATE, "one is false", ()), [-lit for lit in made.answer]

    return replace(made, lazy_clauses=refine)


@pytest.mark.parametrize("engine", ENGINES)
@settings(max_examples=60, deadline=None)
@given(formula=clause_lists(max_var=5, max_clauses=12), late=st.booleans(), data=st.data())
def test_solutions_differ_in_the_answer_alone(
    engine: str, formula: tuple[int, Clauses], late: bool, data: st.DataObject
) -> None:
    var_count, clauses = formula
    answer = data.draw(st.lists(st.integers(1, var_count), unique=True, min_size=1).map(sorted))
    known = {tuple(values) for values in projected(all_models(var_count, clauses, []), answer)}
    made = encoding(clauses, var_count, answer)
    if late:
        made, known = stated_late(made), known - {tuple(answer)}
    oracle = EngineOracle(engine)
    found = list(oracle.solutions(made))
    assert len(found) == len(set(found)) and set(found) == known
    assert oracle.is_unique(made) == (len(known) == 1)
    one = oracle.solution(made)
    assert (one is None) == (not known) and (one is None or one in known)


@settings(max_examples=60, deadline=None)
@given(question=questions(max_var=5))
def test_rulings_obey_the_quantifiers(question: Quantified) -> None:
    truth = holds(question)
    assert EngineOracle().ruling(Question(question, tuple)) == truth
    decided = EngineOracle().decide(Question(question, tuple))
    assert isinstance(decided, Holds if truth else Fails)
    assert decided.strategy is not None and wins(question, decided.strategy)


def test_a_question_that_takes_too_long_is_given_up() -> None:
    with pytest.raises(GaveUp, match="out of time"):
        EngineOracle(seconds=0).ruling(Question(asked("a1 e2", [1, 2], [-1, -2]), tuple))


def test_a_reader_may_leave_before_the_last_solution() -> None:
    oracle = EngineOracle()
    assert next(oracle.solutions(encoding([], 40, list(range(1, 41))))) is not None


@settings(max_examples=60, deadline=None)
@given(formula=clause_lists(max_var=4, max_clauses=14))
def test_a_core_is_unsatisfiable_and_nothing_in_it_is_without_need(formula: tuple[int, Clauses]) -> None:
    var_count, clauses = formula
    core = EngineOracle().core(encoding(clauses, var_count, [1]))
    assert (core is None) == bool(all_models(var_count, clauses, []))
    if core is not None:
        assert not all_models(var_count, [clauses[at] for at in core], [])
        for at in core:
            assert all_models(var_count, [clauses[one] for one in core if one != at], [])
