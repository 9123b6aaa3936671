"""Malformed inputs that were once answered wrongly; ``fuzz/corpus/`` has the inputs that the fuzzer found."""

from __future__ import annotations

import pytest

from satplay.cli import MAX_MESSAGE, main
from satplay.errors import MAX_QUOTED, BadInput, IllegalMove, NoSuchName, SatplayError
from satplay.logic import aiger, qdimacs
from satplay.tracing.document import from_json
from satplay.verbs.play import play

LONG = "9" * 100_000


@pytest.mark.parametrize(
    "error",
    [
        BadInput("board", found=LONG, expected="less"),
        IllegalMove(LONG, LONG, state=LONG),
        NoSuchName("engine", LONG, ["native"]),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_message_repeats_only_the_beginning_of_a_long_input(error: SatplayError) -> None:
    assert len(str(error)) < 4 * MAX_QUOTED


def test_a_long_option_is_cut_in_the_message(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", f"--{LONG}"]) == 2
    assert len(capsys.readouterr().err) < MAX_MESSAGE + 20


@pytest.mark.parametrize("word", ["\udc80", "\ud800", "é"])
def test_a_text_that_is_not_unicode_is_not_recognised_as_a_quantified_formula(word: str) -> None:
    assert not qdimacs.recognises(f"p cnf 1 1\n{word} 1 0\n")


@pytest.mark.parametrize(
    "document", [{"format": "other"}, {"format": "satplay-trace"}, {"version": 1}, {}, [], None]
)
def test_a_run_without_format_or_version_is_refused(document: object) -> None:
    with pytest.raises(BadInput):
        from_json(document)


@pytest.mark.parametrize(("text", "line"), [("aag 0 0 0 1 0", 1), ("aag 0 0 0 1 0\n", 2), ("", 1)])
def test_a_truncated_strategy_is_refused_at_a_line_that_exists(text: str, line: int) -> None:
    with pytest.raises(BadInput) as raised:
        aiger.read(text, qdimacs.read("p cnf 1 1\ne 1 0\n1 0\n"))
    assert raised.value.line == line


def test_the_answer_to_a_name_with_control_characters_is_printable() -> None:
    turn = play("nim", seed=1).take("save! @x\x1b[31m")
    assert all(line.isprintable() for line in turn.lines)
