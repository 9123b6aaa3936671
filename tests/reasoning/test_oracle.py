"""The oracle with an engine, compared with the exam's oracle and with brute force."""

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
from tests.qbf.brute_force import make_question, questions, wins
from tests.reasoning.truth_table import all_models, project_onto

ENGINES = ("native", "reference")


class Rule(Enum):
    """One rule with lazy clauses."""

    LATE = "Not all of the answer is true."


def encoding(clauses: Clauses, var_count: int, answer: list[int]) -> Encoding[tuple[int, ...]]:
    def decode(model: Model) -> tuple[int, ...]:
        return tuple(lit if model[lit] else -lit for lit in answer)

    return Encoding(Formula(clauses, var_count=var_count), decode, answer)


def with_lazy_clauses(encoded: Encoding[tuple[int, ...]]) -> Encoding[tuple[int, ...]]:
    """The same encoding with a lazy clause: not all literals of the answer are true."""

    def refine(solution: tuple[int, ...]) -> Iterator[tuple[RuleInstance, Clause]]:
        if solution == tuple(encoded.answer):
            yield RuleInstance(Rule.LATE, "one is false", ()), [-lit for lit in encoded.answer]

    return replace(encoded, lazy_clauses=refine)


@pytest.mark.parametrize("engine", ENGINES)
@settings(max_examples=60, deadline=None)
@given(formula=clause_lists(max_var=5, max_clauses=12), late=st.booleans(), data=st.data())
def test_solutions_differ_in_the_answer_literals(
    engine: str, formula: tuple[int, Clauses], late: bool, data: st.DataObject
) -> None:
    var_count, clauses = formula
    answer = data.draw(st.lists(st.integers(1, var_count), unique=True, min_size=1).map(sorted))
    known = {tuple(values) for values in project_onto(all_models(var_count, clauses, []), answer)}
    encoded = encoding(clauses, var_count, answer)
    if late:
        encoded, known = with_lazy_clauses(encoded), known - {tuple(answer)}
    oracle = EngineOracle(engine)
    found = list(oracle.solutions(encoded))
    assert len(found) == len(set(found)) and set(found) == known
    assert oracle.is_unique(encoded) == (len(known) == 1)
    one = oracle.solution(encoded)
    assert (one is None) == (not known) and (one is None or one in known)


@settings(max_examples=60, deadline=None)
@given(question=questions(max_var=5))
def test_rulings_obey_the_quantifiers(question: Quantified) -> None:
    truth = holds(question)
    assert EngineOracle().ruling(Question(question, tuple)) == truth
    decided = EngineOracle().decide(Question(question, tuple))
    assert isinstance(decided, Holds if truth else Fails)
    assert decided.strategy is not None and wins(question, decided.strategy)


def test_a_question_stops_at_its_time_limit() -> None:
    with pytest.raises(GaveUp, match="out of time"):
        EngineOracle(seconds=0).ruling(Question(make_question("a1 e2", [1, 2], [-1, -2]), tuple))


def test_a_caller_may_stop_before_the_last_solution() -> None:
    oracle = EngineOracle()
    assert next(oracle.solutions(encoding([], 40, list(range(1, 41))))) is not None


@settings(max_examples=60, deadline=None)
@given(formula=clause_lists(max_var=4, max_clauses=14))
def test_a_core_is_a_minimal_unsatisfiable_subset(formula: tuple[int, Clauses]) -> None:
    var_count, clauses = formula
    core = EngineOracle().core(encoding(clauses, var_count, [1]))
    assert (core is None) == bool(all_models(var_count, clauses, []))
    if core is not None:
        assert not all_models(var_count, [clauses[at] for at in core], [])
        for at in core:
            assert all_models(var_count, [clauses[one] for one in core if one != at], [])
