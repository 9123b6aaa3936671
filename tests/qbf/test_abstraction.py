"""The QBF engine compared with the naive evaluator; every strategy is tested against every play."""

from __future__ import annotations

import os
import signal
import threading
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.contracts.engine import UNLIMITED, Limit, Stopped, Unknown
from satplay.contracts.qbf_engine import Fails, Holds
from satplay.errors import BadInput
from satplay.logic.formula import Formula
from satplay.logic.literal import MAX_VAR, Lit
from satplay.logic.quantified import Block, Quantified, Quantifier
from tests.interrupts import repeated_interrupts
from tests.qbf.formulas import Blocks, check, hard_formula, quantified, random_formula

pytest.importorskip("satplay._native", reason="the native core was not compiled")

from satplay.qbf.abstraction import AbstractionEngine
from satplay.qbf.naive import NaiveEngine

Clauses = list[list[Lit]]


def decide(blocks: Blocks, clauses: Clauses, limit: Limit = UNLIMITED) -> Holds | Fails | Unknown:
    question = quantified(blocks, clauses)
    answer = AbstractionEngine(strategy=True).decide(question, limit)
    if not isinstance(answer, Unknown):
        check(question, answer)
    return answer


def check_agreement(question: Quantified, eliminate: bool) -> None:
    answer = AbstractionEngine(strategy=True, eliminate=eliminate).decide(question)
    assert isinstance(answer, Holds | Fails)
    assert type(answer) is type(NaiveEngine().decide(question))
    check(question, answer)
    plain = AbstractionEngine(eliminate=eliminate).decide(question)
    assert type(plain) is type(answer)
    assert isinstance(plain, Holds | Fails) and plain.strategy is None
    # Its values for the outermost block also win.
    facts = [[lit] for lit in plain.outermost]
    if isinstance(plain, Holds):
        given_them = Quantified(question.prefix, Formula([*question.matrix, *facts]))
        assert isinstance(NaiveEngine().decide(given_them), Holds)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32), st.booleans())
def test_it_agrees_on_formulas_with_unusual_features(seed: int, eliminate: bool) -> None:
    check_agreement(random_formula(Random(seed)), eliminate)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32), st.booleans())
def test_it_agrees_on_formulas_that_require_search(seed: int, eliminate: bool) -> None:
    check_agreement(hard_formula(Random(seed)), eliminate)


@pytest.mark.slow
def test_it_agrees_on_twenty_thousand_formulas() -> None:
    for seed in range(10_000):
        check_agreement(random_formula(Random(seed)), eliminate=seed % 2 == 0)
        check_agreement(hard_formula(Random(seed)), eliminate=seed % 3 == 0)


# Variable 3 is pure, so the levels around it become one, and variables of the first are eliminated by clauses
# with variables of the last.
MERGED_LEVELS: list[tuple[Blocks, Clauses]] = [
    (
        [("e", [1, 2]), ("a", [3]), ("e", [4, 5, 6])],
        [[-6, -5, 4, 3], [1, 6], [-2, -4, -6], [5, 6], [2, -6, 5], [1, 2], [6, -1, 5], [2, 4, -6],
         [-6, 4, -2], [5, 2], [6, -4], [-6, -4, -5], [6, 2]],
    ),
    (
        [("e", [1, 2]), ("a", [3]), ("e", [4, 5, 6, 7])],
        [[-7, -6, -1, 3], [-6, 1], [-7, 5, -2], [2, -4], [-2, 4, 6], [-7, -5], [-5, -2], [-4, -7],
         [1, -7, -4], [7, -4], [-1, 6], [7, 6], [5, -6], [-6, 7]],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("blocks", "clauses"), MERGED_LEVELS)
def test_the_outermost_choice_wins_after_levels_are_merged(blocks: Blocks, clauses: Clauses) -> None:
    check_agreement(quantified(blocks, clauses), eliminate=True)


# -- boundaries --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("blocks", "clauses", "holds"),
    [
        pytest.param([], [], True, id="nothing at all"),
        pytest.param([], [[]], False, id="the empty clause alone"),
        pytest.param([("e", [1]), ("a", [2])], [], True, id="no clause"),
        pytest.param([("a", [1]), ("e", [2])], [[1, 2], []], False, id="an empty clause among others"),
        pytest.param([("a", [1])], [[1, -1]], True, id="only a tautology"),
        pytest.param([("e", [1])], [[1, 1], [-1, -1]], False, id="literals said twice"),
        pytest.param([("a", [1])], [[1]], False, id="a universal unit"),
        pytest.param([("e", [1]), ("a", [2])], [[1, 2], [-1, -2]], False, id="trailing universals"),
        pytest.param([("a", []), ("e", [1]), ("a", []), ("e", [2])], [[1, 2]], True, id="empty blocks"),
        pytest.param([("a", [1]), ("a", [2]), ("e", [3])], [[1, 2, 3]], True, id="neighbours of one kind"),
        pytest.param([("e", [1]), ("a", [2]), ("e", [3])], [[1]], True, id="unused variables"),
        pytest.param([("a", [2])], [[1, 2], [1, -2]], True, id="a free variable"),
        pytest.param([("a", [2])], [[1, 2], [-1, -2]], False, id="a free variable before a universal one"),
    ],
)
def test_edge_cases_are_decided(blocks: Blocks, clauses: Clauses, holds: bool) -> None:
    answer = decide(blocks, clauses)
    assert isinstance(answer, Holds if holds else Fails)


