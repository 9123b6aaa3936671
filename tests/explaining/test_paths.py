"""Paths of explanations: every step is verified, needed, and as simple as possible."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import pytest

from satplay.contracts.puzzle import Puzzle
from satplay.explaining.path import Path
from satplay.explaining.verification import Verifier
from satplay.logic.literal import Lit
from satplay.reasoning.deduce import Contradiction, DeductionStep, Done
from tests.explaining.boards import boards
from tests.explaining.simple_solvers import solves_by_cells, solves_by_islands
from tests.explaining.verification import closed, expect_chain, expect_step, verifier

SEEDS = {"hashi": 22, "flow": 23}
SIMPLE = {"hashi": solves_by_islands, "flow": solves_by_cells}
SUBJECTS = sorted(SEEDS)


def follow(judge: Verifier[Any], known: Sequence[Lit] = ()) -> tuple[list[DeductionStep], object, set[Lit]]:
    """All steps, each verified, the result after them, and what is known then."""
    steps: list[DeductionStep] = []
    facts = closed(judge, known)
    with Path(judge.facts, known) as path:
        for found in path.steps():
            if not isinstance(found, DeductionStep):
                return steps, found, facts
            expect_step(judge, found, facts)
            expect_chain(judge, found)
            facts = closed(judge, facts | {*found.plain_facts, *found.facts})
            steps.append(found)
    raise AssertionError("a path without an end")


def drawn(judge: Verifier[Any], facts: Iterable[Lit]) -> Any:
    """The partial solution with these facts."""
    targets = {abs(lit) for lit in judge.facts.target_literals}
    return judge.facts.apply_facts(judge.facts.nothing, [lit for lit in facts if abs(lit) in targets])


def solved_facts(puzzle: Puzzle[Any, Any], board: Any, judge: Verifier[Any]) -> list[Lit]:
    """The literals of the solution that the path leads to, which the rules have checked."""
    _, end, facts = follow(judge)
    assert isinstance(end, Done)
    solution = drawn(judge, facts)
    assert puzzle.check(board, solution) == []
    return list(judge.facts.known_literals(solution))


def check_board(subject: str, puzzle: Puzzle[Any, Any], board: Any, rng: Random) -> None:
    """The path from the empty board, from a random position, and from one with a mistake."""
    judge = verifier(puzzle.facts(board))
    steps, end, facts = follow(judge)
    assert isinstance(end, Done)
    assert puzzle.check(board, drawn(judge, facts)) == []
    if SIMPLE[subject](board):
        assert all(len(step.because) == 1 for step in steps)
    solution = solved_facts(puzzle, board, judge)
    position = [lit for lit in solution if rng.random() < 0.5]
    _, end, facts = follow(judge, position)
    assert isinstance(end, Done)
    assert puzzle.check(board, drawn(judge, facts)) == []
    if not solution:
        return
    wrong = [*position, -rng.choice(solution)]
    with Path(judge.facts, dict.fromkeys(wrong)) as path:
        found = path.next()
    assert isinstance(found, Contradiction) and {*found.given_facts} <= {*wrong}


@pytest.mark.parametrize("subject", SUBJECTS)
def test_steps_of_generated_boards_are_verified(subject: str) -> None:
    rng = Random(SEEDS[subject])
    for puzzle, board in boards(subject, 12, SEEDS[subject]):
        check_board(subject, puzzle, board, rng)


@pytest.mark.slow
@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize("part", range(4))
def test_steps_of_many_boards_are_verified(subject: str, part: int) -> None:
    rng = Random(100 + part)
    for puzzle, board in boards(subject, 50, 200 + part):
        check_board(subject, puzzle, board, rng)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_what_one_instance_at_a_time_solves_is_explained_so(subject: str) -> None:
    simple = 0
    for puzzle, board in boards(subject, 40, 7):
        if SIMPLE[subject](board):
            simple += 1
            with Path(puzzle.facts(board)) as path:
                *steps, end = path.steps()
            assert isinstance(end, Done)
            assert all(len(step.because) == 1 for step in steps if isinstance(step, DeductionStep))
    assert simple > 5


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_path_is_reproducible(subject: str) -> None:
    for puzzle, board in boards(subject, 3, 5):
        with Path(puzzle.facts(board)) as one, Path(puzzle.facts(board)) as other:
            assert list(one.steps()) == list(other.steps())
