"""A saved game is an input of every command: its board, with the position that was drawn."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import satplay
from satplay.cli import main
from satplay.errors import BadInput

BOARD = "A.A\nB.B\n"


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game of which the first line has been drawn, in a file and under a name."""
    monkeypatch.setenv("SATPLAY_DATA", str(tmp_path))
    match = satplay.play("flow", BOARD).take("A1 C1").match
    file = tmp_path / "game.txt"
    file.write_text(match.to_text())
    monkeypatch.chdir(tmp_path)
    from satplay.verbs.keep import save

    save("@game", "flow", match.to_text())
    return str(file)


@pytest.mark.parametrize("name", ["game.txt", "@game"])
@pytest.mark.parametrize(
    "words",
    [["solve"], ["solve", "flow"], ["count"], ["enumerate"], ["hint"], ["explain"], ["check"], ["convert"],
     ["encode"], ["backbone"], ["keep", "@boards"]],
    ids=" ".join,
)  # fmt: skip
def test_every_command_reads_it(
    words: list[str], name: str, saved: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, name]) == 0, capsys.readouterr().err


def test_a_hint_continues_the_drawn_position(saved: str) -> None:
    drawn = satplay.hint(Path(saved))
    assert drawn.kind == "step" and drawn.position != satplay.hint(BOARD).position
    assert drawn.position == satplay.play("flow", Path(saved)).state.position


def test_the_board_is_converted_and_solved(saved: str) -> None:
    assert str(satplay.convert(Path(saved), to="letters")) == BOARD.strip()
    assert satplay.solve(Path(saved)).status == "sat"


def test_check_alone_finds_what_is_wrong_so_far(saved: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "game.txt"]) == 0
    assert capsys.readouterr().out == "no rule is broken so far; the board is not finished\n"
    finished = satplay.play("flow", Path(saved)).take("A2 C2").match
    Path("done.txt").write_text(finished.to_text())
    assert main(["check", "done.txt"]) == 0
    assert capsys.readouterr().out == "valid: every rule holds\n"
    wrong = satplay.play("mosaic", "mosaic\n1..\n...\n").take("A1 A2").match
    Path("wrong.txt").write_text(wrong.to_text())
    assert main(["check", "wrong.txt", "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["valid"] is False and document["unfinished"] is True and document["broken"]


def test_a_board_alone_cannot_be_checked() -> None:
    with pytest.raises(BadInput, match="an instance and a solution, or a saved game of a puzzle"):
        satplay.check(BOARD)


def test_a_saved_game_is_also_a_partial_solution(saved: str) -> None:
    assert satplay.hint(BOARD, Path(saved)).facts == satplay.hint(Path(saved)).facts


def test_the_older_form_is_read(tmp_path: Path) -> None:
    old = tmp_path / "old.txt"
    old.write_text("mosaic\n22.\n...\n=== so far, grid ===\n#--\n---\n")
    assert satplay.solve(old).status == "sat"
    for subject in (None, "mosaic"):
        assert satplay.check(old, subject=subject).solution == frozenset({(0, 0)})


def test_errors_name_what_was_found(saved: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "hashi", "game.txt"]) == 2
    assert (
        "game.txt: bad input: found a saved game of flow, expected an instance of hashi"
        in capsys.readouterr().err
    )
    Path("nim.txt").write_text(satplay.play("nim", seed=1).to_text())
    assert main(["solve", "nim.txt"]) == 2
    assert "found a saved game of nim, expected a board of a puzzle" in capsys.readouterr().err
    assert main(["solve", "game.txt", "--format", "csv"]) == 2
    assert "it names its format" in capsys.readouterr().err
    text = Path(saved).read_text()
    Path("broken.txt").write_text(text.replace("A1 C1", "A1 Z9"))
    assert main(["solve", "broken.txt"]) == 2
    assert "broken.txt:9:1" in capsys.readouterr().err


def test_a_question_is_about_the_last_position(tmp_path: Path) -> None:
    start = satplay.play("nim", options={"heaps": "1,2"}, players={"second": "person"}, seed=1)
    file = tmp_path / "nim.txt"
    file.write_text(start.take("B1").match.to_text())
    assert "\n".join(satplay.ask("nim", "winner", file).lines()) == "first wins under perfect play."
    codes = tmp_path / "codes.txt"
    match = satplay.play("mastermind", seed=1)
    while match.waiting:
        match = match.step().match
    match = match.take("0012").match
    while match.waiting:
        match = match.step().match
    codes.write_text(match.to_text())
    assert satplay.ask("mastermind", "next", codes).exit_status == 0
    assert satplay.solve(codes).status == "sat"
