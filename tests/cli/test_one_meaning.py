"""One option, one meaning: -o is --output, sizes are understood, and a wrong option names the right one."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import click
import pytest

from satplay.cli import main
from satplay.cli.app import COMMANDS, app


def test_short_o_is_output_in_every_command() -> None:
    for name in COMMANDS:
        command = app.get_command(click.Context(app), name)
        assert command is not None
        for option in command.params:
            if "-o" in option.opts:
                assert "--output" in option.opts, name


def test_the_earlier_short_form_of_play_works_with_a_remark(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["-o", "heaps=1,2"], ["-oheaps=1,2"]):
        assert main(["play", "nim", *words, "--player", "first=perfect", "--player", "second=perfect"]) == 0
        caught = capsys.readouterr()
        assert (
            "-o is deprecated in 'play': use --heaps VALUE" in caught.err and "A  ● 1\nB  ●● 2" in caught.out
        )
    assert main(["play", "nim", "-o", "game.txt"]) == 2
    assert "expected --record FILE to save the game" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "suggestion"),
    [
        ("generate flow --length 5", "'--size'"),
        ("generate flow --symbols 5", "'--colours'"),
        ("generate --level easy flow", "'--difficulty'"),
        ("generate flow --colous 5", "'--colours'"),
        ("solve hashi --mst 3 x", "'--most'"),
        ("solve --timeout 3 x", "'--time'"),
        ("enumerate --count 3 x", "'--max'"),
        ("hint --svgg x y", "'--svg'"),
        ("keep --forgt", "'--forget'"),
        ("engines --option", "'--options'"),
        ("ask nim winner --mst 3 x", "'--most'"),
        ("play nim --length 4", "'--heaps'"),
        ("solve mastermind --size 4x6 x", "'--symbols'"),
    ],
)
def test_a_wrong_option_names_the_right_one(
    words: str, suggestion: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words.split()) == 2
    complaint = capsys.readouterr().err
    assert complaint.count("\n") == 1 and f"Did you mean {suggestion}?" in complaint


@pytest.mark.parametrize(
    ("command", "names"), [("generate", "flow, hashi"), ("completion", "bash, zsh, fish")]
)
def test_a_missing_subject_is_answered_with_what_there_is(
    command: str, names: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command]) == 2
    complaint = capsys.readouterr().err
    assert "Missing argument" in complaint and names in complaint and complaint.count("\n") == 1


def test_the_page_to_read_is_that_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "flow", "--xyzzy"]) == 2
    assert "(see: satplay generate flow --help)" in capsys.readouterr().err
    assert main(["solve", "--engine"]) == 2
    assert "(see: satplay solve --help)" in capsys.readouterr().err


def test_options_of_boards_are_refused_for_games_with_those_of_the_game(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["play", "nim", "--size", "4"]) == 2
    assert "found --size, expected options of nim: --heaps" in capsys.readouterr().err
    assert main(["play", "chopsticks", "--difficulty", "hard"]) == 2
    assert "--against random, greedy, perfect" in capsys.readouterr().err


def test_one_number_is_a_size(capsys: pytest.CaptureFixture[str]) -> None:
    for subject in ("flow", "hashi", "mosaic"):
        sizes = []
        for size in ("5", "5x5"):
            assert main(["generate", subject, "--size", size, "--seed", "1"]) == 0
            sizes.append(capsys.readouterr().out)
        assert sizes[0] == sizes[1]


@pytest.mark.parametrize("words", ["--size 3", "--length 3", "--size 3x6"])
def test_a_code_has_a_length_by_either_name(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "mastermind", *words.split(), "--seed", "1"]) == 0
    guess = capsys.readouterr().out.splitlines()[-1]
    assert len(guess.split()[0].rstrip(":")) == 3


CODE_COMMANDS = ["generate mastermind", "play mastermind", "ask mastermind next", "ask mastermind tournament"]


@pytest.mark.parametrize("command", CODE_COMMANDS)
def test_a_code_has_one_size(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    for words, found in (
        ("--size 4x6 --length 3", "found size and length, expected one of them"),
        ("--size 4by6", "found '4by6', expected POSITIONSxSYMBOLS, up to 200x62, or POSITIONS"),
        ("--size 0x6", "found '0x6', expected POSITIONSxSYMBOLS"),
        ("--size 4x99", "found '4x99', expected POSITIONSxSYMBOLS"),
    ):
        assert main([*command.split(), *words.split()]) == 2
        assert found in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    ["--size 3x4", "--size 3X4", "--size 3,4", "--length 3 --symbols 4", "--size 3 --symbols ABCD",
     "--size 3x6 --symbols RGBY", "--option size=3x4"],
)  # fmt: skip
def test_a_game_has_the_size_of_its_code_by_any_name(
    words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("quit\n"))
    assert main(["play", "mastermind", *words.split(), "--seed", "1"]) == 0
    assert "64 codes are left." in capsys.readouterr().out


@pytest.mark.parametrize("words", ["--size 3x4", "--length 3 --symbols 4", "--size 3x6 --symbols ABCD"])
def test_questions_have_the_size_of_their_code_by_any_name(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ask", "mastermind", "tournament", *words.split()]) == 0
    assert "64 secrets" in capsys.readouterr().out
    assert main(["ask", "mastermind", "next", *words.split()]) == 0
    assert "64 codes are left" in capsys.readouterr().out


def test_the_size_of_a_question_is_that_of_its_guesses(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "mastermind", "next", "0123 1 1", "--size", "4x6"]) == 0
    assert "252 codes are left" in capsys.readouterr().out
    assert main(["ask", "mastermind", "next", "0123 1 1", "--length", "5"]) == 2
    assert "found 5 positions, expected 4, as in the guesses" in capsys.readouterr().err
    assert main(["ask", "mastermind", "next", "# length 4\n# symbols 6", "--length", "3"]) == 0
    assert "216 codes are left" in capsys.readouterr().out


def test_a_size_is_given_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "mastermind", "--size", "4x6", "--option", "size=4x6"]) == 2
    assert "found two sizes, expected one size" in capsys.readouterr().err
    assert main(["play", "mastermind", "--size", "4x6", "--difficulty", "easy"]) == 2
    assert "found --difficulty, expected options of mastermind: --size" in capsys.readouterr().err


def test_a_game_with_a_size_can_be_resumed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for words in (
        ["mastermind", "--size", "3x4", "--record", str(tmp_path / "game")],
        [str(tmp_path / "game")],
    ):
        monkeypatch.setattr("sys.stdin", StringIO("012\nquit\n"))
        assert main(["play", *words]) == 0
    assert capsys.readouterr().out.count("symbols: 0 1 2 3") >= 2


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "--unique", "mosaic", "@examples/mosaic/small"],
        ["generate", "--size", "4", "--shaded", "40", "--seed", "1", "mosaic"],
        ["ask", "--json", "nim", "winner", "first: 3"],
        ["ask", "nim", "--most", "2", "winner", "first: 3"],
        ["encode", "--within", "2", "chopsticks", "--json", "force-win", "1,1|1,1"],
        ["check", "--json", "@examples/mosaic/small", "#--#\n##--\n##-#"],
    ],
)
def test_options_may_come_in_any_order(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0, capsys.readouterr().err


def test_the_report_folder_is_an_output(tmp_path: Path) -> None:
    lab = app.get_command(click.Context(app), "lab")
    assert lab is not None
    option = next(option for option in lab.params if option.name == "out")
    assert option.opts == ["-o", "--output", "--out"]
