"""Explanations and levels of Mastermind, judged by lists of codes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

import satplay
from satplay.contracts.facts import Facts
from satplay.explaining.difficulty import Rating, rate
from satplay.explaining.hints import drawable_part
from satplay.explaining.path import Path, PathResult
from satplay.puzzles.mastermind.board import Board, Code
from satplay.puzzles.mastermind.encodings.facts import facts
from satplay.puzzles.mastermind.enumeration.code_search import list_codes
from satplay.puzzles.mastermind.generator import LEVELS
from satplay.puzzles.mastermind.rules import Rule, check
from satplay.reasoning.deduce import DeductionStep, Done


def expect_level(level: str, seed: int) -> None:
    board = satplay.generate("mastermind", difficulty=level, seed=seed).instance
    rating = rate(facts(board))
    assert isinstance(rating, Rating) and rating.level == level, (level, seed)


@pytest.mark.parametrize("level", LEVELS)
def test_a_board_has_the_level_that_was_asked_for(level: str) -> None:
    expect_level(level, 1)


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_fifty_boards_have_the_level_that_was_asked_for(level: str) -> None:
    for seed in range(50):
        expect_level(level, seed)


def steps_of(board: Board) -> list[DeductionStep]:
    with Path(facts(board)) as path:
        *steps, end = path.steps()
    assert isinstance(end, Done)
    return [step for step in steps if isinstance(step, DeductionStep)]


@pytest.mark.parametrize("seed", range(5))
def test_every_step_follows_from_its_guesses_alone_and_each_is_needed(seed: int) -> None:
    """Judged by lists of codes, which no clause takes part in."""
    board = satplay.generate("mastermind", size="4x6", seed=seed).instance
    fact = facts(board).encoding.formula.fact
    for step in steps_of(board):
        guesses = [one.place[0] for one in step.because if one.rule is Rule.ANSWER]
        for left_out in (None, *guesses):
            some = tuple(board.guesses[at] for at in guesses if at != left_out)
            rows = list_codes(replace(board, guesses=some), 10_000, 1 << 20)
            assert rows is not None
            rows = [row for row in rows if all(is_true(board, fact(lit), row) for lit in step.given_facts)]
            holds = all(is_true(board, fact(lit), row) for lit in step.facts for row in rows)
            assert holds == (left_out is None), (step, left_out)


def is_true(board: Board, sentence: str, row: Sequence[int]) -> bool:
    """Judge a fact by its words."""
    words = sentence.split()
    text = board.text(tuple(map(int, row)))
    if words[0] == "position":
        return (text[int(words[1]) - 1] == words[-1]) != ("not" in words)
    count = text.count(words[0])
    if "not" in words:
        return count == 0
    times = {"once": 1, "twice": 2}.get(words[-1], int(words[-2]) if words[-1] == "times" else 1)
    return count <= times if "most" in words else count >= times


def test_the_path_of_a_large_board_is_short_and_ends_in_the_code() -> None:
    board = satplay.generate("mastermind", size="6x10", seed=1).instance
    steps = steps_of(board)
    assert 3 <= len(steps) <= 80 and steps[0].cost == 1


def hint_step(of_board: Facts[Code], position: Code) -> PathResult:
    """The part of the first step that a hint tells; or why there is none."""
    with Path(of_board, of_board.known_literals(position)) as path:
        for found in path.steps():
            told = drawable_part(of_board, position, found) if isinstance(found, DeductionStep) else found
            if told is not None:
                return told
    raise AssertionError("a path without an end")


def test_hints_from_position_to_position_end_in_the_code_and_give_one_fact_each() -> None:
    board = satplay.generate("mastermind", size="4x6", seed=2).instance
    of_board = facts(board)
    position = of_board.nothing
    for _ in range(60):
        step = hint_step(of_board, position)
        if isinstance(step, Done):
            break
        assert isinstance(step, DeductionStep) and len(step.facts) == 1
        position, before = of_board.apply_facts(position, step.facts), position
        assert position != before
    assert position.row is not None and not check(board, position)


@pytest.mark.parametrize("seed", range(8))
def test_what_definitions_leave_open_is_part_of_the_last_step(seed: int) -> None:
    """Of seed 2 the last symbol follows, because only one is left, and no rule instance says so."""
    board = satplay.generate("mastermind", size="6x10", seed=seed).instance
    assert satplay.explain(board).solution is not None
