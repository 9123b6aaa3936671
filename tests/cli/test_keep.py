"""``satplay keep``, and ``@NAME`` as an input or as the name of a saved game."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

import satplay
from satplay.cli import main
from satplay.errors import BadInput
from tests.store.places import Place

Say = Callable[..., tuple[int, str, str]]
"""From words, and moves on standard input, to the status and what is printed."""


@pytest.fixture(autouse=True)
def _own_data(users_store: Place) -> None:
    pass


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Say:
    def run_in_process(*words: str, moves: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(moves))
        status = main(list(words))
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run_in_process


def test_boards_are_kept_once_and_found_again(run: Say) -> None:
    assert run("keep") == (
        0,
        "Nothing is stored yet: 'satplay keep @NAME INPUT...' stores boards, 'save @NAME' a game.\n",
        "",
    )
    assert run("keep", "@mine", "hashi", "2.2", "1.1") == (0, "@mine: 2 new boards; 2 in all.\n", "")
    assert run("keep", "@mine", "2.2", "3.3") == (0, "@mine: 1 new board, 1 known already; 3 in all.\n", "")
    assert run("keep") == (0, "@mine  hashi  3 boards\n", "")
    assert run("keep", "@mine") == (0, "@mine/1: 3x1\n  2.2\n@mine/2: 3x1\n  1.1\n@mine/3: 3x1\n  3.3\n", "")
    assert run("keep", "@mine/2") == (0, "1.1\n", "")


def test_a_name_is_an_input_for_every_verb(run: Say) -> None:
    run("keep", "@mine", "hashi", "2.2", "1.1")
    assert run("solve", "@mine")[:2] == (0, "2═2\n\n1─1\n")
    assert run("count", "@mine/2")[:2] == (0, "1\n")
    assert run("check", "@mine/1", "2═2")[0] == 0
    assert satplay.solve("@mine/1").status == "sat"
    assert (
        run("solve", "hashi", "@mine/1", "--most", "1")[0] == 1
    )  # rule variant options apply as to any other input
    with pytest.raises(BadInput, match="a collection of 2 boards, expected one of them, as @mine/1"):
        satplay.solve("@mine")


def test_a_collection_is_played_board_by_board(run: Say) -> None:
    run("keep", "@mine", "hashi", "2.2", "1.1")
    _, first, _ = run("play", "@mine", moves="A1 C1 2\n")
    assert "Right: every rule holds.\n@mine: 1 of 2 solved; continue with satplay play @mine.\n" in first
    _, second, _ = run("play", "@mine", moves="A1 C1\n")
    assert "@mine: 2 of 2 solved; that was the last one.\n" in second
    assert run("keep")[1] == "@mine  hashi  2 boards, 2 solved\n"
    assert "1 1 · 1" in run("play", "@mine/1", moves="new\nquit\n")[1]


def test_a_puzzle_is_saved_after_every_move(run: Say) -> None:
    run("play", "hashi", "4.2/.../2..", "--record", "@half", moves="A1 C1\n")
    assert run("keep", "@half")[1].endswith("=== moves ===\nA1 C1\n")
    assert run("play", "@half")[1].splitlines()[2:6] == ["  A B C", "1 4───2", "2 · · ·", "3 2 · ·"]
    run("play", "@half", moves="A1 C1\n")  # continues there
    assert run("keep", "@half")[1].endswith("=== moves ===\nA1 C1\nA1 C1\n")
    run("play", "@half", moves="save @other\nundo\nclear\n")
    assert run("keep", "@other")[1].endswith("=== moves ===\nA1 C1\nA1 C1\n")
    assert run("play", "@other")[1].splitlines()[3] == "1 4═══2"
    assert run("keep", "@half")[1].endswith("=== moves ===\nA1 C1\nclear\n")
    assert run("play", "@half", moves="undo\n")[1].splitlines()[3] == "1 4 · 2"
    assert run("keep", "@half")[1].endswith("=== moves ===\nA1 C1\n=== redo ===\nclear\n")
    assert run("play", "@half", moves="redo\n")[1].splitlines()[3] == "1 4───2"
    assert run("keep", "@half")[1].endswith("=== moves ===\nA1 C1\nclear\n")


def test_a_game_is_saved_after_every_move(run: Say, tmp_path: Path) -> None:
    words = ("--player", "first=person", "--player", "second=person", "--heaps", "1,2", "--seed", "7")
    run("play", "nim", *words, "--record", "@evening", moves="A1\n")
    assert run("keep", "@evening")[1].endswith("=== moves ===\nA1\n")
    run("play", "@evening", moves="B1\n")
    assert run("keep", "@evening")[1].endswith("=== moves ===\nA1\nB1\n")
    run("play", "@evening", moves=f"save {tmp_path / 'game.txt'}\n")
    assert (tmp_path / "game.txt").read_text() == run("keep", "@evening")[1]


def test_new_boards_are_added_to_a_collection(run: Say) -> None:
    words = ("generate", "hashi", "--size", "4x4", "--count", "3", "--seed", "1", "--keep", "@new")
    assert run(*words) == (0, "@new: 3 new boards; 3 in all.\n", "")
    assert run(*words) == (0, "@new: 0 new boards, 3 known already; 3 in all.\n", "")
    assert run("solve", "@new")[0] == 0


def test_collections_are_listed_as_json(run: Say) -> None:
    added = json.loads(run("keep", "@mine", "hashi", "2.2", "--json")[1])
    counts = {"new": 1, "known": 0, "symmetric": 0, "boards": 1}
    assert added == {"collection": "@mine", "subject": "hashi", **counts}
    everything = json.loads(run("keep", "--json")[1])
    assert everything["games"] == [] and everything["collections"][0]["boards"] == 1
    unknown = dict.fromkeys(("level", "cost", "sum", "steps", "narrowest", "solved"))
    assert json.loads(run("keep", "@mine", "--json")[1]) == {
        "name": "@mine",
        "subject": "hashi",
        "boards": [{"name": "@mine/1", "text": "2.2\n", "size": "3x1", **unknown}],
    }
    assert json.loads(run("keep", "@mine/1", "--json")[1]) == {"name": "@mine/1", "text": "2.2\n"}


def test_a_removed_name_is_gone(run: Say) -> None:
    run("keep", "@mine", "hashi", "2.2", "1.1")
    assert run("keep", "@mine/1", "--forget") == (0, "@mine/1 is forgotten.\n", "")
    assert run("keep", "@mine")[1] == "@mine/2: 3x1\n  1.1\n"
    assert run("keep", "@mine", "--forget") == (0, "@mine is forgotten.\n", "")
    assert [one.name for one in satplay.list_kept().collections] == []


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["keep", "mine"], "found 'mine', expected @NAME first"),
        (["keep", "@a b", "2.2"], "found '@a b', expected @ and 1 to 61 letters, digits, _ or -"),
        (["keep", "--forget"], "expected the name of what to forget"),
        (["keep", "@mine", "2.2", "--forget"], "found --forget with inputs or --json"),
        (["keep", "@none"], "no saved game or collection is called '@none'"),
        (["keep", "@none", "--forget"], "no saved game or board is called '@none'"),
        (["keep", "@mine", "flow", "A.A"], "found @mine, boards of hashi, expected one of flow"),
        (["keep", "@mine", "hashi", "2.2", "2.2\nx.x"], "'x'"),
        (["solve", "flow", "@mine/1"], "found @mine/1, of hashi, expected an instance of flow"),
        (["solve", "@mine/7"], "found no @mine/7, expected one from @mine/1 to @mine/1"),
        (["play", "hashi", "--record", "@mine"], "found @mine, a collection, expected another name"),
        (["play", "hashi", "--record", "@mine/1"], "a board of a collection, expected the name of a game"),
        (
            ["generate", "hashi", "--keep", "@x", "--json"],
            "found --keep with --output, --json, --to or --pdf",
        ),
        (["generate", "hashi", "--keep", "a b"], "found '@a b', expected @ and 1 to 61 letters"),
    ],
)
def test_bad_input_is_one_line_and_changes_nothing(run: Say, words: list[str], complaint: str) -> None:
    run("keep", "@mine", "hashi", "2.2")
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    lines = [line for line in err.splitlines() if "makes the same again" not in line]
    assert len(lines) == 1 and complaint in lines[0]
    assert run("keep") == (0, "@mine  hashi  1 board\n", "")
