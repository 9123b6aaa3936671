"""Strategies as AIGER: the functions survive writing and reading, and bad files are refused in one line."""

from __future__ import annotations

import re
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.errors import BadInput
from satplay.logic import aiger
from satplay.logic.quantified import Quantified
from satplay.logic.replies import replies
from satplay.logic.strategy import Strategy
from tests.qbf.brute_force import A, BruteForceEngine, E, make_question, quantifier_order, questions

QUESTION = make_question("a1,2 e3,4", [1, 3], [-2, -4], [3, 4, -1])


def write_strategy(question: Quantified, strategy: Strategy) -> str:
    return aiger.write(strategy, question, ["formula small.qdimacs"])


def test_a_file_names_variables_winner_and_formula() -> None:
    strategy = Strategy(E, np.array([5, 1, -2, 0], np.int32), {3: -1, 4: -5})
    assert write_strategy(QUESTION, strategy) == (
        "aag 3 2 0 2 1\n2\n4\n3\n7\n6 5 2\n"
        "i0 v1\ni1 v2\no0 v3\no1 v4\nc\nwinner exists\nformula small.qdimacs\n"
    )


@settings(max_examples=60, deadline=None)
@given(questions(max_var=5))
def test_functions_survive_writing_and_reading(question: Quantified) -> None:
    strategy = BruteForceEngine().decide(question).strategy
    assert strategy is not None
    again = aiger.read(write_strategy(question, strategy), question)
    assert again.winner is strategy.winner
    others = [var for _, var in quantifier_order(question) if var not in strategy.functions]
    for signs in product((1, -1), repeat=len(others)):
        chosen = [var * sign for var, sign in zip(others, signs, strict=True)]
        assert sorted(replies(again, chosen)) == sorted(replies(strategy, chosen))


def test_bare_numbers_in_any_order_without_a_winner_are_read() -> None:
    text = "aag 9 2 0 1 2\n2\n8\n5\n4 7 7\n6 3 8\ni0 1\ni1 2\no0 3\n"
    strategy = aiger.read(text, QUESTION)
    assert strategy.winner is E
    assert [replies(strategy, chosen) for chosen in ([1, 2], [-1, 2], [-1, -2])] == [(-3,), (3,), (-3,)]


def test_the_winner_follows_from_the_outputs_or_the_inputs() -> None:
    assert aiger.read("aag 0 0 0 1 0\n1\no0 v1\n", QUESTION).winner is A
    assert aiger.read("aag 0 0 0 1 0\n1\no0 v3\n", QUESTION).winner is E
    assert aiger.read("aag 1 1 0 0 0\n2\ni0 v1\n", QUESTION).winner is E
    assert aiger.read("aag 1 1 0 0 0\n2\ni0 v3\n", QUESTION).winner is A
    assert aiger.read("aag 0 0 0 0 0\nc\nwinner forall\n", QUESTION).winner is A


BAD = {
    "": "line 1, column 1: bad AIGER strategy: found end of file, expected 'aag MAXIMUM",
    "aig 1 1 0 0 0\n": "found binary AIGER, expected 'aag': ASCII",
    "aag 1 1 0 0\n": "line 1, column 1: bad AIGER strategy: found 'aag 1 1 0 0'",
    "aag 1 1 0 0 x\n": "expected 'aag MAXIMUM INPUTS 0 OUTPUTS ANDS'",
    "aag 1 0 1 0 0\n2 3\n": "found latches or properties",
    "aag 9999999999 0 0 0 0\n": "found maximum 9999999999, expected at most",
    "aag 1 1 0 0 0\n3\ni0 v1\n": "line 2, column 1: bad AIGER strategy: found 3, expected an even number",
    "aag 1 1 0 0 0\n0\ni0 v1\n": "found 0, expected an even number from 2",
    "aag 1 1 0 0 0\n4\ni0 v1\n": "found '4', expected 1 number from 0 to 3",
    "aag 1 1 0 0 0\n2 \ni0 v1\n": "found an extra space",
    "aag 2 2 0 0 0\n2\n2\n": "found an input twice",
    "aag 1 9 0 0 0\n2\n": "line 3, column 1: bad AIGER strategy: found end of file",
    "aag 2 1 0 0 1\n2\n2 2 2\n": "line 3, column 1: bad AIGER strategy: found 2 defined a second time",
    "aag 2 1 0 0 1\n2\n4 2\n": "found 2 numbers, expected 3 numbers from 0 to 5",
    "aag 2 1 0 0 1\n2\n4 5 2\ni0 v1\n": "line 3, column 1: bad AIGER strategy: found 4 defined by itself",
    "aag 3 0 0 0 2\n4 6 6\n6 4 4\nc\nwinner exists\n": "expected a circuit without cycles",
    "aag 3 1 0 0 1\n2\n4 6 2\ni0 v1\n": "line 3, column 1: bad AIGER strategy: found 6, expected",
    "aag 3 0 0 1 0\n6\no0 v3\n": "line 2, column 1: bad AIGER strategy: found 6, expected the number of",
    "aag 1 1 0 0 0\n2\n": "found no name for i0, expected a line 'i0 vVARIABLE'",
    "aag 1 1 0 0 0\n2\ni0 rain\n": "line 3, column 1: bad AIGER strategy: found the name 'rain'",
    "aag 1 1 0 0 0\n2\ni0 v99999999999\n": "found the name 'v99999999999'",
    "aag 1 1 0 0 0\n2\ni1 v1\n": "found i1, expected each input and output named once",
    "aag 2 2 0 0 0\n2\n4\ni0 v1\ni1 v1\n": "line 5, column 1: bad AIGER strategy: found v1 a second time",
    "aag 0 0 0 0 0\nhello\n": "line 2, column 1: bad AIGER strategy: found 'hello', expected a symbol",
    "aag 0 0 0 0 0\n": "expected 'winner exists' or 'winner forall'",
}


@pytest.mark.parametrize("text", BAD)
def test_each_error_is_one_line_with_its_position(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        aiger.read(text, QUESTION)
    assert BAD[text] in str(caught.value)


WORDS = [
    "aag 3 2 0 1 1\n",
    "2\n",
    "4\n",
    "6 4 2\n",
    "7\n",
    "i0 v1\n",
    "i1 v2\n",
    "o0 v3\n",
    "c\n",
    "winner exists\n",
]


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.sampled_from(WORDS), max_size=12).map("".join)
    | st.text(max_size=30)
    | st.tuples(st.integers(0, 60), st.sampled_from("0123456789 \nxvcio-")).map(
        lambda edit: "".join(WORDS)[: edit[0]] + edit[1] + "".join(WORDS)[edit[0] + 1 :]
    )
)
def test_arbitrary_text_is_read_or_refused_as_bad_input(text: str) -> None:
    try:
        aiger.read(text, QUESTION)
    except BadInput as bad:
        assert re.match(r"line \d+, column \d+: bad AIGER strategy: found ", str(bad))
