"""An item of the puzzle exam: what a canonical form says about boards."""

from __future__ import annotations

from itertools import islice

from tests.exams.puzzle_candidate import Candidate

SYMMETRIC_BOARDS = 300
"""Small boards whose canonical forms are compared."""


def canonical_forms_are_those_of_equal_boards(it: Candidate) -> None:
    """A board has its form also after writing and reading; boards of one form have equally many solutions."""
    canonical, audit = it.puzzle.canonical, it.puzzle.audit
    if canonical is None:
        return
    for board in it.all_boards():
        form = canonical(board)
        assert isinstance(form, bytes), f"the form of {board!r} is no bytes"
        for _, text in it.write_in_all_formats(board):
            assert canonical(it.read(text)) == form, f"{board!r} has another form after reading {text!r}"
    if audit is not None:
        counts: dict[bytes, int] = {}
        boards = list(islice(audit.boards(audit.size), SYMMETRIC_BOARDS))
        for board in boards:
            count = sum(1 for _ in audit.solutions(board))
            assert counts.setdefault(canonical(board), count) == count, f"{board!r} has the form of another"
        assert len(counts) < len(boards), "no two boards have one form"
