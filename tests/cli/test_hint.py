"""``satplay hint``: the next logical step and its reason."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import satplay
from satplay.cli import main
from satplay.errors import BadInput
from satplay.puzzles.flow.paths import Flow

BOARD = "R..\nGG.\nR..\n"


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(list(words))
    out, err = capsys.readouterr()
    return status, out, err


def test_a_hint_has_a_fact_and_a_reason(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "hint", "flow", BOARD)
    assert status == 0 and not err
    assert re.match(r"[A-C][1-3] (and [A-C][1-3] are|is) joined", out)
    assert re.search(r"^  because .* \([A-Z]+ [A-C][1-3]\)$", out, re.MULTILINE)


def test_a_hint_continues_from_a_partial_solution(capsys: pytest.CaptureFixture[str]) -> None:
    first = satplay.hint(BOARD, subject="flow")
    drawn = first.puzzle.solutions[0].write(first.instance, first.next_position)
    second = satplay.hint(BOARD, drawn, "flow")
    assert first.kind == second.kind == "step" and first.facts != second.facts
    status, out, _ = run(capsys, "hint", "flow", BOARD, drawn)
    assert status == 0 and out == f"{second}\n"


def test_a_mistake_is_the_hint() -> None:
    board = satplay.solve(BOARD, "flow").instance
    from_red_to_green = Flow(frozenset({board.grid.link_between[0, 3]}))
    wrong = satplay.hint(BOARD, from_red_to_green, "flow")
    assert wrong.kind == "mistake" and wrong.exit_status == 0
    assert str(wrong).startswith("there is a mistake in: ") and wrong.because


def test_a_finished_board_needs_no_hint() -> None:
    solved = satplay.solve(BOARD, "flow")
    assert satplay.hint(BOARD, solved.solution, "flow").kind == "solved"


def test_nothing_is_forced_if_solutions_share_nothing() -> None:
    found = satplay.hint("..\n..\n", subject="mosaic")
    assert found.kind == "open" and found.exit_status == 1


def test_json_is_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "hint", "flow", BOARD, "--json")
    document = json.loads(out)
    assert status == 0 and document["kind"] == "step" and document["smallest"] is True
    assert document["reason"][0]["rule"] and document["reason"][0]["place"] and document["where"]


def test_where_tells_the_place_only(capsys: pytest.CaptureFixture[str]) -> None:
    board = "1.2\n...\n..1\n"
    assert run(capsys, "hint", "hashi", board, "--where") == (0, "Look at the island C3.\n", "")
    status, out, _ = run(capsys, "hint", "hashi", board, "--where", "--json")
    assert status == 0 and {*json.loads(out)} == {"kind", "subject", "where", "rules", "places"}
    status, _, err = run(capsys, "hint", "hashi", board, "--where", "--suggest")
    assert status == 2 and "one of them" in err
    status, _, err = run(capsys, "hint", "nim", "first: 3 4 5", "--where")
    assert status == 2 and "--where with a game" in err


def test_the_reason_is_highlighted_in_the_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "hint.svg"
    assert run(capsys, "hint", "flow", BOARD, "--svg", str(picture))[0] == 0
    assert "#ffe9a8" in picture.read_text(encoding="utf-8")


def test_a_puzzle_without_a_solution_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "solve", "flow", "AB\nBA\n", "--json")
    document = json.loads(out)
    assert status == 1 and document["status"] == "unsat" and document["minimal"] is True
    assert {"rule", "sentence", "place"} == document["reason"][0].keys()
    status, out, _ = run(capsys, "hint", "flow", "AB\nBA\n")
    assert status == 1 and out.startswith("no solution\n  because ")


def test_formulas_have_no_hints(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "hint", "cnf", "p cnf 1 1\n1 0\n")
    assert status == 2 and not out and err.count("\n") == 1
    with pytest.raises(BadInput):
        satplay.hint("p cnf 1 1\n1 0\n", subject="cnf")


@pytest.mark.parametrize("words", [["a", "b", "c"], ["no-such-file.txt"], [BOARD, "###"]])
def test_bad_input_is_refused_in_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "hint", "flow", *words)
    assert status == 2 and not out and err.count("\n") == 1
