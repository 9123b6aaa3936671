"""The options of a puzzle's generator are options of ``satplay generate``."""

from __future__ import annotations

from random import Random

import pytest

from satplay import puzzles
from satplay.cli import main
from satplay.cli.generate import generate
from satplay.contracts.generator_options import GeneratorOptions
from satplay.errors import BadInput
from tests.exams.oracle import ExamOracle


def run_generate(capfd: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["generate", *words, "--seed", "3"]) == 0
    out, err = capfd.readouterr()
    assert err == ""
    return out


@pytest.mark.parametrize(
    ("short", "long"),
    [
        (["cnf", "--vars", "6", "--mixed"], ["cnf", "--option", "vars=6", "--option", "mixed=yes"]),
        (["--vars=6", "cnf", "--k=2"], ["cnf", "--option", "vars=6", "--option", "k=2"]),
        (["cnf", "--vars", "6", "--option", "k=2"], ["cnf", "--size", "6", "--option", "k=2"]),
        (["hashi", "--islands", "7"], ["hashi", "--option", "islands=7"]),
        (["hashi", "--size", "5x6", "--most", "1", "--loops", "no"],
         ["hashi", "--size", "5x6", "--option", "most=1", "--option", "loops=no"]),
        (["flow", "--size", "4x5", "--colours", "4"], ["flow", "--size", "4x5", "--option", "colours=4"]),
        (["flow", "--size", "4x5", "--touch", "allowed", "--fill", "no"],
         ["flow", "--size", "4x5", "--option", "touch=allowed", "--option", "fill=no"]),
        (["mastermind", "--size", "4x6", "--repeats", "no"],
         ["mastermind", "--size", "4x6", "--option", "repeats=no"]),
        (["mastermind", "--symbols", "RGBY", "--white=no"],
         ["mastermind", "--option", "symbols=RGBY", "--option", "white=no"]),
    ],
)  # fmt: skip
def test_a_generator_option_is_a_command_line_option(
    short: list[str], long: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    assert run_generate(capfd, *short) == run_generate(capfd, *long)


def test_a_file_with_the_name_of_a_puzzle_is_a_file(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.chdir(str(tmp_path))
    assert run_generate(capfd, "-o", "flow", "hashi", "--islands", "5") == ""
    assert main(["count", "hashi", "flow"]) == 0


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["cnf", "--islands", "7"], "No such option"),
        (["cnf", "--planed"], "--planted"),
        (["cnf", "--siz", "3"], "--size"),
        (["cnf", "--vars"], "found --vars, expected --vars N"),
        (["cnf", "--mixed=no"], "found --mixed=no, expected --mixed"),
        (["cnf", "--k", "2", "--option", "k=3"], "found 'k' twice"),
        (["cnf", "--vars", "five"], "found vars = 'five'"),
        (["hashi", "--loops", "perhaps"], "expected yes or no"),
        (["hashy", "--islands", "7"], "did you mean 'hashi'?"),
        (["--islands", "7"], "No such option"),
        (["cnf", "--", "--mixed"], "unexpected extra argument"),
    ],
)
def test_unknown_generator_options_are_refused(
    words: list[str], complaint: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", *words]) == 2
    out, err = capfd.readouterr()
    assert out == "" and err.count("\n") == 1 and complaint in err


def test_help_lists_the_options_of_the_named_puzzle(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "hashi", "--help"]) == 0
    output = capfd.readouterr().out
    assert "Options of hashi:" in output and "--islands N" in output and "--loops yes|no" in output
    assert main(["generate", "--help"]) == 0
    assert "Options of" not in capfd.readouterr().out


@pytest.mark.parametrize("name", puzzles.names())
def test_every_puzzle_has_its_own_options_and_refuses_others(name: str) -> None:
    puzzle = puzzles.find(name)
    taken = {option for parameter in generate.params for option in parameter.opts} | {"--help"}
    assert not taken & {f"--{option}" for option in puzzle.generator_options}
    with pytest.raises(BadInput, match="no-such-option"):
        puzzle.generate(GeneratorOptions(extra={"no-such-option": "1"}), Random(1), ExamOracle())
