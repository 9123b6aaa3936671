"""Chains with case distinctions, for steps that propagation from the opposite does not prove."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from itertools import combinations
from random import Random

import pytest
from pysat.solvers import Solver

import satplay
from satplay import puzzles
from satplay.explaining.cases import CaseSearch
from satplay.explaining.path import Path
from satplay.logic.literal import Lit
from satplay.reasoning.deduce import DeductionStep
from satplay.rule import RuleInstance
from tests.explaining.verification import expect_case, expect_chain, verifier

NUMBERS = """\
2..3....3
.........
.1.3.2.1.
3.......4
.3.5.2.2.
.........
.2.5...2.
.........
2..3....2
"""
"""Two steps with one distinction, and one with two."""

CUT_OFF = """\
3.4.3...2
.........
2....2..2
.........
.........
3.4..3.2.
....2...3
.........
4.4.2...3
"""
"""A case needs that islands would be cut off, which is stated on demand."""

COLOURS = """\
...A....
.B.C..C.
D.D.....
EBE....F
....F...
G.H...H.
AG......
........
"""
"""A step of 19 rule instances, most of which say that a line has one colour."""

NESTED = """\
......AB.B
..........
..C.....D.
...C..EF..
.....E....
GAF.H..I..
.......D..
.H..GJ.J..
.I........
..........
"""
"""A distinction inside a case."""

BOARDS = [("hashi", NUMBERS), ("hashi", CUT_OFF), ("flow", COLOURS), ("flow", NESTED)]


def several(subject: str, text: str) -> list[DeductionStep]:
    """The steps of several rule instances, each chain of which has been checked."""
    puzzle = puzzles.find(subject)
    assert puzzle.facts is not None
    judge = verifier(puzzle.facts(puzzle.formats[0].read(text)))
    with Path(judge.facts) as path:
        steps = [
            found for found in path.steps() if isinstance(found, DeductionStep) and len(found.because) > 1
        ]
    for step in steps:
        judge.expect(step)
        expect_chain(judge, step)
    return steps


@pytest.mark.parametrize(("subject", "text"), BOARDS)
def test_every_step_of_several_rule_instances_has_a_chain(subject: str, text: str) -> None:
    steps = several(subject, text)
    assert all(step.chain for step in steps)
    assert any(inference.cases for step in steps for inference in step.chain), "no step distinguishes cases"


def test_a_board_whose_cases_have_cases() -> None:
    depths = {len(inference.cases) for step in several("flow", NESTED) for inference in step.chain}
    assert depths == {0, 1, 2}


def test_cases_are_indented_and_each_ends_with_what_would_be_wrong() -> None:
    explained = satplay.explain(NUMBERS, "hashi")
    step = next(step for step in explained.steps if any(link.depth for link in step.chain))
    lines = [line[2:] for line in step.lines() if line.startswith("  ") and not line.startswith("  given")]
    assert lines == [link.line for link in step.chain]
    assert [line for line in lines if not line.startswith((" ", "Then "))] == [
        "Suppose no bridge joins D5 and D7.",
        "Either no bridge joins D3 and F3:",
        "Or at least 1 bridge joins D3 and F3:",
    ]
    assert [line for line in lines if "But then" in line] == [
        "  But then H5 could not have its 2 bridges (NUMBER H5).",
        "  But then H3 could not have its 1 bridge (NUMBER H3).",
    ]


def test_the_picture_of_a_case_does_not_show_the_case_before_it() -> None:
    explained = satplay.explain(NUMBERS, "hashi")
    step = next(step for step in explained.steps if any(link.depth for link in step.chain))
    first, second = (number for number, link in enumerate(step.chain) if link.opens_case)
    marks = [marks for _, marks in step.link_pictures]
    assert len(marks) == len(step.chain) == len(step.chain_pictures())
    assert (
        [*marks[second].given] == [*marks[first].given] == [new for one in marks[:first] for new in one.new]
    )
    assert [*marks[-1].given][-1] == marks[-2].new[-1]
    assert not {*marks[first].new} & {*marks[-1].given}


# -- the search alone ------------------------------------------------------------------------------------


class Rule(Enum):
    """The rule of these tests."""

    ONE = "A clause."


def chain_of(clauses: Sequence[Sequence[Lit]], supposed: Lit, variables: Sequence[int]) -> bool:
    """Whether a chain is found from what is supposed; it has been checked clause by clause."""
    named = {RuleInstance(Rule.ONE, str(number)): clause for number, clause in enumerate(clauses)}
    chain = CaseSearch(list(named.items()), variables, ()).find_chain((), supposed)
    if not chain:
        return False

    def contradicts(instance: RuleInstance | None, before: Sequence[Lit], fact: Lit | None) -> bool:
        assert instance is not None
        others = {*named[instance]} - ({fact} if fact is not None else set())
        return (fact is None or fact in named[instance]) and {-lit for lit in others} <= {*before}

    expect_case(chain, [supposed], contradicts)
    return True


def test_a_chain_is_found_whenever_the_opposite_is_impossible() -> None:
    rng = Random(5)
    found = 0
    for _ in range(150):
        count = rng.randint(3, 9)
        clauses = [
            [var * rng.choice((1, -1)) for var in rng.sample(range(1, count + 1), 3)]
            for _ in range(5 * count)
        ]
        with Solver("m22", bootstrap_with=clauses) as solver:
            is_possible = solver.solve(assumptions=[1])
        assert chain_of(clauses, 1, range(1, count + 1)) is not is_possible
        found += not is_possible
    assert 20 < found < 150


def test_pigeons_need_nested_cases() -> None:
    holes, pigeons = 3, 4
    clauses = [[1 + pigeon * holes + hole for hole in range(holes)] for pigeon in range(pigeons)]
    clauses += [
        [-1 - one * holes - hole, -1 - other * holes - hole]
        for hole in range(holes)
        for one, other in combinations(range(pigeons), 2)
    ]
    assert chain_of(clauses, -13, range(1, holes * pigeons + 1))


def test_what_can_be_drawn_is_distinguished_first() -> None:
    clauses = [[2, 3], [2, -3], [-2, 3], [-2, -3]]
    stated = [(RuleInstance(Rule.ONE, str(clause)), clause) for clause in clauses]
    for drawn, other in ((2, 3), (3, 2)):
        chain = CaseSearch(stated, [drawn], [other]).find_chain((), 1)
        assert {abs(case) for one in chain for case in one.cases} == {drawn}


def test_only_some_variables_may_be_distinguished() -> None:
    clauses = [[2, 3], [2, -3], [-2, 3], [-2, -3]]
    assert chain_of(clauses, 1, [2]) and chain_of(clauses, 1, [3])
    assert not chain_of(clauses, 1, [])