def test_variable_numbers_may_be_huge_and_sparse() -> None:
    big = MAX_VAR - 100
    assert isinstance(decide([("a", [7]), ("e", [big])], [[7, -big], [-7, big]]), Holds)
    assert isinstance(decide([("e", [big]), ("a", [7])], [[7, -big], [-7, big]]), Fails)


def test_without_free_variable_numbers_for_gates_there_is_no_strategy() -> None:
    question = quantified([("a", [7]), ("e", [MAX_VAR])], [[7, -MAX_VAR], [-7, MAX_VAR]])
    assert AbstractionEngine(strategy=True).decide(question) == Holds()


def test_variables_beyond_the_range_are_refused() -> None:
    prefix = (Block(Quantifier.EXISTS, (MAX_VAR + 1,)),)
    with pytest.raises(BadInput, match="variables up to"):
        AbstractionEngine().decide(Quantified(prefix, Formula()))


def copycat(depth: int) -> tuple[list[tuple[str, list[int]]], Clauses]:
    """Each existential variable must equal the universal one before it."""
    blocks: list[tuple[str, list[int]]] = []
    clauses: Clauses = []
    for var in range(1, 2 * depth, 2):
        blocks += [("a", [var]), ("e", [var + 1])]
        clauses += [[var, -var - 1], [-var, var + 1]]
    return blocks, clauses


def test_a_thousand_blocks_are_decided_without_a_deep_stack() -> None:
    blocks, clauses = copycat(500)
    question = quantified(blocks, clauses)
    engine = AbstractionEngine(strategy=True)
    threading.stack_size(256 * 1024)
    found: list[Holds | Fails | Unknown] = []
    try:
        thread = threading.Thread(target=lambda: found.append(engine.decide(question)))
        thread.start()
        thread.join()
    finally:
        threading.stack_size(0)
    assert isinstance(found[0], Holds)
    assert found[0].strategy is not None
    assert len(found[0].strategy.functions) == 500


# -- limits ------------------------------------------------------------------------------------------


def parity_game(size: int) -> Quantified:
    """Both players choose bits and the parity of the sum decides: this engine needs exponential time."""
    choice = list(range(1, size + 1))
    reply = list(range(size + 1, 2 * size + 1))
    sums = list(range(2 * size + 1, 4 * size + 1))
    clauses: Clauses = []
    previous = sums[0]
    clauses.append([-previous])
    for lit, total in zip([*choice, *reply], [*sums[1:], 4 * size + 1], strict=True):
        for a, b in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            clauses.append([a * lit, b * previous, (-1 if a == b else 1) * total])
        previous = total
    clauses.append([previous])
    return quantified([("e", choice), ("a", reply), ("e", [*sums, 4 * size + 1])], clauses)


@pytest.mark.parametrize(
    ("limit", "why"),
    [
        (Limit(seconds=0.05), Stopped.TIME),
        (Limit(conflicts=50), Stopped.CONFLICTS),
        (Limit(propagations=500), Stopped.PROPAGATIONS),
        (Limit(memory_mib=0), Stopped.MEMORY),
    ],
)
def test_every_limit_stops_it(limit: Limit, why: Stopped) -> None:
    assert AbstractionEngine().decide(parity_game(40), limit) == Unknown(why)


def test_another_thread_can_interrupt_it() -> None:
    engine = AbstractionEngine()
    with repeated_interrupts(engine.interrupt):
        assert engine.decide(parity_game(40), Limit(seconds=60)) == Unknown(Stopped.INTERRUPTED)


def test_an_interrupt_while_idle_does_nothing() -> None:
    engine = AbstractionEngine()
    engine.interrupt()
    assert engine.decide(quantified([("e", [1])], [[1]])) == Holds((1,))


def test_ctrl_c_interrupts_it() -> None:
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        AbstractionEngine().decide(parity_game(40), Limit(seconds=60))
    timer.join()


def test_the_same_question_has_the_same_answer() -> None:
    question = hard_formula(Random(5))
    first, second = (AbstractionEngine(strategy=True).decide(question) for _ in range(2))
    assert isinstance(first, Holds | Fails) and isinstance(second, Holds | Fails)
    assert first.outermost == second.outermost
    assert first.strategy is not None and second.strategy is not None
    assert first.strategy.gates.tolist() == second.strategy.gates.tolist()
