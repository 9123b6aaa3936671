"""Rule variant options on the command line."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from satplay.cli.app import app

COUNT = ["count", "mastermind", "0123 0 0"]


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(words), standalone_mode=False)
    assert result.exception is None, result.exception
    return result.return_value, result.output.strip()


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ([], "1296"),
        (["--symbols", "6"], "16"),
        (["--symbols=6"], "16"),
        (["--symbols", "0123456"], "81"),
        (["--no-repeats"], "360"),
        (["--no-repeats", "--symbols", "8"], "24"),
        (["--black-only"], "6561"),
        (["--encoding", "source", "--symbols", "6"], "1296"),
    ],
)
def test_variant_options_change_the_board(words: list[str], count: str) -> None:
    assert run(*COUNT, *words) == (0, count)


def test_variant_options_work_in_any_position_and_without_the_subject() -> None:
    assert run("count", "--no-repeats", "0123:0A0B") == (0, "360")
    assert run("count", "hashi", "--no-loops", "22/22") == (1, "0")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([*COUNT, "--symbols"], "found --symbols, expected --symbols SYMBOLS"),
        ([*COUNT, "--no-repeats=yes"], "found --no-repeats=yes, expected --no-repeats"),
        ([*COUNT, "--symbols", "012"], "'3' in the guess 0123"),
        ([*COUNT, "--symbols", "63"], "1 to 62"),
        ([*COUNT, "--symbols", "00123"], "the symbol 0 twice"),
        ([*COUNT, "--no-repeat"], "No such option"),
        (["count", "hashi", "2.2", "--no-repeats"], "No such option"),
        (["count", "hashi", "2.2", "--most", "5"], "expected 1 to 4"),
        (["count", "--no-repeats", "p cnf 1 1\n1 0"], "no cnf option is called '--no-repeats'"),
    ],
)
def test_invalid_variant_options_are_refused(words: list[str], complaint: str) -> None:
    result = CliRunner().invoke(app, words, standalone_mode=False)
    assert result.exception is not None and complaint in str(result.exception)


def test_every_argument_after_two_dashes_is_an_input() -> None:
    result = CliRunner().invoke(app, [*COUNT[:2], "--", "--no-repeats"], standalone_mode=False)
    assert result.exception is not None and "No such option" not in str(result.exception)
