"""``satplay hint`` for games: positions, saved games, given moves, limits and wrong input."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

import satplay
from satplay.cli import main
from satplay.errors import BadInput
from satplay.games.nim.state import State, Take

POSITION = "first: 1 2"
BEST = (
    "B1 alone wins, in 2 moves: it leaves 1 and 1, whose nim-sum is 0, "
    "and no move of second can leave 0 again."
)
LINE = "Best play: first B1, second A1, B1; then second has nothing left to take: first wins."
RECORD = """=== satplay record, version 1 ===
game nim
option heaps=1,2,1
seat first person
seat second random
seed 7
=== moves ===
C1
A1
"""


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["hint", *words])
    out, err = capsys.readouterr()
    return status, out, err


def pigeons() -> str:
    """Thirteen pigeons do not fit into twelve holes, which takes long to prove."""
    holes, birds = range(12), range(13)
    clauses = [[12 * bird + hole + 1 for hole in holes] for bird in birds]
    for hole in holes:
        for first in birds:
            clauses += [[-(12 * first + hole + 1), -(12 * other + hole + 1)] for other in range(first)]
    return f"p cnf 156 {len(clauses)}\n" + "".join(f"{' '.join(map(str, c))} 0\n" for c in clauses)


def test_the_best_move_comes_with_its_reason_and_line(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "nim", POSITION)
    assert (status, err) == (0, "") and out.splitlines()[:2] == [BEST, LINE]


def test_moves_are_judged_as_they_are_typed(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "nim", POSITION, "1 from b", "A1")
    assert status == 0 and out.splitlines()[0] == BEST
    assert out.splitlines()[2].startswith("A1 loses in 1 move: ")
    status, out, _ = run(capsys, "nim", POSITION, "all", "--json")
    found = json.loads(out)
    assert (found["kind"], found["subject"], found["to_move"]) == ("move", "nim", "first")
    assert [(one["move"], one["value"], one["moves"], one["mistake"]) for one in found["moves"]] == [
        ("A1", "loss", 1, True),
        ("B1", "win", 2, False),
        ("B2", "loss", 1, True),
    ]
    assert found["moves"][1]["line"] == ["B1", "A1", "B1"] and found["moves"][0]["better"] == ["B1"]
    assert found["moves"][1]["sentence"] == BEST


def test_a_saved_game_stands_for_its_last_position(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "game.txt"
    record.write_text(RECORD)
    status, out, _ = run(capsys, str(record))
    assert status == 0 and out.startswith("B2 alone wins at once: it takes the last thing.")
    assert run(capsys, "nim", str(record)) == (status, out, "")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(RECORD.encode())))
    assert run(capsys, "-") == (status, out, "")


def test_a_board_on_standard_input_is_still_a_puzzle(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"R..\nGG.\nR..\n")))
    status, out, err = run(capsys, "flow", "-")
    assert (status, err) == (0, "") and "because" in out


def test_a_game_that_is_over_or_a_turn_of_chance_needs_no_hint(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "nim", "first: 0 0")
    assert status == 0 and out == "The game is over: first has nothing left to take: second wins.\n"
    drawn = "sat-game random even\nP is affirmative\nnext: draw\nc1: 1\n"
    status, out, _ = run(capsys, "sat-game", drawn)
    assert status == 0 and out == "The next move is drawn by chance.\n"
    assert json.loads(run(capsys, "sat-game", drawn, "--json")[1])["kind"] == "chance"


def test_a_position_too_large_for_the_time_limit_is_reported_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pigeons.cnf"
    file.write_text(pigeons())
    status, out, _ = run(capsys, "sat-game", str(file), "--time", "0.3")
    assert status == 3 and out == "No answer: the position is too large to decide in the time limit.\n"
    status, out, _ = run(capsys, "sat-game", str(file), "set 1 true", "--time", "0.3")
    assert status == 3
    assert out == "set 1 true is not decided: the position is too large to decide in the time limit.\n"


def test_a_picture_shows_the_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "position.svg"
    assert run(capsys, "nim", POSITION, "--svg", str(picture))[0] == 0
    assert picture.read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nim", POSITION, "Z9"], "expected a legal move (Not possible: "),
        (["nim", POSITION, "swim"], "expected a legal move (Not a move: 'swim'. Take things"),
        (["nim", "first: x"], "heap"),
        (["nim", POSITION, "--suggest"], "--suggest with a game"),
        (["nim", POSITION, "--format", "heaps"], "--format with a game"),
        (["nimm", POSITION], "did you mean 'nim'"),
    ],
)
def test_wrong_input_is_one_line(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, *words)
    assert (status, out) == (2, "") and message in err and err.count("\n") == 1


def test_hints_of_games_in_python() -> None:
    found = satplay.hint_game(POSITION, subject="nim")
    assert found and found.kind == "move" and str(found).splitlines()[0] == BEST
    assert satplay.hint_game(State((1, 2)), "B1", subject="nim").verdicts == found.verdicts
    assert satplay.hint_game(RECORD).moves == (Take(1, 2),)
    assert found._repr_svg_().startswith("<svg") and "hint_game" in satplay.__all__
    for wrong in (POSITION, State((1, 2))):
        with pytest.raises(BadInput, match="subject"):
            satplay.hint_game(wrong)
    with pytest.raises(BadInput, match="a judge"):
        satplay.hint_game("", subject="mastermind")


def test_an_analysis_observes_the_time_limit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position = tmp_path / "pigeons.cnf"
    position.write_text(pigeons())
    match = satplay.play("sat-game", position, players={"P": "random", "Q": "random"}, seed=1)
    record = tmp_path / "game.txt"
    record.write_text(match.after(match.game.moves.read("set 1 true")).to_text())
    assert main(["play", str(record), "--analyse", "--time", "2"]) == 3
    out = capsys.readouterr().out
    assert out.startswith("  1. P: set 1 true is not decided: the position is too large")
    assert "P (random): no mistakes; 1 move not decided\n" in out
