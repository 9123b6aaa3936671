"""Both encodings have exactly the solutions of the rules, by lazy clauses and by the connectivity theory."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay import puzzles
from satplay.contracts.encoding import Encoding
from satplay.logic.literal import Clause
from satplay.puzzles.mosaic import PUZZLE
from satplay.puzzles.mosaic.audit_boards import solutions
from satplay.puzzles.mosaic.board import Board, Solution
from satplay.puzzles.mosaic.encodings.direct import encode
from satplay.reasoning.oracle import EngineOracle
from satplay.rule import RuleInstance
from satplay.verbs.audit import audit
from tests.exams.oracle import ExamOracle

LINE = PUZZLE.formats[1]
ORACLE = ExamOracle()

rows = st.integers(1, 3).flatmap(
    lambda w: st.lists(st.text("..#-012345", min_size=w, max_size=w), min_size=1, max_size=3)
)


@settings(max_examples=40, deadline=None)
@given(rows, st.booleans())
def test_models_are_exactly_the_solutions(rows: list[str], connected: bool) -> None:
    board = replace(LINE.read("/".join(rows)), connected=connected)
    for encoder in PUZZLE.encoders.values():
        found = list(ORACLE.solutions(encoder.encode(board)))
        assert len(found) == len(set(found))
        assert set(found) == set(solutions(board))


@pytest.mark.parametrize(("height", "width", "number"), [(1, 4, 11), (2, 2, 14), (3, 3, 219), (3, 4, 1127)])
def test_connected_shadings_are_counted_by_the_theory(height: int, width: int, number: int) -> None:
    """The number of connected induced subgraphs of a grid, and the empty one."""
    encoding = encode(Board(height, width, {}, {}, connected=True))
    assert encoding.connectivity is not None and encoding.connectivity.alone
    by_theory = EngineOracle().solutions(replace(encoding, lazy_clauses=lambda solution: ()))
    assert sum(1 for _ in by_theory) == number


def test_the_theory_makes_lazy_clauses_unnecessary() -> None:
    """With the theory attached, no candidate needs a lazy clause."""
    needed: list[tuple[RuleInstance, Clause]] = []
    encoding = encode(LINE.read("mosaic connected:#...#/...../#...#"))

    def lazy_clauses(solution: Solution) -> list[tuple[RuleInstance, Clause]]:
        missing = list(encoding.lazy_clauses(solution))
        needed.extend(missing)
        return missing

    assert EngineOracle().solution(replace(encoding, lazy_clauses=lazy_clauses)) is not None
    assert needed == []


@pytest.mark.parametrize("encoding", PUZZLE.encoders)
def test_the_audit_finds_no_error(encoding: str) -> None:
    assert audit("mosaic", encoding=encoding, size=3, random=30).exit_status == 0


def test_the_audit_finds_a_missing_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    def encode_unconnected(board: Board) -> Encoding[Solution]:
        return encode(replace(board, connected=False))

    direct = replace(PUZZLE.encoders["direct"], encode=encode_unconnected)
    monkeypatch.setattr(puzzles, "find", lambda name: replace(PUZZLE, encoders={"direct": direct}))
    (broken,) = {wrong.violations[0].rule.name for wrong in audit("mosaic", size=3, random=0).failed.values()}
    assert broken == "CONNECTED"
