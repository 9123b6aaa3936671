"""Help texts list what is available, and their examples can be pasted."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from satplay.cli import main
from satplay.cli.app import COMMANDS, app


def help_of(*words: str) -> str:
    result = CliRunner().invoke(app, [*words, "--help"], standalone_mode=False, terminal_width=500)
    assert result.exception is None, result.exception
    return result.output


def examples_of(*words: str) -> list[str]:
    """The arguments of the examples at the end of a help page."""
    _, _, examples = help_of(*words).partition("\nExample")
    return re.findall(r"^  satplay (.*)", examples, re.MULTILINE)


WITH_EXAMPLES = ["solve", "count", "enumerate", "hint", "explain", "convert", "generate", "ask", "backbone"]
WITH_EXAMPLES += ["encode", "trace", "mus", "list", "keep", "completion", "rate"]


@pytest.mark.parametrize("command", WITH_EXAMPLES)
def test_examples_can_be_pasted(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SATPLAY_DATA", str(tmp_path))
    examples = examples_of(command)
    own = ("formula.", "play ")  # the reader's own file; moves are read from standard input
    pasted = [example for example in examples if not any(word in example for word in own)]
    assert pasted
    for example in pasted:
        result = CliRunner().invoke(app, shlex.split(example), standalone_mode=False)
        assert result.exception is None, f"{example}: {result.exception}"
        assert result.return_value in (0, None)
        assert result.output or " -o " in example


def test_a_command_lists_its_subjects_and_encodings() -> None:
    everything = help_of("solve")
    assert "Subjects: cnf, flow, hashi, mastermind, mosaic, qbf\n" in everything
    in_one_line = " ".join(everything.split())
    assert "flow: edges, direct, source;" in in_one_line
    assert "mastermind: counting, direct, source; mosaic: direct, subsets)" in in_one_line
    levels = "hashi: beginner, easy, medium, hard, expert, extreme"
    assert levels in " ".join(help_of("generate").split())


def test_the_help_of_a_subject_lists_its_own_names_only() -> None:
    text = help_of("solve", "mastermind")
    assert "CNF encoding to use: counting, direct, source\n" in text
    assert "\n  satplay solve @examples/mastermind/small --unique\n" in text
    assert "Rule variants of mastermind:\n" in text and "--no-repeats" in text
    assert "input format, recognised if omitted: grid, line\n" in help_of("count", "mosaic")
    assert "difficulty level: beginner, easy, medium, hard, expert, extreme" in " ".join(
        help_of("play", "hashi").split()
    )
    for subject, command in (("cnf", "generate"), ("nim", "play"), ("mastermind", "play")):
        assert "--difficulty NAME" not in help_of(command, subject)


def test_the_number_of_results_is_max_and_the_old_name_still_works(tmp_path: Path) -> None:
    formula = tmp_path / "free.cnf"
    formula.write_text("p cnf 3 1\n1 2 3 0\n")
    for option in ("--max", "--limit"):
        result = CliRunner().invoke(app, ["enumerate", str(formula), option, "2"], standalone_mode=False)
        assert result.return_value == 0 and result.output.count("\n") == 2
    for command in ("enumerate", "mus"):
        assert "--max N" in help_of(command) and "--limit" not in help_of(command)


OWN = ["solve", "count", "enumerate", "backbone", "mus", "check", "hint", "explain", "encode", "convert"]
OWN += ["generate", "ask", "audit", "trace", "engines", "rate"]


@pytest.mark.parametrize("command", OWN)
def test_option_texts_are_phrases_in_lower_case_without_a_full_stop(command: str) -> None:
    found = app.get_command(click.Context(app), command)
    assert found is not None
    for option in found.params:
        text = getattr(option, "help", None)
        if text:
            word = text.split()[0]
            assert not text.endswith("."), f"--{option.name}: {text}"
            assert word.islower() or word.isupper(), f"--{option.name}: {text}"


def test_every_command_stands_whole_in_the_list_of_commands() -> None:
    lines = CliRunner().invoke(app, ["--help"], standalone_mode=False, terminal_width=80).output.splitlines()
    for command, sentence in COMMANDS.items():
        assert any(line.split() == [command, *sentence.split()] for line in lines), command
        assert len(sentence) <= 66, "the line would be wrapped at 80 columns"
        assert app.get_command(click.Context(app), command) is not None


def test_the_nearest_command_is_suggested(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sovle"]) == 2
    assert "No such command 'sovle'. Did you mean 'solve'?" in capsys.readouterr().err
    assert main(["xyzzy"]) == 2
    assert "No such command 'xyzzy'. (see: satplay --help)" in capsys.readouterr().err


GOLDEN = Path(__file__).parents[1] / "golden" / "help"


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["solve"],
        ["generate", "flow"],
        ["play", "flow"],
        ["play", "nim"],
        ["ask", "nim", "winner"],
        ["list"],
    ],
    ids=lambda words: "-".join(words) or "satplay",
)
@pytest.mark.parametrize("columns", ["80", "40"])
def test_help_pages_are_as_reviewed(
    words: list[str], columns: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """SATPLAY_GOLDEN=write writes the pages again; their difference is reviewed like code."""
    monkeypatch.setenv("COLUMNS", columns)
    assert main([*words, "--help"]) == 0
    page = capsys.readouterr().out
    file = GOLDEN / f"{'-'.join(words) or 'satplay'}.{columns}.txt"
    if os.environ.get("SATPLAY_GOLDEN") == "write":
        file.parent.mkdir(exist_ok=True)
        file.write_text(page, encoding="utf-8")
    assert page == file.read_text(encoding="utf-8")


def test_the_program_alone_prints_the_first_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    alone = capsys.readouterr().out
    assert main(["--help"]) == 0
    assert capsys.readouterr().out == alone


def test_the_examples_of_the_first_page_work(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    _, _, examples = capsys.readouterr().out.partition("\nTry these first; they work everywhere:\n")
    commands = [shlex.split(line)[1:] for line in examples.splitlines()]
    assert len(commands) == 3
    for words in commands:
        assert words[0] == "play" or main(words) == 0
