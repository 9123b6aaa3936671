"""Direct enumeration of small boards."""

from __future__ import annotations

import satplay
from satplay.puzzles.mosaic import PUZZLE
from satplay.puzzles.mosaic.audit_boards import boards
from satplay.puzzles.mosaic.audit_boards import solutions as brute_force_solutions
from satplay.puzzles.mosaic.enumeration import SMALL, count, solutions

LINE = PUZZLE.formats[1]


def test_the_solutions_agree_with_the_rules() -> None:
    for board in boards(3):
        found = solutions(board, lambda: None)
        assert (found is None) == board.connected
        if found is not None:
            listed = list(found)
            assert len(listed) == len(set(listed)) == count(board, lambda: None)
            assert set(listed) == set(brute_force_solutions(board))


def test_larger_boards_are_left_to_the_encoding() -> None:
    assert count(LINE.read("." * SMALL), lambda: None) == 2**SMALL
    assert count(LINE.read("." * (SMALL + 1)), lambda: None) is None
    assert satplay.count("." * (SMALL + 1), "mosaic").number == 2 ** (SMALL + 1)
