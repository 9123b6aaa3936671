"""``check`` names the marks of a player that no solution has, in play and as a verb."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest

from satplay.cli import main
from satplay.inputs.reading import read_board
from satplay.playing.match import Match
from satplay.playing.wrong_marks import find_wrong_marks
from satplay.puzzles.flow import PUZZLE
from satplay.puzzles.flow.paths import Flow
from satplay.reasoning.oracle import EngineOracle
from satplay.verbs.enumerate import enumerate as enumerate_solutions
from satplay.verbs.play import play

TWO_WAYS = "# fill no\nA.A\n..."
"""Two solutions: along the first row, or around it."""


def match_with(board: str, *moves: str) -> Match:
    match = play("flow", board)
    for move in moves:
        match = match.take(move).match
    assert len(match.moves) == len(moves)
    return match


def checked(board: str, *moves: str) -> str:
    return " ".join(match_with(board, *moves).take("check").lines)


def test_wrong_marks_are_named_and_right_ones_are_not() -> None:
    small = "@examples/flow/small"
    assert checked(small, "no C1 B1", "no A1 A2") == (
        "No rule is broken yet, but a mark is wrong: A1 and A2 are not joined."
    )
    both = checked(small, "no A5 B5", "no C1 B1", "no A1 A2")
    assert "2 marks are wrong: " in both and "A5 and B5 are not joined" in both
    assert "B1 and C1" not in both and "Everything is right" in checked(small, "no C1 B1")


def test_a_mark_that_breaks_a_rule_is_named_below_the_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = play("hashi", "4.2\n...\n3.1").take("no A1 A3").match
    broken, *_, marks = match.take("check").lines
    assert broken.startswith("NUMBER does not hold: the island A1 has 4 bridges")
    assert marks == "A mark is wrong: no bridge joins A1 and A3."
    (tmp_path / "game").write_text(match.to_text(), "utf-8")
    assert main(["check", str(tmp_path / "game")]) == 1
    assert capsys.readouterr().out.endswith("\na mark is wrong: no bridge joins A1 and A3\n")


def test_a_wrong_line_is_not_a_wrong_mark() -> None:
    assert "this cannot be completed. hint shows" in checked("@examples/flow/small", "D1 E1", "E1 E2")


def test_marks_that_exclude_each_other_are_named_together() -> None:
    assert "Everything is right" in checked(TWO_WAYS, "no A1 B1")
    assert "Everything is right" in checked(TWO_WAYS, "no A1 A2")
    both = checked(TWO_WAYS, "no A1 B1", "no B1 B2", "no A1 A2")
    assert "these marks cannot all be right: " in both and "B1 and B2" not in both
    assert "A1 and B1 are not joined" in both and "A1 and A2 are not joined" in both


def test_marks_are_wrong_exactly_if_no_solution_has_them() -> None:
    _, board = read_board(TWO_WAYS, "flow")
    solutions = [found.solution.links for found in enumerate_solutions(TWO_WAYS, "flow")]
    assert len(solutions) == 2
    for size in range(4):
        for marks in combinations(range(board.grid.links), size):
            position = Flow(frozenset(), frozenset(marks))
            wrong = find_wrong_marks(PUZZLE, board, position, EngineOracle())
            assert bool(wrong) == all(links & set(marks) for links in solutions)
            assert bool(wrong.impossible) == any(all(mark in links for links in solutions) for mark in marks)


def test_a_board_without_a_solution_has_no_wrong_marks() -> None:
    _, board = read_board("AB\nBA", "flow")
    position = Flow(frozenset(), frozenset({0}))
    assert not find_wrong_marks(PUZZLE, board, position, EngineOracle())


def test_the_verb_names_them_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.txt"
    file.write_text(match_with("@examples/flow/small", "no A1 A2").to_text(), "utf-8")
    assert main(["check", str(file)]) == 1
    named = "no rule is broken so far, but a mark is wrong: A1 and A2 are not joined\n"
    assert capsys.readouterr().out == named
    assert main(["check", "--json", str(file)]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["wrong_marks"] == ["A1 and A2 are not joined"] and not document["valid"]
    file.write_text(match_with("@examples/flow/small", "no B1 C1").to_text(), "utf-8")
    assert main(["check", str(file)]) == 0
